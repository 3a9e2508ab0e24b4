"""Forms as people fill them in: what Discord's own client makes of each field, or doesn't let
through.
"""

from __future__ import annotations

from collections.abc import Mapping

from bot.demo.model import Json

TEXT, CHOICES = 4, 3
PICKED = (5, 6, 7, 8)
"""Selects of people, roles and channels."""
RADIO, BOXES, BOX = 21, 22, 23
"""A choice of one, boxes to tick, one box."""

Filling = str | bool | list[str]
"""What somebody puts into a field: a text or a value, whether a box is ticked, several values."""


def filled(part: Json, values: Mapping[str, Filling]) -> Json:
    """A part of a form as it is submitted.  Raises ValueError for what can't be."""
    result: Json = {"type": part["type"], "id": part.get("id", 1)}
    if "components" in part:
        result["components"] = [filled(inner, values) for inner in part["components"]]
    if "component" in part:
        result["component"] = filled(part["component"], values)
    if "custom_id" not in part:
        return result
    name, kind = part["custom_id"], part["type"]
    given = values.get(name)
    result["custom_id"] = name
    if kind == TEXT:
        result["value"] = _text(part, part.get("value") or "" if given is None else given)
    elif kind == BOX:
        result["value"] = part.get("default", False) if given is None else bool(given)
    elif kind == RADIO:
        chosen = _chosen(part, given)
        result["value"] = chosen[0] if chosen else None
    elif kind in (CHOICES, BOXES, *PICKED):
        result["values"] = _chosen(part, given)
    return result


def _text(part: Json, given: object) -> str:
    text, name = str(given), part["custom_id"]
    if part.get("required", True) and not text:
        raise ValueError(f"{name!r} is required")
    if text and not part.get("min_length", 0) <= len(text) <= part.get("max_length", 4000):
        raise ValueError(f"{name!r} is too short or too long")
    return text


def _chosen(part: Json, given: object) -> list[str]:
    """The values that are chosen; those that the form begins with, where nothing was touched."""
    name, options = part["custom_id"], part.get("options", [])
    if given is None:
        begun = [option["value"] for option in options if option.get("default")]
        values = begun or [str(one["id"]) for one in part.get("default_values", [])]
    else:
        values = [*given] if isinstance(given, list) else [str(given)] * bool(given)
    if options and (wrong := set(values) - {option["value"] for option in options}):
        raise LookupError(f"{name!r} has no {', '.join(sorted(wrong))}")
    least = part.get("min_values", 1) if part.get("required", True) else 0
    most = part.get("max_values") or (len(options) if part["type"] == BOXES else 1)
    if not least <= len(values) <= most:
        raise ValueError(f"too few or too many are chosen of {name!r}")
    return values
