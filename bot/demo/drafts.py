"""What a message is to say: read from the body of a request, checked as Discord checks it."""

from __future__ import annotations

import io
import itertools
import json
import mimetypes
import re
import secrets
from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import dataclass, field
from typing import Any, cast
from urllib.parse import quote
from weakref import WeakValueDictionary

from aiohttp import BodyPartReader, web
from PIL import Image, UnidentifiedImageError

from bot.demo import errors
from bot.demo.model import COMPONENTS_V2, EPHEMERAL, Attachment, Json, Message, User, walk
from bot.demo.payloads import SIZE_LIMIT

MENTION = re.compile(r"<@!?(\d+)>")


@dataclass(frozen=True)
class File:
    """An uploaded file and the name of its part of the form, `files[0]`."""

    part: str
    name: str
    data: bytes = field(repr=False)


@dataclass(frozen=True)
class Body:
    """A request's body: the JSON, and the files when it was a form with `payload_json`."""

    json: Any = None
    files: Sequence[File] = ()


async def read_body(request: web.Request) -> Body:
    """Raises ApiError when it is no JSON, or a file is too large."""
    if request.content_type != "multipart/form-data":
        text = await request.text()
        try:
            return Body(json.loads(text)) if text else Body()
        except ValueError:
            raise errors.ApiError(400, 50109, "The request body contains invalid JSON.") from None
    payload, files = None, []
    async for part in await request.multipart():
        part = cast("BodyPartReader", part)
        data = bytes(await part.read())
        if part.name == "payload_json":
            payload = json.loads(data)
        else:
            if len(data) > SIZE_LIMIT:
                raise errors.too_large()
            files.append(File(part.name or "", part.filename or "file", data))
    return Body(payload, files)


@dataclass
class Draft:
    """The content of a message; `None` in a field leaves an edited message as it is there."""

    content: str | None = None
    embeds: list[Json] | None = None
    components: list[Json] | None = None
    attachments: list[Attachment] | None = None
    mentions: list[User] = field(default_factory=list)
    flags: int = 0


