"""Questions about a table, against a real Redis."""

from bot.tables.tables import Offer, Tables
from engine.cards import card_symbol, face
from tests.bot.room import ANNA, BEN, CHANNEL, Room

# --- asking --------------------------------------------------------------------------------------


async def test_answers_to_questions(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="3")
    await room.do("play", BEN, "d, d, d, d")
    hint = await tables.hint(CHANNEL)
    assert hint.text.startswith("Try `W 1`: ")
    assert hint.offers == (Offer("Play W 1", "W 1"), Offer("Can it be won?", "odds"))
    assert "counters" in (await tables.board(CHANNEL)).text
    assert "the talon" in (await tables.text(CHANNEL)).text
    assert "6 of them can't be seen" in (await tables.look(CHANNEL, "7")).text
    assert (await tables.look(CHANNEL, "*99")).error == "no-pile"
    assert "3\\. Ben: `d`" in (await tables.history(CHANNEL)).text
    assert (await tables.rules(CHANNEL)).text == (await tables.rules("klondike")).text
    assert (await tables.rules("whist")).error == "unknown-game"


async def test_no_question_tells_a_hidden_card(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "klondike", deal="1")
    view = await room.view()
    hidden = view.record.game.pile(view.record.position, "7")[0]
    texts = [
        (await tables.look(CHANNEL, "7")).text,
        (await tables.text(CHANNEL)).text,
        (await tables.board(CHANNEL)).text,
        str(tables.move_choices(view)),
    ]
    for text in texts:
        assert card_symbol(face(hidden)) not in text


async def test_choices_are_legal_and_short(room: Room, tables: Tables) -> None:
    await room.do("start", ANNA, "house-on-the-hill")
    view = await room.view()
    choices = tables.move_choices(view)
    assert 0 < len(choices) <= 25
    assert all(len(label) <= 100 and len(value) <= 100 for label, value in choices)
    hint = await tables.hint(CHANNEL)
    assert choices[0][1] == hint.offers[0].command
    legal = set(map(str, view.record.game.moves(view.record.position)))
    assert {value for _, value in choices} <= legal
    for _, value in choices:
        assert tables.move_choices(view, value)[0][1] == value
