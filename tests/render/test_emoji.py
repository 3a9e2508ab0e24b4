"""The signs of cards for lines of text."""

from __future__ import annotations

import io
import re

from PIL import Image

from engine.cards import DECK, card_symbol
from render.emoji import BACK, EMPTY, SIDE, signs


def test_every_card_has_a_sign_that_discord_takes() -> None:
    found = signs()
    assert [sign.of for sign in found] == [*map(card_symbol, DECK), BACK, EMPTY]
    assert len({sign.name for sign in found}) == len({sign.image for sign in found}) == 54
    for sign in found:
        assert re.fullmatch(r"\w{2,32}", sign.name, re.ASCII)
        assert len(sign.image) < 256 * 1024
        image = Image.open(io.BytesIO(sign.image))
        assert image.size == (SIDE, SIDE)
        assert image.mode == "RGBA"
        assert image.getpixel((0, 0))[3] == 0  # type: ignore[index]  # seen on light and dark


def test_the_same_picture_has_the_same_name() -> None:
    again = {sign.name: sign.image for sign in signs.__wrapped__()}
    assert again == {sign.name: sign.image for sign in signs()}
