"""People chat around a table: what they say to each other is neither played nor answered, and
what they mean as moves is played, however they write it.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import count, islice, product

import pytest

from engine.cards import card_symbol, card_text, card_words
from engine.game import Game
from engine.games.catalogue import find, games
from engine.moves import ALONE, Move, MoveError
from engine.position import Position
from engine.reading import Line
from engine.talk import WORDLIKE, Manner, is_meant, manner
from engine.telling import describe
from tests.depth import every, much
from tests.engine.chat_lines import chat_lines
from tests.engine.walks import every_game, sample, spread

GAMES = games()
WIDE = str.maketrans({chr(c): chr(c + 0xFEE0) for c in range(0x21, 0x7F)})


def test_the_corpus_is_large() -> None:
    assert len(chat_lines()) >= 2000


@every_game
def test_no_talk_is_played_or_answered(game: Game) -> None:
    positions = [game.start("1"), *sample(game)[::12]]
    legal = [game.moves(position) for position in positions]
    # Of each few games every one looks at other lines.
    for text in chat_lines()[GAMES.index(game) % every(1) :: every(1)]:
        line = Line(game, text)
        for position, moves in zip(positions, legal, strict=True):
            assert not is_meant(line, position, moves), text
            if manner(line) is Manner.TALK:
                break  # wherever the cards lie


def ways(game: Game, position: Position, move: Move, moves: list[Move]) -> Iterator[str]:
    """Ways in which somebody would write the move and no other."""
    if move.verb in ALONE:
        word = str(move)
        yield from (word, word.upper(), f" {word} ", f"`{word}`", f"**{word}**", f"||{word}||",
                    f"{word}\u200b", f"\u200f{word}", word.translate(WIDE), f"{word}.")  # fmt: skip
        return
    text = str(move)
    yield from (text, text.upper(), text.lower(), f"  {text} ", text.translate(WIDE),
                f"`{text}`", f"**{text}**", f"||{text}||", f"_{text}_", f"```\n{text}\n```",
                text.replace(" ", "  "), f"{text}\u200b", f"\u2066{text}\u2069",
                describe(game, position, move))  # fmt: skip
    if move.verb or move.count > 1 or not game.seen(position, move.source):
        return
    s, t, card = move.source, move.target, game.pile(position, move.source)[-1]
    yield from (f"{s} -> {t}", f"{s}->{t}", f"{s} → {t}", f"{s} => {t}",
                f"move {s} to {t}", f"ok, {s} {t}", f"{s} {t}, please",
                f"from {s} to {t}", f"to {t} from {s}",
                f"{card_text(card)} from {s} to {t}",
                f"from {s} {card_text(card)} to {t}")  # fmt: skip
    rivals = [
        other
        for other in moves
        if other.target == t and other.source != s and not other.verb
        and game.pile(position, other.source)[-other.count :].count(card)
    ]  # fmt: skip
    if rivals or any(other != move and other.source == s and other.target == t for other in moves):
        return
    short, symbol, words = card_text(card), card_symbol(card), card_words(card)
    yield from (f"{short} {t}", f"{short.lower()} {t}", f"{symbol} {t}", f"{symbol}\ufe0f → {t}",
                f"{symbol[-1]}{symbol[:-1]} {t}", f"{short} to {t}", f"{symbol}-{t}",
                f"{symbol} – {t}", f"{words} to {t}", f"the {words} onto {t}",
                f"move the {words} to {t}", f"{short.lower()} {t} please",
                f"- {symbol} {t}", f"{words.title()} to {t}.")  # fmt: skip
    upwards = [o for o in moves if o.target in game.home and o.source == s and not o.verb]
    if t in game.home and upwards == [move]:
        yield f"{short.lower()} f"
    if t in game.home and upwards == [move] and short.lower() not in WORDLIKE:
        yield from (f"{symbol} f", f"{symbol} up", f"put the {words} up", f"{words} home")


PLANS = "i'd play, I’d, could we, can we, would you, we could, you play, i want, we'll, I’ll".split(
    ", "
)


@pytest.mark.parametrize("id", ["klondike", "fortress", "napoleons-favorite"])
def test_what_somebody_might_play_is_not_played(id: str) -> None:
    game = find(id)
    for position in sample(game)[::6]:
        moves = game.moves(position)
        for move, plan in product(spread(moves, 4), PLANS):
            for text in (f"{plan} {move}", f"{plan} {describe(game, position, move)}"):
                assert not is_meant(Line(game, text), position, moves), text


@cache
def written(game: Game) -> list[tuple[Position, list[Move], Move, str]]:
    found, turn = [], count()
    for position in sample(game)[::15]:
        moves = game.moves(position)
        for move in spread(moves, 8):
            # Of each few moves every one is written in other ways.
            some = islice(ways(game, position, move, moves), next(turn) % every(1), None, every(1))
            found += [(position, moves, move, way) for way in some]
    return found


@every_game
def test_every_way_of_writing_a_move_is_played(game: Game) -> None:
    for position, moves, move, text in written(game):
        line = Line(game, text)
        assert is_meant(line, position, moves), (text, str(move))
        try:
            [step] = line.read(position, moves)
        except MoveError as error:
            raise AssertionError(f"{text!r} for `{move}`: {error}") from None
        same = game.fold(step.after) == game.fold(game.after(position, move))
        assert same or step.move.source == move.source, (text, str(move), str(step.move))


def test_there_are_many_ways() -> None:
    assert len({text for game in GAMES[:20] for *_, text in written(game)}) >= much(2000)


KLONDIKE = find("klondike")
TABLE = KLONDIKE.load(
    {"piles": {"1": "8S 7H", "2": "(KD) 9H", "3": "TH", "4": "QH JS", "7": "KC", "W": "6H",
               "F2": "AH 2H", "S": "5S 6S 7S"}}
)  # fmt: skip


@pytest.mark.parametrize(
    ("typed", "played"),
    [
        ("to 7 from 4", "4 7 2"),
        ("q♥ from 4 to 7", "4 7 2"),
        ("Q♥ from 4 onto K♣ (7)", "4 7 2"),
        ("to 7 q♥ from 4", "4 7 2"),
        ("onto K♣ Q♥", "4 7 2"),
        ("qh 4 7", "4 7 2"),
        ("4 qh 7", "4 7 2"),
        ("d d d", "d, d, d"),
        ("deal 3", "d, d, d"),
        ("d then qh kc", "d, 4 7 2"),
        ("qh kc d", "4 7 2, d"),
        ("qh\u200b kc", "4 7 2"),
        ("\u200fd", "d"),
        ("qh-kc", "4 7 2"),
        ("qh – kc", "4 7 2"),
        ("||qh kc||", "4 7 2"),
        ("**4 7**", "4 7 2"),
        ("♥Q ♣K", "4 7 2"),
        ("🂽 🃞", "4 7 2"),
        ("put the queen on the king", "4 7 2"),
        ("2 cards from 4 to 7", "4 7 2"),
        ("❤️Q ♣️K", "4 7 2"),
        ("4️⃣ → 7️⃣", "4 7 2"),
        ("column 4 to column 7", "4 7 2"),
        ("queen of hearts on top of the king of clubs", "4 7 2"),
        ("OK, please, qh kc, thank you!", "4 7 2"),
    ],
)
def test_what_is_typed_is_what_is_meant(typed: str, played: str) -> None:
    line = Line(KLONDIKE, typed)
    assert ", ".join(str(step.move) for step in line.read(TABLE)) == played
    assert is_meant(line, TABLE, KLONDIKE.moves(TABLE))


@pytest.mark.parametrize(
    ("typed", "said"),
    [
        ("d, xx, d", "Move 2 of 3: “xx” is not a move. "),
        ("d, 9h 10h, d", "Move 2 of 3, “9h 10h”: 9♥ goes on 10♠ or 10♣, not on 10♥. None of them"),
        ("5 4 0", "a number of cards or deals is at least 1"),
        ("1 99", "there is no pile 99"),
        ("qh kc " + "x" * 300, "a move has at most 200 characters"),
        ("9h", "9♥ on 2 can go nowhere just now: it goes on"),
        ("ACE OF HEARTS", "A♥ is on F2 already."),
    ],
)
def test_refusals_name_what_was_meant(typed: str, said: str) -> None:
    with pytest.raises(MoveError) as caught:
        Line(KLONDIKE, typed).read(TABLE)
    assert said in str(caught.value)


def test_an_ambiguity_in_a_line_offers_whole_lines() -> None:
    position = KLONDIKE.load(
        {"piles": {"1": "JC", "2": "TH", "F2": "AH 2H 3H 4H 5H 6H 7H 8H 9H", "S": "2S 3S"}}
    )
    with pytest.raises(MoveError) as caught:
        Line(KLONDIKE, "d, 10h, d").read(position)
    lines = [way.line for way in caught.value.ways]  # type: ignore[attr-defined]
    assert sorted(lines) == ["d, 2 1, d", "d, 2 F2, d"]
    for line in lines:
        assert len(Line(KLONDIKE, line).read(position)) == 3
