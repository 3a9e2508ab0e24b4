"""What is expected of each game, kept in ``tests/data/games/ID.json``.

``python -m tests.new_game ID expected`` writes down what the game does now, and whoever runs it
compares that with the book. ``late`` and ``exempt`` are written by hand and stay; so do
``foundations`` once they are there.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cache
from itertools import groupby
from pathlib import Path
from typing import Any

from engine.cards import DECK, SUITS, Pile, is_hidden, parse_pile, rank, suit
from engine.cards import RANKS as LETTERS
from engine.game import Game
from engine.moves import REDEAL, Move
from engine.position import Position
from engine.rules import expand
from tests.engine.counting import counted
from tests.engine.walks import sample

FOLDER = Path(__file__).parent.parent / "data" / "games"
DEALS = 60
"""Deals of which the first board is looked at."""


@dataclass(frozen=True)
class Expected:
    """One game's file."""

    deals: str
    """How many cards lie where at the start, ``S:48 1-4:1``; ``S:`` where the cards decide."""
    ways: str
    """Who feeds whom, by the letters of the piles (# for plain numbers), and the game's verbs."""
    redeals: int | None
    """Re-deals at the start; None for as many as one likes."""
    turned: bool
    """Whether a re-deal turns the talon over as it lies."""
    runs: bool
    """Whether several cards may move as one."""
    hidden: bool
    """Whether cards may lie face down outside the pack."""
    counts: Mapping[str, Any]
    """See `tests.engine.counting`."""
    foundations: str = ""
    """The book's order of the foundations that follow suit, ``F1-F4 SHDC A23…``; see `by_suit`."""
    late: Sequence[Mapping[str, Any]] = ()
    """Positions that play by chance seldom reaches, in scenario form."""
    exempt: Mapping[str, str] = field(default_factory=dict)
    """Names of tests that don't hold for this game, with the reason."""


@cache
def known(game: Game) -> Expected | None:
    """What is kept of a game, None before there is anything."""
    path = FOLDER / f"{game.id}.json"
    return Expected(**json.loads(path.read_text("utf-8"))) if path.exists() else None


def expected(game: Game) -> Expected:
    """What is kept of a game; it fails where nothing is."""
    found = known(game)
    assert found, f"nothing is kept of {game.id}: python -m tests.new_game {game.id}"
    return found


def write(game: Game) -> None:
    """Keep what the game does now."""
    found = asdict(observed(game, known(game)))
    lines = [
        f'  "{key}": {json.dumps(value, ensure_ascii=False)}'
        for key, value in found.items()
        if value or key not in ("late", "exempt")
    ]
    (FOLDER / f"{game.id}.json").write_text("{\n" + ",\n".join(lines) + "\n}\n", "utf-8")
    known.cache_clear()


def observed(game: Game, before: Expected | None = None) -> Expected:
    """What the game does; what is written by hand or says the same is taken from `before`."""
    late = before.late if before else ()
    moves = list(made(game, late))
    board, found = first_board(game), dict.fromkeys(ways(game, moves))
    return Expected(
        deals=before.deals if before and counts(before.deals) == board else told(board),
        ways=before.ways if before and {*before.ways.split()} == {*found} else " ".join(found),
        redeals=game.redeals,
        turned=is_turned(game),
        runs=any(move.count > 1 for move in moves),
        hidden=hides(game),
        counts=counted(game),
        foundations=before.foundations if before else orders(game),
        late=late,
        exempt=before.exempt if before else {},
    )


# --- who may go where ----------------------------------------------------------------------------


def made(game: Game, late: Iterable[Mapping[str, Any]]) -> Iterator[Move]:
    """The moves of piles in positions of all stages."""
    for position in (*sample(game), *map(game.load, late)):
        yield from (move for move in game.moves(position) if move.source or move.verb == "fill")


def ways(game: Game, moves: Iterable[Move]) -> Iterator[str]:
    """``W>F pair-#-#``, by the game's routes and by moves that were made; with repetitions."""
    letter = {id: game.zone_of(id).ids[0].rstrip("0123456789") or "#" for id in game.pile_ids}
    for route in game.routes:
        for source in dict.fromkeys(letter[id] for id in route.source.ids):
            for target in dict.fromkeys(letter[id] for id in route.target_ids):
                yield f"{source}>{target}"
    for move in moves:
        piles = [letter[id] for id in (move.source, move.target) if id]
        yield "-".join([move.verb, *piles]) if move.verb else ">".join(piles)


def hides(game: Game) -> bool:
    """Whether a card lies face down."""
    return any(is_hidden(card) for p in sample(game) for pile in p.piles for card in pile)


# --- deals ---------------------------------------------------------------------------------------


