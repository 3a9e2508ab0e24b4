"""Settings from the environment and from a .env file, in typed groups; .env.example lists them.

All begin with PATIENCE_. An empty value counts as not set.
"""

import os
import re
import socket
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from urllib.parse import unquote

from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

PREFIX = "PATIENCE_"
LEAST_SECRET = 32
"""Characters of a secret that nobody guesses."""
_ORDINAL = re.compile(r"(?<=[a-z0-9])-(\d+)$")
# Beside the code, where .env.example is, and in the folder one is in; the latter wins.
ENV_FILES = (Path(__file__).resolve().parent.parent / ".env", Path(".env"))


class SettingsError(Exception):
    """Settings that can't be used; `str(error)` names each mistake on a line of its own."""


def _group(prefix: str = "") -> SettingsConfigDict:
    return SettingsConfigDict(
        env_prefix=PREFIX + prefix,
        env_file=ENV_FILES,
        env_ignore_empty=True,
        extra="ignore",  # the other groups' names
        frozen=True,
        hide_input_in_errors=True,  # a token with a typo is still a secret
    )


class DiscordSettings(BaseSettings):
    """Who the bot is and what it may read."""

    model_config = _group()

    token: SecretStr | None = None
    token_file: Path | None = None
    message_content: bool = True  # bare chat moves; needs the intent in the developer portal

    @model_validator(mode="after")
    def _read_token(self) -> Self:
        if self.token_file is not None:
            if self.token is not None:
                raise ValueError("set PATIENCE_TOKEN or PATIENCE_TOKEN_FILE, not both")
            try:
                text = self.token_file.read_text(encoding="utf-8").strip()
            except (OSError, UnicodeDecodeError) as error:
                reason = getattr(error, "strerror", None) or "not a text"
                raise ValueError(
                    f"PATIENCE_TOKEN_FILE can't be read: {self.token_file}: {reason}"
                ) from None
            if not text:
                raise ValueError(f"PATIENCE_TOKEN_FILE is empty: {self.token_file}")
            # Frozen for everyone else.
            object.__setattr__(self, "token", SecretStr(text))
        token = self.token.get_secret_value().strip() if self.token else ""
        if not all("!" <= character <= "~" for character in token):
            raise ValueError(
                f"{PREFIX}TOKEN holds a character that no token has (a space, a line break, a"
                " letter with an accent): copy it again"
            )
        return self


class ShardSettings(BaseSettings):
    """Which part of Discord this process serves; by default all of it, as Discord recommends."""

    model_config = _group("SHARD_")

    count: Annotated[int, Field(ge=1)] | None = None
    ids: Annotated[tuple[int, ...] | None, NoDecode] = None  # "0,1,2"

    @field_validator("ids", mode="before")
    @classmethod
    def _split(cls, value: Any) -> Any:
        return value.split(",") if isinstance(value, str) else value

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.ids is not None:
            if self.count is None:
                raise ValueError("PATIENCE_SHARD_IDS needs PATIENCE_SHARD_COUNT")
            if not all(0 <= id < self.count for id in self.ids):
                raise ValueError(f"PATIENCE_SHARD_IDS go from 0 to {self.count - 1}")
        return self


class ProcessSettings(BaseSettings):
    """Which of several processes this is: they share the shards evenly.

    `process` is counted from 0; a pod's name, such as patience-2, says it too, and without any
    the host's name is looked at, which in a StatefulSet is the pod's.
    """

    model_config = _group()

    processes: Annotated[int, Field(ge=1)] = 1
    process: int | None = None

    @field_validator("process", mode="before")
    @classmethod
    def _ordinal(cls, value: Any) -> Any:
        ordinal = _ORDINAL.search(value) if isinstance(value, str) else None
        return ordinal[1] if ordinal else value

    @model_validator(mode="after")
    def _check(self) -> Self:
        if self.process is None and self.processes > 1:
            ordinal = _ORDINAL.search(socket.gethostname())
            if ordinal is None:
                raise ValueError(
                    f"PATIENCE_PROCESSES is {self.processes}, so PATIENCE_PROCESS has to say which "
                    f"of them this is: a number from 0 to {self.processes - 1}"
                )
            object.__setattr__(self, "process", int(ordinal[1]))  # frozen for everyone else
        if self.process is not None and not 0 <= self.process < self.processes:
            raise ValueError(
                f"PATIENCE_PROCESS is {self.process}, but goes from 0 to {self.processes - 1}, "
                f"since PATIENCE_PROCESSES is {self.processes}"
            )
        return self

    def share(self, shards: ShardSettings) -> ShardSettings:
        """The shards of this process.  Raises ValueError where they can't be shared."""
        if self.processes == 1:
            return shards
        if shards.ids is not None:
            raise ValueError(
                "set PATIENCE_SHARD_IDS, or PATIENCE_PROCESSES to have the shards shared, not both"
            )
        if shards.count is None:
            raise ValueError(
                "PATIENCE_PROCESSES needs PATIENCE_SHARD_COUNT, the same for all processes"
            )
        if shards.count < self.processes:
            raise ValueError(
                f"PATIENCE_SHARD_COUNT is {shards.count}, which leaves some of "
                f"{self.processes} processes without a shard: make it {self.processes} or more"
            )
        ids = tuple(range(self.process or 0, shards.count, self.processes))
        return shards.model_copy(update={"ids": ids})


