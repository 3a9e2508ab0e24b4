"""Two people of a server beside each other: the days that both have played there."""

from collections import Counter, defaultdict
from dataclasses import dataclass

from bot import names
from bot.daily.calendar import iso
from bot.daily.people import DayPlayed, People, title_and_goal
from bot.daily.results import told
from bot.tables.texts import plural
from bot.tables.views import Player

SHOWN = 7
"""Days that are listed one by one."""
MOST_GAMES = 12


@dataclass(frozen=True)
class Pair:
    """What each of two people made of the same day."""

    mine: DayPlayed
    theirs: DayPlayed

    @property
    def ahead(self) -> int:
        """1 where the first is ahead, -1 where the second is, 0 where they are alike."""
        mine, theirs = self.mine.result.score, self.theirs.result.score
        return (mine > theirs) - (mine < theirs)


class Comparing:
    """Reads what the attempts' commits have written about two people."""

    def __init__(self, people: People) -> None:
        self._people = people

    async def compare(self, guild: int, player: Player, other: Player) -> str:
        """Head to head, in words for the first; only of days that both have finished there."""
        name = names.shown(other.name)
        if player.id == other.id:
            return "That is you; ask for it on somebody else."
        mine = {one.day: one for one in await self._people.played_in(guild, int(player.id))}
        theirs = {one.day: one for one in await self._people.played_in(guild, int(other.id))}
        pairs = [
            Pair(mine[day], theirs[day])
            for day in sorted(mine.keys() & theirs.keys(), reverse=True)
            if mine[day].finished and theirs[day].finished and mine[day].game == theirs[day].game
        ]
        if not pairs:
            return (
                f"You and {name} haven't both finished the same daily challenge here yet; "
                "`/patience daily play` begins today's."
            )
        won = sum(pair.mine.result.won for pair in pairs), sum(p.theirs.result.won for p in pairs)
        lines = [
            f"**You and {name}** · {plural(len(pairs), 'day')} that you have both finished here",
            f"{_score(pairs, name, 'You')}; won: you {won[0]}, {name} {won[1]}.",
            *_by_game(pairs, name),
            *[_day(pair, name) for pair in pairs[:SHOWN]],
        ]
        return "\n".join(lines)


def _score(pairs: list[Pair], name: str, you: str) -> str:
    """``You are ahead 3 : 1, 2 alike``; `you` begins a sentence or doesn't."""
    count = Counter(pair.ahead for pair in pairs)
    me, them = count[1], count[-1]
    if me == them:
        ahead = f"{you} are level, {me} : {them}"
    else:
        ahead = f"{you} are" if me > them else f"{name} is"
        ahead += f" ahead {max(me, them)} : {min(me, them)}"
    return ahead + (f", {count[0]} alike" if count[0] else "")


def _by_game(pairs: list[Pair], name: str) -> list[str]:
    """A line a game, those played most often first: who was ahead, and how far each gets."""
    games: defaultdict[str, list[Pair]] = defaultdict(list)
    for pair in pairs:
        games[pair.mine.game].append(pair)
    often = sorted(games.items(), key=lambda item: (-len(item[1]), item[0]))
    return [_game(id, those, name) for id, those in often[:MOST_GAMES]]


def _game(id: str, pairs: list[Pair], name: str) -> str:
    title, goal = title_and_goal(id)
    mine = round(sum(pair.mine.result.placed for pair in pairs) / len(pairs))
    theirs = round(sum(pair.theirs.result.placed for pair in pairs) / len(pairs))
    return (
        f"- {title}: {_score(pairs, name, 'you')}; on average {mine} of {goal} cards, "
        f"{name} {theirs}"
    )


def _day(pair: Pair, name: str) -> str:
    title, goal = title_and_goal(pair.mine.game)
    sign = {1: "you", 0: "alike", -1: name}[pair.ahead]
    mine, theirs = told(pair.mine.result, goal), told(pair.theirs.result, goal)
    return f"-# {iso(pair.mine.day)} {title} · {sign} · you {mine} · {name} {theirs}"
