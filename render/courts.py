"""The twelve court cards, our own drawings after the old pattern of Rouen and London.

Every court is a half figure in a panel of 100 by 100, its head at (42, 25), its hand with what
it bears at (75, 42).  The panel's other half is the same, turned about its middle.  A part is a
paint and a path as in `shapes`: filled, with a thin outline of ink; a paint that begins with ``~``
draws the path as a line instead.
"""

from __future__ import annotations

from engine.cards import CLUBS, DIAMONDS, HEARTS, JACK, KING, QUEEN, SPADES

Part = tuple[str, str]
Parts = tuple[Part, ...]


def _round(x: float, y: float, radius: float) -> str:
    """A circle's path."""
    left, right, top, bottom = x - radius, x + radius, y - radius, y + radius
    bend = radius * 0.55
    return (
        f"M {x} {top} C {x + bend} {top} {right} {y - bend} {right} {y}"
        f" C {right} {y + bend} {x + bend} {bottom} {x} {bottom}"
        f" C {x - bend} {bottom} {left} {y + bend} {left} {y}"
        f" C {left} {y - bend} {x - bend} {top} {x} {top} Z"
    )


def _beads(paint: str, y: float, radius: float, *across: float) -> Parts:
    return tuple((paint, _round(x, y, radius)) for x in across)


def _bars(paint: str, *paths: str) -> Parts:
    return tuple((f"~{paint}", f"{path} Z") for path in paths)


# --- robes: mantle, panel down the front, sleeve ------------------------------------------------

_MANTLE = "M -4 84 L 0 58 C 8 46 22 42 33 38 L 51 38 C 62 41 76 46 88 60 L 96 84 Z"
_FRONT = "M 34 40 L 50 40 L 58 84 L 26 84 Z"
_SLEEVE = "M 66 52 L 84 52 C 92 60 94 72 94 84 L 58 84 C 58 70 61 60 66 52 Z"
_CUFF = "M 66 47 L 84 47 L 86 54 L 64 54 Z"
_HAND = (
    ("skin", "M 69 38 C 72 35 79 35 82 38 L 83 46 C 80 49 71 49 68 46 Z"),
    *_bars("ink", "M 69 41 L 76 41", "M 69 44 L 76 44"),
)


def _robe(mantle: str, front: str, sleeve: str, pattern: Parts) -> Parts:
    seams = _bars("gold", "M 6 84 L 11 56 L 28 46", "M 63 84 L 60 56 L 56 46")
    return (
        (mantle, _MANTLE),
        *seams,
        (front, _FRONT),
        *pattern,
        (sleeve, _SLEEVE),
        *_bars("gold", "M 64 62 L 89 62", "M 61 70 L 92 70"),
    )


_CHEVRONS = _bars(
    "ink", "M 33 50 L 42 55 L 51 50", "M 31 58 L 42 63 L 53 58", "M 29 66 L 42 71 L 55 66"
)
_LOZENGES = tuple(
    ("suit", f"M 42 {y} L 46 {y + 5} L 42 {y + 10} L 38 {y + 5} Z") for y in (48, 58, 68)
)
_STRIPES = _bars("gold", "M 37 46 L 33 84", "M 42 46 L 42 84", "M 47 46 L 51 84")
_PEARLS = tuple(("face", _round(42, y, 2.2)) for y in (50, 57, 64, 71))

_ERMINE = (
    ("face", "M 20 43 C 24 39 30 37 35 35 L 49 35 C 54 37 60 39 64 43 L 60 49 C 50 55 34"
        " 55 24 49 Z"),
    *_bars("ink", "M 28 44 L 28 47", "M 35 46 L 35 50", "M 49 46 L 49 50", "M 56 44 L 56 47"),
)  # fmt: skip
_NECK = (
    ("skin", "M 36 32 L 48 32 L 49 39 L 57 42 L 42 53 L 27 42 L 35 39 Z"),
    ("gold", "M 24 41 L 29 39 L 42 49 L 55 39 L 60 41 L 42 55 Z"),
)
_RUFF = (
    ("face", "M 27 40 L 31 35 L 53 35 L 57 40 L 52 43 L 48 41 L 42 45 L 36 41 L 32 43 Z"),
)  # fmt: skip
_YOKE = (
    ("gold", "M 22 43 L 35 36 L 49 36 L 62 43 L 54 50 L 48 46 L 42 52 L 36 46 L 30 50 Z"),
)  # fmt: skip

