"""The board in words: a summary for screen readers, a full board in text, one pile on request.

Nothing is told here that a player may not see.
"""

from __future__ import annotations

import itertools
import textwrap
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from string import digits
from typing import NamedTuple

from engine.cards import Card, card_symbol, is_red, rank
from engine.game import Game
from engine.moves import Move
from engine.position import Position
from engine.telling import describe, listed
from engine.zones import HOME, Kind, Zone, is_field
from render.runs import HIDDEN_SIGN, RUN_SIGN, card_words, run_end
from render.scene import changes
from render.sight import sight
from render.titles import redeals_words

ALT_LIMIT = 1024
"""Discord's bound for the description of a picture, in characters."""

_REST = "The rest is told by see and a pile, or by text."
EMPTY_SIGN, WANTED_SIGN = "–", "→"
_LEGEND = {HIDDEN_SIGN: "face down", EMPTY_SIGN: "empty", WANTED_SIGN: "takes", RUN_SIGN: "run"}


def _aloud(cards: Sequence[Card | None]) -> str:
    """Cards without signs that screen readers skip: ``J♠ 10♦ over 3 face down``."""
    seen, hidden = _above_hidden(cards)
    if not seen:
        return f"{hidden} face down"
    return f"{_listed(seen)} over {hidden} face down" if hidden else _listed(seen)


def _above_hidden(cards: Sequence[Card | None]) -> tuple[Sequence[Card | None], int]:
    """What lies over the cards at the bottom that can't be seen, and how many those are."""
    hidden = next((i for i, card in enumerate(cards) if card is not None), len(cards))
    return cards[hidden:], hidden


def _listed(cards: Sequence[Card | None]) -> str:
    """Cards in the order given; those between them that can't be seen are counted."""
    words = []
    for covered, group in itertools.groupby(cards, key=lambda card: card is None):
        lying = list(group)
        words += [f"({len(lying)} face down)"] if covered else card_words(lying)
    return " ".join(words)


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
    seen, below = _above_hidden(cards)
    hidden = f" {below} of them can't be seen." if below else ""
    return f"{start}: {count}, the top one last: {_listed(seen)}.{hidden}{wants}"


def _pile_id(game: Game, typed: str) -> str:
    wanted = typed.strip()
    if wanted in game.index:  # cell f1 is not foundation F1
        return wanted
    for id in game.pile_ids:
        if id.casefold() == wanted.casefold():
            return id
    spans = [
        f"{zone.ids[0]}–{zone.ids[-1]}" if zone.ids[1:] else zone.ids[0] for zone in game.zones
    ]
    there = listed(spans, 12, "and")
    raise LookupError(f"There is no pile “{wanted[:20]}” here, but {there}.")


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
    return told(game, position, last=last, before=before, by=by, moves=moves)[0]


def told(
    game: Game,
    position: Position,
    *,
    last: Move | None = None,
    before: Position | None = None,
    by: str = "",
    moves: int | None = None,
) -> tuple[str, bool]:
    """`alt_text`, and whether every card in play is told in it."""
    news = [f"{part}." for part in _news(game, position, last, before, by)]
    news.append(_state(game, position, moves))
    groups = sorted(_groups(game), key=lambda group: _WEIGHT[group.kind])
    said = [_group_count(game, position, group) for group in groups]
    room = ALT_LIMIT - sum(len(part) + 1 for part in (*news, *said, _REST))
    left = set(range(len(groups)))
    played = sorted(left, key=lambda i: groups[i].kind not in (Kind.TABLEAU, Kind.RESERVE))
    for tell, order in ((_group_tops, sorted(left)), (_group_cards, played)):
        for i in order:
            part = tell(game, position, groups[i])
            if len(part) - len(said[i]) <= room:
                room -= len(part) - len(said[i])
                said[i] = part
                if tell is _group_cards:
                    left.remove(i)
    text = " ".join((*news, *said, *([_REST] if left else [])))
    if len(text) > ALT_LIMIT:
        text = text[: ALT_LIMIT - 1].rstrip() + "…"
    return text, not left


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
    caption = game.caption(position)
    parts += [words for words in (caption, game.remark(position)) if words]
    # What the picture points at.
    if pointed := [id for id in game.next_places(position) if id not in caption.split()]:
        parts.append(f"next: {_ranges(game.pile_ids, pointed)}")
    return ", ".join(parts) + (f". {game.triumph}" if won else ".")


