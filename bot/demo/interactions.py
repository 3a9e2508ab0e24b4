"""Slash commands, clicks, completions and forms: sent to the bot, and what it answers.

An interaction must be acknowledged within 3 s and exactly once; its token is good for 15 min.
The first answer ("@original") and the follow-ups are messages; ephemeral ones are seen by one
person and belong to no channel's list.
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from bot.demo import access, errors, payloads
from bot.demo.drafts import Body, File
from bot.demo.model import (
    AUTOCOMPLETE,
    COMMAND,
    COMMAND_ANSWER,
    DEFAULT,
    EPHEMERAL,
    LOADING,
    MENU_ANSWER,
    Channel,
    Interaction,
    Json,
    Message,
    User,
)
from bot.demo.world import World

FIRST_ANSWER_SECONDS = 3.0
TOKEN_SECONDS = 15 * 60.0

MESSAGE, DEFER, DEFER_UPDATE, UPDATE, CHOICES, FORM = 4, 5, 6, 7, 8, 9
"""Callback types."""

ORIGINAL = "@original"


class PendingInteractions:
    def __init__(self, world: World) -> None:
        self._world = world
        self._by_token: dict[str, Interaction] = {}
        self.dismissed: set[int] = set()
        """Ephemeral answers that were put out of sight."""

    def send(
        self,
        kind: int,
        user: User,
        channel: Channel,
        data: Json,
        message: Message | None = None,
        asked_by: Interaction | None = None,
    ) -> Interaction:
        """Delivers an interaction to the bot."""
        world = self._world
        interaction = Interaction(
            world.next_id(),
            kind,
            secrets.token_urlsafe(32),
            user,
            channel,
            data,
            world.clock.now(),
            world.bell,
            message,
            asked_by,
        )
        self._forget_old()
        self._by_token[interaction.token] = interaction
        payload = payloads.interaction(interaction, world.bot)
        world.publish("INTERACTION_CREATE", payload, channel)
        return interaction

    def _forget_old(self) -> None:
        horizon = self._world.clock.now() - 2 * TOKEN_SECONDS
        for token, old in list(self._by_token.items()):
            if old.created > horizon:
                break
            del self._by_token[token]

    # The first answer

    def answer(self, number: int, token: str, body: Body) -> Json:
        """POST …/callback. Raises ApiError 10062, 40060, 50035 as Discord does."""
        interaction = self._by_token.get(token)
        if interaction is None or interaction.id != number:
            raise errors.unknown_interaction()
        if interaction.answered is not None:
            raise errors.already_acknowledged()
        if self._world.clock.now() - interaction.created > FIRST_ANSWER_SECONDS:
            raise errors.unknown_interaction()
        kind, data = int(body.json["type"]), body.json.get("data") or {}
        if (kind == CHOICES) != (interaction.kind == AUTOCOMPLETE):
            raise errors.invalid("type", "This callback type does not fit the interaction.")
        if kind in (DEFER_UPDATE, UPDATE) and interaction.message is None:
            raise errors.invalid("type", "There is no message to update.")
        if kind == MESSAGE:
            interaction.response = self._say(interaction, data, body.files)
        elif kind == DEFER:
            interaction.response = self._think(interaction, int(data.get("flags") or 0))
        elif kind == DEFER_UPDATE:
            interaction.response = interaction.message
        elif kind == UPDATE and interaction.message is not None:
            old = interaction.message
            draft = self._world.drafts.read(data, body.files, old)
            interaction.response = self._world.edit(old, draft)
        elif kind == CHOICES:
            interaction.choices = _checked_choices(data)
        elif kind == FORM:
            interaction.modal = data
        else:
            raise errors.invalid("type", f"Value must be one of {MESSAGE}..{FORM}.")
        interaction.answered = kind
        self._world.bell.ring()
        return _callback_reply(interaction, kind)

    def _say(
        self, interaction: Interaction, data: Json, files: Sequence[File], *, first: bool = True
    ) -> Message:
        draft = self._world.drafts.read(data, files)
        ephemeral = draft.flags & EPHEMERAL
        if draft.attachments and not ephemeral:
            access.require(self._world, interaction.channel, "attach_files")
        return self._world.post(
            interaction.channel,
            self._world.bot,
            draft,
            interaction=interaction,
            kind=_kind(interaction) if first else DEFAULT,
            reply_to=None if first else interaction.response,
        )

    def _think(self, interaction: Interaction, flags: int) -> Message:
        draft = self._world.drafts.read({"content": "…", "flags": flags & EPHEMERAL})
        draft.content, draft.flags = "", draft.flags | LOADING
        return self._world.post(
            interaction.channel,
            self._world.bot,
            draft,
            interaction=interaction,
            kind=_kind(interaction),
        )

    # What comes later, by the token

    def _living(self, application: int, token: str) -> Interaction:
        interaction = self._by_token.get(token)
        if interaction is None or application != self._world.bot.id:
            raise errors.unknown_webhook()
        if self._world.clock.now() - interaction.created > TOKEN_SECONDS:
            raise errors.invalid_token()
        if interaction.answered is None:
            raise errors.unknown_webhook()
        return interaction

    def follow_up(self, application: int, token: str, body: Body) -> Message:
        """The first follow-up to a "thinking…" takes its place, as with Discord."""
        interaction = self._living(application, token)
        response = interaction.response
        if response is not None and response.flags & LOADING:
            draft = self._world.drafts.read(body.json, body.files, response)
            return self._world.edit(response, draft)
        message = self._say(interaction, body.json, body.files, first=False)
        interaction.follow_ups.append(message)
        return message

    def find(self, application: int, token: str, name: str) -> Message:
        """The answer called "@original" or by its id."""
        interaction = self._living(application, token)
        for message in interaction.messages:
            if name == str(message.id) or (name == ORIGINAL and message is interaction.response):
                return message
        raise errors.unknown_message()

    def edit(self, application: int, token: str, name: str, body: Body) -> Message:
        message = self.find(application, token, name)
        return self._world.edit(message, self._world.drafts.read(body.json, body.files, message))

    def delete(self, application: int, token: str, name: str) -> None:
        message = self.find(application, token, name)
        interaction = self._living(application, token)
        if message is interaction.response:
            interaction.response = None
        else:
            interaction.follow_ups.remove(message)
        self._world.delete(message)

    def shown_to(self, user: User, channel: Channel) -> list[Message]:
        """The ephemeral answers that this person has in the channel."""
        return [
            message
            for interaction in self._by_token.values()
            if interaction.user is user and interaction.channel is channel
            for message in interaction.messages
            if message.flags & EPHEMERAL
            and message.interaction is interaction
            and message.id not in self.dismissed
        ]

    def dismiss(self, message: Message) -> None:
        """An ephemeral answer is put out of sight; the bot isn't told. Raises ValueError."""
        if not message.flags & EPHEMERAL:
            raise ValueError("only what nobody else sees can be dismissed")
        self.dismissed.add(message.id)
        self._world.delete(message)


def _kind(interaction: Interaction) -> int:
    if interaction.kind != COMMAND:
        return DEFAULT
    return COMMAND_ANSWER if interaction.data["type"] == 1 else MENU_ANSWER


def _checked_choices(data: Json) -> list[Json]:
    choices: list[Json] = data["choices"]
    if len(choices) > 25:
        raise errors.invalid("data.choices", "Must be 25 or fewer in length.")
    for choice in choices:
        if not 1 <= len(choice["name"]) <= 100:
            raise errors.invalid("data.choices", "Must be between 1 and 100 in length.")
    return choices


def _callback_reply(interaction: Interaction, kind: int) -> Json:
    about: Json = {"id": str(interaction.id), "type": interaction.kind}
    reply: Json = {"interaction": about}
    message = interaction.response
    if message is not None:
        about |= {
            "response_message_id": str(message.id),
            "response_message_loading": bool(message.flags & LOADING),
            "response_message_ephemeral": bool(message.flags & EPHEMERAL),
        }
        if kind in (MESSAGE, UPDATE):
            reply["resource"] = {"type": kind, "message": payloads.message(message)}
    return reply
