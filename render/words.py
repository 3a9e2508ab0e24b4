"""The board in words: a summary for screen readers, a full board in text, one pile on request.

Nothing is told here that a player may not see.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import pairwise
from string import digits

from engine.cards import Card, card_symbol, is_red, rank
from engine.game import Game
from engine.moves import Move
from engine.position import Position
from engine.telling import describe
from engine.zones import HOME, Kind, Zone
from render.runs import HIDDEN_SIGN, RUN_SIGN, card_words, run_end
from render.scene import changes
from render.sight import sight
from render.titles import redeals_words

ALT_LIMIT = 1024
"""Discord's bound for the description of a picture, in characters."""

EMPTY_SIGN, WANTED_SIGN = "–", "→"
_LEGEND = {HIDDEN_SIGN: "face down", EMPTY_SIGN: "empty", WANTED_SIGN: "takes", RUN_SIGN: "run"}
_MANY = 12  # piles: larger zones are summed up
_MOST = 36  # top cards are listed, of more piles only those that can be played


def _aloud(cards: Sequence[Card | None]) -> str:
    """Cards without signs that screen readers skip: ``J♠ 10♦ over 3 face down``."""
    seen = [card for card in cards if card is not None]
    hidden = f"{len(cards) - len(seen)} face down"
    if not seen:
        return hidden
    listed = " ".join(card_words(seen))
    return listed if len(seen) == len(cards) else f"{listed} over {hidden}"


# --- one pile ----------------------------------------------------------------------------------


def pile_words(game: Game, position: Position, id: str) -> str:
    """An answer to “what is in 7?”; `LookupError` with a sentence when there is no such pile."""
    name = _pile_id(game, id)
    cards = sight(game, position, name)
    zone = game.zone_of(name)
    start = f"{name} ({zone.name})"
    wish = game.wanted(position, name)
    wants = f" It takes {wish} next." if wish else ""
    if not cards:
        return f"{start} is empty.{wants}"
    count = f"{len(cards)} card{'' if len(cards) == 1 else 's'}"
    if all(card is None for card in cards):
        return f"{start}: {count}, face down.{wants}"
    if len(cards) == 1:
        return f"{start}: {' '.join(card_words(cards))}.{wants}"
    seen = [card for card in cards if card is not None]
    covered = len(cards) - len(seen)
    hidden = f" {covered} of them can't be seen." if covered else ""
    return f"{start}: {count}, the top one last: {' '.join(card_words(seen))}.{hidden}{wants}"


def _pile_id(game: Game, typed: str) -> str:
    wanted = typed.strip()
    if wanted in game.index:  # cell f1 is not foundation F1
        return wanted
    for id in game.pile_ids:
        if id.casefold() == wanted.casefold():
            return id
    raise LookupError(f"There is no pile “{typed.strip()[:20]}” here.")


# --- the summary -------------------------------------------------------------------------------


def alt_text(
    game: Game,
    position: Position,
    *,
    last: Move | None = None,
    before: Position | None = None,
    by: str = "",
    moves: int | None = None,
) -> str:
    """The board for those who can't see it, within `ALT_LIMIT` characters.

    What changed comes first, with the position `before` the `last` move and the name of the player
    it was made `by`; then what stands where, as far as there is room.
    """
    said = [f"{part}." for part in _news(game, position, last, before, by)]
    said.append(_state(game, position, moves))
    order = sorted(game.zones, key=lambda zone: _WEIGHT[zone.kind])
    room = ALT_LIMIT - sum(len(part) + 1 for part in said)
    for zone in order:
        large = zone.kind not in HOME and len(zone.ids) > _MANY
        full = (_zone_summary,) if large else (_zone_cards, _zone_tops)
        for tell in (*full, _zone_count):
            part = tell(game, position, zone)
            if len(part) + 1 <= room:
                said.append(part)
                room -= len(part) + 1
                break
    text = " ".join(part for part in said if part)
    return text if len(text) <= ALT_LIMIT else text[: ALT_LIMIT - 1].rstrip() + "…"


_WEIGHT = {
    Kind.HAND: 0,
    Kind.TALON: 1,
    Kind.STOCK: 2,
    Kind.FOUNDATION: 3,
    Kind.TABLEAU: 4,
    Kind.RESERVE: 5,
    Kind.DISCARD: 6,
    Kind.ORNAMENT: 7,
}


