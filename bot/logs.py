"""Log lines: structlog over the standard library's logging, so that discord.py's lines look alike.

Lines go to stderr, as text or JSON. What a player could learn hidden cards from, and what gives
access to the bot, is blotted out on the way.
"""

import logging
import re
import sys
from collections.abc import Mapping
from contextlib import AbstractContextManager
from typing import Literal, TextIO

import structlog
from structlog.types import EventDict, Processor

# A deal number is as good as the cards it deals.
SECRET_FIELDS = frozenset(
    {"blob", "deal", "deck", "pack", "password", "piles", "position", "record", "seed", "token"}
)
BLOT = "(secret)"
SHORTEST = 6
"""Characters of a secret that is looked for; shorter ones are parts of words."""
RECONNECT = "Attempting a reconnect"

SECRET_TEXTS = (
    # A bot's token: its id, a time, a signature.
    re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    # Interaction and webhook tokens in the paths that discord.py logs.
    re.compile(r"(?<=/interactions/)\d+/[\w-]+|(?<=/webhooks/)\d+/[\w-]+"),
    # The password of an address; people write any sign into that of a Redis.
    re.compile(r"(?<=redis://)\S*(?=@)|(?<=rediss://)\S*(?=@)|(?<=unix://)\S*(?=@)"),
    re.compile(r"(?<=redis\+cluster://)\S*(?=@)|(?<=redis\+sentinel://)\S*(?=@)"),
    re.compile(r"(?<=://)[^/\s@]*:[^/\s@]*(?=@)"),
    # A field of a payload, as JSON or as Python writes it.
    re.compile(
        rf"""(?<=["'])(?:{"|".join(sorted(SECRET_FIELDS))})["']\s*:\s*"""
        r"""(?:"[^"]*"|'[^']*'|[^\s,}\]]+)"""
    ),
)
_hidden: set[str] = set()


def configure(
    level: str = "info", form: Literal["text", "json"] = "text", stream: TextIO | None = None
) -> None:
    """Set logging up for the whole program; may be called again."""
    stream = stream or sys.stderr
    renderer: Processor
    if form == "json":
        renderer = structlog.processors.JSONRenderer()
    else:
        renderer = structlog.dev.ConsoleRenderer(colors=stream.isatty())
    formatter = structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[structlog.stdlib.ExtraAdder(), *SHARED],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, renderer],
    )
    handler = logging.StreamHandler(stream)
    handler.setFormatter(formatter)
    handler.addFilter(without_payloads)
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


def hide(*texts: str | None) -> None:
    """Have these blotted out wherever they come: secrets that don't look like any."""
    _hidden.update(text for text in texts if text and len(text) >= SHORTEST)


def without_payloads(record: logging.LogRecord) -> bool:
    """What libraries send and receive holds tokens, words of players and secret deals: only its
    size is told.  Always true, as a filter that lets every line pass.
    """
    if isinstance(record.msg, str) and isinstance(record.args, tuple):  # not one of structlog's
        record.args = tuple(map(_size, record.args))
    elif isinstance(record.msg, str) and isinstance(record.args, Mapping):
        record.args = {name: _size(value) for name, value in record.args.items()}
    return True


def _size(value: object) -> object:
    text = isinstance(value, str | bytes) and value[:1] in ("{", "[", b"{", b"[")
    if text or isinstance(value, bytes | dict | list):
        return f"(payload of {len(value)})"  # type: ignore[arg-type]
    return value


def get(name: str) -> structlog.stdlib.BoundLogger:
    """The logger of a module: `log = logs.get(__name__)`, `log.info("table started", game=id)`."""
    logger: structlog.stdlib.BoundLogger = structlog.stdlib.get_logger(name)
    return logger


def context(**fields: str | int | None) -> AbstractContextManager[None]:
    """Put guild, channel, game or turn on every line logged inside the `with`, in this task."""
    return structlog.contextvars.bound_contextvars(**fields)


def blot(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Take secrets out of a line: fields by name, texts by what they look like."""
    for name, value in event.items():
        if not name.startswith("_"):  # structlog's own
            event[name] = _clean(name, value)
    return event


def _clean(name: object, value: object) -> object:
    """A field without secrets, of what JSON has."""
    if name in SECRET_FIELDS:
        return BLOT
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, dict):
        return {key: _clean(key, part) for key, part in value.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean("", part) for part in value]
    return _blotted(str(value))


def calm(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Lost connections are daily bread: discord.py tells of each with a traceback."""
    error = event.get("exc_info")
    if str(event.get("event", "")).startswith(RECONNECT) and isinstance(error, tuple):
        del event["exc_info"]
        event.update(level="warning", reason=f"{type(error[1]).__name__}: {error[1]}")
    return event


def _blotted(text: str) -> str:
    for secret in _hidden:
        text = text.replace(secret, BLOT)
    for pattern in SECRET_TEXTS:
        text = pattern.sub(BLOT, text)
    return text


SHARED: list[Processor] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    calm,
    structlog.processors.format_exc_info,
    blot,
]
"""What happens to every line, also before `configure`: structlog's own default would print the
values of variables below a traceback, and with them cards that nobody may see.
"""

structlog.configure(
    processors=[
        structlog.stdlib.filter_by_level,
        structlog.stdlib.PositionalArgumentsFormatter(),
        *SHARED,
        structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
    ],
    logger_factory=structlog.stdlib.LoggerFactory(),
    wrapper_class=structlog.stdlib.BoundLogger,
    cache_logger_on_first_use=False,  # may be configured again
)