# --- heads --------------------------------------------------------------------------------------

_FACE = "M 33 14 L 51 14 L 51 27 C 51 33 46 37 42 37 C 38 37 33 33 33 27 Z"
_PROFILE = (
    "M 35 14 L 51 14 L 51 21 L 55 27 L 51 29 L 51 32 C 50 36 45 37 41 36 C 36 35 34 31 34 26 Z"
)
_FEATURES = _bars(
    "ink", "M 35.5 21 L 40 21", "M 44.5 21 L 49 21", "M 38 22.5 L 39 22.5", "M 46 22.5 L 47 22.5",
    "M 43 21 L 43.6 27 L 41.5 27",
)  # fmt: skip
_ONE_EYE = _bars("ink", "M 44 20.5 L 50 20.5", "M 47 22.5 L 48.5 22.5", "M 47.5 32 L 51 32")
_LIPS = (("suit", "M 39.5 31 C 41 30 43 30 44.5 31 C 43 33 41 33 39.5 31 Z"),)
_MOUTH = _bars("ink", "M 39.5 31.5 L 44.5 31.5")

_CURLS = (
    ("hair", "M 35 13 C 27 15 28 24 25 28 C 22 32 22 37 27 38 C 32 39 35 35 35 30 Z"),
    ("hair", "M 49 13 C 57 15 56 24 59 28 C 62 32 62 37 57 38 C 52 39 49 35 49 30 Z"),
    *_bars("face", "M 30 22 C 29 27 27 29 26 33", "M 54 22 C 55 27 57 29 58 33"),
)
_TRESSES = (
    ("hair", "M 42 9 C 25 9 26 24 25 32 C 24 39 21 42 23 47 L 33 45 C 36 40 35 34 34 28 L 50 28"
             " C 49 34 48 40 51 45 L 61 47 C 63 42 60 39 59 32 C 58 24 59 9 42 9 Z"),
    *_bars("face", "M 29 24 C 28 32 26 38 27 43", "M 55 24 C 56 32 58 38 57 43"),
)  # fmt: skip
_FRINGE = (("hair", "M 32 22 C 35 20 40 18 42 14 C 44 18 49 20 52 22 L 53 11 L 31 11 Z"),)
_BOB = (
    ("hair", "M 34 12 C 27 18 29 28 27 35 C 29 37 34 37 36 34 L 36 14 Z"),
    ("hair", "M 50 12 C 57 18 55 28 57 35 C 55 37 50 37 48 34 L 48 14 Z"),
)
_BOB_BEHIND = (("hair", "M 46 12 L 34 12 C 25 18 28 28 25 36 C 29 39 36 38 38 34 L 39 20 Z"),)
_FORKED = (
    ("hair", "M 33 26 C 36 29 39 29 42 28 C 45 29 48 29 51 26 C 52 36 50 42 47 48 L 42 43 L 37 48"
             " C 34 42 32 36 33 26 Z"),
    ("face", "M 39 32 L 45 32 L 44 33.6 L 40 33.6 Z"),
)  # fmt: skip
_FULL = (
    ("hair", "M 33 25 C 36 29 39 30 42 29 C 45 30 48 29 51 25 C 54 36 51 46 42 50 C 33 46"
        " 30 36 33 25 Z"),
    ("face", "M 39 32.4 L 45 32.4 L 44 34 L 40 34 Z"),
)  # fmt: skip
_SHORT = (
    ("hair", "M 33 25 C 34 33 37 33 42 33 C 47 33 50 33 51 25 C 53 38 48 43 42 43 C 36 43"
        " 31 38 33 25 Z"),
)  # fmt: skip
_POINTED = (
    ("hair", "M 35 24 C 36 33 43 34 51 31 L 53 33 C 53 38 50 44 46 49 C 39 44 33 35 35 24 Z"),
)

