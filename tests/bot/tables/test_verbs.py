"""The table of verbs: what is understood where, and that nothing else is taken for a verb."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.tables import actions
from bot.tables.verbs import VERBS, Surface, Verb, counted, heard, slashed, verb_of

EVERY = pytest.mark.parametrize("verb", VERBS.values(), ids=VERBS.keys())
CHAT = {
    "undo": "bare", "Undo  12": "bare", "redo 3": "bare", "hint": "bare", "BOARD": "bare",
    "finish": "bare", "restart": "bare", "rules": "bare", "deal on": "bare", "resume 7": "bare",
    "vote stop": "bare", "vote restart": "bare", "see 5": "bare", "see F1": "bare",
    "see wr": "bare", "see a": "bare",
    "start anna": "spoken", "start klondike 7": "spoken", "stop": "spoken",
    "stop anyway": "spoken", "text": "spoken", "see abcd": "spoken", "history": "spoken",
    "archive": "spoken", "resume": "spoken", "help": "spoken", "games": "spoken",
    "games two packs": "spoken", "rules anna": "spoken", "mode turns": "spoken",
    "d": "move", "redeal": "move", "deal": "move", "move 3 5": "move", "more": "spoken",
    "undo it": "move", "undo 1234": "move", "hint please": "move", "start": "spoken",
    "again": "spoken", "new": "spoken", "new deal": "spoken", "another deal anyway": "spoken",
    "give up": "spoken", "surrender": "spoken", "give me": "move",
    "new here": "move", "again and again": "move",
    "stop it": "move", "mode fast": "move", "vote": "move", "resume it": "move", "see": "move",
    "see abcde": "move", "undoing": "move", "7h f": "move", "quit": "move", "replay": "move",
    "daily board": "move", "": "move",
}  # fmt: skip
"""Lines of chat: understood as a verb in bare talk, only where written to the bot, or not."""


@pytest.mark.parametrize(("line", "where"), CHAT.items())
def test_lines_of_chat(line: str, where: str) -> None:
    assert bool(heard(line, spoken_to=False)) is (where == "bare")
    assert bool(heard(line, spoken_to=True)) is (where != "move")


@EVERY
def test_each_verb_is_understood_where_it_says(verb: Verb) -> None:
    assert verb_of(verb.example) is verb
    assert verb.surfaces
    assert verb.act or verb.surfaces.isdisjoint({Surface.TALK, Surface.SPOKEN})
    assert verb.fits(verb.example, spoken_to=False) is (Surface.TALK in verb.surfaces)
    assert verb.fits(verb.example, spoken_to=True) is (Surface.SPOKEN in verb.surfaces)
    assert 1 <= len(verb.slash) <= 100 or Surface.SLASH not in verb.surfaces
    assert counted(verb.example) == verb.name


def test_a_command_of_discord_has_at_most_25_parts() -> None:
    assert sum(bool(verb.slash) for verb in VERBS.values()) <= 25


def test_other_words_for_a_verb_are_that_verb() -> None:
    for verb in VERBS.values():
        assert all(verb_of(word) is verb for word in verb.aliases)
    words = [word for verb in VERBS.values() for word in (verb.name, *verb.aliases)]
    assert len(words) == len(set(words))


@given(st.text(max_size=60))
def test_whatever_is_typed_is_counted_as_a_verb_or_a_move(line: str) -> None:
    assert counted(line) in {*VERBS, "move"}
    for spoken_to in (False, True):
        verb = heard(line, spoken_to=spoken_to)
        assert verb is None or verb.act not in (None, actions.play)


@given(st.text(alphabet="`abdeghmnoprstu /1", max_size=60))
def test_lines_become_slash_commands_once(text: str) -> None:
    assert slashed(slashed(text)) == slashed(text)


@EVERY
def test_quoted_verbs_are_slash_commands_unless_bare_talk_is_enough(verb: Verb) -> None:
    enough = Surface.TALK in verb.surfaces or Surface.SLASH not in verb.surfaces
    before = "" if enough else "/patience "
    assert slashed(f"Try `{verb.example}`.") == f"Try `{before}{verb.example}`."
