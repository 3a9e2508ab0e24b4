"""Words: what fits where, and what goes wrong said once and plainly."""

from __future__ import annotations

import aiohttp
import discord
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot import markup
from bot.chat import texts
from bot.chat.errors import explain
from bot.chat.guard import CODES, WORDS, Reason, Refused, guarded, reason_of
from bot.store.errors import StoreUnavailable
from bot.tables import gamelist, verbs
from engine.games.catalogue import games
from engine.moves import IllegalMove


@given(st.text(), st.integers(20, 300))
def test_fit_keeps_the_limit_and_short_texts(text: str, limit: int) -> None:
    short = markup.fit(text, limit)
    assert len(short) <= limit
    assert short == text or len(text) > limit


def test_fit_cuts_at_words_and_closes_code() -> None:
    assert markup.fit("one two three", 9) == "one two…"
    code = markup.fit("```\n" + "card " * 100 + "\n```", 100)
    assert code.endswith("…\n```")
    assert len(code) <= 100


@given(st.lists(st.text(max_size=80), max_size=60), st.integers(100, 400))
def test_pages_hold_all_lines(lines: list[str], limit: int) -> None:
    found = markup.pages(lines, limit)
    assert all(len(page) <= limit for page in found)
    assert "\n".join(found).split("\n") == "\n".join(lines).split("\n") or not lines


@given(st.text(max_size=3000))
def test_fenced_text_stays_in_its_block(text: str) -> None:
    block = markup.fenced(text)
    assert len(block) <= markup.MESSAGE
    assert block.startswith("```\n")
    assert block.endswith("\n```")
    assert "```" not in block[3:-3]


class Response:
    """As much of an answer as discord.py's exceptions look at."""

    def __init__(self, status: int) -> None:
        self.status = status
        self.reason = "because"


def http_error(status: int, code: int = 0) -> discord.HTTPException:
    """What discord.py raises for an answer."""
    return discord.HTTPException(Response(status), {"code": code, "message": "no"})


@pytest.mark.parametrize(("code", "kind"), CODES.items())
def test_every_known_code_has_a_kind(code: int, kind: Reason) -> None:
    assert reason_of(http_error(400, code)) is kind


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (http_error(500), Reason.DOWN),
        (http_error(503), Reason.DOWN),
        (http_error(429), Reason.BUSY),
        (http_error(403), Reason.FORBIDDEN),
        (http_error(413), Reason.TOO_LARGE),
        (http_error(400, 50035), None),
        (discord.RateLimited(9), Reason.BUSY),
        (aiohttp.ClientConnectionError(), Reason.DOWN),
        (TimeoutError(), Reason.DOWN),
        (ConnectionResetError(), Reason.DOWN),
        (RuntimeError("Session is closed"), Reason.DOWN),
        (RuntimeError("something else"), None),
        (ValueError(), None),
    ],
)
def test_kinds_of_errors(error: Exception, kind: Reason | None) -> None:
    assert reason_of(error) is kind


async def test_guarded_calls_fail_in_known_ways_or_as_they_are() -> None:
    async def fail(error: Exception) -> None:
        raise error

    with pytest.raises(Refused) as caught:
        await guarded(fail(http_error(404, 10008)), "test")
    assert caught.value.reason is Reason.NO_MESSAGE
    with pytest.raises(Refused) as caught:
        await guarded(fail(discord.RateLimited(7.5)), "test")
    assert caught.value.retry_after == 7.5
    with pytest.raises(discord.HTTPException):
        await guarded(fail(http_error(400, 50035)), "test")


def test_every_kind_has_words() -> None:
    assert set(WORDS) == set(Reason)
    assert all(text.endswith(".") for text in WORDS.values())


def test_expected_errors_are_said_and_others_have_an_id(caplog: pytest.LogCaptureFixture) -> None:
    assert explain(IllegalMove("9♥ goes on 10♥.")) == "9♥ goes on 10♥."
    assert explain(StoreUnavailable("Later.")) == "Later."
    assert explain(Refused(Reason.LATE)) == WORDS[Reason.LATE]
    said = explain(ZeroDivisionError("secret"))
    assert "error " in said
    assert "secret" not in said


def test_games_are_found_by_what_people_remember() -> None:
    assert gamelist.matching("anna")[0].id == "anna"
    assert {game.id for game in gamelist.matching("")} == {game.id for game in games()}
    assert all(game.packs == 2 for game in gamelist.matching("two packs"))
    assert all(game.year == 1898 for game in gamelist.matching("1898"))
    assert len(gamelist.choices("")) <= markup.CHOICES
    assert all(len(label) <= 100 and len(id) <= 100 for label, id in gamelist.choices(""))


def test_the_list_of_games_has_pages() -> None:
    shown = [gamelist.answer("", page) for page in range(1, 1 + -(-len(games()) // 25))]
    text = "\n".join(answer.text for answer in shown)
    assert all(f"**{game.title}**" in text for game in games())
    assert all(len(answer.text) <= markup.MESSAGE for answer in shown)
    assert gamelist.answer("", 99).text == shown[-1].text
    assert gamelist.answer("no such @everyone", 1).error == "unknown-game"


@pytest.mark.parametrize(
    ("typed", "ids"),
    [
        ("two packs easy skill", {"blondes-and-brunettes", "rouge-et-noir"}),
        ("luck and skill short", {"klondike"}),
        ("seven up", {"klondike"}),
        ("four packs", {"empress-of-india"}),
        ("cadogan hard skill", {"besieged-city", "zodiac"}),
    ],
)
def test_games_are_found_by_several_things_at_once(typed: str, ids: set[str]) -> None:
    assert {game.id for game in gamelist.matching(typed)} >= ids


def test_games_are_found_by_their_difficulty() -> None:
    for word in ("easy", "fair", "hard"):
        found = gamelist.matching(word)
        assert {game.id for game in games() if game.difficulty == word} <= {g.id for g in found}
        assert f", {word}" in gamelist.choices(word)[0][0]


def test_a_misspelt_game_is_guessed_and_a_single_one_can_be_begun() -> None:
    wrong = gamelist.answer("klondyke", 1)
    assert "klondike" in wrong.text
    assert "`easy`" in wrong.text
    [start, rules] = gamelist.answer("klondike", 1).offers
    assert (start.command, rules.command) == ("start klondike", "rules klondike")


def test_commands_that_bare_chat_does_not_know_are_slash_commands() -> None:
    said = verbs.slashed("Start one, such as `start anna`; `games` lists all, `undo` takes back.")
    assert said == (
        "Start one, such as `/patience start anna`; `/patience games` lists all, `undo` takes back."
    )
    assert verbs.slashed("`rules` or `rules NAME`") == "`rules` or `/patience rules NAME`"
    assert verbs.slashed("`/patience start` and `resume 4`") == "`/patience start` and `resume 4`"


@pytest.mark.parametrize("reads_chat", [True, False])
def test_help_fits_one_message(*, reads_chat: bool) -> None:
    text = texts.help_text(reads_chat=reads_chat, mention="<@1234567890123456789>")
    assert len(text) <= markup.MESSAGE
    assert ("<@" in text) is not reads_chat
