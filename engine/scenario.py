"""Runs scenario files: positions with the moves that must be legal, and what they lead to."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from engine.cards import pile_text
from engine.game import Game
from engine.games.catalogue import find
from engine.moves import MoveError, read_exact
from engine.position import Position

JUDGED = ("legal", "then", "moves_exactly", "won")
"""What a check can be about; one of these at least."""
KEYS = {"move", "moves", *JUDGED}


@dataclass(frozen=True)
class CheckOutcome:
    """One check: which, and what was wrong with it ("" when it passed)."""

    name: str
    fault: str


def run(scenario: Mapping[str, Any]) -> Iterator[CheckOutcome]:
    """One outcome for each check of a scenario (a dict of the scenario form).

    Its position is taken as it stands, also where it has more of a card than the packs.
    Raises `UnknownGame`, `KeyError` or `ValueError` when the scenario itself can't be read.
    """
    game = find(scenario["game"])
    position = game.load(scenario["position"], counted=False)
    name = f"{game.id}: {scenario['name']}"
    if not scenario["checks"]:
        yield CheckOutcome(name, "it has no checks")
    for number, check in enumerate(scenario["checks"], start=1):
        fault = _misread(check) or _fault(game, position, check)
        yield CheckOutcome(f"{name}: check {number}", fault)


def _misread(check: Mapping[str, Any]) -> str:
    """Why a check can't be meant as it is written; "" when it can.

    A misspelt key would otherwise check nothing, and pass.
    """
    if unknown := sorted(check.keys() - KEYS):
        return f"{unknown[0]!r} is nothing that can be checked"
    if not any(key in check for key in JUDGED):
        return "it checks nothing"
    if "move" in check and "moves" in check:
        return '"move" and "moves" don\'t go together'
    if not isinstance(check.get("moves", []), list):
        return '"moves" is not a list'
    for key in ("legal", "won"):
        if not isinstance(check.get(key, True), bool):
            return f'"{key}" is neither true nor false'
    if "legal" in check and not (check.get("moves") or "move" in check):
        return '"legal" needs a move'
    return ""


def _fault(game: Game, position: Position, check: Mapping[str, Any]) -> str:
    line = check.get("moves", [check["move"]] if "move" in check else [])
    judged = line[-1] if "legal" in check else None
    for text in line:
        try:
            position = game.apply(position, read_exact(text))
        except MoveError as error:
            if text is judged and not check["legal"]:
                return ""
            return f"“{text}” was refused: {error}"
    if judged is not None and not check["legal"]:
        return f"“{judged}” was accepted"
    return "; ".join(_differences(game, position, check))


def _differences(game: Game, position: Position, check: Mapping[str, Any]) -> Iterator[str]:
    for key, wanted in check.get("then", {}).items():
        if key in ("redeals_left", "phase"):
            found: Any = getattr(position, key)
        else:
            found = pile_text(game.pile(position, key))
        if found != wanted:
            yield f"{key} is {found!r}, not {wanted!r}"
    if "moves_exactly" in check:
        wanted, listed = set(check["moves_exactly"]), set(map(str, game.moves(position)))
        for text in sorted(wanted - listed):
            yield f"“{text}” is missing from the moves"
        for text in sorted(listed - wanted):
            yield f"“{text}” is one move too many"
    if "won" in check and game.won(position) != check["won"]:
        yield "the game is not won" if check["won"] else "the game is won"
