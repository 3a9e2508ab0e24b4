"""What the owners of a server decide about the daily challenge."""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from bot.daily.dates import LANGUAGES, Language

LATEST_HOUR = 23


@dataclass(frozen=True)
class GuildSettings:
    """`channel` gets the daily post at `hour` (UTC), 0 is none.

    `games` are ids, () for all; `next_games` takes their place on day `next_from`, so that a day
    that has begun stays as it is.  `public`: the server's name is shown to others.
    """

    channel: int = 0
    hour: int = 0
    games: tuple[str, ...] = ()
    next_games: tuple[str, ...] | None = None
    next_from: int = 0
    public: bool = False
    language: Language = "en"

    def games_on(self, day: int) -> tuple[str, ...]:
        """The games to choose from on that day."""
        if self.next_games is not None and day >= self.next_from:
            return self.next_games
        return self.games

    def with_games(self, games: tuple[str, ...], today: int) -> "GuildSettings":
        """Other games from tomorrow on."""
        return replace(self, games=self.games_on(today), next_games=games, next_from=today + 1)

    def stored(self) -> dict[str, str]:
        """The form in which they are kept."""
        fields = {
            "channel": str(self.channel),
            "hour": str(self.hour),
            "games": " ".join(self.games),
            "public": "1" if self.public else "0",
            "language": self.language,
            "next_from": str(self.next_from),
        }
        if self.next_games is not None:
            fields["next_games"] = " ".join(self.next_games)
        return fields

    @classmethod
    def read(cls, fields: Mapping[bytes, bytes]) -> "GuildSettings":
        """The inverse of `stored`; what is missing or can't be read has its default."""
        text = {key.decode(): value.decode("utf-8", "replace") for key, value in fields.items()}
        later = text.get("next_games")
        return cls(
            channel=_number(text.get("channel")),
            hour=min(LATEST_HOUR, _number(text.get("hour"))),
            games=tuple(text.get("games", "").split()),
            next_games=None if later is None else tuple(later.split()),
            next_from=_number(text.get("next_from")),
            public=text.get("public") == "1",
            language=next((one for one in LANGUAGES if one == text.get("language")), "en"),
        )


def _number(text: str | None) -> int:
    return int(text) if text and text.isdecimal() else 0
