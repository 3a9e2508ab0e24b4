"""What tables say: short sentences for a Discord message, names and labels escaped."""

from collections.abc import Sequence

from bot import names
from bot.tables.beginning import first_move
from bot.tables.views import Offer, TableView
from engine.game import Game
from engine.hints import Outlook, State
from engine.moves import DEAL
from engine.position import Position
from engine.record import Record, Step
from engine.solver import Verdict
from engine.telling import describe, follow_up, listed

TOLD = 4
"""Moves of one command that are told; of more only the last ones."""
NO_TABLE = "No game is on here. `start` deals an easy one, `games` lists all."
WON = "The game is won; there is nothing left to do."
ODDS = {
    Verdict.WON: "This game can still be won.",
    Verdict.LOST: "This game can't be won any more; that is proven. `undo` may open another way.",
    Verdict.UNKNOWN: (
        "Not known: a short search found neither a way to win nor a proof that there is none."
    ),
}
"""What search knows of a game."""
STALE = "The board has changed since then; nothing was done."
MODES = {
    "open": "Everybody may play.",
    "starter": "Only whoever started this table may play.",
    "turns": "This table plays in turns: nobody moves twice in a row while others play.",
}


def plural(count: int, word: str) -> str:
    """``1 move``, ``2 moves``."""
    return f"{count} {word}{'' if count == 1 else 's'}"


def headline(game: Game, deal: str, label: str = "") -> str:
    """``**Anna**, deal 20261130``; a deal whose number is a secret has a label instead."""
    return f"**{game.title}**, {label or f'deal {names.escaped(deal)}'}"


def status(view: TableView) -> str:
    """One line: which game, how far, what the game itself says."""
    game, position = view.record.game, view.record.position
    parts = [
        headline(game, view.record.deal, view.table.label),
        *filter(None, [game.progress(position, " cards")]),
        plural(view.record.done, "move"),
    ]
    if game.redeals != 0 and position.redeals_left is not None:
        parts.append(plural(position.redeals_left, "re-deal") + " left")
    if caption := game.caption(position):
        parts.append(caption)
    return " · ".join(parts)


def begun(name: str, record: Record) -> str:
    """A new table."""
    game = record.game
    return (
        f"{names.shown(name)} starts {headline(game, record.deal)}. {game.object}\n"
        f"{first_steps(record)} `rules` explains the game."
    )


def first_steps(record: Record) -> str:
    """What somebody who has never played can type next: a move that is legal now."""
    game, position = record.game, record.position
    moves = game.moves(position)
    if move := first_move(game, moves):
        deal = ", or `d` to deal" if DEAL in moves else ""
        return f"Type a move such as `{move}` ({describe(game, position, move)}){deal}."
    return "Type `d` to deal." if DEAL in moves else "`hint` suggests a move."


def told(name: str, game: Game, start: Position, steps: Sequence[Step]) -> str:
    """``Ben: 7♥ from 3 onto 8♠ (5); deal``."""
    texts, position = [], start
    for number, (move, after) in enumerate(steps, start=1):
        if number > len(steps) - TOLD:
            texts.append(describe(game, position, move) + follow_up(game, position, move, after))
        position = after
    dropped = len(steps) - len(texts)
    more = f"{plural(dropped, 'move')}, then " if dropped else ""
    return f"{names.shown(name)}: {more}{'; '.join(texts)}."


def dealt_on(name: str, count: int, fits: bool) -> str:
    """``d`` again and again."""
    end = "now something fits" if fits else "nothing has turned up that fits"
    return f"{names.shown(name)}: dealt {plural(count, 'time')}; {end}."


def summary(view: TableView) -> str:
    """``**Anna**, deal 7, won: 45 moves (Ann 30 and Ben 15).``"""
    what = headline(view.record.game, view.record.deal, view.table.label)
    return f"{what}{', won' if view.won else ''}: {_credits(view.tally)}."


def won(view_tally: Sequence[tuple[str, int]], what: str) -> str:
    """Said once: the game is won, and whose moves won it."""
    return f"🎉 {what} is won, in {_credits(view_tally)}!"


def _credits(tally: Sequence[tuple[str, int]]) -> str:
    """``45 moves by Ann``, ``45 moves (Ann 30 and Ben 15)``."""
    total = sum(count for _, count in tally)
    by = listed([f"{names.shown(name)} {count}" for name, count in tally], most=10, last="and")
    who = f" ({by})" if len(tally) > 1 else f" by {names.shown(tally[0][0])}" if tally else ""
    return f"{plural(total, 'move')}{who}"


def life(outlook: Outlook) -> str:
    """What to say of a game with little left, "" of others."""
    if outlook.state is State.HOPELESS:
        return f"{outlook.text} `another` deals another one."
    if outlook.state is State.LOST:
        return (
            f"{outlook.text} `undo` takes moves back, `restart` deals the same cards again; "
            "or give up."
        )
    return outlook.text if outlook.state is State.STUCK else ""


def after(record: Record) -> tuple[Offer, ...]:
    """What can be done where a game was, when it has been stopped."""
    game = record.game.id
    return (
        Offer("Another deal", f"start {game}"),
        Offer("Same deal again", f"start {game} {record.deal}"),
        Offer("Challenge others", f"duel throw {game} {record.deal}"),
        Offer("All games", "games"),
    )


def kept(number: int, moves: int, what: str = "It") -> str:
    """Where a table went that is no longer on; `what` is its headline where it isn't clear."""
    return f"{what} is kept as number {number} with its {plural(moves, 'move')}: `resume {number}`."
