"""Names that people chose to break something."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.names import LONGEST, NOBODY, shown, tidy


@pytest.mark.parametrize(
    ("name", "tidied"),
    [
        ("Anna", "Anna"),
        ("  Anna \n\t Maria ", "Anna Maria"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("\u202eannA", "annA"),
        ("a\u200bb\u2060c\ufeff", "abc"),
        ("Ann\x00\x1b[31ma", "Ann[31ma"),
        ("名前", "名前"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("👍\U0001f3fd", "👍\U0001f3fd"),
        ("a\u200db", "ab"),
        ("👩\u200d", "👩"),
        ("", NOBODY),
        (" \u200b\u3164\u2800 ", NOBODY),
        ("\u0301\u0301", NOBODY),
        ("\ud800", NOBODY),
        ("x" * 40, "x" * (LONGEST - 1) + "…"),
        ("x" * LONGEST, "x" * LONGEST),
    ],
)
def test_tidy(name: str, tidied: str) -> None:
    assert tidy(name) == tidied


def test_runs_of_accents_are_cut_off() -> None:
    zalgo = "Z" + "\u0335\u0321\u034a" * 50 + "o" + "\u0301" * 100
    assert len(tidy(zalgo)) <= 8
    assert tidy(zalgo).startswith("Z")


@pytest.mark.parametrize(
    "name",
    ["**bold**", "__x__", "`code`", "~~x~~", "||x||", "> quote", "# head", "[a](https://b.c)"],
)
def test_markdown_does_not_come_through(name: str) -> None:
    text = shown(name)
    for at, char in enumerate(text):
        if char in "*_`~|>#[]()":
            assert text[at - 1] == "\\"


@pytest.mark.parametrize("name", ["@everyone", "@here", "<@1>", "<@&1>", "<#1>", "<t:1:R>"])
def test_mentions_do_not_come_through(name: str) -> None:
    text = shown(name)
    assert "@everyone" not in text
    assert "@here" not in text
    assert not re.search(r"(?<!\\)<|@[&!\d]", text)


def test_links_and_invitations_do_not_come_through() -> None:
    assert "https:" not in shown("https://example.com")
    assert "discord.gg" not in shown("discord.gg/abc")


@given(st.text(max_size=200))
def test_any_name_is_short_and_printable(name: str) -> None:
    text = tidy(name)
    assert text
    assert tidy(text) == text
    assert len(text) <= LONGEST * 8
    assert not any(unicodedata.category(c) in ("Cc", "Cs", "Co", "Cn") for c in text)
    assert not any(c in text for c in "\n\r\u2028\u2029\u202a\u202b\u202d\u202e\u2066\u2067\u2068")
    assert text == text.strip()