_OPEN_CROWN = (
    ("gold", "M 31 16 L 26 3 L 35 9 L 42 0 L 49 9 L 58 3 L 53 16 C 46 13 38 13 31 16 Z"),
    ("suit", "M 31 16 C 38 13 46 13 53 16 L 53 19 C 46 16 38 16 31 19 Z"),
    *_beads("face", 3, 1.8, 26, 58),
)
_CLOSED_CROWN = (
    ("suit", "M 31 15 C 25 4 36 3 42 5 C 48 3 59 4 53 15 Z"),
    ("gold", "M 40 4 L 44 4 L 44 15 L 40 15 Z"),
    ("gold", "M 30 15 C 25 6 33 2 38 4 C 32 6 33 10 35 14 Z"),
    ("gold", "M 54 15 C 59 6 51 2 46 4 C 52 6 51 10 49 14 Z"),
    ("gold", "M 30 15 C 38 12 46 12 54 15 L 54 19 C 46 16 38 16 30 19 Z"),
    ("gold", _round(42, 2.2, 2.4)),
)
_LILY_CROWN = (
    ("gold", "M 31 16 L 29 7 L 25 4 L 29 1 L 34 8 L 39 5 L 42 -1 L 45 5 L 50 8 L 55 1 L 59 4 L 55 7"
             " L 53 16 C 46 13 38 13 31 16 Z"),
    ("cloth", "M 31 16 C 38 13 46 13 53 16 L 53 19 C 46 16 38 16 31 19 Z"),
    *_beads("suit", 12, 1.5, 36, 42, 48),
)  # fmt: skip
_TURBAN = (
    ("suit", "M 30 17 C 24 8 34 2 43 3 C 52 2 60 9 54 17 C 46 13 38 13 30 17 Z"),
    *_bars("gold", "M 31 13 C 36 9 40 6 46 4", "M 38 14 C 44 11 48 8 52 6"),
    ("gold", "M 30 17 L 28 8 L 34 12 L 38 5 L 42 11 L 46 5 L 50 12 L 56 8 L 54 17 C 46 14"
        " 38 14 30 17 Z"),
)  # fmt: skip
_DIADEM = (
    ("gold", "M 32 13 L 31 5 L 36 9 L 42 1 L 48 9 L 53 5 L 52 13 C 46 10 38 10 32 13 Z"),
    *_beads("face", 3.5, 1.5, 31, 53),
    ("suit", _round(42, 8, 1.8)),
)
_VEILED = (
    ("suit", "M 42 4 C 22 4 24 24 22 34 C 21 40 17 44 18 50 L 28 48 C 33 36 29 18 42 14"
             " C 55 18 51 36 56 48 L 66 50 C 67 44 63 40 62 34 C 60 24 62 4 42 4 Z"),
    ("gold", "M 33 9 L 33 1 L 38 5 L 42 -1 L 46 5 L 51 1 L 51 9 C 46 7 38 7 33 9 Z"),
)  # fmt: skip
_BERET = (
    ("suit", "M 29 15 C 22 6 36 2 46 3 C 58 2 62 10 55 15 C 46 12 38 12 29 15 Z"),
    ("gold", "M 28 14 C 38 11 46 11 56 14 L 56 18 C 46 15 38 15 28 18 Z"),
)
_PLUME = (
    ("face", "M 34 14 C 28 13 22 8 23 0 C 26 -2 29 0 30 2 C 33 1 35 4 35 6 C 38 7 38 11 36 14 Z"),
    *_bars("ink", "M 34 12 C 31 9 28 6 26 2"),
)
_FLAT_CAP = (
    ("cloth", "M 30 15 L 27 5 L 42 2 L 57 5 L 54 15 C 46 12 38 12 30 15 Z"),
    ("suit", "M 27 5 L 42 2 L 57 5 L 42 8 Z"),
    ("gold", "M 29 14 C 38 11 46 11 55 14 L 55 18 C 46 15 38 15 29 18 Z"),
)
_HELMET = (
    ("face", "M 29 20 C 27 8 34 3 42 3 C 50 3 57 8 55 20 C 46 15 38 15 29 20 Z"),
    ("suit", "M 40 3 C 34 0 28 0 22 4 C 26 6 34 6 40 8 Z"),
    ("gold", "M 28 17 C 38 12 46 12 56 17 L 56 21 C 46 17 38 17 28 21 Z"),
)

