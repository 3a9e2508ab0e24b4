"""The whole product, as somebody sees it who opens the demo in a browser."""

from __future__ import annotations

import re

from playwright.async_api import expect

from tests.browser.conftest import Demo, OpenPage, Room

DEAL = "3"


async def test_a_newcomer_presses_what_the_page_offers(room: Room) -> None:
    await room.page.get_by_role("button", name="/patience start anna").click()
    await room.says("no move yet")
    await room.press("Deal")
    await room.says("move 1")
    assert await room.input.input_value() == ""


async def test_anna_by_chat_by_command_and_by_button(room: Room) -> None:
    await room.start("anna", DEAL)
    await room.type("d")
    await room.says("Anna: deal")
    await room.says("move 1")
    await room.type("/patience undo")
    await room.says("no move yet")
    await room.type("/patience move d")
    await room.says("move 1")
    await room.press("Deal")
    await room.says("move 2")
    await room.press("Undo")
    await room.says("move 1")
    select = room.board.get_by_role("combobox")
    await select.select_option(value="d")
    await room.press("Choose")
    await room.says("move 2")


async def test_what_is_no_move_is_explained(room: Room) -> None:
    await room.start("anna", DEAL)
    await room.type("1 f2")
    answer = room.page.locator("#messages article.bot:not(:has(.picture))").last
    await expect(answer).to_contain_text("F2")
    await room.type("good evening")
    await expect(room.messages.last).to_contain_text("good evening")
    await room.type("<t:99999999999999:F> and <t:1800000000:R>")
    await expect(room.messages.last).to_contain_text("<t:99999999999999:F> and in ")
    await room.says("no move yet")


async def test_what_is_no_command_is_said_and_stays_in_the_line(room: Room) -> None:
    alert = room.page.get_by_role("alert")
    await room.type("/patience nonsense")
    await expect(alert).to_contain_text("no such command")
    await room.type("/patience move")
    await expect(alert).to_contain_text("This command needs move")
    await expect(room.input).to_have_value("/patience move")
    await room.type("/patience start anna deal:3")
    await expect(room.page.locator("#notice")).to_be_empty()
    await room.says("no move yet")


async def test_hints_are_whispered_and_can_be_dismissed(open_room: OpenPage) -> None:
    anna, ben = await open_room(), await open_room()
    await ben.become("Ben")
    await anna.start("klondike", DEAL)
    await ben.says("no move yet")
    await anna.press("Hint")
    whisper = anna.page.locator("article.ephemeral").last
    await expect(whisper).to_contain_text("Only you can see this.")
    await expect(ben.page.locator("article.ephemeral")).to_have_count(0)
    count = await anna.page.locator("article.ephemeral").count()
    await whisper.hover()
    await whisper.get_by_role("button", name="Dismiss").click()
    await expect(anna.page.locator("article.ephemeral")).to_have_count(count - 1)


async def test_two_people_see_the_same_board(open_room: OpenPage) -> None:
    anna, ben = await open_room(), await open_room()
    await ben.become("Ben")
    await anna.start("anna", DEAL)
    await ben.says("no move yet")
    for number in (1, 2, 3):
        await ben.type("d")
        for room in (anna, ben):
            await room.says(f"move {number}")
    for room in (anna, ben):
        await room.says("Ben: deal")
    pictures = [room.board.get_by_role("img") for room in (anna, ben)]
    sources = {await picture.get_attribute("src") for picture in pictures}
    assert len(sources) == 1
    await anna.press("Undo")
    await ben.says("move 2")


async def test_a_reload_keeps_everything(room: Room) -> None:
    await room.become("Ben")
    await room.open("#talk")
    await room.start("klondike", DEAL)
    await room.type("d")
    await room.says("move 1")
    before = await room.page.locator("#messages").inner_text()
    await room.page.reload()
    await room.ready()
    await expect(room.page.locator("#person option:checked")).to_have_text("Ben")
    await expect(room.page.locator("#channel")).to_have_text("#talk")
    assert await room.page.locator("#messages").inner_text() == before
    await room.press("Undo")
    await room.says("no move yet")


