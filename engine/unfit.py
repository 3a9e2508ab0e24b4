"""What to say of a line that can't be played: why not, and what would work instead."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from engine.cards import DECK, SYMBOLS, Card, card_symbol, card_text, face, is_hidden, of_suit, suit
from engine.game import Game
from engine.moves import DEAL, Move, naming
from engine.phrases import Reading
from engine.position import Position
from engine.telling import listed
from engine.words import TypedPlace, visible
from engine.zones import HOME, Kind

SHOWN = 40
"""Characters of what somebody typed that are said back."""
COMPARED = 60
"""Legal moves among which the nearest to what was typed is looked for."""


_MARKUP = dict.fromkeys(map(ord, "*_~|<>[]@#\\"))


def shown(text: str) -> str:
    """What was typed, as it may be said back: one line, short, with nothing in it that a chat
    would show as a link, a mention or as hidden.
    """
    short = "".join(c for c in text if c.isprintable() or c.isspace()).replace("`", "'")
    short = " ".join(short.replace("://", " ").translate(_MARKUP).split())
    return short if len(short) <= SHOWN else short[: SHOWN - 1].rstrip() + "…"


def no_move(game: Game, position: Position, text: str, moves: Sequence[Move], why: str = "") -> str:
    """That the text is not a move, and `why`, with the nearest thing that would work."""
    near = nearest(game, position, text, moves, 1)
    said = shown(text)
    what = f"{(said and f'“{said}”') or 'That'} is not a move{why and f': {why}'}."
    if not near and DEAL in moves:
        return f"{what} Type `d` to deal."
    such = f"such as `{near[0] if near else game.example}`"
    deal = ", or `d` to deal" if DEAL in moves else ""
    return f"{what} Type a card or pile and where it goes, {such}{deal}."


def nearest(
    game: Game, position: Position, text: str, moves: Sequence[Move], most: int = 3
) -> list[Move]:
    """Legal moves of cards that are typed most like the text, the likeliest first."""
    typed = visible(text)[:SHOWN]
    found: list[tuple[float, int, Move]] = []
    cards = [move for move in moves if move.source]
    for number, move in enumerate(cards[:: 1 + len(cards) // COMPARED]):
        forms = {str(move).casefold()}
        if move.target and game.seen(position, move.source) >= move.count:
            card = card_text(game.leading(position, move)).casefold()
            forms |= {f"{card} {move.target}".casefold()}
            if move.target in game.home:
                forms |= {f"{card} f", f"{move.source} f".casefold()}
        likeness = max(SequenceMatcher(None, typed, form).ratio() for form in forms)
        found.append((-likeness, number, move))
    return [move for _, _, move in sorted(found)[:most]]


def different(game: Game, position: Position, moves: Sequence[Move]) -> list[Move]:
    """The moves, of those between which there is nothing to choose only the first.

    So it is with two foundations that lie alike, and with piles that may change places.
    """
    if len(moves) < 2:
        return list(moves)
    found: dict[object, Move] = {}
    for move in moves:
        found.setdefault(_outcome(game, position, move), move)
    return list(found.values())


def _outcome(game: Game, position: Position, move: Move) -> object:
    """The same for moves between which there is nothing to choose."""
    if not move.verb and move.target in game.home and not game.spaces_differ:
        alike = [
            id
            for id in game.zone_of(move.target).ids
            if game.pile(position, id) == game.pile(position, move.target)
            and game.takes(position, id) == game.takes(position, move.target)
        ]
        return move._replace(target=alike[0])
    return game.fold(game.after(position, move))


def reason(game: Game, position: Position, reading: Reading, typed: Move | None) -> str:
    """One sentence that says why nothing legal fits what was typed."""
    if typed or game.won(position):
        return game.why_not(position, typed or Move())
    if reading.others:
        return _together(game, position, reading)
    count = reading.count or 1
    sources = _places(game, position, reading.source, count)
    if not sources:
        return _where(game, position, reading.source)
    source = min(sources, key=lambda id: id in game.home)
    if not reading.target:
        if reading.verb not in ("", "play") or (reading.verb and "play" in game.verbs):
            return game.why_not(position, Move(reading.verb, source))
        return nowhere(game, position, source)
    targets = _places(game, position, reading.target, 1)
    if not targets:
        return _where(game, position, reading.target)
    if not any(place.cards for place in reading.target):
        targets.sort(key=lambda id: id not in game.home)
    verb = reading.verb if reading.verb != "play" or "play" in game.verbs else ""
    best = _likely(game, position, source, targets)
    return game.why_not(position, Move(verb, source, best, count))


def _together(game: Game, position: Position, reading: Reading) -> str:
    """Why the piles of a verb that names several don't go together."""
    found: list[str] = []
    for place in reading.places:
        ids = _places(game, position, (place,), 1)
        if not ids:
            return _where(game, position, (place,))
        found.append(ids[0])
    return game.why_not(position, naming(reading.verb, found))


