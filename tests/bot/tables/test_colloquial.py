"""People who don't know the bot's commands say what they want in words of their own."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables.colloquial import meant
from bot.tables.verbs import VERBS
from engine.games.catalogue import games
from engine.moves import MoveError
from engine.reading import read
from tests.engine.walks import sample

MEANT = {
    "undo": "take back, take it back, Oops!, back, go back, undo it, undo that please, "
            "can you undo, undo the last move, take that back",
    "undo 2": "undo two, undo 2 moves, undo the last two moves, take back 2, undo 2, "
              "undo 2 times",
    "undo 1000": "undo all, undo everything",
    "d": "next card, next, draw, draw a card, flip, hit me, deal a card, new card, another card, "
         "turn over, give me a card, please deal a card, deal me one",
    "hint": "give me a hint, any ideas, I'm stuck, i’m stuck, hint please, can I have a hint, "
            "a tip, help me, show me a hint, i need help, "
            "give me 2 hints, best move, what's the best move?",
    "moves": "what can I do?, what now, what should we do, legal moves, what do I do, options",
    "odds": "can I win, is it winnable?, can this still be won?, is this lost",
    "finish": "auto, autoplay, finish up, finish it, everything up, play all home",
    "rules": "show me the rules, how do I win?, how to play, the rules please, how does this work",
    "games": "list games, which games are there?, other games, show me all the games, what games",
    "board": "show me the board, show board, status, score, show the table please, "
             "what's the score?",
    "again": "start over, begin again, play again, once more, same cards again",
    "another": "next game, a new game, other deal, a different deal, new game please",
    "stop": "quit, exit, end the game, end game, I give up, leave, close it",
    "start klondike": "play klondike, let's play Klondike!, switch to klondike, start klondike, "
                      "can we play canfield or klondike",
    "start anna 7": "play anna 7, begin anna 7, /patience start anna 7",
    "rules anna": "rules of anna, the rules for Anna please, what are the rules of anna?",
}  # fmt: skip
LEFT = [
    "hello",
    "play 3 5",
    "play w 3",
    "back to 3",
    "next week",
    "7h f",
    "stop it",
    "nice",
    "",
    "?",
]


@pytest.mark.parametrize(
    ("said", "command"),
    [(one, command) for command, said in MEANT.items() for one in said.split(", ")],
)
def test_other_words_for_a_command_are_that_command(said: str, command: str) -> None:
    assert meant(said).casefold() in (command, command.replace("klondike", "canfield or klondike"))


@pytest.mark.parametrize("line", LEFT)
def test_what_is_none_is_left_as_it_is(line: str) -> None:
    assert meant(line) == line


def test_moves_are_never_taken_for_something_else() -> None:
    for game in games():
        for position in sample(game)[::20]:
            for move in game.moves(position)[:20]:
                for text in (str(move), f"please {move}"):
                    said = meant(text)
                    try:
                        assert read(game, position, said) == move, (game.id, text, said)
                    except MoveError as error:
                        raise AssertionError(f"{game.id}: {text} is {said}: {error}") from None


@pytest.mark.parametrize("verb", VERBS)
def test_the_commands_themselves_stay(verb: str) -> None:
    assert meant(VERBS[verb].example) in (VERBS[verb].example, *MEANT)


@given(st.text(max_size=80))
def test_whatever_is_typed_is_something(text: str) -> None:
    assert meant(meant(text)) == meant(text)
