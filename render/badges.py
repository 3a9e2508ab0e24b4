"""Small texts on cards and empty places: counts, lowest cards, what is wanted next."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engine.cards import Card, card_symbol
from engine.layout import Place
from render import text
from render.cards import index_box
from render.frame import Frame, Rect, Spot
from render.labels import base, foot_left
from render.names import Label

_SIZES = 19, 17


class Badge(NamedTuple):
    """A small text on a card; `dark` for labels of piles."""

    pile: str
    text: str
    rect: Rect
    size: int
    dark: bool = False


class Empty(NamedTuple):
    """What an empty place waits for."""

    pile: str
    text: str
    rect: Rect
    size: int


def badges(
    frame: Frame,
    place: Place,
    id: str,
    pile: Sequence[Card | None],
    wish: str,
    top: Spot,
    stub: int,
    label: Label | None,
) -> list[Badge]:
    """Wish, lowest card and count along the foot of a pile's top card, beside its `label` if any.

    `stub` counts the cards of a fan that lie squared under those that are spread.
    """
    if place.fan is None and pile[-1] is None:
        return [_centred(id, f"{len(pile)}", top.rect, frame.px(30))]
    wishes = [f"▸{wish}"] if wish else []
    lowest = [f"{card_symbol(pile[0])}…"] if pile[0] is not None else []
    if place.fan:
        label = None  # it lies at the other end of the fan
        counts = [f"+{stub}"] if stub else []
        lines = _lines(lowest if stub and not place.fan.last else [], counts) + _lines([], counts)
    else:
        counts = [f"×{len(pile)}"] if len(pile) > 1 else []
        lines = _lines(wishes, counts)
        if place.peep and counts:  # where there is no room, the top card and the count tell enough
            lines = _lines(wishes + lowest, counts)[:2] + lines
    inset = frame.px(3)
    foot, right = top.rect.bottom - inset, top.rect.right - inset
    if label:
        foot = min(foot, label.rect.bottom)
    left = foot_left(top) + inset
    beside = label.rect.right + inset if label else left
    index = Rect(*index_box(top.cut)).moved(top.x, top.y)

    def start(line: int, high: int) -> int:
        """Where a line may begin beside the label and the card's index."""
        above = foot - line * (high + 1) - high < index.bottom
        return max(left if line else beside, index.right + inset if above else 0)

    def fits(block: list[list[str]], size: int) -> bool:
        for n, line in enumerate(block):
            pills = [text.pill_size(words, size) for words in line]
            length = sum(wide + inset for wide, _ in pills) - inset
            if pills and length > right - start(n, pills[0][1]):
                return False
        return True

    sizes = [frame.px(size) for size in _SIZES]
    ways = [(block, size) for block in lines for size in sizes[: 1 + (len(block) == 1)]]
    chosen, size = next((way for way in ways if fits(*way)), ways[-1])
    found: list[Badge] = []
    for n, line in enumerate(chosen):
        high = text.pill_size("0", size)[1]
        x = start(n, high)
        for words in line:
            wide, _ = text.pill_size(words, size)
            corner = (
                (right - wide if words == line[-1] and counts else x),
                foot - n * (high + 1) - high,
            )
            found.append(Badge(id, words, Rect(*corner, corner[0] + wide, corner[1] + high), size))
            x += wide + inset
    return found


def _lines(leading: list[str], counts: list[str]) -> list[list[list[str]]]:
    """Ways to write small texts in lines from the foot of a card upwards, the best one first."""
    if not leading or not counts:
        return [[leading + counts], [[], leading + counts]]
    return [
        [leading + counts],
        [["".join(leading + counts)]],
        [counts, leading],
        [[], counts, leading],
    ]


def _centred(id: str, words: str, rect: Rect, size: int) -> Badge:
    wide, high = text.pill_size(words, size)
    x, y = (rect.left + rect.right - wide) // 2, (rect.top + rect.bottom - high) // 2
    return Badge(id, words, Rect(x, y, x + wide, y + high), size)


def empty(frame: Frame, place: Place, id: str, wish: str) -> Empty:
    """The wish of an empty place, as large as fits."""
    rect = base(frame, place).rect
    size = frame.px(34)
    while size > frame.px(16) and text.width(wish, size) > (rect.right - rect.left) * 0.86:
        size -= 1
    wide, high = text.width(wish, size), text.line_height(size)
    x, y = (rect.left + rect.right - wide) // 2, (rect.top + rect.bottom - high) // 2
    return Empty(id, wish, Rect(x, y, x + wide, y + high), size)
