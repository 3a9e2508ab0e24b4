"""The rules of a game in plain words, made from its definition so that they can't drift apart.

Markdown of the small kind that Discord, terminals and people all read: bold heads, code for what
is typed.
"""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from engine.cards import ANY, BLACK, DECK, RANK_WORDS, RED, Mask, rank
from engine.families import Family, order_words
from engine.game import Game
from engine.hints import greedy
from engine.moves import DEAL, TWO_PLACES
from engine.record import Record
from engine.rules import Fit, Route, Tops
from engine.telling import listed
from engine.zones import HOME, Kind

LONGEST = 1950
"""Characters of a game's rules, so that they fit one message."""

PACKS = {1: "One pack", 2: "Two packs", 3: "Three packs", 4: "Four packs"}
KINDS = {"skill": "a game of skill", "mixed": "luck and skill", "luck": "a game of luck"}
LENGTHS = {"short": "short", "medium": "of middle length", "long": "long"}
TIMES = {1: "once", 2: "twice", 3: "three times", 4: "four times", None: "as often as you like"}
ONE = " Top cards, one at a time, if nothing else is said."
"""Of games in which some route takes top cards by themselves."""
VERB_WORDS = {
    "fill": "fills all places that are to be filled",
    "pair": "takes two cards that belong together out of the game",
    "swap": "lets two cards change places",
    "play": "plays the cards of a pile",
}


def text(game: Game) -> str:
    """Everything that somebody who has never played the game needs, in the order they need it.

    At most `LONGEST` characters; where that is too little, moves that belong to a late stage are
    left to the game's own advice.
    """
    full = _text(game, game.routes)
    if len(full) <= LONGEST:
        return full
    return _text(game, [route for route in game.routes if not route.phases])


def _text(game: Game, routes: Sequence[Route]) -> str:
    lines = [*_ways(game, routes)]
    words = {**VERB_WORDS, **game.verb_words}
    lines += [f"`{_example(game, verb)}` {words[verb]}." for verb in game.verbs]
    if len(routes) < len(game.routes):
        lines.append("At a later stage there are more, see below.")
    one = ONE if any(route.source.words == Tops.words for route in game.routes) else ""
    parts = [
        f"**{game.title}** – {game.book}, {game.year}",
        f"{PACKS[game.packs]}, {KINDS[game.kind]}, {LENGTHS[game.length]}.",
        f"**Object.** {game.object}",
        f"**On the table.** {_piles(game)}.",
        "\n".join([f"**Moves.**{one}", *(f"- {line}" for line in lines)]),
        f"**Mind.** {game.advice}" if game.advice else "",
        f"**Dealing.** {_dealing(game)}",
        f"**The end.** {_end(game)}",
        f"**What to type.** {_typing(game)}",
    ]
    return "\n".join(part for part in parts if part)


# --- piles ---------------------------------------------------------------------------------------


def _piles(game: Game) -> str:
    """``S`` the pack, ``F1–F4`` the foundations; zones of one name together."""
    zones: dict[str, list[str]] = {}
    for zone in game.zones:
        zones.setdefault(zone.name, []).extend(zone.ids)
    return ", ".join(f"`{short(ids)}` {name}" for name, ids in zones.items())


def short(ids: Sequence[str]) -> str:
    """Pile ids written short: ``F1–F8``, ``1 3 5``; a whole field is ``a1…h8``."""
    runs: list[list[str]] = []
    for id in ids:
        if runs and _follows(runs[-1][-1], id):
            runs[-1].append(id)
        else:
            runs.append([id])
    if len(runs) > 4 and len(ids) > 12:
        return f"{ids[0]}…{ids[-1]}"
    return " ".join(f"{run[0]}–{run[-1]}" if len(run) > 2 else " ".join(run) for run in runs)


def _follows(one: str, other: str) -> bool:
    letters, number = _split(one)
    return number >= 0 and (letters, number + 1) == _split(other)


def _split(id: str) -> tuple[str, int]:
    letters = id.rstrip("0123456789")
    return letters, int(id[len(letters) :] or -1)


def _places(game: Game, ids: Sequence[str]) -> str:
    """Whole zones by name, parts of zones with their ids."""
    names: dict[str, list[str]] = {}
    for id in ids:
        names.setdefault(game.zone_of(id).name, []).append(id)
    words = []
    for name, some in names.items():
        every = [id for zone in game.zones if zone.name == name for id in zone.ids]
        words.append(name if set(every) == set(some) else f"{name} `{short(some)}`")
    return listed(words, most=9, last="and")


# --- moves ---------------------------------------------------------------------------------------


class _Way(NamedTuple):
    """What makes routes one line of the rules."""

    target: str
    """Name of the zone."""
    unit: str
    fit: str
    cards: Mask
    now_and_then: bool
    source: str
    """Name of the zone for routes that reach only a part of the target, else ""."""


def _ways(game: Game, routes: Sequence[Route]) -> Iterator[str]:
    ways: dict[_Way, list[Route]] = {}
    for route in routes:
        zone = game.zone_of(route.target_ids[0])
        part = set(route.target_ids) != {
            id for z in game.zones if z.name == zone.name for id in z.ids
        }
        source = game.zone_of(route.source.ids[0]).name if part else ""
        unit, fit, phases = route.source.words, fit_words(route), bool(route.phases)
        way = _Way(zone.name, unit, fit, route.cards, phases, source)
        ways.setdefault(way, []).append(route)
    by_fit: dict[str, dict[str, list[_Way]]] = {}
    for way in ways:
        by_fit.setdefault(way.target, {}).setdefault(way.fit, []).append(way)
    for fits in by_fit.values():
        for alike in fits.values():
            for way in alike:
                yield _line(game, way, ways[way], likewise=way is not alike[0])


