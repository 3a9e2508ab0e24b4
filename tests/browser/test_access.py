"""The page without a mouse, without sight, and on a telephone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Page, expect

from tests.browser.conftest import OpenPage, Room

AXE = Path(__file__).with_name("vendor") / "axe.min.js"
"""axe-core, from the npm package of that name; its licences are beside it."""
FAULTS = """
    axe.run({resultTypes: ["violations"]}).then(({violations}) => violations.map(
        ({id, nodes}) => `${id}: ${nodes.map(({html}) => html.slice(0, 200)).join(" | ")}`))
"""


async def faults(page: Page) -> Any:
    """What axe-core finds wrong."""
    # Evaluated from outside, since the page's policy lets no other script in.
    await page.evaluate(AXE.read_text(encoding="utf-8") + "; 0")
    return await page.evaluate(FAULTS)


@pytest.mark.parametrize("scheme", ["light", "dark"])
async def test_axe_finds_no_fault(open_room: OpenPage, scheme: str) -> None:
    # In the middle of a fade no text has the contrast that it has before and after.
    room = await open_room(color_scheme=scheme, reduced_motion="reduce")
    page = room.page
    assert await faults(page) == []
    await room.start("anna", "3")
    await room.type("d")
    await room.says("move 1")
    await room.press("Hint")
    await expect(page.locator("article.ephemeral").last).to_contain_text("Try")
    await page.get_by_text("Tools", exact=True).click()
    assert await faults(page) == []
    await room.type("/patience settings change")
    form = page.get_by_role("dialog", name="Settings of the daily challenge")
    await expect(form.get_by_role("radio", name="English")).to_be_checked()
    assert await faults(page) == []
    await form.get_by_label("Announce it in").select_option(label="#daily")
    await form.get_by_role("checkbox").check()
    await form.get_by_role("button", name="Send").click()
    told = page.locator("article.ephemeral").last
    await expect(told).to_contain_text("Daily post: in #daily at 8:00 UTC")
    await expect(told).to_contain_text("all servers: shown")
    await room.input.fill("/patience start k")
    await expect(page.locator("#suggestions li").first).to_be_visible()
    await page.keyboard.press("ArrowDown")
    assert await faults(page) == []
    await room.input.fill("")
    await room.board.get_by_role("button").first.click()
    await expect(page.locator("#picture")).to_be_visible()
    assert await faults(page) == []


async def test_with_the_keyboard_alone(room: Room) -> None:
    keys, page = room.page.keyboard, room.page
    await expect(room.input).to_be_focused()
    await keys.type("/patience sta")
    await keys.press("Tab")
    await keys.type("klond")
    await expect(page.locator("#suggestions li").first).to_contain_text("Klondike")
    await keys.press("ArrowDown")
    selected = page.locator("[aria-selected=true]")
    await expect(selected).to_contain_text("Klondike")
    number = await selected.get_attribute("id")
    await expect(room.input).to_have_attribute("aria-activedescendant", number or "")
    await keys.press("Enter")
    await keys.press("Enter")
    await room.says("no move yet")
    await keys.type("d")
    await keys.press("Enter")
    await room.says("move 1")
    undo = room.board.get_by_role("button", name="Undo", exact=True)
    for _ in range(30):
        await keys.press("Shift+Tab")
        if await undo.evaluate("button => button === document.activeElement"):
            break
    await keys.press("Enter")
    await room.says("no move yet")
    # There is nothing more to undo, so the line is the place to be.
    await expect(room.input).to_be_focused()
    # The last line of one's own can be mended.
    await keys.press("ArrowUp")
    await expect(room.input).to_have_value("d")
    await keys.press("Escape")
    await expect(room.input).to_have_value("")


async def test_whoever_presses_and_then_types_means_the_line(room: Room) -> None:
    await room.start("klondike", "3")
    await room.press("Deal")
    await room.says("move 1")
    await room.page.keyboard.type("undo")
    await expect(room.input).to_have_value("undo")
    await room.page.keyboard.press("Enter")
    await room.says("no move yet")


async def test_a_screen_reader_is_told(open_room: OpenPage) -> None:
    anna, ben = await open_room(), await open_room()
    await ben.become("Ben")
    await ben.start("anna", "3")
    told = anna.page.get_by_role("log", name="New messages")
    await expect(told).to_contain_text("0 of 96 cards up")
    await ben.type("d")
    await expect(told).to_contain_text("Ben: deal")


@pytest.mark.parametrize("width", [360, 412])
async def test_a_telephone_shows_all_without_scrolling_aside(
    open_room: OpenPage, width: int
) -> None:
    room = await open_room(viewport={"width": width, "height": 780}, is_mobile=True, has_touch=True)
    await room.page.get_by_role("button", name="/patience start anna").tap()
    await room.says("no move yet")
    await room.board.get_by_role("button", name="Deal", exact=True).tap()
    await room.says("move 1")
    await room.type("/patience text")
    await expect(room.page.locator("pre").last).to_be_visible()
    await room.input.fill("/patience start ")
    await expect(room.page.locator("#suggestions li").first).to_be_visible()
    for place in ("html", "#messages", "main"):
        over = "element => element.scrollWidth - element.clientWidth"
        assert await room.page.locator(place).evaluate(over) == 0
    picture = await room.board.get_by_role("img").bounding_box()
    assert picture
    assert picture["width"] > width * 0.85
    deal = await room.board.get_by_role("button", name="Deal", exact=True).bounding_box()
    assert deal
    assert deal["height"] >= 32
