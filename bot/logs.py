"""Log lines: structlog over the standard library's logging, so that discord.py's lines look alike.

Lines go to stderr, as text or JSON. What a player could learn hidden cards from, and what gives
access to the bot, is blotted out on the way.
"""

import logging
import re
import sys
from contextlib import AbstractContextManager
from typing import Literal, TextIO

import structlog
from structlog.types import EventDict, Processor

# A deal number is as good as the cards it deals.
SECRET_FIELDS = frozenset(
    {"blob", "deal", "deck", "pack", "password", "piles", "position", "record", "seed", "token"}
)
BLOT = "(secret)"
RECONNECT = "Attempting a reconnect"

SECRET_TEXTS = (
    # A bot's token: its id, a time, a signature.
    re.compile(r"[\w-]{23,28}\.[\w-]{6,7}\.[\w-]{27,}"),
    # Interaction and webhook tokens in the paths that discord.py logs.
    re.compile(r"(?<=/interactions/)\d+/[\w-]+|(?<=/webhooks/)\d+/[\w-]+"),
    # The password of an address.
    re.compile(r"(?<=://)[^/\s@]*:[^/\s@]*(?=@)"),
)


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
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(level.upper())


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
        if name in SECRET_FIELDS:
            event[name] = BLOT
        elif isinstance(value, str):
            event[name] = _blotted(value)
    return event


def calm(_logger: object, _method: str, event: EventDict) -> EventDict:
    """Lost connections are daily bread: discord.py tells of each with a traceback."""
    error = event.get("exc_info")
    if str(event.get("event", "")).startswith(RECONNECT) and isinstance(error, tuple):
        del event["exc_info"]
        event.update(level="warning", reason=f"{type(error[1]).__name__}: {error[1]}")
    return event


def _blotted(text: str) -> str:
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