class _Group(NamedTuple):
    """All piles of one name."""

    name: str
    kind: Kind
    ids: tuple[str, ...]


@lru_cache(maxsize=256)
def _groups(game: Game) -> tuple[_Group, ...]:
    ids: dict[str, list[str]] = {}
    kinds: dict[str, Kind] = {}
    for zone in game.zones:
        ids.setdefault(zone.name, []).extend(zone.ids)
        kinds.setdefault(zone.name, zone.kind)
    return tuple(
        _Group(name[:1].upper() + name[1:], kinds[name], tuple(some)) for name, some in ids.items()
    )


def _group_cards(game: Game, position: Position, group: _Group) -> str:
    """Every card that is in play; of foundations and talons the tops tell enough."""
    if group.kind in HOME or group.kind in (Kind.STOCK, Kind.TALON):
        return _group_tops(game, position, group)
    if not (rows := _rows(group)):
        return _group(game, position, group, _aloud)
    lines = []
    for row, ids in rows.items():
        cells = [(sight(game, position, id) or (None,))[-1] for id in ids]
        if any(cell is not None for cell in cells):
            words = (EMPTY_SIGN if cell is None else card_symbol(cell) for cell in cells)
            lines.append(f"row {row}: {' '.join(words)}")
    summary = _group_tops(game, position, group)
    return f"{summary[:-1]}; {'; '.join(lines)}." if lines else summary


def _rows(group: _Group) -> dict[str, list[str]]:
    """The rows of a field of cells ``a1`` to ``h8``; none for other piles."""
    if not is_field(group.ids):
        return {}
    rows: dict[str, list[str]] = {}
    for id in sorted(group.ids, key=lambda id: (int(id[1:]), id[0])):
        rows.setdefault(id[1:], []).append(id)
    return rows


def _group_tops(game: Game, position: Position, group: _Group) -> str:
    """The top cards and how many lie there; of a field those that are free to be played."""

    def top(cards: Sequence[Card | None]) -> str:
        card = cards[-1]
        if card is None:
            return f"{len(cards)} face down"
        more = f" ({len(cards)} cards)" if len(cards) > 1 else ""
        return card_symbol(card) + more

    if not is_field(group.ids):
        return _group(game, position, group, top)
    tops = {
        id: cards[-1] for id in game.available(position) if (cards := sight(game, position, id))
    }
    free = [f"{id} {card_symbol(tops[id] or 0)}" for id in group.ids if tops.get(id) is not None]
    count = _group_count(game, position, group)
    if not any(game.pile(position, id) for id in group.ids):
        return count
    return f"{count[:-1]}; free: {', '.join(free) or 'none'}."


def _group(
    game: Game,
    position: Position,
    group: _Group,
    tell: Callable[[Sequence[Card | None]], str],
) -> str:
    piles = [(id, sight(game, position, id), game.wanted(position, id)) for id in group.ids]
    if len(piles) == 1:
        id, cards, wish = piles[0]
        return f"{group.name}: {id} {tell(cards) if cards else 'empty'}{_takes(wish)}."
    filled = [f"{id} {tell(cards)}{_takes(wish)}" for id, cards, wish in piles if cards]
    wishes = {id: wish for id, cards, wish in piles if not cards}
    empty = _empty(group.ids, wishes)
    if filled:
        return f"{group.name}: {', '.join(filled)}{f'; empty: {empty}' if empty else ''}."
    return f"{group.name}: all empty; {empty}."


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


def _group_count(game: Game, position: Position, group: _Group) -> str:
    """The piles and how many cards lie there, for the rest to be asked."""
    piles = [game.pile(position, id) for id in group.ids]
    cards, filled = sum(map(len, piles)), sum(map(bool, piles))
    ids = (
        f"{group.ids[0]} to {group.ids[-1]}"
        if is_field(group.ids)
        else _ranges(group.ids, group.ids)
    )
    if not cards:
        return f"{group.name} {ids}: all empty."
    return f"{group.name} {ids}: {cards} cards in {filled} of {len(piles)} places."


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
    if not is_field(zone.ids) or any(len(entry) != 2 for entry in entries):
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
