"""People of the loopback Discord, who do what people do in Discord's own client.

The tests act through them, and so does the page in the browser.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from bot.demo.commands import Commands
from bot.demo.drafts import Draft
from bot.demo.filling import Filling, filled
from bot.demo.interactions import PendingInteractions
from bot.demo.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMPONENT,
    MODAL,
    Channel,
    Interaction,
    Json,
    Message,
    User,
    walk,
)
from bot.demo.world import World


@dataclass(frozen=True)
class Stage:
    """What people act on."""

    world: World
    commands: Commands
    interactions: PendingInteractions


@dataclass(eq=False, kw_only=True)
class Person(User):
    """Somebody who types, clicks and fills in forms.

    What Discord's client would not let people do (an unknown command, a missing option, a
    disabled button) raises LookupError or ValueError. Methods that reach the bot wait up to
    `timeout` seconds for its first answer; see `Interaction.answered` for whether there was one.
    """

    stage: Stage = field(repr=False)

    # Messages

    def say(
        self, channel: Channel, text: str, *, reply_to: Message | None = None, ping: bool = True
    ) -> Message:
        world = self.stage.world
        if channel.archived and channel.locked:
            raise ValueError("this thread is closed")
        draft = Draft(content=text)
        draft.mentions = world.drafts.mentions(draft)
        return world.post(channel, self, draft, reply_to=reply_to, ping=ping)

    def edit(self, message: Message, text: str) -> Message:
        draft = Draft(content=text)
        draft.mentions = self.stage.world.drafts.mentions(draft)
        return self.stage.world.edit(message, draft)

    def delete(self, message: Message) -> None:
        self.stage.world.delete(message)

    def start_typing(self, channel: Channel) -> None:
        self.stage.world.typing(channel, self)

    def react(self, message: Message, emoji: str, *, on: bool = True) -> None:
        self.stage.world.react(message, self, emoji, on=on)

    def start_thread(self, channel: Channel, name: str, on: Message | None = None) -> Channel:
        return self.stage.world.add_thread(channel, name, self, on)

    def dm(self) -> Channel:
        """This person's direct messages with the bot."""
        return self.stage.world.dm(self)

    # Commands

    async def slash(
        self,
        channel: Channel,
        words: str,
        options: Mapping[str, Any] | None = None,
        *,
        timeout: float = 3.0,
        **more: Any,
    ) -> Interaction:
        """`slash(channel, "patience start", game="anna")`; options by keyword or in a mapping."""
        data = self.stage.commands.fill(channel, words, {**(options or {}), **more})
        return await self._send(COMMAND, channel, data, timeout=timeout)

    async def complete(
        self,
        channel: Channel,
        words: str,
        focused: str,
        typed: str = "",
        options: Mapping[str, Any] | None = None,
    ) -> list[Json]:
        """The choices, `{"name", "value"}` each, that the bot offers for a half-typed option.

        `options` are those that are filled in already.
        """
        values = {**(options or {}), focused: typed}
        data = self.stage.commands.fill(channel, words, values, focused)
        return (await self._send(AUTOCOMPLETE, channel, data)).choices or []

    async def menu(self, message: Message, name: str, *, timeout: float = 3.0) -> Interaction:
        """Picks the app's entry `name` in the context menu of a message."""
        data = self.stage.commands.on_message(message, name)
        return await self._send(COMMAND, message.channel, data, timeout=timeout)

    async def menu_of(
        self, who: User, channel: Channel, name: str, *, timeout: float = 3.0
    ) -> Interaction:
        """Picks the app's entry `name` in somebody's context menu."""
        data = self.stage.commands.on_person(channel, who, name)
        return await self._send(COMMAND, channel, data, timeout=timeout)

    # Buttons, selects, forms

    async def click(self, message: Message, name: str, *, timeout: float = 3.0) -> Interaction:
        """Presses the button with this custom id or label."""
        return await self._use(message, name, (2,), {}, timeout)

    async def select(
        self, message: Message, name: str, *values: str, timeout: float = 3.0
    ) -> Interaction:
        """Chooses options (value or label) of the select with this custom id or placeholder."""
        control = message.control(name)
        options = control.get("options", [])
        chosen = [o["value"] for v in values for o in options if v in (o["value"], o["label"])]
        if len(chosen) != len(values):
            raise LookupError(f"{values} are not all among {[o['label'] for o in options]}")
        if not control.get("min_values", 1) <= len(chosen) <= control.get("max_values", 1):
            raise ValueError("too few or too many are chosen")
        return await self._use(message, name, (3, 5, 6, 7, 8), {"values": chosen}, timeout)

    async def _use(
        self, message: Message, name: str, kinds: Sequence[int], more: Json, timeout: float
    ) -> Interaction:
        if not message.visible_to(self):
            raise LookupError(f"{self.name} can't see this message")
        control = message.control(name)
        if control["type"] not in kinds or "custom_id" not in control:
            raise LookupError(f"{name!r} is another kind of control")
        if control.get("disabled"):
            raise ValueError(f"{name!r} is disabled")
        data = {
            "custom_id": control["custom_id"],
            "component_type": control["type"],
            "id": control["id"],
            **more,
        }
        return await self._send(COMPONENT, message.channel, data, message, timeout)

    async def submit(
        self, asked: Interaction, values: Mapping[str, Filling], *, timeout: float = 3.0
    ) -> Interaction:
        """Sends off the form that `asked` was answered with; `values` by custom id of the field,
        those that aren't touched stay as the form shows them.
        """
        form = asked.modal
        if form is None:
            raise LookupError("there is no form")
        unknown = values.keys() - {part.get("custom_id") for part in walk(form["components"])}
        if unknown:
            raise LookupError(f"the form has no {', '.join(sorted(unknown))}")
        data = {
            "custom_id": form["custom_id"],
            "components": [filled(part, values) for part in form["components"]],
        }
        return await self._send(MODAL, asked.channel, data, asked.message, timeout, asked)

    async def _send(
        self,
        kind: int,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        timeout: float = 3.0,
        asked_by: Interaction | None = None,
    ) -> Interaction:
        send = self.stage.interactions.send
        interaction = send(kind, self, channel, data, message, asked_by)
        await interaction.acknowledged(timeout)
        return interaction
