"""What buttons of the daily challenge say is read again, also from earlier versions' messages."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.chat.custom_ids import PLACE, CustomId
from bot.daily.pressed import Pressed, Wanted

DAYS = st.none() | st.integers(0, 999_999)


@given(st.sampled_from(Wanted), DAYS, st.booleans())
def test_what_is_written_is_read_again(wanted: Wanted, day: int | None, joint: bool) -> None:
    pressed = Pressed(wanted, day, joint and wanted is Wanted.SHARE)
    assert Pressed.parse(str(pressed)) == pressed
    custom_id = CustomId(PLACE, 0, str(pressed))
    assert CustomId.decode(custom_id.encode()) == custom_id


@pytest.mark.parametrize(
    ("line", "pressed"),
    [
        ("daily today", Pressed(Wanted.TODAY)),
        ("daily play 20787", Pressed(Wanted.PLAY, 20787)),
        ("daily dm 20787", Pressed(Wanted.BY_MESSAGE, 20787)),
        ("daily together 20787", Pressed(Wanted.TOGETHER, 20787)),
        ("daily share 20787 alone", Pressed(Wanted.SHARE, 20787)),
        ("daily share 20787 together", Pressed(Wanted.SHARE, 20787, joint=True)),
        ("daily board 20787", Pressed(Wanted.BOARD, 20787)),
        ("daily board", Pressed(Wanted.BOARD)),
    ],
)
def test_buttons_of_earlier_versions_stay_readable(line: str, pressed: Pressed) -> None:
    assert Pressed.parse(line) == pressed
    assert str(pressed) == line


@pytest.mark.parametrize("line", ["daily", "daily x", "daily play x", "daily play 1234567",
                                  "daily play ٢", "daily share 1 both", "start anna"])  # fmt: skip
def test_what_no_version_wrote_is_refused(line: str) -> None:
    with pytest.raises(ValueError, match=r"daily|Wanted"):
        Pressed.parse(line)