def first_board(game: Game) -> dict[str, int | None]:
    """How many cards each pile has at the start, None where the deals differ or may differ."""
    starts = [game.start(str(deal)) for deal in range(DEALS)]
    sizes = {id: {len(game.pile(start, id)) for start in starts} for id in game.pile_ids}
    found: dict[str, int | None] = {}
    for zone in game.zones:
        any_differ = any(len(sizes[id]) > 1 for id in zone.ids)
        for id in zone.ids:
            if len(sizes[id]) == 1 and sizes[id] != {0}:
                found[id] = min(sizes[id])
            elif any_differ:
                found[id] = None
    return found


def counts(text: str) -> dict[str, int | None]:
    """The inverse of `told`."""
    found: dict[str, int | None] = {}
    for word in text.split():
        ids, _, count = word.partition(":")
        found |= dict.fromkeys(expand(ids), int(count) if count else None)
    return found


def told(board: Mapping[str, int | None]) -> str:
    """``S:48 1-4:1 F1-F4:``."""
    return " ".join(
        f"{run}:{'' if count is None else count}"
        for count, ids in groupby(board, key=board.__getitem__)
        for run in shortened(list(ids))
    )


def shortened(ids: Sequence[str]) -> list[str]:
    """The inverse of `expand`: ``F1-F4`` for four piles that follow each other."""
    runs: list[list[str]] = []
    for id in ids:
        letters = id.rstrip("0123456789")
        if runs and len(letters) < len(id):
            first, last = runs[-1][0], runs[-1][-1]
            number = last.removeprefix(letters)
            if (
                first.startswith(letters)
                and number.isdigit()
                and f"{letters}{int(number) + 1}" == id
            ):
                runs[-1].append(id)
                continue
        runs.append([id])
    return [f"{run[0]}-{run[-1]}" if len(run) > 1 else run[0] for run in runs]


# --- re-deals ------------------------------------------------------------------------------------


def is_turned(game: Game) -> bool:
    """Whether the talon comes again in the order in which it was dealt, and nothing else moves."""
    if game.redeals == 0 or not {"S", "W"} <= game.index.keys():
        return False
    start = game.start("turned")
    cards = game.pile(start, "S")[::-1]
    piles = dict(zip(game.pile_ids, start.piles, strict=True)) | {"S": (), "W": cards}
    if "H" in piles:
        piles |= {"W": cards[:-1], "H": cards[-1:]}
    words = [start.phase, "play", "played"]
    positions = (start._replace(piles=tuple(piles.values()), phase=word) for word in words)
    position = next((p for p in positions if REDEAL in game.moves(p)), None)
    if position is None:
        return False
    after = game.apply(position, REDEAL)
    others = set(game.pile_ids) - {"S", "W", "H"}
    return (
        game.pile(after, "S")[::-1] == cards
        and not game.pile(after, "W")
        and all(game.pile(after, id) == game.pile(start, id) for id in others)
    )


# --- foundations ---------------------------------------------------------------------------------


def by_hand(game: Game) -> list[str]:
    """The piles to which routes bring cards for good."""
    targets = {id for route in game.routes for id in route.target_ids}
    return [id for id in game.pile_ids if id in targets & game.home]


def orders(game: Game) -> str:
    """What the foundations take, where each follows one suit; else ""."""
    found = {id: _order(game, id) for id in by_hand(game)}
    if not found or None in found.values():
        return ""
    parts = []
    for ranks, group in groupby(found, key=lambda id: (found[id] or "").partition(" ")[2]):
        ids = list(group)
        suits = "".join((found[id] or "")[0] for id in ids)
        for run in shortened(ids):
            own = suits[: len(expand(run))]
            suits = suits[len(own) :]
            parts.append(f"{run} {'*' if set(own) == {'*'} else own} {ranks}")
    return " / ".join(parts)


def _order(game: Game, target: str) -> str | None:
    """``S A23…``, ``*`` for whichever suit begins; None when it is no order of one suit."""
    pile: Pile = parse_pile(game.bases.get(target, ""))
    own = SUITS[suit(pile[0])] if pile else ""
    while len(pile) < game.zone_of(target).capacity:
        wanted = _wanted(game, target, pile)
        cards = [card for card in DECK if wanted >> card & 1]
        any_suit = len(cards) == 4 and len(set(map(rank, cards))) == 1
        if not cards or (len(cards) > 1 and (pile or not any_suit)):
            return None
        own = own or ("*" if any_suit else SUITS[suit(cards[0])])
        pile += (cards[0],)
    return f"{own} {''.join(LETTERS[rank(card) - 1] for card in pile)}"


def _wanted(game: Game, target: str, pile: Pile) -> int:
    piles = tuple(pile if id == target else () for id in game.pile_ids)
    phases = [
        route.phases[0] if route.phases else game.first_phase
        for route in game.routes
        if target in route.target_ids
    ]
    return game.takes(Position(piles, game.redeals, phases[0]), target)
