"""Moves told to people: which cards go where."""

from __future__ import annotations

from collections.abc import Sequence

from engine.cards import card_symbol
from engine.game import Game
from engine.moves import Move
from engine.position import Position
from engine.zones import HOME, Kind


def describe(game: Game, position: Position, move: Move) -> str:
    """``7♥ from 3 onto 8♠ (5)``: what a legal move does, seen from the position before it."""
    match move.verb:
        case "d":
            return "deal"
        case "redeal":
            return "deal again"
        case "fill":
            return "fill the gaps"
        case "pair":
            return f"pair {_top(game, position, move.source)} with " + _top(
                game, position, move.target
            )
        case "swap":
            return f"exchange {_top(game, position, move.source)} and " + _top(
                game, position, move.target
            )
        case "play" if move.others:
            return "play " + " and ".join(_top(game, position, id) for id in move.piles)
        case "play" if move.target:
            card = game.pile(game.after(position, move), move.target)[-1]
            return f"play {card_symbol(card)} {_way(game, position, move)}"
        case "play":
            cards = " and ".join(map(card_symbol, game.pile(position, move.source)))
            return f"play {cards} from {move.source}"
    return f"{_unit(game, position, move)} {_way(game, position, move)}"


def follow_up(game: Game, position: Position, move: Move, after: Position) -> str:
    """What a move or a deal has go up without naming it, as `` (A♣ goes up by itself)``, or "".

    `position` is the one before the legal move, `after` the one that it led to.
    """
    if move.verb not in ("", "d", "redeal"):
        return ""
    risen: list[str] = []
    for id in game.pile_ids:
        if game.zone_of(id).kind is not Kind.FOUNDATION:
            continue
        new = game.pile(after, id)[len(game.pile(position, id)) :]
        risen += map(card_symbol, new[move.count :] if id == move.target else new)
    if not risen:
        return ""
    ends = "goes up by itself" if len(risen) == 1 else "go up by themselves"
    return f" ({listed(risen, 6, 'and')} {ends})"


def _top(game: Game, position: Position, id: str) -> str:
    return f"{card_symbol(game.pile(position, id)[-1])} ({id})"


def _unit(game: Game, position: Position, move: Move) -> str:
    if game.zone_of(move.source).kind is Kind.STOCK:
        return "the next card"
    cards = game.pile(position, move.source)[-move.count :]
    if (top := game.leading(position, move)) != cards[0]:
        return f"{card_symbol(top)} and what lies under it"
    if len(cards) > 2:
        return f"{card_symbol(cards[0])}…{card_symbol(cards[-1])}"
    return " ".join(map(card_symbol, cards))


def _way(game: Game, position: Position, move: Move) -> str:
    target = game.pile(position, move.target)
    start = f"from {move.source}"
    if game.zone_of(move.target).kind in HOME:
        return f"{start} up to {move.target}"
    if not target:
        return f"{start} to the empty place {move.target}"
    return f"{start} onto {card_symbol(target[-1])} ({move.target})"


def listed(texts: Sequence[str], most: int = 6, last: str = "or") -> str:
    """``a, b or c``; of more than `most` the rest is only counted."""
    shown = list(texts[:most])
    if len(texts) > most:
        shown.append(f"{len(texts) - most} more")
    if len(shown) < 2:
        return "".join(shown)
    return f"{', '.join(shown[:-1])} {last} {shown[-1]}"