class Drafts:
    """Reads drafts; keeps the uploaded files as long as a message shows them.

    A file is found by a random key in its address, so that only those who saw the message have it.
    """

    def __init__(self, next_id: Callable[[], int], find_user: Callable[[int], User | None]) -> None:
        self.base_url = ""
        self.files: WeakValueDictionary[str, Attachment] = WeakValueDictionary()
        self._next_id = next_id
        self._find_user = find_user

    def read(self, body: Json, files: Sequence[File] = (), old: Message | None = None) -> Draft:
        """Raises ApiError (50006, 50035) as Discord does for what can't be shown."""
        draft = Draft(flags=int(body.get("flags") or 0))
        v2 = bool((draft.flags | (old.flags if old else 0)) & COMPONENTS_V2)
        if "content" in body:
            draft.content = body["content"] or ""
            if len(draft.content) > 2000:
                raise errors.invalid("content", "Must be 2000 or fewer in length.")
        if "embeds" in body:
            draft.embeds = [{"type": "rich", **embed} for embed in body["embeds"] or []]
        kept = old is not None and bool(old.content) and "content" not in body
        if v2 and (draft.content or draft.embeds or kept):
            raise errors.invalid("content", "Can't be used with MessageFlags.IS_COMPONENTS_V2")
        draft.attachments = self._attachments(body.get("attachments"), files, old)
        if body.get("components") is not None:
            at_hand = old.attachments if old and draft.attachments is None else draft.attachments
            draft.components = self._components(body["components"], at_hand or [])
        if old is None and not (
            draft.content or draft.embeds or draft.components or draft.attachments
        ):
            raise errors.empty_message()
        draft.mentions = self.mentions(draft, body.get("allowed_mentions"))
        return draft

    def mentions(self, draft: Draft, allowed: Json | None = None) -> list[User]:
        """The people that the text pings, as far as allowed (None: all of them)."""
        texts = [draft.content or ""]
        texts += [part["content"] for part in walk(draft.components or ()) if part["type"] == 10]
        ids = {int(found) for found in MENTION.findall("\n".join(texts))}
        if allowed is not None and "users" not in allowed.get("parse", ()):
            ids &= {int(listed) for listed in allowed.get("users") or ()}
        return [who for who in map(self._find_user, sorted(ids)) if who]

    def _attachments(
        self, listed: list[Json] | None, files: Sequence[File], old: Message | None
    ) -> list[Attachment] | None:
        """What hangs on the message afterwards: kept ones by their id, new ones by their index."""
        if listed is None and not files:
            return None
        present = {str(a.id): a for a in old.attachments} if old else {}
        uploads = {file.part.removeprefix("files[").removesuffix("]"): file for file in files}
        if listed is None:
            listed = [{"id": key} for key in (*present, *uploads)]
        result = []
        for entry in listed:
            key = str(entry["id"])
            if key in uploads:
                result.append(self._keep(uploads[key], entry.get("description")))
            elif key in present:
                kept = present[key]
                kept.description = entry.get("description", kept.description)
                result.append(kept)
            else:
                raise errors.invalid("attachments", f"Attachment data {key} not found.")
        return result

    def _keep(self, file: File, description: str | None) -> Attachment:
        key = secrets.token_urlsafe(12)
        kept = Attachment(
            id=self._next_id(),
            key=key,
            filename=file.name,
            data=file.data,
            content_type=mimetypes.guess_type(file.name)[0] or "application/octet-stream",
            url=f"{self.base_url}/attachments/{key}/{quote(file.name)}",
            description=description,
            size=picture_size(file.data),
        )
        self.files[key] = kept
        return kept

    def _components(self, components: list[Json], attachments: list[Attachment]) -> list[Json]:
        """A copy with ids, defaults filled in, and `attachment://` resolved to our addresses."""
        result = deepcopy(components)
        numbers = itertools.count(1)
        seen: set[str] = set()
        for part in walk(result):
            part.setdefault("id", next(numbers))
            if (custom_id := part.get("custom_id")) is not None:
                if custom_id in seen:
                    raise errors.invalid("components", "Component custom id cannot be duplicated")
                seen.add(custom_id)
            if part["type"] == 17:
                part.setdefault("accent_color", None)
                part.setdefault("spoiler", False)
            if part["type"] == 14:
                part.setdefault("divider", True)
                part.setdefault("spacing", 1)
            media = [part] if part["type"] in (11, 13) else part.get("items", [])
            for item in media:
                item.setdefault("description", None)
                item.setdefault("spoiler", False)
                key = "file" if part["type"] == 13 else "media"
                item[key] = self._media(item[key]["url"], attachments)
        return result

    def _media(self, url: str, attachments: list[Attachment]) -> Json:
        number = str(self._next_id())
        if not url.startswith("attachment://"):
            return {"id": number, "url": url, "proxy_url": url}
        name = url.removeprefix("attachment://")
        for found in attachments:
            if found.filename == name:
                width, height = found.size or (None, None)
                return {
                    "id": number,
                    "url": found.url,
                    "proxy_url": found.url,
                    "width": width,
                    "height": height,
                    "content_type": found.content_type,
                    "attachment_id": str(found.id),
                }
        raise errors.invalid("components", f"The attachment {name} was not found.")


def apply(draft: Draft, message: Message) -> None:
    """Writes the draft into the message."""
    if draft.content is not None:
        message.content = draft.content
    if draft.embeds is not None:
        message.embeds = draft.embeds
    if draft.components is not None:
        message.components = draft.components
    if draft.attachments is not None:
        message.attachments = draft.attachments
    # Components V2 can be switched on, never off; whether it is ephemeral is decided at the start.
    message.flags |= draft.flags & ~EPHEMERAL


def picture_size(data: bytes) -> tuple[int, int] | None:
    try:
        with Image.open(io.BytesIO(data)) as picture:
            return picture.size
    except (UnidentifiedImageError, OSError):
        return None