# --- what they bear -----------------------------------------------------------------------------

_SHAFT = (("gold", "M 73.6 6 L 77 6 L 77 84 L 73.6 84 Z"),)
_SWORD = (
    ("face", "M 75 -2 L 78 4 L 77.4 34 L 72.6 34 L 72 4 Z"),
    *_bars("ink", "M 75 4 L 75 32"),
    ("gold", "M 65 32 L 85 32 L 85 36 L 65 36 Z"),
)
_SWORD_BEHIND = (
    ("face", "M 77 38 L 80 34 L 22 -1 L 15 -1 Z"),
    ("gold", "M 70 38 L 80 26 L 83 28 L 73 41 Z"),
)
_AXE = (
    *_SHAFT,
    ("face", "M 77 8 C 83 9 88 6 90 1 C 95 10 95 20 90 29 C 88 24 83 21 77 22 Z"),
    ("gold", "M 71 9 L 79 9 L 79 21 L 71 21 Z"),
)
_ORB = (
    ("gold", _round(75, 26, 10)),
    ("suit", "M 65 25 L 85 25 L 85 29 L 65 29 Z"),
    ("gold", "M 73.4 4 L 76.6 4 L 76.6 16 L 73.4 16 Z"),
    ("gold", "M 69 8 L 81 8 L 81 11 L 69 11 Z"),
)
_SCEPTRE = (
    *_SHAFT,
    ("gold", "M 75.3 -2 C 79 4 80 8 77 12 L 84 8 C 87 12 84 17 77 17 L 73.6 17 C 67 17 64 12 67 8"
             " L 73.6 12 C 70 8 71 4 75.3 -2 Z"),
    ("suit", "M 69 17 L 82 17 L 82 20 L 69 20 Z"),
)  # fmt: skip
_STEM = (
    *_bars("ink", "M 75 24 L 75 54", "M 74.6 24 L 74.6 54"),
    ("cloth", "M 75 34 C 67 34 64 30 63 26 C 70 26 74 29 75 34 Z"),
    ("cloth", "M 75 31 C 83 31 86 27 87 23 C 80 23 76 26 75 31 Z"),
)
_ROSE = (
    *_STEM,
    *(
        ("suit", _round(x, y, 5.2))
        for x, y in ((75, 5), (82, 10), (79.4, 18), (70.6, 18), (68, 10))
    ),
    ("gold", _round(75, 12, 4)),
)  # fmt: skip
_TULIP = (
    *_STEM,
    ("suit", "M 65 2 L 71 9 L 75 -1 L 79 9 L 85 2 C 88 14 83 23 75 23 C 67 23 62 14 65 2 Z"),
    *_bars("gold", "M 71 10 C 71 15 72 18 74 21", "M 79 10 C 79 15 78 18 76 21"),
)
_TREFOIL = (
    *_STEM,
    *(("gold", _round(x, y, 5.6)) for x, y in ((75, 5), (68, 14), (82, 14))),
    ("suit", _round(75, 11.5, 3)),
)
_PIKE = (
    *_SHAFT,
    *_bars("ink", *(f"M 73.6 {y} L 77 {y - 4}" for y in (26, 32, 38, 56, 62))),
    ("face", "M 75.3 -3 C 81 5 82 12 77 20 L 73.6 20 C 69 12 70 5 75.3 -3 Z"),
    *_bars("ink", "M 75.3 2 L 75.3 20"),
)
_HALBERD = (
    *_SHAFT,
    ("face", "M 75.3 -4 L 78 7 L 72.6 7 Z"),
    ("face", "M 77 9 C 84 10 88 6 91 4 C 91 14 88 20 77 20 Z"),
    ("face", "M 73.6 10 L 64 8 L 67 14 L 64 20 L 73.6 18 Z"),
)
_LEAF = (
    ("cloth", "M 75 -3 C 86 5 90 16 75 34 C 60 16 64 5 75 -3 Z"),
    *_bars("gold", "M 75 3 L 75 46", "M 75 14 L 81 9", "M 75 14 L 69 9", "M 75 22 L 82"
        " 16", "M 75 22 L 68 16"),
)  # fmt: skip
_ARROW = (
    *_SHAFT,
    ("face", "M 75.3 -3 L 83 11 L 77 8 L 73.6 8 L 68 11 Z"),
    ("suit", "M 73.6 24 L 68 19 L 68 27 L 73.6 33 L 77 33 L 83 27 L 83 19 L 77 24 Z"),
)


