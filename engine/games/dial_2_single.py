"""The Dial, No. 2, with one pack: *Dick's Games of Patience* (1898), read with its heading."""

from __future__ import annotations

from engine.games.dial_2 import CENTRE, CIRCLE, Dial2, dial_bases, dial_routes
from engine.zones import foundations, stock, talon


class Dial2Single(Dial2):
    id = "dial-2-single"
    title = "The Dial, No. 2 (one pack)"
    packs = 1
    length = "medium"
    difficulty = "easy"

    object = (
        "Twelve families of four stand round the dial, each ending with the card of its hour: "
        "the ace at one, the two at two, the knave at eleven, the queen at twelve. The four kings "
        "lie in the centre."
    )
    example = "w f8"

    zones = (
        stock(0, 1.6),
        talon(1.15, 1.6),
        foundations("F1-F12", CIRCLE, 4, "the dial"),
        foundations("F13", (CENTRE,), 4, "the centre"),
    )
    bases = dial_bases(4)
    routes = dial_routes(4)
