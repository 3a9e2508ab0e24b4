"""Rules of Discord's that its OpenAPI description doesn't know, and our own on top.

Our own: every message says whom it may ping (nobody), every picture has an alt text.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from bot.demo.model import COMPONENTS_V2, walk
from bot.demo.server import Recorded

Json = dict[str, Any]

MESSAGE_ROUTE = re.compile(
    r"/channels/\d+/messages(/\d+)?$|/webhooks/\d+/[\w-]+(/messages/(@original|\d+))?$"
)
COMMAND_NAME = re.compile(r"[-_'\w]{1,32}")
MIB = 1024 * 1024
V2_TYPES = {9, 10, 11, 12, 13, 14, 17}
NEWS, UPDATE, CHOICES, FORM = 4, 7, 8, 9
"""Callback types."""


def check_rules(request: Recorded) -> list[str]:
    """What is wrong with a request of the bot, each fault in one line; [] when it is fine."""
    return [*_faults(request)]


def _faults(request: Recorded) -> Iterator[str]:
    body = request.json
    if request.path.endswith("/commands") and isinstance(body, list):
        for name, count in Counter((c["name"], c.get("type", 1)) for c in body).items():
            if count > 1:
                yield f"two commands are called {name[0]!r}"
        for command in body:
            yield from _command(command)
    elif request.path.endswith("/callback"):
        data = body.get("data") or {}
        if body["type"] in (NEWS, UPDATE):
            yield from _message(data, request)
        elif body["type"] == CHOICES:
            yield from _choices(data["choices"])
        elif body["type"] == FORM:
            yield from _form(data)
    elif MESSAGE_ROUTE.search(request.path) and isinstance(body, dict):
        yield from _message(body, request)


def _message(body: Json, request: Recorded) -> Iterator[str]:
    components = body.get("components") or []
    parts = list(walk(components))
    v2 = bool((body.get("flags") or 0) & COMPONENTS_V2)
    if v2:
        yield from (f"{key} beside Components V2" for key in _unusable(body))
    elif any(part["type"] in V2_TYPES for part in parts):
        yield "Components V2 without their flag"
    elif len(components) > 5:
        yield "more than 5 rows"
    said = body.get("content") or body.get("embeds") or components or request.files
    if request.method == "POST" and not said:
        yield "an empty message"
    yield from _parts(parts)
    yield from _files(body, parts, request, v2=v2)
    allowed = body.get("allowed_mentions")
    if allowed is None:
        yield "does not say whom it may ping"
    elif allowed.get("parse") != [] or allowed.get("users") or allowed.get("roles"):
        yield f"may ping somebody: {allowed}"
    if len(str(body.get("nonce") or "")) > 25:
        yield "the nonce is longer than 25"


def _unusable(body: Json) -> list[str]:
    return [key for key in ("content", "embeds", "sticker_ids", "poll") if body.get(key)]


def _parts(parts: list[Json]) -> Iterator[str]:
    if len(parts) > 40:
        yield f"{len(parts)} components, 40 are allowed"
    texts = sum(len(part["content"]) for part in parts if part["type"] == 10)
    if texts > 4000:
        yield f"{texts} characters of text, 4000 are allowed"
    custom_ids = Counter(part["custom_id"] for part in parts if part.get("custom_id"))
    yield from (f"the custom id {key!r} comes twice" for key, n in custom_ids.items() if n > 1)
    numbers = Counter(part["id"] for part in parts if part.get("id"))
    yield from (f"the component id {key} comes twice" for key, n in numbers.items() if n > 1)
    for part in parts:
        if part["type"] == 2 and not (part.get("label") or part.get("emoji")):
            yield "a button without a label"
        if part["type"] == 3:
            yield from _select(part)
        for item in [part] if part["type"] == 11 else part.get("items", ()):
            yield from _alt_text(item)


def _select(part: Json) -> Iterator[str]:
    values = Counter(option["value"] for option in part["options"])
    yield from (f"the option {key!r} comes twice" for key, n in values.items() if n > 1)
    if not part["options"]:
        yield "a select without options"


def _alt_text(item: Json) -> Iterator[str]:
    length = len((item.get("description") or "").strip())
    if not length:
        yield "a picture without alt text"
    elif length > 1024:
        yield f"an alt text of {length} characters, 1024 are allowed"


def _files(body: Json, parts: list[Json], request: Recorded, *, v2: bool) -> Iterator[str]:
    listed = body.get("attachments") or []
    uploaded = {name for name, _ in request.files.values()}
    names = uploaded | {entry["filename"] for entry in listed if "filename" in entry}
    shown = set()
    for part in parts:
        media = [item["media"] for item in part.get("items", ())]
        media += [part[key] for key in ("media", "file") if key in part]
        for url in (entry["url"] for entry in media):
            if url.startswith("attachment://"):
                shown.add(url.removeprefix("attachment://"))
            elif not url.startswith(("https://", "http://")):
                yield f"a picture at {url!r}"
    yield from (f"attachment://{name} is not attached" for name in sorted(shown - names))
    if v2:
        yield from (f"{name} is attached but not shown" for name in sorted(uploaded - shown))
    for entry in listed:
        if len(entry.get("description") or "") > 1024:
            yield "a file's alt text is longer than 1024 characters"
    if not v2:
        for entry in listed:
            if str(entry["id"]) in {field[6:-1] for field in request.files}:
                yield from _alt_text(entry)
    yield from _sizes([len(data) for _, data in request.files.values()])


def _sizes(sizes: list[int]) -> Iterator[str]:
    if sum(sizes) > 25 * MIB or max(sizes, default=0) > 10 * MIB:
        yield "a file of more than 10 MiB, or more than 25 MiB in all"
    if len(sizes) > 10:
        yield "more than 10 files"


def _choices(choices: list[Json]) -> Iterator[str]:
    if len(choices) > 25:
        yield f"{len(choices)} choices, 25 are allowed"
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100:
            yield f"a choice's name has {len(choice['name'])} characters"
        if isinstance(choice["value"], str) and not 1 <= len(choice["value"]) <= 100:
            yield f"a choice's value has {len(choice['value'])} characters"


def _form(data: Json) -> Iterator[str]:
    if not 1 <= len(data["title"]) <= 45:
        yield "a form's title has 1 to 45 characters"
    if not 1 <= len(data["components"]) <= 5:
        yield "a form has 1 to 5 fields"
    if not 1 <= len(data["custom_id"]) <= 100:
        yield "a form's custom id has 1 to 100 characters"
    yield from _parts(list(walk(data["components"])))


def _command(command: Json) -> Iterator[str]:
    name = command["name"]
    if command.get("type", 1) == 1:
        yield from _described(command)
    elif not 1 <= len(name) <= 32:
        yield f"the name {name!r} has not 1 to 32 characters"
    if (length := _length(command)) > 8000:
        yield f"the command {name!r} has {length} characters, 8000 are allowed"


def _described(thing: Json) -> Iterator[str]:
    """A command, subcommand or option: its name, description, options and choices."""
    names = {thing["name"], *(thing.get("name_localizations") or {}).values()}
    for name in names:
        if not COMMAND_NAME.fullmatch(name) or name != name.lower():
            yield f"the name {name!r} is not one to 32 small letters, digits, - or _"
    for text in {
        thing.get("description", ""),
        *(thing.get("description_localizations") or {}).values(),
    }:
        if not 1 <= len(text) <= 100:
            yield f"the description of {thing['name']!r} has not 1 to 100 characters"
    options = thing.get("options") or []
    if len(options) > 25:
        yield f"{thing['name']!r} has more than 25 options"
    for name, count in Counter(option["name"] for option in options).items():
        if count > 1:
            yield f"{thing['name']!r} has two options {name!r}"
    required = [bool(option.get("required")) for option in options]
    if required != sorted(required, reverse=True):
        yield f"{thing['name']!r} has a required option after an optional one"
    yield from _choices(thing.get("choices") or [])
    if thing.get("choices") and thing.get("autocomplete"):
        yield f"{thing['name']!r} has choices and completion"
    for option in options:
        yield from _described(option)


def _length(thing: Json) -> int:
    """Characters of a command, each text in its longest localisation."""
    total = 0
    for key in ("name", "description"):
        texts = [thing.get(key) or "", *(thing.get(f"{key}_localizations") or {}).values()]
        total += max(map(len, texts))
    for choice in thing.get("choices") or ():
        total += len(choice["name"]) + len(str(choice["value"]))
    return total + sum(_length(option) for option in thing.get("options") or ())
