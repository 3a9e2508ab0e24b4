"""Names and texts made to break things: nobody is pinged, nothing is too long, nothing fails."""

from __future__ import annotations

import re
from collections.abc import Iterator

from bot import names
from bot.chat.forms import LONGEST, OPENS
from bot.daily.calendar import end_of
from bot.demo import Loopback
from bot.demo.model import Channel
from bot.demo.people import Person
from tests.e2e.conftest import Running, board_at, board_says, whisper
from tests.e2e.test_daily import (  # noqa: F401 - fixtures
    FIRST,
    LINE,
    Clock,
    bot_,
    clock,
    give_up,
    play_alone,
    said,
)
from tests.e2e.test_duels import take, thrown

FAMILY = "👨\u200d👩\u200d👧\u200d👦"
NAMES = (
    "@everyone",
    "<@123456789012345678> <@&123456789>",
    "**" * 16,
    "||spoiler|| `x` ```",
    "[x](https://example.org) # h",
    "\u202egnp.exe\u202d",
    "\u200b\u200b\u200b",
    FAMILY * 32,
    "🇩🇪" * 32,
    "Z̷̡̛͖̰̗̤̙̯͇͖̹͖̓̈́͌͐̆a̵l" * 8,
    "You are ahead 9 : 0",
    "\\" * 32,
)
REPEATED = ("d, ", "7h ", "@everyone ", "\u202e", FAMILY, "```", "play ", "(", "||",
            "[x](https://e.org) ")  # fmt: skip
BEHIND = {"undo": "9", "start": "x", "resume": "9", "see": "é", "games": "x", "rules": "*"}
FILLED = [
    *(piece * LONGEST for piece in REPEATED),
    *(f"{word} {piece * LONGEST}" for word, piece in BEHIND.items()),
]
PING = re.compile(r"@(?:everyone|here)|<@[!&]?\d{5,}>|\]\(http")


def harmless(discord: Loopback) -> None:
    """Nothing that was sent pings, or shows a name as anything but text."""
    for request in discord.requests:
        for text in contents(request.json):
            assert not PING.search(text.replace(discord.bot.mention, "")), text
            assert "\u202e" not in text


def contents(sent: object) -> Iterator[str]:
    """All texts of a request in which Discord looks for mentions and markdown."""
    if isinstance(sent, dict):
        yield from (value for name, value in sent.items() if name == "content" and value)
    if isinstance(sent, dict | list):
        for part in sent.values() if isinstance(sent, dict) else sent:
            yield from contents(part)


async def test_names_are_text_wherever_they_stand(
    discord: Loopback,
    bot_: Running,  # noqa: F811 - the fixture
    table: Channel,
    clock: Clock,  # noqa: F811 - the fixture
) -> None:
    people = await crowd(discord, len(NAMES))
    await people[0].slash(table, "patience start", game="anna", deal="**@everyone** <@1> `")
    await board_says(table, "Anna")
    for number, person in enumerate(people):
        person.say(table, "d")
        await board_at(table, number + 2)
    await said(people[3], table, "history")
    for person in people:
        await play_alone(person, table, LINE[:11])
        await give_up(person, table)
    clock.now = end_of(FIRST) + 60
    for what in ("today", "yesterday", "week", "all"):
        await said(people[3], table, "daily board", what=what)
    for other in people[1:]:
        assert "You are level" in await said(people[0], table, "daily compare", person=other)
    harmless(discord)


async def test_a_thrown_deal_has_room_for_the_longest_names(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    longest, *others = await crowd(discord, 18)
    longest.name = FAMILY * 32
    duel = await thrown(longest, table)
    for person in others:
        await take(person, duel)
    assert duel.text.startswith(f"**{names.shown(longest.name)}**")
    assert duel.text.count("is playing") >= 14
    harmless(discord)


async def test_a_form_filled_to_its_end_is_answered(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    anna = discord.person("Anna")
    await anna.slash(table, "patience start", game="anna", deal="7")
    board = await board_says(table, "Anna")
    for text in FILLED:
        form = await anna.click(board, OPENS)
        told = (await whisper(await anna.submit(form, {"line": text[:LONGEST]}))).text
        assert len(told) < 500, text
        assert "wrong on my side" not in told
        assert "“”" not in told
    harmless(discord)


async def crowd(discord: Loopback, size: int) -> list[Person]:
    """New members of the server, with these names in turn."""
    people = [discord.add_person(NAMES[number % len(NAMES)]) for number in range(size)]
    for person in people:
        discord.world.join(discord.guild, person)
    return people
