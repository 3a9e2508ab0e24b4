"""What to do next: a hint, the moves that can do no harm, and whether anything is left at all.

None of it looks at what players can't see: positions with hidden cards or an undealt pack are
judged by the moves at hand alone.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass
from enum import Enum, IntEnum
from functools import cache

from engine.cards import HIDDEN, Card, Mask, Pile
from engine.game import Game
from engine.moves import Move
from engine.position import Position
from engine.record import Record
from engine.rules import TableFit
from engine.telling import listed
from engine.zones import HOME, Kind

COMPARED = 24
"""Moves that a hint compares at once."""
SEARCHED = 1500
"""Positions that `outlook` looks through before it leaves the question open."""


class Merit(IntEnum):
    """What a move is worth to a player who looks one move ahead."""

    SHIFT = 0
    REDEAL = 1
    DEAL = 2
    JOINS = 3
    USEFUL = 4
    OPENS = 5
    TURNS = 6
    HOME = 7


def hint(record: Record) -> Move | None:
    """The move that a careful beginner would make, or None.

    Never a move back to a position that the game has been in, so following hints always ends.
    """
    return best_move(record.game, record.position, frozenset(record.positions[: record.done + 1]))


def best_move(game: Game, position: Position, seen: Collection[Position]) -> Move | None:
    """The first of the moves with the greatest merit that lead to a position not in `seen`.

    Where there are very many, the ones that the game inclines to are compared first.  A move that
    loses the game at a glance is made only when all of them do.  Of two equal cards, the one that
    frees a place is moved.
    """
    moves = game.moves(position)
    best = _best(game, position, moves, seen)
    twin = _freeing(game, position, best, moves) if best else None
    return twin if twin and _is_fine(game, position, twin, seen) else best


def _best(
    game: Game, position: Position, moves: list[Move], seen: Collection[Position]
) -> Move | None:
    homeward = [move for move in moves if is_homeward(game, move)]
    homeward.sort(key=lambda move: -game.inclination(position, move))
    for move in homeward:
        if _is_fine(game, position, move, seen):
            return move
    if len(moves) > COMPARED:
        moves.sort(key=lambda move: -game.inclination(position, move))
    for start in range(0, len(moves), COMPARED):
        best, liked = None, (-1, 0)
        for move in moves[start : start + COMPARED]:
            after = game.after(position, move)
            if after not in seen and not game.hopeless(after):
                merit = _merit(game, position, move, after, len(homeward))
                liking = (int(merit), game.inclination(position, move))
                if liking > liked:
                    best, liked = move, liking
        if best:
            return best
    return next((move for move in moves if game.after(position, move) not in seen), None)


def _is_fine(game: Game, position: Position, move: Move, seen: Collection[Position]) -> bool:
    after = game.after(position, move)
    return after not in seen and not game.hopeless(after)


def _freeing(game: Game, position: Position, move: Move, moves: Iterable[Move]) -> Move:
    """Of the moves that take equal cards to the same place, the first that leaves an empty column;
    the move itself where none does.
    """
    if move.verb or len(game.pile(position, move.source)) == move.count:
        return move
    cards = game.pile(position, move.source)[-move.count :]
    for twin in moves:
        if (
            (twin.verb, twin.target, twin.count) == ("", move.target, move.count)
            and game.pile(position, twin.source) == cards
            and game.zone_of(twin.source).kind is Kind.TABLEAU
        ):
            return twin
    return move


def greedy(game: Game, position: Position, most: int = 3000) -> Iterator[tuple[Move, Position]]:
    """Follow the hints: each move with the position after it, until none is left."""
    seen = {position}
    while len(seen) <= most and (move := best_move(game, position, seen)):
        position = game.after(position, move)
        seen.add(position)
        yield move, position


def _merit(game: Game, position: Position, move: Move, after: Position, homeward: int) -> Merit:
    if move.verb == "redeal":
        return Merit.REDEAL
    if move.verb in ("d", "fill"):
        return Merit.TURNS if game.deal_first else Merit.DEAL
    if _turned_up(game, position, after):
        return Merit.TURNS  # and what turns up, or goes on by itself, a hint must not know
    if game.placed(after) > game.placed(position):
        return Merit.HOME
    if not move.verb and game.zone_of(move.source).kind in HOME:
        return Merit.SHIFT
    if _homeward(game, after) > homeward:
        return Merit.OPENS
    if move.verb or game.zone_of(move.source).kind is not Kind.TABLEAU:
        return Merit.USEFUL
    pile, n = game.pile(position, move.source), move.count
    if not game.pile(position, move.target):
        return Merit.SHIFT
    if len(pile) == n:
        return Merit.USEFUL
    return Merit.SHIFT if built_on(game, pile[-n - 1]) >> pile[-n] & 1 else Merit.JOINS


def _turned_up(game: Game, position: Position, after: Position) -> bool:
    """Whether fewer cards than before lie in the pack or face down."""
    more = 0
    if "S" in game.index:
        more = len(game.pile(after, "S")) - len(game.pile(position, "S"))
    for old, new in zip(position.piles, after.piles, strict=True):
        if old is not new:
            more += _hidden(new) - _hidden(old)
    return more < 0


def _hidden(pile: Pile) -> int:
    return sum([card >= HIDDEN for card in pile])


def _homeward(game: Game, position: Position) -> int:
    """How many moves `is_homeward`; asked so often that it is written out."""
    home = game.home
    return sum([
        verb in BRINGING_HOME if verb else target in home and source not in home
        for verb, source, target, _, _ in game.moves(position)
    ])  # fmt: skip


BRINGING_HOME = ("pair", "play")
"""Verbs of moves that bring cards home."""


def is_homeward(game: Game, move: Move) -> bool:
    """Whether the move brings cards where they stay for good."""
    if move.verb:
        return move.verb in BRINGING_HOME
    return move.target in game.home and move.source not in game.home


# --- finishing -----------------------------------------------------------------------------------


def finish(record: Record) -> list[Move]:
    """Moves that play cards up where it can't matter, in order; often none.

    All of them when they win the game and nothing is hidden; otherwise only cards on which
    nothing can be laid any more, which no other card (a twin, in two packs) could replace, and
    only when leaving their place has no consequences.
    """
    game, position = record.game, record.position
    if not is_open(game, position):
        return []
    return _straight_win(game, position) or _harmless(game, position)


def is_open(game: Game, position: Position) -> bool:
    """Whether players see everything that is still to come."""
    if "S" in game.index and game.pile(position, "S"):
        return False
    for id in game.pile_ids:
        pile = game.pile(position, id)
        if game.seen(position, id) < len(pile) and id not in game.home:
            return False
    return not any(map(_hidden, position.piles))


def _straight_win(game: Game, position: Position) -> list[Move]:
    moves: list[Move] = []
    while not game.won(position):
        ways = [move for move in game.moves(position) if is_homeward(game, move)]
        if not ways:
            return []
        moves.append(_freeing(game, position, ways[0], ways))
        position = game.after(position, moves[-1])
    return moves


def _harmless(game: Game, position: Position) -> list[Move]:
    moves: list[Move] = []
    deals_piles = game.deals and "S" not in game.index
    if position.redeals_left or game.redeals is None or deals_piles:
        return moves  # cards may come to lie elsewhere, so all of them count
    while move := _harmless_move(game, position):
        moves.append(move)
        position = game.after(position, move)
    return moves


def _harmless_move(game: Game, position: Position) -> Move | None:
    away = _still_away(game, position)
    homeward = [m for m in game.moves(position) if not m.verb and is_homeward(game, m)]
    for move in homeward:
        pile = game.pile(position, move.source)
        if len(pile) == 1 and game.zone_of(move.source).kind is Kind.TABLEAU:
            continue  # an empty place may be worth keeping or filling otherwise
        if not _touches_only(game, position, move):
            continue  # something follows by itself, so the choice has consequences
        card = pile[-1]
        if any(other.source == move.source and other != move for other in homeward):
            continue  # which of two families it joins may matter
        others = away - Counter([card])
        rivals = game.takes(position, move.target) | built_on(game, card)
        if not any(rivals >> other & 1 for other in others):
            return move
    return None


def _touches_only(game: Game, position: Position, move: Move) -> bool:
    """Whether a move of one card changes nothing but the two piles it names."""
    piles = list(position.piles)
    a, b = game.index[move.source], game.index[move.target]
    piles[b] += piles[a][-1:]
    piles[a] = piles[a][:-1]
    return game.after(position, move) == position._replace(piles=tuple(piles))


def _still_away(game: Game, position: Position) -> Counter[Card]:
    """The cards that are not home yet, with how many of each."""
    return Counter(
        card for id in game.pile_ids if id not in game.home for card in game.pile(position, id)
    )


@cache
def built_on(game: Game, card: int) -> Mask:
    """The cards that may be laid on this one outside the foundations."""
    cards: Mask = 0
    for route in game.routes:
        if route.target_ids[0] in game.home:
            continue
        if not isinstance(route.fit, TableFit):
            return ~0
        for k in range(len(route.target_ids)):
            cards |= (route.fit.table(k) or ())[card]
    return cards


# --- is anything left? ---------------------------------------------------------------------------


class State(Enum):
    """How a game stands."""

    WON = "won"
    OPEN = "open"
    STUCK = "stuck"
    """Only dealing is left."""
    LOST = "lost"
    HOPELESS = "hopeless"
    """Lost from the deal on."""


@dataclass(frozen=True)
class Outlook:
    """How a game stands, and a sentence for the table where there is something to say."""

    state: State
    text: str = ""


def outlook(record: Record, moves: Sequence[Move] | None = None, *, search: bool = True) -> Outlook:
    """Lost only if no command is left, or if every line of play from an open position is barren.

    `moves` are the legal moves, where they are known; without `search` the moves at hand are all
    that is looked at.
    """
    game, position = record.game, record.position
    if game.won(position):
        return Outlook(State.WON)
    moves = game.moves(position) if moves is None else moves
    if not moves:
        return Outlook(State.LOST, "No move is left: this game is lost.")
    if reason := game.hopeless(position):
        return Outlook(State.LOST, reason)
    if all(move.verb in ("d", "redeal") for move in moves):
        ways = {"d": "`d` deals on", "redeal": "`redeal` deals the cards again"}
        text = listed([ways[move.verb] for move in moves])
        return Outlook(State.STUCK, f"Nothing left to play: {text}.")
    if search and is_open(game, position) and is_barren(game, position, SEARCHED):
        return Outlook(State.LOST, "Moves are left, but none of them can win the game any more.")
    return Outlook(State.OPEN)


def is_barren(game: Game, position: Position, most: int) -> bool:
    """Whether no line of play wins; False as well when more than `most` positions are needed.

    Every move is tried and no two positions are taken for one, so True is a proof.
    """
    seen, ahead = {position}, [position]
    while ahead:
        current = ahead.pop()
        for move in game.moves(current):
            after = game.after(current, move)
            if game.won(after) or after.shuffles != position.shuffles:
                return False
            if after not in seen:
                if len(seen) == most:
                    return False
                seen.add(after)
                ahead.append(after)
    return True
