"""Cards as emoji in texts and menus."""

from __future__ import annotations

from collections.abc import Iterator
from types import SimpleNamespace
from typing import Any, cast

import discord
import pytest

from bot.chat.buttons import Pick
from bot.chat.custom_ids import PLACE
from bot.chat.emoji import CARDS, MOST, CardEmoji
from bot.chat.guard import Reason, Refused, guarded
from render.emoji import signs


def hearts_7() -> str:
    """The name of its sign."""
    return next(sign.name for sign in signs() if sign.of == "7♥")


def one(name: str, id: int) -> discord.Emoji:
    """An emoji, as far as anybody looks at it."""
    return cast("discord.Emoji", SimpleNamespace(name=name, id=id))


def uploaded() -> list[discord.Emoji]:
    """All signs, as Discord would list them."""
    return [one(sign.name, 2**62 + n) for n, sign in enumerate(signs())]


@pytest.fixture
def cards() -> CardEmoji:
    """With all of them."""
    cards = CardEmoji()
    cards.learn([*uploaded(), one("party", 1)])
    return cards


@pytest.fixture
def shown() -> Iterator[None]:
    """The process has all of them for a while."""
    CARDS.learn(uploaded())
    yield
    CARDS.learn([])


def test_cards_become_emoji(cards: CardEmoji) -> None:
    text = cards.written("Try `7♥ f`: 7♥ and 10♠, not A♠…7♠ nor x7♥.")
    assert text.startswith(f"Try `7♥ f`: <:{hearts_7()}:")
    assert text.count("<:") == 2
    assert "A♠…7♠ nor x7♥." in text
    assert cards.written("```\n7♥\n```") == "```\n7♥\n```"


def test_words_stay_where_there_are_none() -> None:
    assert CardEmoji().written("7♥") == "7♥"
    assert CardEmoji().of("7h f – 7♥ to f") is None


def test_a_text_stays_within_its_limits(cards: CardEmoji) -> None:
    many = cards.written(" ".join(["7♥"] * 100))
    assert many.count("<:") == MOST
    assert len(many) <= 2000
    full = ("x" * 1990) + " 7♥"
    assert cards.written(full) == full


def test_options_have_the_card_that_they_move(cards: CardEmoji) -> None:
    assert str(cards.of("7h f – 7♥ from 3 to f")).startswith(f"<:{hearts_7()}:")
    assert "face_down" in str(cards.of("d – deal"))
    assert "empty_place" in str(cards.of("fill – fill the empty piles"))


def test_a_newer_picture_counts(cards: CardEmoji) -> None:
    new = one("seven_of_hearts_ffffff", 2**63)
    cards.learn([new, *uploaded()])
    assert cards.written("7♥") == f"<:seven_of_hearts_ffffff:{2**63}>"


@pytest.mark.usefixtures("shown")
def test_the_menu_shows_them() -> None:
    menu = Pick(PLACE, 1, [("7h f – 7♥ to f", "7h f")]).item.to_component_dict()
    assert menu["options"][0]["emoji"]["name"] == hearts_7()


@pytest.mark.usefixtures("shown")
async def test_an_emoji_that_is_gone_keeps_no_board_away() -> None:
    response: Any = SimpleNamespace(status=400, reason="Bad Request")
    errors = {"components": {"_errors": [{"code": "INVALID", "message": "Invalid emoji"}]}}
    told = {"code": 50035, "message": "Invalid Form Body", "errors": errors}

    async def post() -> None:
        raise discord.HTTPException(response, told)

    with pytest.raises(Refused) as refused:
        await guarded(post(), "post board")
    assert refused.value.reason is Reason.DOWN  # so it is tried again
    assert CARDS.of("7h f – 7♥ to f") is None
