"""The checker itself: it lets good requests pass and names what is wrong with bad ones."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

import pytest

from bot.demo.server import Recorded
from tests.contracts import openapi
from tests.contracts.check import assert_contract, check_request
from tests.contracts.rules import check_rules

Json = dict[str, Any]
FILES = {"files[0]": ("board.png", b"\x89PNG")}

needs_description = pytest.mark.skipif(
    not openapi.FILE.exists(), reason="Discord's OpenAPI description is not beside this checkout"
)


def text(content: str = "A♠ goes to the foundation") -> Json:
    return {"type": 10, "content": content}


def button(custom_id: str = "deal:1", **more: Any) -> Json:
    return {"type": 2, "style": 2, "label": "Deal", "custom_id": custom_id, **more}


def gallery(description: str | None = "The table", name: str = "board.png") -> Json:
    return {
        "type": 12,
        "items": [{"media": {"url": f"attachment://{name}"}, "description": description}],
    }


def row(*parts: Json) -> Json:
    return {"type": 1, "components": list(parts)}


def board(*parts: Json, **more: Any) -> Recorded:
    """A message with picture and buttons, as the bot posts it, plus what a test wants in it."""
    body = {
        "tts": False,
        "flags": 1 << 15,
        "components": [
            {"type": 17, "components": [text(), gallery(), row(button()), *parts]},
        ],
        "attachments": [{"id": 0, "filename": "board.png", "description": "The table"}],
        "allowed_mentions": {"parse": []},
        "nonce": "a1",
        "enforce_nonce": True,
    }
    return Recorded("POST", "/channels/12/messages", {}, {}, body | more, FILES, 200)


def commands(*options: Json, **more: Any) -> Recorded:
    command = {
        "name": "patience",
        "type": 1,
        "description": "Play a game of patience",
        "options": [
            {"type": 1, "name": "start", "description": "Deal", "options": list(options)},
        ],
    }
    return Recorded("PUT", "/applications/5/commands", {}, {}, [command | more], status=200)


def option(name: str = "game", **more: Any) -> Json:
    return {"type": 3, "name": name, "description": "Which game", **more}


def callback(kind: int, **data: Any) -> Recorded:
    body = {"type": kind, "data": data}
    path = "/interactions/7/some-token/callback"
    return Recorded("POST", path, {"with_response": "1"}, {}, body, status=200)


LONG_CHOICES = [{"name": "n" * 90, "value": f"{n}{'v' * 90}"} for n in range(5)]

GOOD = [
    board(),
    commands(option(required=True), option("deal")),
    callback(8, choices=[{"name": "Anna", "value": "anna"}]),
    callback(4, content="done", flags=64, allowed_mentions={"parse": []}),
    Recorded("GET", "/channels/12/messages", {"limit": "50"}, {}),
    Recorded("DELETE", "/channels/12/messages/13", {}, {}, status=204),
]

BY_RULE = [
    (board(content="a title"), "content beside Components V2"),
    (board(embeds=[{"title": "x"}]), "embeds beside Components V2"),
    (board(flags=0), "without their flag"),
    (board(row(button())), "'deal:1' comes twice"),
    (board(text("x" * 2000), text("y" * 2000)), "characters of text, 4000"),
    (board(*[text(str(n)) for n in range(40)]), "40 are allowed"),
    (board(gallery("")), "a picture without alt text"),
    (board(gallery(None)), "a picture without alt text"),
    (board(gallery("x" * 1025)), "1024 are allowed"),
    (board(gallery(name="other.png")), "attachment://other.png is not attached"),
    (board(components=[text()]), "board.png is attached but not shown"),
    (board(row(button("b", label=""))), "a button without a label"),
    (board(allowed_mentions=None), "does not say whom it may ping"),
    (board(allowed_mentions={"parse": ["users"]}), "may ping somebody"),
    (board(nonce="n" * 26), "nonce is longer"),
    (
        board(row({"type": 3, "custom_id": "s", "options": [{"label": "x", "value": "1"}] * 2})),
        "the option '1' comes twice",
    ),
    (commands(name="Patience"), "'Patience' is not one to 32 small"),
    (commands(name="pa tience"), "'pa tience' is not one to 32 small"),
    (commands(description=""), "description of 'patience' has not 1 to 100"),
    (commands(option(), option("deal", required=True)), "required option after an optional"),
    (commands(option(), option()), "two options 'game'"),
    (commands(option(choices=[], autocomplete=True, name="x" * 33)), "small letters"),
    (
        commands(*[option(f"o{n}", choices=LONG_CHOICES) for n in range(10)]),
        "8000 are allowed",
    ),
    (callback(8, choices=[{"name": "x", "value": "x"}] * 26), "26 choices"),
    (callback(8, choices=[{"name": "", "value": "x"}]), "0 characters"),
    (callback(8, choices=[{"name": "x", "value": "v" * 101}]), "101 characters"),
    (callback(9, title="t" * 46, custom_id="f", components=[]), "1 to 45 characters"),
    (callback(4, content="hello"), "does not say whom"),
]

BY_DESCRIPTION = [
    (board(row(*[button(str(n)) for n in range(6)])), "6 buttons"),
    (board(row(button("x" * 101))), "a custom id of 101"),
    (board(row(button("x", label="y" * 81))), "a label of 81"),
    (board(row(button("x", style=9))), "style 9"),
    (board(text("")), "an empty text"),
    (board(gallry=1), "an unknown field"),
    (board({"type": 99}), "an unknown component"),
    (callback(99), "an unknown callback"),
    (commands(description="d" * 101), "a description of 101"),
    (Recorded("GET", "/channels/12/messages", {"limits": "50"}, {}), "an unknown query"),
    (Recorded("POST", "/channels/12/mesages", {}, {}, {}), "an unknown route"),
    (Recorded("POST", "/channels/12/messages", {}, {}), "no body"),
    (Recorded("DELETE", "/channels/12/messages/13", {}, {}, {"x": 1}), "a body too many"),
]


@pytest.mark.parametrize("request_", GOOD, ids=lambda r: f"{r.method} {r.path}")
def test_good_requests_pass(request_: Recorded) -> None:
    before = deepcopy(request_.json)
    assert check_request(request_) == []
    assert request_.json == before


@pytest.mark.parametrize(("bad", "problem"), BY_RULE, ids=[problem for _, problem in BY_RULE])
def test_our_rules_find_it(bad: Recorded, problem: str) -> None:
    assert any(problem in found for found in check_rules(bad)), check_rules(bad)


@needs_description
@pytest.mark.parametrize(("bad", "what"), BY_DESCRIPTION, ids=[what for _, what in BY_DESCRIPTION])
def test_discords_description_finds_it(bad: Recorded, what: str) -> None:
    assert openapi.description().check_request(bad)


def test_all_faults_are_named_together() -> None:
    with pytest.raises(pytest.fail.Exception, match=r"(?s)POST /channels/12/messages: .*nonce"):
        assert_contract([board(), board(nonce="n" * 26)])