def _news(
    game: Game, position: Position, last: Move | None, before: Position | None, by: str
) -> Iterator[str]:
    if last is None:
        return
    player = f"{by[:40]}: " if by else "Last move: "
    if before is None:
        yield f"{player}{last}"
        return
    yield f"{player}{_told(game, before, last)}"
    effects = []
    for id, count in changes(game, before, position).arrived:
        if id == last.target and count == last.count and not last.verb:
            continue
        cards = [card for card in sight(game, position, id)[-count:] if card is not None]
        if cards:
            effects.append(f"{' '.join(card_words(cards))} on {id}")
    if effects:
        yield "Now " + ", ".join(effects)


def _told(game: Game, before: Position, move: Move) -> str:
    """What a move did; ``8♣…4♣`` is kept for cards of one suit."""
    told = describe(game, before, move)
    if move.verb or move.count < 3:
        return told
    cards = game.pile(before, move.source)[-move.count :]
    if run_end(cards, 0) == len(cards):
        return told
    first, last = card_symbol(cards[0]), card_symbol(cards[-1])
    alternate = all(
        rank(high) - rank(low) == 1 and is_red(high) != is_red(low) for high, low in pairwise(cards)
    )
    unit = f"{first} down to {last} in alternate colours" if alternate else _aloud(cards)
    return told.replace(f"{first}{RUN_SIGN}{last}", unit, 1)


def _state(game: Game, position: Position, moves: int | None) -> str:
    parts = [game.title]
    won = game.won(position)
    if won:
        parts.append("won" if moves is None else f"won in {moves} moves")
    elif moves is not None:
        parts.append(f"{moves} move{'' if moves == 1 else 's'} made")
    if progress := game.progress(position, " cards up"):
        parts.append(progress)
    if game.redeals != 0:
        parts.append(redeals_words(position))
    if caption := game.caption(position):
        parts.append(caption)
    return ", ".join(parts) + (f". {game.triumph}" if won else ".")


def _zone_cards(game: Game, position: Position, zone: Zone) -> str:
    """Every card of a zone that may be seen; foundations by their tops, which tell all."""
    if zone.kind in HOME or zone.kind in (Kind.STOCK, Kind.TALON):
        return _zone_tops(game, position, zone)
    return _zone(game, position, zone, _aloud)


def _zone_tops(game: Game, position: Position, zone: Zone) -> str:
    """The top cards of a zone and how many lie under them."""

    def top(cards: Sequence[Card | None]) -> str:
        card = cards[-1]
        if card is None:
            return f"{len(cards)} face down"
        more = f" ({len(cards)} cards)" if len(cards) > 1 else ""
        return card_symbol(card) + more

    return _zone(game, position, zone, top)


def _zone(
    game: Game, position: Position, zone: Zone, tell: Callable[[Sequence[Card | None]], str]
) -> str:
    piles = [(id, sight(game, position, id), game.wanted(position, id)) for id in zone.ids]
    if len(piles) == 1:
        id, cards, wish = piles[0]
        return f"{_name(zone)}: {id} {tell(cards) if cards else 'empty'}{_takes(wish)}."
    filled = [f"{id} {tell(cards)}{_takes(wish)}" for id, cards, wish in piles if cards]
    wishes = {id: wish for id, cards, wish in piles if not cards}
    empty = _empty(zone.ids, wishes)
    if filled:
        return f"{_name(zone)}: {', '.join(filled)}{f'; empty: {empty}' if empty else ''}."
    return f"{_name(zone)}: all empty{f'; {empty}' if any(wishes.values()) else ''}."


def _name(zone: Zone) -> str:
    return zone.name[:1].upper() + zone.name[1:]


def _takes(wish: str, piles: int = 1) -> str:
    return f" take{'s' if piles == 1 else ''} {wish}" if wish else ""


def _empty(ids: Sequence[str], wishes: Mapping[str, str]) -> str:
    """``F1 to F4 take J, F5 takes K``: empty places, those that take the same together."""
    alike: dict[str, list[str]] = {}
    for id, wish in wishes.items():
        alike.setdefault(wish, []).append(id)
    return ", ".join(_ranges(ids, some) + _takes(wish, len(some)) for wish, some in alike.items())


def _ranges(ids: Sequence[str], some: Sequence[str]) -> str:
    """``F1 to F3, F7``: ids of the same letter that stand in a row, shortened."""
    chosen = set(some)
    runs: list[list[str]] = []
    previous = ""
    for id in ids:
        if id in chosen and previous in chosen and id.rstrip(digits) == previous.rstrip(digits):
            runs[-1].append(id)
        elif id in chosen:
            runs.append([id])
        previous = id
    return ", ".join(f"{run[0]} to {run[-1]}" if len(run) > 2 else ", ".join(run) for run in runs)


