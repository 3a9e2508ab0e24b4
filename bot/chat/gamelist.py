"""The games, found by whatever people remember of them."""

from __future__ import annotations

from bot.chat import texts
from bot.table_views import Answer, Offer
from engine.game import Game
from engine.games.catalogue import games

PACKS = {1: "one pack", 2: "two packs"}


def matching(typed: str) -> list[Game]:
    """Games of which every word is known: by name, alias, book, year, packs, kind, length.

    Those whose own name begins so come first.
    """
    words = typed.casefold().split()
    found = [game for game in games() if all(word in _haystack(game) for word in words)]
    start = typed.casefold().strip()
    return sorted(found, key=lambda game: not _begins(game, start))


def choices(typed: str) -> list[tuple[str, str]]:
    """Label and id of the 25 games that fit best, for Discord's autocomplete."""
    return [(_label(game)[: texts.OPTION], game.id) for game in matching(typed)[: texts.CHOICES]]


def answer(typed: str, page: int) -> Answer:
    """The list as text, at most 25 games on a page."""
    found = matching(typed)
    if not found:
        text = f"No game fits “{texts.plain(typed)}”. `games` alone lists them all."
        return Answer(text, None, changed=False, private=True, error="unknown-game")
    last = (len(found) - 1) // texts.CHOICES + 1
    page = min(max(1, page), last)
    first = (page - 1) * texts.CHOICES
    lines = [_line(game) for game in found[first : first + texts.CHOICES]]
    count = "one game" if len(found) == 1 else f"{len(found)} games"
    head = f"**{count.capitalize()}**" + (f", page {page} of {last}" if last > 1 else "")
    tail = "`start` and a name begins one, `rules` and a name explains it."
    offers = [Offer(f"Page {n}", f"games {typed} {n}") for n in range(1, last + 1) if n != page]
    text = "\n".join([head, *lines, tail])
    return Answer(text, None, changed=False, private=True, offers=tuple(offers))


def _line(game: Game) -> str:
    packs = PACKS.get(game.packs, f"{game.packs} packs")
    return f"- **{game.title}** `{game.id}` · {packs}, {game.kind}, {game.length}"


def _label(game: Game) -> str:
    packs = PACKS.get(game.packs, f"{game.packs} packs")
    return f"{game.title} – {packs}, {game.kind}, {game.length} ({game.year})"


def _haystack(game: Game) -> str:
    packs = PACKS.get(game.packs, f"{game.packs} packs")
    parts = (game.id, game.title, *game.aliases, game.book, str(game.year), packs,
             f"{game.packs} packs", game.kind, game.length)  # fmt: skip
    return " ".join(parts).casefold()


def _begins(game: Game, start: str) -> bool:
    names = (game.id, game.title, game.title.removeprefix("The "), *game.aliases)
    return any(name.casefold().startswith(start) for name in names)
