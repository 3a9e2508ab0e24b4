"""Rules that depend on what lies elsewhere: cards held by their neighbours, piles that give way."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from engine.cards import HIDDEN, Mask
from engine.rules import Fit, FitTable, Index, Offer, Offers, Piles, Source, TableFit, Wants

Sides = Mapping[str, tuple[tuple[str, ...], ...]]
"""For each place, the places on each side of it that may hold its card; an open side has none."""


class FreeSides(Source):
    """Cards, each alone on its place, with nothing on at least one of their sides."""

    def __init__(self, sides: Sides, words: str) -> None:
        self.sides = sides
        self.ids = tuple(sides)
        self.words = words

    def bind(self, index: Index) -> Offers:
        """See `Source.bind`."""
        open_ = [index[id] for id, sides in self.sides.items() if () in sides]
        held = [
            (index[id], [[index[other] for other in side] for side in sides])
            for id, sides in self.sides.items()
            if () not in sides
        ]
        by_one = [(i, sides[0][0]) for i, sides in held if len(sides) == len(sides[0]) == 1]
        held = [(i, sides) for i, sides in held if not len(sides) == len(sides[0]) == 1]

        def offers(piles: Piles) -> list[Offer]:
            free = [i for i in open_ if piles[i]]
            free += [i for i, j in by_one if piles[i] and not piles[j]]
            for i, sides in held:
                if piles[i]:
                    for side in sides:
                        for j in side:
                            if piles[j]:
                                break
                        else:
                            free.append(i)
                            break
            return [(1 << card, i, 1) for i in free if (card := piles[i][-1]) < HIDDEN]

        return offers

    def holding(self, index: Index, piles: Piles, id: str) -> list[str]:
        """The places, one on each side, whose cards hold the card of this place; [] if free."""
        found = [
            next((other for other in side if piles[index[other]]), None) for side in self.sides[id]
        ]
        return [] if None in found else [other for other in found if other]


class WhileEmpty(Fit):
    """Takes what `fit` takes, but only while other piles hold no card.

    `others` names those piles for each target; `when` says it to players.
    """

    def __init__(self, fit: TableFit, others: Sequence[Sequence[str]], when: str) -> None:
        self.fit = fit
        self.others = tuple(map(tuple, others))
        self.words = f"{fit.words}, {when}"

    def table(self, k: int) -> FitTable | None:
        """See `Fit.table`."""
        return self.fit.table(k)

    def guards(self, k: int) -> tuple[str, ...]:
        """See `Fit.guards`."""
        return self.others[k]

    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """See `Fit.bind`."""
        fits = self.fit.bind(index, targets)
        others = {
            target: [index[id] for id in ids]
            for target, ids in zip(targets, self.others, strict=True)
        }

        def wants(piles: Piles, target: int) -> Mask:
            return 0 if any(piles[i] for i in others[target]) else fits(piles, target)

        return wants


class GivesWay(Fit):
    """Takes what `fit` takes, but nothing while some target would take the top card of `first`.

    `when` says it to players.
    """

    def __init__(self, fit: Fit, first: str, when: str) -> None:
        self.fit = fit
        self.first = first
        self.words = f"{fit.words}, {when}"

    def bind(self, index: Index, targets: Sequence[int]) -> Wants:
        """See `Fit.bind`."""
        fits, first = self.fit.bind(index, targets), index[self.first]

        def wants(piles: Piles, target: int) -> Mask:
            if piles[first] and piles[first][-1] < HIDDEN:
                card = 1 << piles[first][-1]
                for other in targets:
                    if fits(piles, other) & card:
                        return 0
            return fits(piles, target)

        return wants
