"""The emoji of the bot's application: uploaded by it, shown in texts, menus and buttons."""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable
from dataclasses import dataclass

from bot.demo import errors, payloads
from bot.demo.model import Json, User

MOST, LARGEST = 2000, 256 * 1024
"""How many an application may have, and the bytes of one."""
NAME = re.compile(r"\w{2,32}", re.ASCII)
IMAGE = re.compile(r"data:(image/(?:png|jpeg|gif|webp|avif));base64,(.+)", re.DOTALL)


@dataclass(frozen=True)
class Emoji:
    """One emoji."""

    id: int
    name: str
    image: bytes
    kind: str


class Emojis:
    """All of the application, by their ids."""

    def __init__(self, next_id: Callable[[], int]) -> None:
        self._next_id = next_id
        self.kept: dict[int, Emoji] = {}

    def put(self, body: Json) -> Emoji:
        """POST …/emojis. Raises ApiError 50035 as Discord does."""
        name, image = str(body.get("name")), IMAGE.fullmatch(str(body.get("image")))
        if not NAME.fullmatch(name):
            raise errors.invalid("name", "Must be between 2 and 32 letters, digits or underscores.")
        if any(one.name == name for one in self.kept.values()):
            raise errors.invalid("name", "An emoji of this name is there already.")
        try:
            data = base64.b64decode(image[2], validate=True) if image else b""
        except binascii.Error:
            data = b""
        if image is None or not data:
            raise errors.invalid("image", "Invalid image data.")
        if len(data) > LARGEST or len(self.kept) >= MOST:
            raise errors.invalid("image", "File cannot be larger than 256.0 kb, or too many.")
        return self.keep(self._next_id(), name, data, image[1])

    def keep(self, id: int, name: str, image: bytes, kind: str = "image/png") -> Emoji:
        """Have this one, with this id."""
        self.kept[id] = Emoji(id, name, image, kind)
        return self.kept[id]

    def drop(self, id: int) -> None:
        """DELETE …/emojis/{emoji}. Raises ApiError 10014."""
        if self.kept.pop(id, None) is None:
            raise errors.unknown_emoji()


def payload(emoji: Emoji, owner: User) -> Json:
    """An emoji as Discord tells it."""
    return {
        "id": str(emoji.id),
        "name": emoji.name,
        "roles": [],
        "user": payloads.user(owner),
        "require_colons": True,
        "managed": False,
        "animated": emoji.kind == "image/gif",
        "available": True,
    }
