"""Words: everything that is seen can be read back from them, and nothing else is told."""

from __future__ import annotations

import re

import pytest

from engine.cards import HIDDEN, SYMBOLS, Card, make, rank, rank_symbol, suit
from engine.game import Game
from engine.games.catalogue import find, games
from engine.position import Position
from engine.zones import Kind
from render.sight import sight
from render.words import ALT_LIMIT, _ranges, alt_text, pile_words, text_board, told
from tests.engine.endgames import won_record
from tests.render.boards import playout

GAMES = games()
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
Seen = tuple[Card | None, ...]

_RANKS = {rank_symbol(number): number for number in range(1, 14)}
SIGNS = "▒–→…"
_CARD = re.compile(r"(10|[A2-9JQK])([♠♥♦♣])")


def parse_card(word: str) -> Card:
    match = _CARD.fullmatch(word)
    assert match, word
    return make(_RANKS[match[1]], SYMBOLS.index(match[2]))


def parse_word(word: str) -> list[Card | None]:
    """The cards of one word: a card, a run, or cards face down."""
    if word.startswith("▒"):
        return [None] * int(word[2:] or 1)
    first, run, last = word.partition("…")
    if not run:
        return [parse_card(first)]
    low, high = parse_card(first), parse_card(last)
    assert suit(low) == suit(high)
    step = 1 if rank(high) > rank(low) else -1
    return [make(number, suit(low)) for number in range(rank(low), rank(high) + step, step)]


def parse_text_board(game: Game, board: str) -> tuple[dict[str, Seen], dict[str, str]]:
    """Every pile and every wish, read from the text alone."""
    piles: dict[str, list[Card | None]] = {}
    wishes: dict[str, str] = {}
    _, *zones = board.split("\n\n")
    if len(zones) > len(game.zones):
        assert set(SIGNS) & set(zones[-1]) == set(SIGNS) & set("".join(zones[:-1]))
        zones.pop()
    for zone, block in zip(game.zones, zones, strict=True):
        words = block.removeprefix(block[: _name_length(block, zone.name)]).split("\n")
        body = [line for line in words if line.strip()]
        if re.fullmatch(r" +[a-z]( +[a-z])*", body[0]):
            columns = body[0].split()
            for line in body[1:]:
                row, *cells = line.split()
                for column, cell in zip(columns, cells, strict=True):
                    piles[column + row] = [] if cell == "–" else parse_word(cell)
            continue
        id = ""
        for word in " ".join(body).split():
            if word in zone.ids:
                id = word
                piles[id] = []
            elif word.startswith("→"):
                wishes[id] = word[1:].replace("_", " ")
            elif word != "–":
                piles[id] += parse_word(word)
    return {id: tuple(cards) for id, cards in piles.items()}, wishes


def _name_length(block: str, name: str) -> int:
    """How much of a block its zone's name takes, however it is broken into lines."""
    at = 0
    for word in name.split():
        at = block.index(word, at) + len(word)
    return at


@pytest.mark.parametrize("width", [40, 32])
@every_game
def test_all_that_is_seen_can_be_read_back(game: Game, width: int) -> None:
    for position in playout(game)[0][::9]:
        board = text_board(game, position, width)
        piles, wishes = parse_text_board(game, board)
        assert piles == {id: sight(game, position, id) for id in game.pile_ids}
        assert wishes == {id: wish for id in game.pile_ids if (wish := game.wanted(position, id))}
        assert max(map(len, board.split("\n"))) <= width


@every_game
def test_a_pile_tells_all_its_cards(game: Game) -> None:
    for position in playout(game)[0][::15]:
        for id in game.pile_ids:
            said = pile_words(game, position, f" {id} ")
            assert said.startswith(id)
            listed = said.partition(": ")[2]
            seen = [card for card in sight(game, position, id) if card is not None]
            told = [
                card
                for word in re.split(r"[ .]+", listed.partition("It takes")[0])
                if any(sign in word for sign in SYMBOLS)
                for card in parse_word(word)
            ]
            assert told == seen, said


@every_game
def test_alt_text_says_what_every_place_takes(game: Game) -> None:
    for position in (*playout(game)[0][::15], *won_record(game).positions[::25]):
        said = alt_text(game, position)
        for id in game.pile_ids:
            wish = game.wanted(position, id)
            if wish and game.pile(position, id):
                assert re.search(rf"\b{id} [^,;:]+ takes {wish}[,;.]", said), (id, wish)
            elif wish:
                assert re.search(rf" takes? {wish}[,;.]", said), (id, wish)


def test_places_that_take_the_same_are_named_together() -> None:
    assert "all empty; N1 takes 8, N2, N4 take J, " in alt_text(*_start("great-thirteen"))
    anna = won_record(find("anna"))
    assert "F1 J♣ takes 10♣; empty: F2 to F8 take J." in alt_text(anna.game, anna.positions[0])


def _start(name: str) -> tuple[Game, Position]:
    game = find(name)
    return game, game.start("1")


@every_game
def test_alt_text_has_no_sign_for_cards_face_down(game: Game) -> None:
    for position in won_record(game).positions[::10]:
        assert "▒" not in alt_text(game, position)
        assert not any("▒" in pile_words(game, position, id) for id in game.pile_ids)


