"""Colours and the choices people have: theme, four-colour deck, large index."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

Colour = tuple[int, int, int]
"""Red, green, blue, 0 to 255 each."""


def rgb(text: str) -> Colour:
    """Read ``1B4D3A``."""
    red, green, blue = bytes.fromhex(text)
    return red, green, blue


@dataclass(frozen=True, slots=True)
class Theme:
    """The colours of a table. Text stands on `felt`, `rail`, `chip` and `tag`, legibly on each."""

    felt: Colour
    lit: Colour
    """The cloth in the middle of the table; by its rim it is `dusk`, and all over about `felt`."""
    dusk: Colour
    rail: Colour
    """The title line's ground, and the rim of the table."""
    text: Colour
    quiet: Colour
    """Zone names and other text of less weight, on felt and rail."""
    slot: Colour
    """Outlines of empty places."""
    mark: Colour
    """Where the next command begins, and everything that is celebrated."""
    ring: Colour
    """Round the cards of the last move: like `hint`, it stands off felt and faces."""
    hint: Colour
    chip: Colour
    """The ground of pile labels that lie on a card; their text is `chip_text`."""
    chip_text: Colour
    back: Colour
    back_line: Colour

    @property
    def cloth(self) -> tuple[tuple[Colour, Colour], ...]:
        """The tones of the cloth's ribs, high and low, from the middle of the table to its rim."""
        light = ramp(self.lit, self.dusk, 5)
        return tuple(itertools.pairwise(light))

    @property
    def shades(self) -> tuple[Colour, Colour]:
        """A shadow on the cloth, and where it fades."""
        return mix(self.dusk, INK, 0.55), mix(self.dusk, INK, 0.25)

    @property
    def edge(self) -> Colour:
        """The bright edge of the table's rim."""
        return mix(self.rail, self.quiet, 0.3)


THEMES = MappingProxyType(
    {
        "felt": Theme(
            felt=rgb("17493A"),
            lit=rgb("17493A"),
            dusk=rgb("103A2D"),
            rail=rgb("0E3328"),
            text=rgb("F4F1E4"),
            quiet=rgb("A9CDB9"),
            slot=rgb("6D9B87"),
            mark=rgb("FFC933"),
            ring=rgb("D97700"),
            hint=rgb("2A98D4"),
            chip=rgb("0E3328"),
            chip_text=rgb("F4F1E4"),
            back=rgb("24508F"),
            back_line=rgb("8FB4E8"),
        ),
        "light": Theme(
            felt=rgb("CFC8B5"),
            lit=rgb("D6D0C0"),
            dusk=rgb("CFC8B5"),
            rail=rgb("BFB7A1"),
            text=rgb("23262B"),
            quiet=rgb("43443E"),
            slot=rgb("736D5B"),
            mark=rgb("7A2E00"),
            ring=rgb("8F3600"),
            hint=rgb("0060B0"),
            chip=rgb("3A3D42"),
            chip_text=rgb("FFFFFF"),
            back=rgb("2F5E9E"),
            back_line=rgb("A9C6EE"),
        ),
        "slate": Theme(
            felt=rgb("2B2E36"),
            lit=rgb("2B2E36"),
            dusk=rgb("212329"),
            rail=rgb("1D1F25"),
            text=rgb("F1F1EE"),
            quiet=rgb("AEB4C0"),
            slot=rgb("838A9C"),
            mark=rgb("FFC933"),
            ring=rgb("D97700"),
            hint=rgb("2A98D4"),
            chip=rgb("1D1F25"),
            chip_text=rgb("F1F1EE"),
            back=rgb("6B2B3F"),
            back_line=rgb("D79AAD"),
        ),
    }
)