def nowhere(game: Game, position: Position, source: str) -> str:
    """Why nothing can be done with the top card of a pile: what it would go on."""
    pile = game.pile(position, source)
    if not pile:
        return f"There is no card on {source}."
    if not game.seen(position, source):
        return f"The cards of {game.zone_of(source).name} ({source}) can't be moved just now."
    card = pile[-1]
    name = card_symbol(card)
    if source in game.home:
        return f"{name} is on {source} already, and nothing can be done with it."
    targets = [
        id
        for route in game.routing.now(position.phase)
        if source in route.source.ids and route.cards >> card & 1
        for id in route.target_ids
        if id != source
    ]
    fits = _would_fit(game, position, card, targets)
    if not targets:
        return f"{name} on {source} can't be moved at this stage of the game."
    if not fits or len(fits) > 6:
        return f"{name} on {source} fits no pile just now."
    return f"{name} on {source} can go nowhere just now: it goes on {listed(fits)}."


def _would_fit(game: Game, position: Position, card: Card, targets: Sequence[str]) -> list[str]:
    """The cards on which a card may be laid, by any of these ways."""
    found: list[str] = []
    for id in dict.fromkeys(targets):
        at = game.index[id]
        probe = list(position.piles)
        for below in (None, *DECK):
            probe[at] = () if below is None else (below,)
            takes = game.routing.takes(probe, position.phase, id)
            name = "an empty place" if below is None else card_symbol(below)
            if takes >> card & 1 and name not in found:
                found.append(name)
    return sorted(found, key=lambda name: (name[-1] not in SYMBOLS, found.index(name)))


def _places(game: Game, position: Position, places: Sequence[TypedPlace], count: int) -> list[str]:
    """Piles of which all that is said is true."""
    ids = [id for id in game.pile_ids if game.zone_of(id).kind not in HOME] + list(game.home)
    if not any(place.cards for place in places):
        ids = list(game.pile_ids)
    return [
        id
        for n in dict.fromkeys([count, 1])
        for id in ids
        if all(_means(game, position, place, id, n) for place in places)
    ]


def _means(game: Game, position: Position, place: TypedPlace, id: str, count: int) -> bool:
    """Whether a place means a pile: by its name, or by the card `count` from its top."""
    pile = game.pile(position, id)
    seen = len(pile) >= count and game.seen(position, id) >= count
    return id in place.ids or bool(seen and place.cards >> pile[-count] & 1)


def _likely(game: Game, position: Position, source: str, targets: Sequence[str]) -> str:
    """The place to speak of in a refusal: a foundation of the card's suit, if there is one."""
    pile = game.pile(position, source)
    if not pile:
        return targets[0]
    own = of_suit(suit(pile[-1]))
    fitting = [id for id in targets if game.takes(position, id) & own]
    return (fitting or list(targets))[0]


def _where(game: Game, position: Position, places: Sequence[TypedPlace]) -> str:
    """Why no pile is what was typed: where the card lies, as far as players may know."""
    for place in places:
        if not place.cards:
            if not place.ids:
                return f"{game.title} has no pile {shown(place.text)}."
            continue
        if place.one_card is None:
            return f"No {shown(place.text).removeprefix('the ')} can be moved just now."
        lies = _lies(game, position, place.one_card)
        if len(places) == 1 or not lies.startswith("on "):
            return f"{card_symbol(place.one_card)} {lies}."
    named = [place for place in places if place.ids]
    card = next((place.one_card for place in places if place.one_card is not None), None)
    if card is not None and named:
        return f"{card_symbol(card)} doesn't lie open on {shown(named[0].text)}."
    return f"There is no {shown(places[0].text)} to go to."


def _lies(game: Game, position: Position, card: Card) -> str:
    """Where a card lies that is not on top of a pile."""
    home = None
    for id in game.pile_ids:
        pile = game.pile(position, id)
        seen = pile[len(pile) - game.seen(position, id) :]
        if card not in [face(each) for each in seen if not is_hidden(each)]:
            continue
        if game.zone_of(id).kind is Kind.FOUNDATION or id in game.home:
            home = id
            continue
        return f"lies on {id} under {card_symbol(pile[-1])}"
    return f"is on {home} already" if home else "is nowhere to be seen"