def _line(game: Game, way: _Way, routes: Sequence[Route], *, likewise: bool) -> str:
    targets = list(dict.fromkeys(id for route in routes for id in route.target_ids))
    sources = list(dict.fromkeys(id for route in routes for id in route.source.ids))
    reached = {(s, t) for route in routes for s in route.source.ids for t in route.target_ids}
    some = "" if len(reached) == len(targets) * len(sources) else ", not everywhere"
    parts = [
        "" if way.unit == Tops.words else way.unit,
        "" if way.cards == ANY else _cards(way.cards),
        "as above" if likewise else way.fit,
        "only at its time, see below" if way.now_and_then else "",
    ]
    to, start = _places(game, targets), _places(game, sources)
    start = f"within {to}" if to == start else f"{start} → {to}"
    return f"{start[0].upper()}{start[1:]}{some}: {'; '.join(part for part in parts if part)}."


def fit_words(route: Route) -> str:
    """Which cards a route's targets take."""
    fit: Fit = route.fit
    if not isinstance(fit, Family) or isinstance(fit.orders, str):
        return fit.words
    orders: dict[str, list[str]] = {}
    for k, id in enumerate(route.target_ids):
        orders.setdefault(order_words(fit.order(k)), []).append(id)
    parts = [f"`{short(ids)}` {order}" for order, ids in orders.items()]
    return f"{', '.join(parts)}, {fit.match.value}"


def _cards(cards: Mask) -> str:
    """``only red cards``, ``no aces``, ``only kings``."""
    if cards in (RED, BLACK):
        return f"only {'red' if cards == RED else 'black'} cards"
    inside = sorted({rank(card) for card in DECK if cards >> card & 1})
    outside = [r for r in RANK_WORDS if r not in inside]
    word, ranks = ("no", outside) if len(outside) < len(inside) else ("only", inside)
    plurals = [RANK_WORDS[r].replace("six", "sixe") + "s" for r in ranks]
    return f"{word} {listed(plurals, most=13, last='or' if word == 'no' else 'and')}"


def _example(game: Game, verb: str) -> str:
    """``pair 3 6``, as the game's own texts have it, else with the first piles there are."""
    if found := re.search(rf"\b{verb}(?: [a-z]*\d+){{2,}}", f"{game.example} {game.advice}"):
        return found[0]
    if verb not in TWO_PLACES:
        return verb
    zone = next(zone for zone in game.zones if zone.kind in (Kind.TABLEAU, Kind.RESERVE))
    return " ".join([verb, *zone.ids[:2]])


# --- dealing and the end -------------------------------------------------------------------------


def _dealing(game: Game) -> str:
    if not game.deals:
        deal = "Nothing is dealt after the start."
    elif game.dealing:
        deal = f"`d` {game.dealing}."
    elif type(game).deal is Game.deal:
        deal = "`d` lays the next card of the pack on the talon."
    else:
        deal = f"`d` deals {_dealt(game)}."
    if game.redeals == 0:
        return f"{deal} There is no re-deal."
    when = " when the pack is out" if "S" in game.index else ""
    times = TIMES.get(game.redeals, f"{game.redeals} times")
    return f"{deal} `redeal` deals the cards again{when}, {times}."


def _dealt(game: Game) -> str:
    """``a card of the pack to the hand``: what the first deal does that can be made."""
    position = Record.begin(game, "1").position
    ahead = itertools.chain([position], (after for _, after in greedy(game, position)))
    before = next((one for one in ahead if DEAL in game.moves(one)), None)
    if before is None:
        return "when its time has come"
    after = game.after(before, DEAL)
    more = {id: len(game.pile(after, id)) - len(game.pile(before, id)) for id in game.pile_ids}
    grown = [id for id in more if more[id] > 0]
    # What goes to a foundation by itself was dealt elsewhere, if there is anything else.
    grown = [id for id in grown if id not in game.home] or grown
    names = [game.zone_of(id).name.replace("the card in", "the") for id in grown]
    where = listed(list(dict.fromkeys(names)), last="and")
    what = "a card" if sum(more[id] for id in grown) == 1 else "cards"
    return f"{what} of the pack to {where}" if "S" in game.index else f"{what} to {where}"


def _end(game: Game) -> str:
    home = dict.fromkeys(zone.name for zone in game.zones if zone.kind in HOME)
    if type(game).won is Game.won:
        won = f"Won when all {game.goal} cards lie on {listed(list(home), last='and')}."
    else:
        won = f"Won when {game.triumph[0].lower()}{game.triumph[1:]}"
    return f"{won} Lost when nothing can be played or dealt any more."


def _typing(game: Game) -> str:
    ways = ["`d`"] * game.deals + ["`redeal`"] * (game.redeals != 0)
    known = game.example.split()[0]
    ways += [f"`{verb}`" for verb in game.verbs if verb != known]
    also = f"; also {listed(ways, most=9, last='and')}" if ways else ""
    what = "" if known in game.verbs else "A pile or a card and where it goes, such as "
    return f"{what}`{game.example}`{also}. `undo`, `hint` and `finish` help."