FACE = rgb("FEFDF9")
EDGE = rgb("76746C")
"""The rim of a card: dark enough to part two white cards."""
INK = rgb("14161B")
GOLD = rgb("E0A526")
CLOTH = rgb("2F5597")
SKIN = rgb("F7DCC0")
HAIR = rgb("9A5A22")
"""Courts of the red suits; those of the black ones have hair like ink."""
TAG = rgb("E9E5D8")
"""The ground of counts and of what a pile takes next; their text is `INK`."""
TWO_COLOURS = (INK, rgb("C4141C"), rgb("C4141C"), INK)
FOUR_COLOURS = (INK, rgb("C00000"), rgb("1D00D4"), rgb("0E7D69"))


@dataclass(frozen=True, slots=True)
class Look:
    """How a person or a server likes the board; `ValueError` when the theme is unknown."""

    theme: str = "felt"
    four_colours: bool = False
    large_index: bool = False

    def __post_init__(self) -> None:
        if self.theme not in THEMES:
            raise ValueError(f"{self.theme!r} is not a theme; there are {', '.join(THEMES)}")

    @property
    def colours(self) -> Theme:
        return THEMES[self.theme]

    @property
    def suits(self) -> tuple[Colour, Colour, Colour, Colour]:
        """The colour of spades, hearts, diamonds, clubs on a card's face."""
        return FOUR_COLOURS if self.four_colours else TWO_COLOURS


def mix(start: Colour, end: Colour, share: float) -> Colour:
    """The colour `share` (0 to 1) of the way from `start` to `end`."""
    red, green, blue = (round(a + (b - a) * share) for a, b in zip(start, end, strict=True))
    return red, green, blue


def ramp(start: Colour, end: Colour, steps: int) -> tuple[Colour, ...]:
    """`steps` colours from `start` to `end`, both included."""
    return tuple(mix(start, end, i / (steps - 1)) for i in range(steps))


def _ramps(look: Look) -> Iterator[Iterable[Colour]]:
    """Every pair of colours that meet in a smoothed edge; few steps, as bytes are dear."""
    table = look.colours
    for ink in look.suits:
        yield ramp(FACE, ink, 5)
    for ink in (*look.suits, FACE):
        yield ramp(GOLD, ink, 3)
    yield ramp(FACE, EDGE, 3)
    for ink in (CLOTH, SKIN, HAIR):
        yield ramp(ink, INK, 3)
        yield ramp(FACE, ink, 3)
    for ground in (table.felt, table.rail):
        yield ramp(ground, table.text, 6)
        yield ramp(ground, table.quiet, 5)
        yield ramp(ground, table.mark, 4)
    yield from table.cloth
    yield (*table.shades, table.edge)
    yield ramp(table.felt, EDGE, 4)
    yield ramp(table.felt, table.slot, 4)
    yield ramp(table.felt, table.hint, 4)
    yield ramp(table.chip, table.chip_text, 6)
    yield ramp(TAG, INK, 6)
    for ink in look.suits[1:]:
        yield ramp(TAG, ink, 5)
    yield ramp(table.back, table.back_line, 4)
    yield ramp(table.back, FACE, 4)
    yield ramp(FACE, table.ring, 3)
    yield ramp(FACE, table.hint, 3)
    yield ramp(FACE, table.chip, 3)


@lru_cache(maxsize=16)
def palette(look: Look) -> tuple[Colour, ...]:
    """All colours that a board of this look may show, at most 256, in a fixed order."""
    colours = {colour: None for steps in _ramps(look) for colour in steps}
    return tuple(colours)


@lru_cache(maxsize=256)
def index_ramp(look: Look, ground: Colour, ink: Colour, steps: int = 6) -> bytes:
    """For every coverage 0 to 255 of `ink` over `ground`, the palette's nearest entry."""
    entries = [nearest(look, colour) for colour in ramp(ground, ink, steps)]
    return bytes(entries[round(c / 255 * (steps - 1))] for c in range(256))


@lru_cache(maxsize=4096)
def nearest(look: Look, colour: Colour) -> int:
    """The index of the palette's entry that is nearest to a colour."""

    def distance(index: int) -> int:
        return sum((a - b) ** 2 for a, b in zip(colours[index], colour, strict=True))

    colours = palette(look)
    return min(range(len(colours)), key=distance)