def _zone_summary(game: Game, position: Position, zone: Zone) -> str:
    """How many cards lie in a large zone, and the tops; of very many those that can be played."""
    tops = {id: cards[-1] for id in zone.ids if (cards := sight(game, position, id))}
    if not tops:
        return f"{_name(zone)}: all empty."
    said = "on top"
    if len(tops) > _MOST:
        said = "can be played"
        moves = game.moves(position)
        playable = {id for move in moves for id in (move.source, move.target if move.verb else "")}
        tops = {id: card for id, card in tops.items() if id in playable}
    listed = ", ".join(f"{id} {card_symbol(card)}" for id, card in tops.items() if card is not None)
    return f"{_count(game, position, zone)}; {said}: {listed or 'none'}."


def _zone_count(game: Game, position: Position, zone: Zone) -> str:
    return f"{_count(game, position, zone)}; ask pile by pile."


def _count(game: Game, position: Position, zone: Zone) -> str:
    piles = [game.pile(position, id) for id in zone.ids]
    cards, filled = sum(map(len, piles)), sum(map(bool, piles))
    return f"{_name(zone)}: {cards} cards in {filled} of {len(piles)} places"


# --- the board in text -------------------------------------------------------------------------


def text_board(game: Game, position: Position, width: int = 40) -> str:
    """Every pile with all that is seen of it, in lines of at most `width` columns.

    A pile is its id and its cards, the top one last: ``7 ▒×3 Q♣ J♥``.  ``▒×3`` are three cards
    face down, ``A♠…7♠`` is a run, ``–`` an empty place, ``→A♠`` what it takes next; the last
    line explains those signs that occur.
    """
    lines = _wrapped(_state(game, position, None), width)
    signs = ""
    for zone in game.zones:
        entries = [_entry(game, position, id) for id in zone.ids]
        signs += "".join(word for entry in entries for word in entry[1:])
        lines.append("")
        lines += _wrapped(zone.name, width)
        lines += _grid(zone, entries, width) or _entries(entries, width)
    if legend := ", ".join(f"{sign} {word}" for sign, word in _LEGEND.items() if sign in signs):
        lines += ["", *_wrapped(legend, width)]
    return "\n".join(lines)


def _wrapped(text: str, width: int) -> list[str]:
    return textwrap.wrap(text, width, break_on_hyphens=False)


def _entry(game: Game, position: Position, id: str) -> list[str]:
    words = card_words(sight(game, position, id)) or [EMPTY_SIGN]
    wish = game.wanted(position, id)
    return [id, *words, *([WANTED_SIGN + wish.replace(" ", "_")] if wish else [])]


def _entries(entries: Iterable[list[str]], width: int) -> list[str]:
    """Short piles side by side in columns, long ones on lines of their own."""
    texts = [" ".join(entry) for entry in entries]
    longest = max(map(len, texts))
    columns = (width + 2) // (longest + 2)
    if columns >= 2:
        rows = [texts[i : i + columns] for i in range(0, len(texts), columns)]
        return ["  ".join(text.ljust(longest) for text in row).rstrip() for row in rows]
    return [
        line
        for text in texts
        for line in textwrap.wrap(
            text, width, subsequent_indent="   ", break_long_words=False, break_on_hyphens=False
        )
    ]


def _grid(zone: Zone, entries: Sequence[list[str]], width: int) -> list[str]:
    """A zone of cells ``a1`` to ``h8`` with one card or none each, as a table."""
    cells = [re.fullmatch(r"([a-z])(\d+)", id) for id in zone.ids]
    if len(cells) < 12 or None in cells or any(len(entry) != 2 for entry in entries):
        return []
    table = dict(entries)
    columns = sorted({id[0] for id in zone.ids})
    rows = sorted({int(id[1:]) for id in zone.ids})
    wide = max(map(len, table.values()))
    if 3 + (wide + 1) * len(columns) > width:
        return []
    lines = ["   " + " ".join(column.ljust(wide) for column in columns).rstrip()]
    for row in rows:
        words = (table.get(f"{column}{row}", "").ljust(wide) for column in columns)
        lines.append(f"{row:2d} " + " ".join(words).rstrip())
    return lines
