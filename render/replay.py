"""A game as a film: an animated WebP in which every move is marked and dull deals are hurried.

Frames are lossless and hold only what has changed; Pillow encodes each by itself, without the
interpreter's lock, and the container is written here.
"""

from __future__ import annotations

import io
import itertools
import struct
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from PIL import Image, ImageChops

from engine.position import Position
from engine.record import Record
from render import board
from render.scene import NOTHING, changes
from render.text import mapped
from render.theme import Look, palette
from render.titles import Heading

LONGEST = 20_000
"""Milliseconds, with the pauses at both ends."""
LARGEST = 8 * 1024 * 1024
"""Bytes."""
WIDTH = 800
_FIRST, _LAST = 1200, 3000  # pauses, in milliseconds
_USUAL, _DULL = 700, 140  # for a move, and for a deal after which nothing was done but dealing
_BRIEFEST = 120  # what goes by faster only flickers; moves are left out instead
MOST = (LONGEST - _FIRST - _LAST) // _BRIEFEST
"""Pictures at most, besides the deal."""
_SMALLER = ((WIDTH, 1), (WIDTH * 2 // 3, 2), (WIDTH // 2, 6), (WIDTH // 4, 24))
"""Widths and divisors of the number of frames, until the film is small enough."""


class FilmStep(NamedTuple):
    """A picture of the film: which position, and for how many milliseconds."""

    done: int
    time: int


def animate(record: Record, *, look: Look | None = None, title: str = "", deal: str = "") -> bytes:
    """The moves of a record from the deal to where it stands, as an animated WebP.

    It lasts `LONGEST` at most and has at most `LARGEST` bytes; `title` and `deal` as for a board.
    """
    film = b""
    for width, share in _SMALLER:
        film = _film(record, look or Look(), Heading(title or record.game.title, deal), width,
                     steps(record, MOST // share))  # fmt: skip
        if len(film) <= LARGEST:
            break
    return film


def steps(record: Record, most: int = MOST) -> list[FilmStep]:
    """What is shown and how long, in at most `most` moves besides the deal."""
    moves = record.played
    dull = [
        one.verb in {"d", "redeal"} and other.verb in {"d", "redeal"}
        for one, other in itertools.pairwise(moves)
    ] + [False] * bool(moves)
    lively = [done for done, passing in enumerate(dull, start=1) if not passing]
    hurried = [done for done, passing in enumerate(dull, start=1) if passing]
    kept = _thinned(lively, most)
    kept += _thinned(hurried, most - len(kept))
    times = [_DULL if dull[done - 1] else _USUAL for done in sorted(kept)]
    room = LONGEST - _FIRST - _LAST
    share = min(1.0, room / sum(times)) if times else 1.0
    found = [
        FilmStep(done, max(_BRIEFEST, int(time * share)))
        for done, time in zip(sorted(kept), times, strict=True)
    ]
    # What the briefest frames take too much, the others give.
    while (over := sum(step.time for step in found) - room) > 0:
        longer = [step for step in found if step.time > _BRIEFEST]
        cut = -(-over // len(longer))
        found = [step._replace(time=max(_BRIEFEST, step.time - cut)) for step in found]
    if found:
        found[-1] = found[-1]._replace(time=found[-1].time + _LAST)
    return [FilmStep(0, _FIRST), *found]


def _thinned(numbers: Sequence[int], most: int) -> list[int]:
    """At most so many of them, evenly, the last one included."""
    if len(numbers) <= most:
        return list(numbers)
    return [numbers[(i + 1) * len(numbers) // most - 1] for i in range(most)]


# --- frames ------------------------------------------------------------------------------------


def _film(
    record: Record, look: Look, heading: Heading, width: int, script: Sequence[FilmStep]
) -> bytes:
    colours = [part for colour in palette(look) for part in colour]
    frames: list[bytes] = []
    shown: Image.Image | None = None
    before: Position | None = None
    for done, time in script:
        position = record.positions[done]
        marks = changes(record.game, before, position) if before else NOTHING
        titled = heading._replace(moves=done)
        canvas = board.compose(record.game, position, look, marks, titled, width).picture()
        frames.append(_frame(canvas, shown, colours, time))
        shown, before = canvas, position
    assert shown is not None  # noqa: S101  # a script has at least the deal
    return _container(shown.size, frames)


def _frame(
    canvas: Image.Image, shown: Image.Image | None, colours: Sequence[int], time: int
) -> bytes:
    """What is new on a canvas of palette indices, as an ``ANMF`` chunk."""
    box = (0, 0, *canvas.size)
    mask = None
    if shown is not None:
        new = ImageChops.difference(canvas, shown)
        left, top, right, bottom = new.getbbox() or (0, 0, 2, 2)
        box = (left & ~1, top & ~1, right, bottom)  # corners of frames are even
        mask = mapped(new.crop(box), b"\x00" + b"\xff" * 255)
    part = canvas.crop(box)
    image = Image.frombytes("P", part.size, part.tobytes())
    image.putpalette(colours)
    image = image.convert("RGB")
    if mask is not None:
        image.putalpha(mask)
    left, top, right, bottom = box
    head = b"".join(
        _three(n) for n in (left // 2, top // 2, right - left - 1, bottom - top - 1, time)
    )
    return _chunk(b"ANMF", head + b"\x00" + _lossless(image))


def _lossless(image: Image.Image) -> bytes:
    """The image's ``VP8L`` chunk."""
    file = io.BytesIO()
    image.save(
        file, "WEBP", lossless=True, quality=0, method=1
    )  # 0 takes as long, for eight times the bytes
    for kind, data in _chunks(file.getvalue()):
        if kind == b"VP8L":
            return _chunk(kind, data)
    raise AssertionError("Pillow wrote a WebP without a lossless picture")


# --- the container (RIFF, little-endian, as developers.google.com/speed/webp/docs describes) ----


def _container(size: tuple[int, int], frames: Sequence[bytes]) -> bytes:
    animated, transparent = 0x02, 0x10
    extended = struct.pack("<I", animated | transparent) + _three(size[0] - 1) + _three(size[1] - 1)
    for_ever = struct.pack("<IH", 0, 0)
    body = b"".join((b"WEBP", _chunk(b"VP8X", extended), _chunk(b"ANIM", for_ever), *frames))
    return b"RIFF" + struct.pack("<I", len(body)) + body


def _chunk(kind: bytes, data: bytes) -> bytes:
    return kind + struct.pack("<I", len(data)) + data + b"\x00" * (len(data) % 2)


def _chunks(file: bytes) -> Iterator[tuple[bytes, bytes]]:
    at = 12
    while at + 8 <= len(file):
        (length,) = struct.unpack_from("<I", file, at + 4)
        yield file[at : at + 4], file[at + 8 : at + 8 + length]
        at += 8 + length + length % 2


def _three(number: int) -> bytes:
    return number.to_bytes(3, "little")
