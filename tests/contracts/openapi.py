"""Discord's OpenAPI description as an oracle for requests and replies.

The description is a public preview that lacks a few rules (see `rules`) and is stricter than
Discord in some places: ids must be text where Discord takes numbers too, and `tts` may not be
there in edits, where discord.py always has it.
"""

from __future__ import annotations

import json
import re
from functools import cache
from pathlib import Path
from typing import Any

from jsonschema_rs import Draft202012Validator

from bot.demo.server import Recorded

FILE = Path(__file__).parents[2] / "../shared/discord/openapi.json"
Json = dict[str, Any]


@cache
def description() -> Description:
    """Raises FileNotFoundError where Discord's description is not at hand."""
    return Description(json.loads(FILE.read_text()))


class Description:
    def __init__(self, spec: Json) -> None:
        self._spec = spec
        self._validators: dict[str, Draft202012Validator] = {}
        # A literal part fits better than a placeholder: /users/@me before /users/{user_id}.
        self._templates = [
            (re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(path)) + "$"), path)
            for path in sorted(spec["paths"], key=lambda path: path.count("{"))
        ]

    def check_request(self, request: Recorded) -> list[str]:
        """What is wrong with the request's address, query or body; [] when it is fine."""
        found = self._operation(request)
        if found is None:
            return [f"no such route: {request.method} {request.path}"]
        pointer, operation = found
        problems = [
            f"unknown query {name!r}" for name in request.query.keys() - self._query(pointer)
        ]
        if request.json is None:
            required = operation.get("requestBody", {}).get("required", False)
            return problems + ["a body is missing"] * required
        if "requestBody" not in operation:
            return [*problems, "a body where none is expected"]
        kind = "multipart/form-data" if request.files else "application/json"
        content = operation["requestBody"]["content"]
        if kind not in content:
            return [*problems, f"{kind} is not accepted"]
        body = _with_text_ids(request.json)
        if request.files and isinstance(body, dict):
            body |= dict.fromkeys(request.files, "")
        place = f"{pointer}/requestBody/content/{_escape(kind)}/schema"
        known = self._properties(content[kind]["schema"])
        if known and isinstance(body, dict):
            unknown = body.keys() - known - request.files.keys() - {"tts"}
            problems += [f"unknown field {name!r}" for name in unknown]
        return problems + self._errors(place, body)

    def check_reply(self, request: Recorded) -> list[str]:
        """What is wrong with the answer that the loopback gave."""
        found = self._operation(request)
        if found is None:
            return [f"no such route: {request.method} {request.path}"]
        pointer, operation = found
        responses = operation["responses"]
        status = str(request.status)
        if status not in responses:
            status = "4XX" if status.startswith("4") else status
        if status not in responses and request.status < 500:
            return [f"the status {request.status} is not described"]
        if request.reply is None or request.status >= 500:
            return []
        response = responses[status]
        place = f"{pointer}/responses/{status}"
        if "$ref" in response:
            place = response["$ref"]
            response = self._resolve(response)
        if "application/json" not in response.get("content", {}):
            return [f"a body where none is expected with {request.status}"]
        reply = request.reply
        if request.status >= 400:
            # Real errors have words for codes inside, which the description says are numbers.
            reply = {key: value for key, value in reply.items() if key != "errors"}
        return self._errors(f"{place}/content/application~1json/schema", reply)

    def _operation(self, request: Recorded) -> tuple[str, Json] | None:
        """The JSON pointer of the operation, and the operation."""
        for pattern, template in self._templates:
            operation = self._spec["paths"][template].get(request.method.lower())
            if operation is not None and pattern.match(request.path):
                return f"#/paths/{_escape(template)}/{request.method.lower()}", operation
        return None

    def _query(self, pointer: str) -> set[str]:
        path, _, method = pointer.rpartition("/")
        template = path.removeprefix("#/paths/").replace("%7B", "{").replace("%7D", "}")
        item = self._spec["paths"][template.replace("~1", "/")]
        parameters = item.get("parameters", []) + item[method].get("parameters", [])
        return {p["name"] for p in parameters if p["in"] == "query"}

    def _resolve(self, schema: Json) -> Json:
        while "$ref" in schema:
            place: Any = self._spec
            for key in schema["$ref"].removeprefix("#/").split("/"):
                place = place[key]
            schema = place
        return schema

    def _properties(self, schema: Json) -> set[str]:
        """The names of the fields that an object of this schema may have."""
        schema = self._resolve(schema)
        names = set(schema.get("properties", ()))
        for part in ("allOf", "oneOf", "anyOf"):
            for inner in schema.get(part, ()):
                names |= self._properties(inner)
        return names

    def _errors(self, pointer: str, value: Any) -> list[str]:
        validator = self._validators.get(pointer)
        if validator is None:
            schema = {
                "$ref": pointer,
                "paths": self._spec["paths"],
                "components": self._spec["components"],
            }
            validator = self._validators[pointer] = Draft202012Validator(schema)
        return [_sentence(error) for error in validator.iter_errors(value)]


def _sentence(error: Any) -> str:
    place = "/".join(map(str, error.instance_path))
    return f"{place or 'body'}: {error.message}"


def _escape(text: str) -> str:
    """A key as a part of a JSON pointer in a URI."""
    return text.replace("~", "~0").replace("/", "~1").replace("{", "%7B").replace("}", "%7D")


NAMED = ("attachments", "default_values", "emoji")
"""What has an id that discord.py sends as a number."""


def _with_text_ids(value: Any, key: str = "") -> Any:
    """The body with its snowflakes as text: what is called …_id, and the ids of attachments, of
    emoji, and of what a menu begins with.
    """
    if isinstance(value, dict):
        return {
            name: str(inner)
            if isinstance(inner, int)
            and (
                name.endswith("_id")
                or (name == "id" and key in ("attachments", "default_values", "emoji"))
            )
            else _with_text_ids(inner, name)
            for name, inner in value.items()
        }
    if isinstance(value, list):
        return [_with_text_ids(inner, key) for inner in value]
    return value
