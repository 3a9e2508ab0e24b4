"""The challenge of the day in a browser, from its announcement to the comparison."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.async_api import expect

import bot.run
from engine.record import Record
from tests.browser.conftest import OpenPage

WON = Record.parse(
    (Path(__file__).parents[1] / "data" / "wins" / "nestor.txt").read_text(encoding="utf-8")
)
LINE = [str(move) for move in WON.moves]


class OneDeal:
    """A pool of one deal of one game, so that its winning line is known."""

    def deals(self, game_id: str) -> tuple[str, ...]:
        return (WON.deal,) if game_id == WON.game.id else ()

    def line(self, game_id: str, label: str) -> tuple[str, ...]:
        return tuple(LINE)


@pytest.fixture(autouse=True)
def pool(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bot.run, "shipped_pool", OneDeal)


async def test_the_challenge_from_start_to_result(pool: None, open_room: OpenPage) -> None:
    anna, ben = await open_room(), await open_room()
    await ben.become("Ben")
    await ben.open("#daily")
    await anna.open("#daily")
    await anna.page.get_by_role("button", name="/patience daily play").click()
    await anna.says("no move yet")
    await expect(anna.board.get_by_role("button", name="Hint")).to_have_count(0)
    await anna.board.get_by_role("combobox").select_option(value=LINE[0])
    await anna.press("Choose")
    await anna.says("move 1")
    await anna.type("/patience daily play")
    await anna.page.get_by_role("button", name="Go on in direct messages").last.click()
    await anna.open("@Patience")
    await anna.says("move 1")
    for start in range(1, len(LINE), 8):
        await anna.type(", ".join(LINE[start : start + 8]))
        await anna.says(f"move {min(start + 8, len(LINE))}")
    await anna.says("won")
    await expect(anna.page.get_by_text("Result: won").last).to_be_visible()
    # Nothing of it was seen by others.
    await expect(ben.messages).to_have_count(0)
    await anna.open("#daily")
    await anna.type("/patience daily share")
    await expect(ben.messages.last).to_contain_text("🟩" * 10)
    await ben.type("/patience daily board")
    await expect(ben.messages.last).to_contain_text("Anna – won in")
