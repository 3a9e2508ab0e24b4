"""Addresses: every form, and what is said of wrong ones."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.store.address import SCHEMES, Address, ServerKind, parse

MARK = "hunter2secret"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("redis://", Address(ServerKind.SERVER, (("localhost", 6379),))),
        ("redis://h:1/2", Address(ServerKind.SERVER, (("h", 1),), db=2)),
        ("redis://h?db=3", Address(ServerKind.SERVER, (("h", 6379),), db=3)),
        ("rediss://h", Address(ServerKind.SERVER, (("h", 6379),), tls=True)),
        ("redis://[::1]:7/1", Address(ServerKind.SERVER, (("::1", 7),), db=1)),
        (
            "redis://u:p%2F%40@h",
            Address(ServerKind.SERVER, (("h", 6379),), user="u", password="p/@"),
        ),
        ("redis://:p%3A@h", Address(ServerKind.SERVER, (("h", 6379),), password="p:")),
        ("unix:///run/r.sock", Address(ServerKind.SOCKET, path="/run/r.sock")),
        (
            "unix://u:p@/r.sock?db=1",
            Address(ServerKind.SOCKET, path="/r.sock", db=1, user="u", password="p"),
        ),
        ("redis+cluster://a,b:2", Address(ServerKind.CLUSTER, (("a", 6379), ("b", 2)))),
        ("rediss+cluster://a/0", Address(ServerKind.CLUSTER, (("a", 6379),), tls=True)),
        (
            "redis+sentinel://:p@a,b:2/main/4",
            Address(
                ServerKind.SENTINEL,
                (("a", 26379), ("b", 2)),
                service="main",
                db=4,
                password="p",
            ),
        ),
        (
            "redis://h?socket_timeout=5",
            Address(ServerKind.SERVER, (("h", 6379),), options=(("socket_timeout", 5.0),)),
        ),
    ],
)
def test_every_form_is_read(url: str, expected: Address) -> None:
    assert parse(url) == expected


@pytest.mark.parametrize(
    ("url", "sentence"),
    [
        ("localhost:6379", "must begin with"),
        (f"http://:{MARK}@h", "must begin with"),
        (f"redis://:x/{MARK}@h:6379/0", "percent-encoded"),
        (f"redis://:{MARK}/x@h:6379/0", "percent-encoded"),
        (f"redis://:{MARK}#x@h", "percent-encoded"),
        (f"redis://:{MARK}?x@h", "percent-encoded"),
        (f"redis://u:{MARK}@x@h", "percent-encoded"),
        (f"redis://u:{MARK}:x@h", "percent-encoded"),
        (f"redis://u:{MARK}", "percent-encoded"),
        (f"redis://h/{MARK}", "a database is a number"),
        (f"redis://h?{MARK}=1", "an option that isn't known"),
        (f"redis://h?socket_timeout={MARK}", "number of seconds"),
        ("redis://a,b", "several hosts"),
        ("redis+cluster://", "no host"),
        ("redis+cluster://a/1", "one database only"),
        ("redis+cluster://a,,b", "is empty"),
        ("redis+sentinel://a:1", "the primary's name"),
        ("redis://[::1", "in brackets"),
        ("unix://redis.sock", "whole path"),
    ],
)
def test_a_wrong_one_is_a_sentence_without_secrets(url: str, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence) as caught:
        parse(url)
    assert MARK not in str(caught.value)
    assert "\n" not in str(caught.value)


@given(
    st.sampled_from(sorted(SCHEMES)),
    st.text(st.sampled_from("ab/:@#?%,[]&= \n"), max_size=12),
    st.text(st.sampled_from("ab/:@#?%,[]&= \n"), max_size=12),
)
def test_no_password_is_ever_shown(scheme: str, before: str, after: str) -> None:
    try:
        address = parse(f"{scheme}://user:{before}{MARK}{after}@host:1/name")
        said = address.shown + repr(address)
    except ValueError as error:
        said = str(error)
    assert MARK not in said