def test_cards_face_down_are_counted() -> None:
    game, start = _start("klondike")
    assert "3 J♣ over 2 face down, 4 4♦ over 3 face down" in alt_text(game, start)
    assert pile_words(game, start, "7").endswith("Q♣. 6 of them can't be seen.")


@every_game
def test_a_won_game_is_celebrated(game: Game) -> None:
    *_, before, won = won_record(game).positions
    for words in (alt_text, text_board):
        said = " ".join(words(game, won).split())
        assert game.triumph in said
        assert game.triumph not in " ".join(words(game, before).split())


def test_fields_tell_what_is_free_and_every_row() -> None:
    game, start = _start("japanese-rug")
    said = alt_text(game, start)
    assert "The rug a1 to h8: 64 cards in 64 of 64 places; free: a1 " in said
    free = said.partition("free: ")[2].partition(";")[0]
    assert {word.split()[0] for word in free.split(", ")} == set(game.available(start))
    assert "; row 8: " in said
    babette = won_record(find("babette")).positions
    assert "The garden a1 to h13: all empty." in alt_text(find("babette"), babette[0])
    assert "; row 2: " in alt_text(find("babette"), babette[66])


def test_every_pile_is_named_once_and_zones_of_one_name_together() -> None:
    sultan = won_record(find("sultan"))
    for position in sultan.positions[::40]:
        said = alt_text(sultan.game, position)
        assert said.count("The foundations") == 1
        for id in ("W", "S", "X"):
            assert f": {id} " in said


def test_what_is_left_out_can_be_asked_for() -> None:
    """Only the largest boards don't go into a description whole, and they say so."""
    empress = won_record(find("empress-of-india"))
    for position in empress.positions[::20]:
        said, whole = told(empress.game, position, by="Vera", moves=3)
        assert said.endswith("or by text.") != whole
        assert len(said) <= ALT_LIMIT
    for game in GAMES:
        if game.packs < 4:
            assert told(game, game.start("1"), moves=0)[1], game.id


def test_only_ids_of_one_letter_are_joined() -> None:
    assert _ranges(["a1", "a2", "a3", "b1", "b2", "b3"], ["a2", "a3", "b1", "b2", "b3"]) == (
        "a2, a3, b1 to b3"
    )


def test_a_run_of_alternate_colours_is_no_run_of_one_suit() -> None:
    game = find("klondike")
    record = won_record(game)
    before, after, move = record.positions[43], record.positions[44], record.moves[43]
    said = alt_text(game, after, last=move, before=before)
    assert said.startswith("Last move: 8♣ down to 4♣ in alternate colours from ")


def test_words_are_not_broken_at_hyphens() -> None:
    for game in GAMES:
        for width in range(32, 41):
            assert not re.search(r"\w-\n", text_board(game, game.start("1"), width))


def test_letters_of_piles_may_be_small() -> None:
    klondike, rug = find("klondike"), find("japanese-rug")
    assert pile_words(klondike, klondike.start("1"), "f1").startswith("F1 ")
    assert pile_words(rug, rug.start("1"), "f1").startswith("f1 ")


def test_an_unknown_pile_is_named() -> None:
    game = find("klondike")
    with pytest.raises(LookupError, match="There is no pile “9” here"):
        pile_words(game, game.start("1"), "9")


@every_game
def test_alt_text_is_short_and_says_what_changed_first(game: Game) -> None:
    positions, moves = playout(game)
    for number, (before, after, move) in enumerate(
        zip(positions, positions[1:], moves, strict=False)
    ):
        if number % 7:
            continue
        said = alt_text(game, after, last=move, before=before, by="Vera", moves=number + 1)
        assert len(said) <= ALT_LIMIT
        assert said.startswith("Vera: ")
        assert game.title in said
        for zone in game.zones:
            assert zone.name.lower() in said.lower()


def test_alt_text_holds_when_names_are_long() -> None:
    game = find("japanese-rug")
    positions, moves = playout(game)
    said = alt_text(game, positions[1], last=moves[0], before=positions[0], by="x" * 500)
    assert len(said) <= ALT_LIMIT


@every_game
def test_no_hidden_card_is_told(game: Game) -> None:
    """Other cards where players can't see them change no word."""
    for position in playout(game)[0][:40:8]:
        other = _with_other_secrets(game, position)
        if any(game.wanted(position, id) != game.wanted(other, id) for id in game.pile_ids):
            continue
        assert text_board(game, position) == text_board(game, other)
        assert alt_text(game, position) == alt_text(game, other)
        for id in game.pile_ids:
            assert pile_words(game, position, id) == pile_words(game, other, id)


def _with_other_secrets(game: Game, position: Position) -> Position:
    piles = []
    for id, pile in zip(game.pile_ids, position.piles, strict=True):
        covered = len(pile) - game.seen(position, id)
        piles.append(
            tuple(
                (card & HIDDEN) | (card * 7 % 13 + 1) if card & HIDDEN or depth < covered else card
                for depth, card in enumerate(pile)
            )
        )
    return position._replace(piles=tuple(piles), deal="another")


def test_the_stock_is_only_counted() -> None:
    for game in GAMES:
        start = game.start("1")
        for zone in game.zones:
            if zone.kind is Kind.STOCK and (count := len(game.pile(start, zone.ids[0]))):
                assert f"{zone.ids[0]} ▒×{count}" in text_board(game, start)
