"""The settings of a server in one form."""

from __future__ import annotations

import pytest

from bot.chat.daily import settings_form
from bot.chat.daily.settings_form import CHANNEL, GAMES, HOUR, LANGUAGE, PUBLIC
from bot.daily.settings import GuildSettings
from bot.demo import Loopback
from bot.demo.filling import Filling
from bot.demo.model import Channel, Interaction, Json, walk
from bot.demo.people import Person
from engine.games.catalogue import games
from tests.e2e.conftest import Running, whisper


def fields(asked: Interaction) -> dict[str, Json]:
    """The form's fields by name."""
    assert asked.modal
    return {p["custom_id"]: p for p in walk(asked.modal["components"]) if "custom_id" in p}


async def opened(who: Person, table: Channel) -> Interaction:
    asked = await who.slash(table, "patience settings change")
    assert asked.modal
    return asked


async def test_all_is_set_in_one_form(discord: Loopback, bot: Running, table: Channel) -> None:
    owner = discord.person("Anna")
    asked = await opened(owner, table)
    values: dict[str, Filling] = {CHANNEL: [str(table.id)], HOUR: "18", LANGUAGE: "de"}
    values |= {GAMES: "Nestor, klondike", PUBLIC: True}
    said = (await (await owner.submit(asked, values)).done()).text
    assert f"<#{table.id}> at 18:00 UTC" in said
    assert "From tomorrow: " in said
    assert "shown" in said.split("board of all servers: ")[1]
    assert "German" in said
    # The form shows what is set, also from the button below the list; nothing is changed by chance.
    shown = await (await owner.slash(table, "patience settings show")).done()
    asked = await owner.click(shown, "Change…")
    assert fields(asked)[CHANNEL]["default_values"][0]["id"] in (table.id, str(table.id))
    again = await whisper(await owner.submit(asked, {}))
    assert again.text == said
    # Another command changes what it is given alone.
    told = await (await owner.slash(table, "patience settings ranking", shown=False)).done()
    assert "at 18:00 UTC" in told.text
    # Without a channel it isn't announced.
    off = await (await owner.submit(await opened(owner, table), {CHANNEL: []})).done()
    assert "Daily post: off" in off.text


async def test_what_cant_be_set_changes_nothing(
    discord: Loopback, bot: Running, table: Channel
) -> None:
    owner, cleo = discord.person("Anna"), discord.person("Cleo")
    asked = await opened(owner, table)
    wrong = await owner.submit(asked, {GAMES: "nestor, @everyone", PUBLIC: True})
    assert "everyone" in (await wrong.done()).text
    discord.world.deny(table, "send_messages")
    there = discord.channel("talk")
    refused = await owner.submit(await opened(owner, there), {CHANNEL: [str(table.id)]})
    assert "Send Messages" in (await refused.done()).text
    shown = await (await owner.slash(there, "patience settings show")).done()
    assert "Daily post: off" in shown.text
    assert "not shown" in shown.text
    none = await cleo.slash(there, "patience settings change")
    assert "those who may manage the server" in (await none.done()).text
    plain = await (await cleo.slash(there, "patience settings show")).done()
    assert not [part for part in plain.parts if part["type"] == 2]
    # Whoever may no longer manage the server when they send it off changes nothing.
    asked.user = cleo
    late = await cleo.submit(asked, {PUBLIC: True})
    assert "those who may manage the server" in (await late.done()).text


@pytest.mark.parametrize("there", [True, False])
def test_the_form_keeps_discords_limits_with_all_games(there: bool) -> None:
    ids = tuple(game.id for game in games())
    modal = settings_form.form(GuildSettings(channel=2**63, games=ids), ids, there=there)
    sent = modal.to_dict()
    assert len(sent["title"]) <= 45
    assert len(sent["components"]) <= 5
    for label in sent["components"]:
        assert len(label["label"]) <= 45
        assert len(label.get("description") or "") <= 100
    parts = {p["custom_id"]: p for p in walk(sent["components"]) if "custom_id" in p}
    assert len(parts[GAMES]["value"]) <= parts[GAMES]["max_length"] <= 4000
    assert "…" not in parts[GAMES]["value"]
    assert len(parts[HOUR]["options"]) <= 25
    assert bool(parts[CHANNEL].get("default_values")) is there
