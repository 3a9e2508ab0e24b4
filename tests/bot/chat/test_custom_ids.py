"""What buttons carry: it comes back as it was, and that of earlier versions is understood."""

from __future__ import annotations

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.chat.buttons import Pick, Press
from bot.chat.custom_ids import (
    BUTTON,
    LONGEST,
    LONGEST_LINE,
    MENU,
    PERSON,
    PLACE,
    CustomId,
    Target,
    Whose,
    is_known,
)
from bot.store.ids import Attempt, ChannelTable

DAYS = st.integers(0, 999_999)
TARGETS = st.sampled_from([PLACE, PERSON]) | st.builds(
    Target, st.sampled_from([Whose.OWN_ATTEMPT, Whose.JOINT_ATTEMPT]), DAYS
)
LINES = st.text(min_size=0, max_size=LONGEST_LINE)


@given(st.builds(CustomId, TARGETS, st.integers(0, 10**9), LINES))
def test_what_is_written_is_read_again(says: CustomId) -> None:
    text = says.encode()
    assume(len(text) <= LONGEST)
    assert CustomId.decode(text) == says
    assert is_known(text)
    assert bool(BUTTON.fullmatch(text)) == bool(says.line)
    assert bool(MENU.fullmatch(text)) != bool(says.line)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("p:17:undo", CustomId(PLACE, 17, "undo")),
        ("p:0:start empress-of-india anyway", CustomId(PLACE, 0, "start empress-of-india anyway")),
        ("p:0:daily play 20787", CustomId(PLACE, 0, "daily play 20787")),
        ("s:4?", CustomId(PERSON, 4)),
        ("a20787:3?", CustomId(Target(Whose.OWN_ATTEMPT, 20787), 3)),
        ("t20787:12:3 5", CustomId(Target(Whose.JOINT_ATTEMPT, 20787), 12, "3 5")),
        ("p:1:7h f, d", CustomId(PLACE, 1, "7h f, d")),
        ("p:1:games who?", CustomId(PLACE, 1, "games who?")),
    ],
)
def test_boards_of_earlier_versions_stay_readable(text: str, says: CustomId) -> None:
    assert CustomId.decode(text) == says
    assert says.encode() == text


@pytest.mark.parametrize(
    "text",
    ["", "deal/7", "p", "p:", "p:1", "p:x:undo", "q:1:undo", "a:1:undo", "p7:1:undo", "t1:1:",
     "a1234567:1:undo", "p:1?x", "p:-1:undo", "p:１:undo", "p:1:" + "x" * (LONGEST_LINE + 1)],
)  # fmt: skip
def test_what_no_version_wrote_is_refused(text: str) -> None:
    assert not is_known(text)
    with pytest.raises(ValueError, match="no custom id"):
        CustomId.decode(text)


@pytest.mark.parametrize("text", ["", "x", "p1", "a", "t1234567"])
def test_a_target_has_a_day_where_it_is_a_challenge(text: str) -> None:
    with pytest.raises(ValueError, match="no target"):
        Target.decode(text)


def test_a_table_played_in_a_channel_is_reached_by_its_buttons() -> None:
    assert Target.in_place(ChannelTable(1_234_567_890_123_456_789)) == PLACE
    assert Target.in_place(Attempt(5, 20787)) == Target(Whose.JOINT_ATTEMPT, 20787)


def test_items_are_found_by_their_ids() -> None:
    press, pick = Press(PLACE, 17, "undo", "Undo"), Pick(PERSON, 4, [("label", "3 5")])
    for item, template in ((press, BUTTON), (pick, MENU)):
        assert item.template is template
        assert template.fullmatch(str(item.item.custom_id))
    assert press.item.custom_id == "p:17:undo"
    assert pick.item.custom_id == "s:4?"
