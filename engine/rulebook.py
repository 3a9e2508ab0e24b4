"""The rules of a game in plain words, made from its definition so that they can't drift apart.

Markdown of the small kind that Discord, terminals and people all read: bold heads, code for what
is typed.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

from engine.cards import ANY, DECK, RANK_WORDS, Mask, rank
from engine.game import HOME, Game, Kind
from engine.rules import Family, Fit, Route, order_words
from engine.telling import listed

LONGEST = 1950
"""Characters of a game's rules, so that they fit one message."""

PACKS = {1: "One pack", 2: "Two packs", 3: "Three packs", 4: "Four packs"}
KINDS = {"skill": "a game of skill", "mixed": "luck and skill", "luck": "a game of luck"}
VERB_WORDS = {
    "fill": "`fill` fills all empty places from the pack",
    "pair": "`pair {0} {1}` takes two cards that match off the board",
    "swap": "`swap {0} {1}` exchanges two cards",
    "play": "`play {0}` plays the cards of one pile",
}


def text(game: Game) -> str:
    """Everything that somebody who has never played the game needs, in the order they need it."""
    parts = [
        f"**{game.title}** – {game.book}, {game.year}",
        f"{PACKS[game.packs]}, {KINDS[game.kind]}, {game.length}.",
        f"**Object.** {game.object}",
        f"**On the table.** {_piles(game)}.",
        "\n".join(["**Moves.**", *(f"- {line}" for line in _moves(game))]),
    ]
    if game.advice:
        parts.append(f"**Note.** {game.advice}")
    parts += [
        f"**Dealing.** {_dealing(game)}",
        f"**The end.** {_end(game)}",
        f"**What to type.** {_typing(game)}",
    ]
    return "\n".join(part for part in parts if part)


def _piles(game: Game) -> str:
    zones = [f"`{short(zone.ids)}` {zone.name}" for zone in game.zones]
    return ", ".join(zones)


def short(ids: Sequence[str]) -> str:
    """Pile ids written short: ``F1–F8``, ``1 3 5``; the inverse of `engine.rules.expand`."""
    runs: list[list[str]] = []
    for id in ids:
        if runs and _follows(runs[-1][-1], id):
            runs[-1].append(id)
        else:
            runs.append([id])
    words = []
    for run in runs:
        words += [f"{run[0]}–{run[-1]}"] if len(run) > 2 else run
    return " ".join(words)


def _follows(one: str, other: str) -> bool:
    letters, number = _split(one)
    return number >= 0 and (letters, number + 1) == _split(other)


def _split(id: str) -> tuple[str, int]:
    letters = id.rstrip("0123456789")
    return letters, int(id[len(letters) :] or -1)


def _moves(game: Game) -> Iterator[str]:
    """One line for each zone and fit: what may be laid there, and from where."""

    def what(route: Route) -> tuple[tuple[str, ...], str, Mask]:
        return route.target_ids, fit_words(route), route.cards

    seen: list[tuple[tuple[str, ...], str, Mask]] = []
    for route in game.routes:
        if what(route) in seen:
            continue
        seen.append(what(route))
        sources = [_source(other) for other in game.routes if what(other) == what(route)]
        zone = game.zone_of(route.target_ids[0])
        cards = "" if route.cards == ANY else f", {_ranks(route.cards)} only"
        where = f"{zone.name} `{short(route.target_ids)}`"
        yield f"To {where}: {listed(sources, most=9, last='and')}{cards}; {fit_words(route)}."
    for verb in game.verbs:
        yield f"{VERB_WORDS[verb].format(*_two(game))}."


def _source(route: Route) -> str:
    return f"{route.source.words} of `{short(route.source.ids)}`"


def fit_words(route: Route) -> str:
    """Which cards a route's targets take."""
    fit: Fit = route.fit
    if not isinstance(fit, Family) or isinstance(fit.orders, str):
        return fit.words
    groups = groupby(enumerate(route.target_ids), key=lambda pair: fit.order(pair[0]))
    parts = [f"`{short([id for _, id in group])}` {order_words(order)}" for order, group in groups]
    return f"{', '.join(parts)}, {fit.match.value}"


def _ranks(cards: Mask) -> str:
    ranks = sorted({rank(card) for card in DECK if cards >> card & 1})
    return listed([f"{RANK_WORDS[r]}s" for r in ranks], most=13, last="and")


def _two(game: Game) -> tuple[str, str]:
    ids = next(zone.ids for zone in game.zones if zone.kind in (Kind.TABLEAU, Kind.RESERVE))
    return (ids[0], ids[1]) if len(ids) > 1 else (ids[0], ids[0])


def _dealing(game: Game) -> str:
    deal = "`d` deals from the pack." if game.deals else "Nothing is dealt after the start."
    match game.redeals:
        case 0:
            return f"{deal} There is no re-deal."
        case None:
            return f"{deal} `redeal` deals the cards again, as often as you like."
        case 1:
            return f"{deal} `redeal` deals the cards again, once."
        case n:
            return f"{deal} `redeal` deals the cards again, {n} times."


def _end(game: Game) -> str:
    home = [zone for zone in game.zones if zone.kind in HOME]
    places = listed([zone.name for zone in home], last="and")
    return (
        f"The game is won when all {game.goal} cards lie on {places}. "
        "It is lost when no move and no deal is left."
    )


def _typing(game: Game) -> str:
    verbs = [f"`{verb}`" for verb in game.verbs]
    own = f" This game has {listed(verbs, last='and')} besides." if verbs else ""
    deal = ", `d`" if game.deals else ""
    redeal = ", `redeal`" if game.redeals != 0 else ""
    return (
        f"A pile or a card, then where it goes: `{game.example}`{deal}{redeal}.{own} "
        "`undo`, `hint` and `finish` help."
    )
