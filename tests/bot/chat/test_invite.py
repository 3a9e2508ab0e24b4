"""The link with which people add the bot."""

from __future__ import annotations

from types import SimpleNamespace
from typing import cast

import discord
import pytest

from bot.chat.invite import PERMISSIONS, invitation
from tests.deploy.test_listing import part


@pytest.mark.parametrize("public", [True, False])
def test_only_a_public_bot_is_offered(public: bool) -> None:
    info = cast("discord.AppInfo", SimpleNamespace(id=2**63, bot_public=public))
    assert ("client_id=9223372036854775808" in invitation(info)) is public
    assert invitation(None) == ""


def test_the_listing_names_what_it_asks_for() -> None:
    quiet = part("app-directory.md", "Long text")
    asked = {name.replace("_", " ") for name, on in PERMISSIONS if on}
    named = quiet.split("permissions: ")[1].split(".")[0].lower().split(", ")
    # discord.py has another name for that one.
    assert asked - {"read messages"} | {"view channels"} == set(named)