def _data_folder() -> Path:
    base = os.environ.get("XDG_DATA_HOME")
    # The specification says to ignore a relative path.
    if base and Path(base).is_absolute():
        return Path(base) / "patience"
    try:
        return Path.home() / ".local" / "share" / "patience"
    except RuntimeError:
        raise ValueError("there is no home folder; set PATIENCE_DATA") from None


class StoreSettings(BaseSettings):
    """Where tables are kept."""

    model_config = _group()

    redis_url: str | None = Field(default=None, repr=False)  # may hold a password
    data: Path = Field(default_factory=_data_folder)

    @field_validator("data")
    @classmethod
    def _absolute(cls, value: Path) -> Path:
        return value.expanduser().absolute()


class DailySettings(BaseSettings):
    """The daily challenge."""

    model_config = _group("DAILY_")

    secret: SecretStr | None = None  # fixes all days' deals; without it one is made and kept

    @field_validator("secret")
    @classmethod
    def _long(cls, value: SecretStr | None) -> SecretStr | None:
        if value is not None and len(value.get_secret_value()) < LEAST_SECRET:
            raise ValueError(f"at least {LEAST_SECRET} characters, such as `openssl rand -hex 32`")
        return value


class LogSettings(BaseSettings):
    """What is logged, to stderr."""

    model_config = _group("LOG_")

    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["text", "json"] = "text"

    @field_validator("level", "format", mode="before")
    @classmethod
    def _lower(cls, value: Any) -> Any:
        return value.lower() if isinstance(value, str) else value


class MetricsSettings(BaseSettings):
    """Figures for Prometheus and a health check; served only when a port is set."""

    model_config = _group("METRICS_")

    port: Annotated[int, Field(ge=1, le=65535)] | None = None
    host: str = "127.0.0.1"


@dataclass(frozen=True)
class Settings:
    """All groups."""

    discord: DiscordSettings
    shards: ShardSettings
    store: StoreSettings
    log: LogSettings
    metrics: MetricsSettings
    daily: DailySettings = field(default_factory=DailySettings)

    def secrets(self) -> list[str]:
        """All that nobody may read, in every form in which it may come to light."""
        kept = [self.discord.token, self.daily.secret]
        url = self.store.redis_url or ""
        password = url.partition("://")[2].rpartition("@")[0].partition(":")[2]
        return [s.get_secret_value() for s in kept if s] + [password, unquote(password)]


GROUPS: dict[str, type[BaseSettings]] = {
    "discord": DiscordSettings,
    "shards": ShardSettings,
    "processes": ProcessSettings,
    "store": StoreSettings,
    "log": LogSettings,
    "metrics": MetricsSettings,
    "daily": DailySettings,
}


def load() -> Settings:
    """The settings. Raises SettingsError with all mistakes at once."""
    groups = _read(GROUPS)
    try:
        groups["shards"] = groups.pop("processes").share(groups["shards"])
    except ValueError as error:
        raise SettingsError(str(error)) from None
    return Settings(**groups)


def load_store() -> StoreSettings:
    """Where tables are kept, for those who need nothing else. Raises SettingsError."""
    store: StoreSettings = _read({"store": StoreSettings})["store"]
    return store


def _read(asked: dict[str, type[BaseSettings]]) -> dict[str, Any]:
    groups: dict[str, Any] = {}
    mistakes = [reason for file in ENV_FILES if (reason := _unreadable(file))]
    if mistakes:
        raise SettingsError("\n".join(mistakes))
    for name, group in asked.items():
        try:
            groups[name] = group()
        except ValidationError as error:
            prefix = group.model_config.get("env_prefix", PREFIX)
            mistakes += [_sentence(prefix, dict(item)) for item in error.errors()]
        except ValueError as error:  # of a default
            mistakes.append(str(error))
    if mistakes:
        raise SettingsError("\n".join(mistakes))
    return groups


def _unreadable(file: Path) -> str:
    """Why a file of settings that is there can't be read, "" when it can."""
    try:
        file.read_text(encoding="utf-8")
    except (FileNotFoundError, NotADirectoryError):
        return ""
    except UnicodeDecodeError:
        return f"{file.absolute()} is not a text in UTF-8"
    except OSError as error:
        return (
            f"{file.absolute()} can't be read ({error.strerror}); run this as the user whom it "
            "belongs to, or move it away"
        )
    return ""


def names() -> set[str]:
    """Names of all settings."""
    return {
        f"{group.model_config.get('env_prefix', PREFIX)}{field}".upper()
        for group in GROUPS.values()
        for field in group.model_fields
    }


def _sentence(prefix: str, item: dict[str, Any]) -> str:
    """One of pydantic's findings: "PATIENCE_METRICS_PORT: input should be a valid integer"."""
    message = str(item["msg"]).removeprefix("Value error, ")
    where = item["loc"]
    if not where:
        return message
    return f"{prefix}{where[0]}".upper() + f": {message[0].lower()}{message[1:]}"
