"""The one way in which an interaction is answered: in time, once, and never with silence."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import discord

from bot import logs
from bot.chat import owed
from bot.chat.custom_ids import PLACE, Target
from bot.chat.errors import explain
from bot.chat.reply import Repeated, Reply
from bot.metrics import Metrics
from bot.tables import verbs

WAYS = {discord.InteractionType.component: "button", discord.InteractionType.modal_submit: "form"}


def way_of(interaction: discord.Interaction[Any]) -> str:
    """How something was asked for, as it is counted."""
    return WAYS.get(interaction.type, "slash")


@asynccontextmanager
async def answering(
    interaction: discord.Interaction[Any], line: str, metrics: Metrics, target: Target = PLACE
) -> AsyncIterator[Reply]:
    """Acknowledge, say where it happens in the log, explain what goes wrong, count.

    `line` is what was asked for, as it would be typed; its verb is what is counted.  Nothing
    comes out of the body but what says that the program ends.  Raises Repeated, instead of
    beginning, when Discord has sent the interaction before.
    """
    debt = owed.current()
    reply, outcome = Reply(interaction, target, again=bool(debt and debt.again)), "failed"
    with logs.context(guild=interaction.guild_id, channel=interaction.channel_id):
        if debt:
            debt.begin()
        try:
            await reply.acknowledge(metrics)
        except Repeated:
            if debt:
                debt.paid()
            raise
        try:
            try:
                yield reply
                outcome = "refused" if reply.refused else "played"
            except Exception as error:  # noqa: BLE001 - whoever asked is told, whatever it was
                await reply.say(explain(error, verb=verbs.counted(line)))
            if debt:
                debt.paid()
        finally:
            metrics.count(verbs.counted(line), way_of(interaction), outcome, interaction.user.id)
