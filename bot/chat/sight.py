"""How tall a message is on a phone, which is where a board first gets out of sight."""

from __future__ import annotations

import math
from typing import Any

import discord

WIDTH = 330
"""Points from side to side, of the 360 and more that phones have."""
SIGN = 8.5
LINE = 22
HEADER = 38
"""The author's name, and the space around a message."""
CHIP = 24
"""The line that says what is answered."""
FILE = 70
TALLEST = 400
"""Of a picture."""
PANEL = 170
"""A sticker, a poll, the preview of a link."""
BUTTON = 48
FRAME = 40
"""Of a button's label, on both sides."""


def height(message: discord.Message) -> int:
    """Points from top to bottom, near enough: texts are wrapped, pictures as wide as the screen."""
    return round(
        HEADER
        + CHIP * bool(message.reference)
        + _lines(message.content)
        + sum(map(_file, message.attachments))
        + sum(PANEL + _lines(embed.description or "") for embed in message.embeds)
        + PANEL * len(message.stickers)
        + sum(map(_component, message.components))
    )


def _lines(text: str) -> float:
    lines = text.split("\n") if text else []
    return LINE * sum(max(1, math.ceil(len(line) * SIGN / WIDTH)) for line in lines)


def _file(file: discord.Attachment) -> float:
    if not file.width or not file.height:
        return FILE
    return min(TALLEST, file.height * min(1.0, WIDTH / file.width))


def _component(part: Any) -> float:
    """A row of buttons, which wraps; a menu; in newer messages also texts and pictures."""
    if isinstance(part, discord.ActionRow):
        widths = [len(getattr(item, "label", None) or "") * SIGN + FRAME for item in part.children]
        return BUTTON * max(1, math.ceil(sum(widths) / WIDTH))
    if isinstance(part, discord.MediaGalleryComponent):
        return float(TALLEST)
    return _lines(getattr(part, "content", None) or "") + sum(
        map(_component, getattr(part, "children", ()))
    )