def _king(robe: Parts, beard: Parts, crown: Parts, bears: Parts, *, profile: bool = False) -> Parts:
    head = (("skin", _PROFILE), *_ONE_EYE) if profile else (("skin", _FACE), *_FEATURES)
    return (*robe, *_ERMINE, *_CURLS, *head, *beard, *crown, *bears, ("face", _CUFF), *_HAND)


def _queen(robe: Parts, crown: Parts, bears: Parts, *, veil: bool = False) -> Parts:
    head = (("skin", _FACE), *_FEATURES, *_LIPS, *_FRINGE)
    above = (*crown, *_NECK, *head, crown[-1]) if veil else (*_TRESSES, *_NECK, *head, *crown)
    return (*robe, *above, *bears, ("gold", _CUFF), *_HAND)


def _jack(robe: Parts, collar: Parts, cap: Parts, bears: Parts, *, profile: bool = False) -> Parts:
    head = (
        (("skin", _PROFILE), *_ONE_EYE, *_BOB_BEHIND)
        if profile
        else (*_BOB, ("skin", _FACE), *_FEATURES, *_MOUTH)
    )
    return (*robe, *collar, *head, *cap, *bears, ("face", _CUFF), *_HAND)


COURTS: dict[tuple[int, int], Parts] = {
    (KING, SPADES): _king(
        _robe("suit", "gold", "cloth", _CHEVRONS), _FORKED, _OPEN_CROWN, _SWORD
    ),
    (KING, HEARTS): _SWORD_BEHIND + _king(
        _robe("suit", "cloth", "suit", _PEARLS), _FULL, _CLOSED_CROWN, ()
    ),
    (KING, DIAMONDS): _king(
        _robe("cloth", "suit", "suit", _STRIPES), _POINTED, _TURBAN, _AXE, profile=True
    ),
    (KING, CLUBS): _king(
        _robe("cloth", "gold", "suit", _LOZENGES), _SHORT, _LILY_CROWN, _ORB
    ),
    (QUEEN, SPADES): _queen(
        _robe("suit", "cloth", "suit", _PEARLS), _DIADEM, _SCEPTRE
    ),
    (QUEEN, HEARTS): _queen(
        _robe("suit", "gold", "cloth", _LOZENGES), _VEILED, _ROSE, veil=True
    ),
    (QUEEN, DIAMONDS): _queen(
        _robe("cloth", "suit", "suit", _STRIPES), _DIADEM, _TULIP
    ),
    (QUEEN, CLUBS): _queen(
        _robe("cloth", "gold", "suit", _CHEVRONS), _VEILED, _TREFOIL, veil=True
    ),
    (JACK, SPADES): _jack(
        _robe("cloth", "suit", "cloth", _STRIPES), _RUFF, _BERET + _PLUME, _PIKE, profile=True
    ),
    (JACK, HEARTS): _jack(
        _robe("suit", "gold", "suit", _CHEVRONS), _YOKE, _FLAT_CAP, _LEAF, profile=True
    ),
    (JACK, DIAMONDS): _jack(
        _robe("suit", "cloth", "gold", _LOZENGES), _RUFF, _HELMET, _HALBERD
    ),
    (JACK, CLUBS): _jack(
        _robe("suit", "gold", "cloth", _PEARLS), _YOKE, _BERET + _PLUME, _ARROW
    ),
}  # fmt: skip
"""The parts of each court by rank and suit, from the back to the front."""
