"""The slash commands: one group, `/patience`, for all that people do at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, Literal, TypeVar

import discord
from discord import app_commands
from discord.app_commands import Choice, Range

from bot import logs, markup
from bot.chat import board
from bot.chat.custom_ids import PERSON, PLACE
from bot.chat.films import Films
from bot.chat.interactions import Interactions
from bot.chat.looks import LookCommands
from bot.chat.reply import place_of
from bot.looks import Wish
from bot.store.ids import TableId
from bot.tables import gamelist
from bot.tables.actions import Asker
from bot.tables.verbs import VERBS, Surface, Verb, on
from bot.tables.views import Answer

Interaction = discord.Interaction[Any]
Who = Literal["everybody", "only the starter", "in turns"]
MODES: dict[Who, str] = {"everybody": "open", "only the starter": "starter", "in turns": "turns"}
Theme = Literal["felt", "light", "slate"]
DEAL = 64
"""Characters of a deal's name."""

T = TypeVar("T")
log = logs.get(__name__)


class PatienceCommands(app_commands.Group):
    """/patience …"""

    def __init__(self, interactions: Interactions) -> None:
        super().__init__(
            name="patience",
            description="Historical patience games for a whole channel",
            allowed_contexts=app_commands.AppCommandContext(
                guild=True, dm_channel=True, private_channel=True
            ),
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
        )
        self.interactions = interactions
        self.chat = interactions.chat
        self.looks = LookCommands(self.chat)
        self.films = Films(self.chat)
        interactions.handlers["replay"] = self.films.pressed
        for verb in on(Surface.SLASH):
            if verb.act and self.get_command(verb.name) is None:
                self.add_command(self._without_arguments(verb))

    def _without_arguments(self, verb: Verb) -> app_commands.Command[Any, ..., None]:
        """The command of a verb that says all by itself."""

        async def say(interaction: Interaction) -> None:
            await self.interactions.command(interaction, verb.name)

        return app_commands.Command(name=verb.name, description=verb.slash, callback=say)

    # --- beginning and ending ------------------------------------------------------------------

    @app_commands.command(description=VERBS["start"].slash)
    @app_commands.describe(
        game="Its name, or what you remember of it; an easy deal when you leave this out",
        deal="A deal's number or name, to play it again",
    )
    async def start(
        self,
        interaction: Interaction,
        game: Range[str, 1, 100] | None = None,
        deal: Range[str, 1, DEAL] | None = None,
    ) -> None:
        """`game` may be typed without picking one from the list."""

        async def act(asker: Asker) -> Answer:
            if deal is None:  # perhaps it stands behind the game's name
                return await self.chat.interpreter.say(asker, f"start {game or ''}")
            tables = self.chat.tables
            return await tables.start(asker.table, asker.player, game or "", asker.event, deal)

        await self.interactions.command(interaction, "start", act)

    @app_commands.command(description=VERBS["vote"].slash)
    @app_commands.describe(what="What to vote for")
    async def vote(self, interaction: Interaction, what: Literal["stop", "restart"]) -> None:
        """The same as `stop` and `restart`."""
        await self.interactions.command(interaction, f"vote {what}")

    @app_commands.command(description=VERBS["resume"].slash)
    @app_commands.describe(number="Its number; the last one when you leave this out")
    async def resume(
        self, interaction: Interaction, number: Range[int, 1, 10**9] | None = None
    ) -> None:
        """Without a number the one put away last."""
        await self.interactions.command(interaction, f"resume {number or ''}")

    @app_commands.command(description=VERBS["mode"].slash)
    @app_commands.describe(who="Who may play from now on")
    async def mode(self, interaction: Interaction, who: Who) -> None:
        """For the starter and moderators."""
        await self.interactions.command(interaction, f"mode {MODES[who]}")

    # --- playing -------------------------------------------------------------------------------

    @app_commands.command(description=VERBS["move"].slash)
    @app_commands.describe(move="What you would type: a card or pile and where it goes")
    async def move(self, interaction: Interaction, move: Range[str, 1, 400]) -> None:
        """Several moves are separated by commas."""
        await self.interactions.command(interaction, f"move {move}")

    @app_commands.command(description=VERBS["deal"].slash)
    @app_commands.describe(on="Deal on until something fits that didn't before")
    async def deal(self, interaction: Interaction, on: bool = False) -> None:
        """One deal is what `d` does."""
        await self.interactions.command(interaction, "deal on" if on else "d")

    @app_commands.command(description=VERBS["undo"].slash)
    @app_commands.describe(steps="How many; the last command when you leave this out")
    async def undo(self, interaction: Interaction, steps: Range[int, 1, 999] | None = None) -> None:
        """Without a number all that the last command did."""
        await self.interactions.command(interaction, f"undo {steps or ''}")

    @app_commands.command(description=VERBS["redo"].slash)
    @app_commands.describe(steps="How many; one command when you leave this out")
    async def redo(self, interaction: Interaction, steps: Range[int, 1, 999] | None = None) -> None:
        """Without a number all that the next command did."""
        await self.interactions.command(interaction, f"redo {steps or ''}")

    # --- looking -------------------------------------------------------------------------------

    @app_commands.command(description=VERBS["board"].slash)
    @app_commands.describe(stars="For you alone, with a star on every card that can be played")
    async def board(self, interaction: Interaction, stars: bool = False) -> None:
        """As a new message."""
        if stars:
            await self.looks.stars(interaction)
        else:
            await self.interactions.command(interaction, "board")

    @app_commands.command(description=VERBS["see"].slash)
    @app_commands.describe(pile="The pile's name on the board")
    async def see(self, interaction: Interaction, pile: Range[str, 1, 20]) -> None:
        """Seen by the asker only."""
        await self.interactions.command(interaction, f"see {pile}")

    @app_commands.command(description=VERBS["look"].slash)
    @app_commands.describe(
        theme="Colours of the table",
        four_colours="A colour for each suit: the deck for colour-blind eyes",
        large_index="Larger ranks and suits in the corners of cards",
        whose="Your own boards, or this server's; the latter is for those who manage it",
        reset="Forget what was chosen before",
    )
    @app_commands.rename(whose="for")
    async def look(
        self,
        interaction: Interaction,
        theme: Theme | None = None,
        four_colours: bool | None = None,
        large_index: bool | None = None,
        whose: Literal["me", "this server"] = "me",
        reset: bool = False,
    ) -> None:
        """Shows it, with a board as an example."""
        wish = Wish(theme, four_colours, large_index)
        server = whose == "this server"
        await self.looks.look(interaction, wish, server=server, reset=reset)

    @app_commands.command(description=VERBS["replay"].slash)
    @app_commands.describe(number="A kept game's number; the one that is on when you leave it out")
    async def replay(
        self, interaction: Interaction, number: Range[int, 1, 10**9] | None = None
    ) -> None:
        """With its last picture, and as text for `patience replay`."""
        await self.films.replay(interaction, number)

    @app_commands.command(description=VERBS["rules"].slash)
    @app_commands.describe(game="Which game; the one played here when you leave this out")
    async def rules(self, interaction: Interaction, game: Range[str, 1, 100] | None = None) -> None:
        """Without a name those of the game that is on."""
        await self.interactions.command(interaction, f"rules {game or ''}")

    @app_commands.command(description=VERBS["games"].slash)
    @app_commands.describe(
        find="Part of a name, a book, a year; one pack, two packs; skill, luck; short, long",
        page="Which page of a long list",
    )
    async def games(
        self,
        interaction: Interaction,
        find: Range[str, 1, 60] | None = None,
        page: Range[int, 1, 9] = 1,
    ) -> None:
        """25 games to a page."""
        await self.interactions.command(interaction, f"games {find or ''} {page}")

    # --- what can be picked --------------------------------------------------------------------

    @start.autocomplete("game")
    @rules.autocomplete("game")
    async def _games(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        return [Choice(name=label, value=id) for label, id in gamelist.choices(typed)]

    @move.autocomplete("move")
    async def _moves(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        view = await self._looked_up(interaction, self.chat.view)
        if view is None:
            return []
        found = await asyncio.to_thread(board.choices, view, typed)
        return [Choice(name=label, value=value) for label, value in found[: markup.CHOICES]]

    @see.autocomplete("pile")
    async def _piles(self, interaction: Interaction, typed: str) -> list[Choice[str]]:
        view = await self._looked_up(interaction, self.chat.view)
        if view is None:
            return []
        game = view.record.game
        ids = [id for id in game.pile_ids if id.casefold().startswith(typed.strip().casefold())]
        labels = [(f"{id} – {game.zone_of(id).name}"[: markup.OPTION], id) for id in ids]
        return [Choice(name=label, value=id) for label, id in labels[: markup.CHOICES]]

    @resume.autocomplete("number")
    @replay.autocomplete("number")
    async def _kept(self, interaction: Interaction, typed: str) -> list[Choice[int]]:
        answer = await self._looked_up(interaction, self.chat.tables.archive)
        found = [(o.label, o.command.split()[-1]) for o in answer.offers] if answer else []
        return [
            Choice(name=label[: markup.OPTION], value=int(number))
            for label, number in found[: markup.CHOICES]
            if number.isdecimal() and typed.strip() in number
        ]

    async def _looked_up(
        self, interaction: Interaction, look: Callable[[TableId], Awaitable[T]]
    ) -> T | None:
        """What `look` finds at the asker's table; None when the store can't be reached."""
        target = PLACE if place_of(interaction) else PERSON
        try:
            return await look((await self.chat.asker(interaction, target)).table)
        except Exception as error:  # noqa: BLE001 - a list of choices is no place for a message
            log.info("no choices", reason=str(error)[:200])
            return None