async def test_the_next_start_resumes_the_tables(demo: Demo, room: Room) -> None:
    await room.start("anna", DEAL)
    await room.type("d")
    await room.says("move 1")
    picture = await room.board.get_by_role("img").get_attribute("src")
    await demo.stop()
    await expect(room.page.locator("#status")).to_contain_text("trying again")
    await room.type("/patience move d")
    await expect(room.page.get_by_role("alert")).to_contain_text("nothing was sent")
    await expect(room.input).to_have_value("/patience move d")
    await room.input.fill("")
    await demo.start()
    # The page comes back by itself.
    await room.ready()
    await expect(room.page.locator("#notice")).to_be_empty()
    await room.says("move 1")
    assert await room.board.get_by_role("img").get_attribute("src") == picture
    await room.press("Undo")
    await room.says("no move yet")
    await room.type("d")
    await room.says("move 1")
    # The browser itself writes lines about the connection that was lost.
    room.complaints = [line for line in room.complaints if "ERR_CONNECTION" not in line]


async def test_pictures_have_their_words_and_open_large(room: Room) -> None:
    await room.start("anna", DEAL)
    picture = room.board.get_by_role("img")
    words = await picture.get_attribute("alt") or ""
    assert words.startswith("Anna, 0 moves made, 0 of 96 cards up")
    assert await picture.evaluate("image => image.complete && image.naturalWidth > 500")
    small = await picture.bounding_box()
    await picture.click()
    large = room.page.locator("#picture img")
    await expect(large).to_have_attribute("alt", words)
    box = await large.bounding_box()
    assert small
    assert box
    assert box["width"] > small["width"]
    await expect(room.page.locator("#picture p")).to_have_text(words)
    await room.page.keyboard.press("Escape")
    await expect(large).to_be_hidden()


async def test_threads_and_direct_messages_have_tables_of_their_own(room: Room) -> None:
    await room.start("anna", DEAL)
    await room.page.get_by_text("Tools", exact=True).click()
    await room.page.get_by_label("New thread").fill("quiet corner")
    await room.page.get_by_role("button", name="Open", exact=True).click()
    await expect(room.page.locator("#channel")).to_have_text("#quiet corner")
    await room.start("klondike", DEAL)
    await room.open("@Patience")
    await room.start("nestor", DEAL)
    await room.open("#quiet corner")
    await room.says("Klondike")
    await room.open("#table")
    await expect(room.board.get_by_role("img")).to_have_attribute("alt", re.compile("^Anna"))


async def test_troubles_are_survived(room: Room) -> None:
    await room.start("anna", DEAL)
    await room.page.get_by_text("Tools", exact=True).click()
    await expect(room.page.get_by_label("attach pictures")).to_be_checked()
    await room.page.get_by_role("button", name="Cut it and lose").click()
    await room.ready()
    await room.type("d")
    await room.says("move 1")
    await room.page.get_by_label("attach pictures").uncheck()
    await room.type("d")
    answer = room.page.locator("#messages article.bot").last
    await expect(answer).to_contain_text("Attach Files")
    await expect(answer).to_contain_text("move 2")


async def test_the_apps_entries_are_on_its_messages(room: Room) -> None:
    await room.start("klondike", DEAL)
    await (
        room.board.locator("xpath=ancestor::article")
        .get_by_role("button", name="Read this board")
        .click()
    )
    words = room.page.locator("#messages article.ephemeral").last
    await expect(words).to_contain_text("7 ▒×6 K♣")
    await room.press("Move…")
    form = room.page.get_by_role("dialog", name="Your move")
    await form.get_by_role("textbox").fill("next card please")
    await form.get_by_role("button", name="Send").click()
    await room.says("move 1")
