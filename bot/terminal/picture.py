"""Pictures in a terminal: which kind it can show, and the escape sequences for them."""

import base64
import io
from collections.abc import Iterator, Mapping
from itertools import groupby
from typing import Literal

from PIL import Image

PictureProtocol = Literal["kitty", "iterm2", "sixel", "none"]
PROTOCOLS: tuple[PictureProtocol, ...] = ("kitty", "iterm2", "sixel", "none")
KITTY_CHUNK = 4096
"""Characters of one piece; the protocol's own bound."""
BAND = 6
"""Rows of pixels that one line of sixels holds."""


def protocol_for(environment: Mapping[str, str]) -> PictureProtocol:
    """What the terminal says it is; "none" where that isn't known or something is in between."""
    if "TMUX" in environment or environment.get("TERM", "").startswith(("screen", "tmux")):
        return "none"
    term, program = environment.get("TERM", ""), environment.get("TERM_PROGRAM", "")
    if "KITTY_WINDOW_ID" in environment or term in ("xterm-kitty", "xterm-ghostty"):
        return "kitty"
    if program in ("iTerm.app", "WezTerm") or environment.get("LC_TERMINAL") == "iTerm2":
        return "iterm2"
    if term.startswith(("foot", "mlterm")):
        return "sixel"
    return "none"


def sequence(protocol: PictureProtocol, png: bytes) -> str:
    """The characters that show a PNG where the cursor stands; "" for "none"."""
    match protocol:
        case "kitty":
            return _kitty(png)
        case "iterm2":
            data = base64.b64encode(png).decode()
            return f"\x1b]1337;File=inline=1;size={len(png)};width=auto:{data}\x07\n"
        case "sixel":
            return _sixel(png)
        case _:
            return ""


def _kitty(png: bytes) -> str:
    data = base64.b64encode(png).decode()
    pieces = [data[i : i + KITTY_CHUNK] for i in range(0, len(data), KITTY_CHUNK)]
    out = []
    for number, piece in enumerate(pieces):
        # a=T: show at once, f=100: it is a PNG, q=2: the terminal answers nothing
        head = "a=T,f=100,q=2," if number == 0 else ""
        out.append(f"\x1b_G{head}m={int(number < len(pieces) - 1)};{piece}\x1b\\")
    return "".join(out) + "\n"


def _sixel(png: bytes) -> str:
    image: Image.Image = Image.open(io.BytesIO(png))
    if image.mode != "P":
        image = image.convert("RGB").quantize(64)
    palette = image.getpalette() or []
    width, height = image.size
    pixels = image.tobytes()
    colours = "".join(
        f"#{n};2;" + ";".join(str(palette[3 * n + i] * 100 // 255) for i in range(3))
        for n in sorted(set(pixels))
    )
    bands = (
        "$".join(_band(pixels[top * width : (top + BAND) * width], width))
        for top in range(0, height, BAND)
    )
    return f'\x1bP0;1q"1;1;{width};{height}{colours}{"-".join(bands)}\x1b\\\n'


def _band(pixels: bytes, width: int) -> Iterator[str]:
    """Six rows of pixels: for each colour in them, one line that is laid over the others."""
    rows = [pixels[i : i + width] for i in range(0, len(pixels), width)]
    for colour in sorted(set(pixels)):
        bits = [sum(1 << y for y, row in enumerate(rows) if row[x] == colour) for x in range(width)]
        runs = ((value, len(list(group))) for value, group in groupby(bits))
        yield f"#{colour}" + "".join(
            f"!{count}{chr(63 + value)}" if count > 3 else chr(63 + value) * count
            for value, count in runs
        )
