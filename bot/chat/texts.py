"""What the chat says beyond what tables say."""

from __future__ import annotations

from bot.tables.beginning import first_move
from engine.moves import DEAL
from engine.record import Record

NOT_A_BUTTON = "This button is from an older version of me. `/patience board` shows the table anew."
IN_WORDS = "-# The whole board in words: `/patience text`"
PICTURE_MISSING = "The picture couldn't be drawn this time, so here is the board in words."
NO_FILES = (
    "I'm not allowed to attach files here, so here is the board in words. "
    "Somebody who manages this channel can give me **Attach Files**."
)
WORKING = "Nothing is lost; please try again in a moment."


def addressed(record: Record, mention: str) -> str:
    """How moves are made where bare chat can't be read."""
    move = first_move(record.game, record.game.moves(record.position))
    return (
        f"Moves are read when they are written to me, as in {mention} `{move or DEAL}`, or answer "
        "the board."
    )


def help_text(*, reads_chat: bool, mention: str) -> str:
    """How all of it works, for somebody who has never seen it."""
    typed = (
        "Just type moves in the channel"
        if reads_chat
        else f"Write to me, as in `{mention} 7h f`, or answer the board with your move"
    )
    return (
        "**Patience** – old solitaire games, played by a whole channel on one board.\n"
        "**Begin.** `/patience start` deals a game, without a name an easy one. "
        "`/patience games` finds one by name, length or difficulty, `/patience rules` explains "
        "it.\n"
        f"**Play.** {typed}: a card or pile, and where it goes. `7h f` plays the seven of hearts "
        "up, `3 5` moves from pile 3 to pile 5, `d` deals, `redeal` deals the cards again. "
        "Several moves: with commas between. The menu and the buttons below the board do the "
        "same.\n"
        "**Stuck?** `hint` shows a move, `undo` takes one back, `deal on` deals until something "
        "fits, `finish` plays all safe cards to the foundations, `restart` begins again. Nothing "
        "can be broken.\n"
        "**See more.** `board` reposts the board; `/patience text` tells it in words, "
        "`/patience see` lists one pile, `/patience look` changes colours, `/patience replay` "
        "makes a film of the game.\n"
        "**Stop.** `/patience stop` puts the game away, `/patience resume` brings it back. Anyone "
        "may play; `/patience mode` changes that. The table waits as long as you like.\n"
        "**Every day** there is one deal for everybody, which can be won: `/patience daily today`."
    )
