"""`patience demo` in this process, and pages of Chromium that look at it."""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack
from pathlib import Path
from typing import Any

import pytest
import pytest_asyncio
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

from bot import settings
from bot.chat import updates
from bot.demo import model
from bot.demo.demo import serve

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
ARGUMENTS = (
    "--no-sandbox --disable-gpu --no-first-run --disable-background-networking "
    "--disable-component-update --disable-sync"
).split()
SECONDS = 60
"""When a thing that hasn't come is called missing, also on a busy machine."""
expect.set_options(timeout=SECONDS * 1000)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Tests of this folder need a browser, and share one; so they share its event loop."""
    here = Path(__file__).parent
    for item in items:
        if item.path.is_relative_to(here):
            item.add_marker(pytest.mark.browser)
            item.add_marker(pytest.mark.asyncio(loop_scope="session"), append=False)


@pytest.fixture(scope="session")
def chromium() -> str:
    """Path of the program."""
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        pytest.skip("there is no Chromium; apt-get install chromium")
    return found


@pytest_asyncio.fixture(scope="session", loop_scope="session")
async def browser(chromium: str) -> AsyncIterator[Browser]:
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=chromium, args=ARGUMENTS)
        yield browser
        await browser.close()


@pytest.fixture(autouse=True)
def slack(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is late because the machine is busy."""
    monkeypatch.setattr(model, "SLACK", 10.0)


class Demo:
    """A demo that can be stopped and started again, with the same folder and port."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self._running = folder / "demo" / "running"
        self._port = 0
        self._stop = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        monkeypatch.setenv("PATIENCE_DATA", str(folder))
        monkeypatch.setattr(updates, "PAUSE", 0.1)

    @property
    def url(self) -> str:
        return self._running.read_text(encoding="utf-8")

    async def start(self) -> None:
        self._stop = asyncio.Event()
        self._running.unlink(missing_ok=True)
        loaded = settings.load()
        self._task = asyncio.create_task(
            serve(loaded, port=self._port, browser=False, stop=self._stop)
        )
        async with asyncio.timeout(SECONDS):
            while not (self._running.exists() and self.url):  # noqa: ASYNC110 - a file rings no bell
                await asyncio.sleep(0.02)
        self._port = int(self.url.split(":")[2].split("/")[0])

    async def stop(self) -> None:
        self._stop.set()
        if self._task is not None:
            await asyncio.wait_for(self._task, SECONDS)


@pytest_asyncio.fixture(loop_scope="session")
async def demo(short_folder: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[Demo]:
    demo = Demo(short_folder, monkeypatch)
    await demo.start()
    yield demo
    await demo.stop()


class Room:
    """A page of the demo, and what people do with it."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.complaints: list[str] = []
        page.on("console", lambda line: self._heard(line.type, line.text))
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        self.input = page.locator("#input")
        self.boards = page.locator(".box:has(.picture)")
        self.messages = page.locator("#messages article")

    def _heard(self, kind: str, text: str) -> None:
        if kind in {"error", "warning"}:
            self.complaints.append(text)

    @property
    def board(self) -> Locator:
        """The newest board."""
        return self.boards.last

    async def ready(self) -> None:
        """The bot is here and its commands are known."""
        await expect(self.page.locator("#status")).to_have_text("Patience is here")
        await expect(self.page.locator(".chips button").first).to_be_visible()

    async def type(self, line: str) -> None:
        await self.input.fill(line)
        await self.input.press("Enter")

    async def start(self, game: str, deal: str) -> None:
        """A known deal."""
        await self.type(f"/patience start {game} deal:{deal}")
        await expect(self.board).to_contain_text("no move yet")

    async def says(self, text: str) -> None:
        """The newest board says this."""
        await expect(self.board).to_contain_text(text)

    async def press(self, name: str) -> None:
        await self.board.get_by_role("button", name=name, exact=True).click()

    async def open(self, channel: str) -> None:
        await self.page.get_by_role("navigation").get_by_role("button", name=channel).click()
        await expect(self.page.locator("#channel")).to_have_text(channel)

    async def become(self, name: str) -> None:
        await self.page.get_by_label("I am").select_option(label=name)


OpenPage = Callable[..., Awaitable[Room]]


@pytest_asyncio.fixture(loop_scope="session")
async def open_room(demo: Demo, browser: Browser) -> AsyncIterator[OpenPage]:
    """Opens a page of its own; in the end none has complained on its console."""
    async with AsyncExitStack() as stack:
        rooms: list[Room] = []

        async def begin(**options: Any) -> Room:
            context = await browser.new_context(**options)
            stack.push_async_callback(context.close)
            room = Room(await context.new_page())
            rooms.append(room)
            await room.page.goto(demo.url)
            await room.ready()
            return room

        yield begin
        assert [line for room in rooms for line in room.complaints] == []


@pytest_asyncio.fixture(loop_scope="session")
async def room(open_room: OpenPage) -> Room:
    return await open_room()
