"""The address of a Redis: one server, a Cluster, or a primary that Sentinels know.

    redis://[USER:PASSWORD@]HOST[:PORT][/DB]            also rediss:// (TLS) and unix://[…@]/PATH
    redis+cluster://[USER:PASSWORD@]HOST[:PORT][,HOST…]             also rediss+cluster://
    redis+sentinel://[USER:PASSWORD@]HOST[:PORT][,HOST…]/NAME[/DB]  also rediss+sentinel://

User and password are percent-encoded.  Nothing said of an address, right or wrong, holds any of
its password.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum
from urllib.parse import parse_qsl, unquote

PORT = 6379
SENTINEL_PORT = 26379
MOST_DB = 10_000


class ServerKind(Enum):
    """How the Redis behind an address is run."""

    SERVER = "redis"
    SOCKET = "unix"
    CLUSTER = "redis+cluster"
    SENTINEL = "redis+sentinel"


SCHEMES = {
    "redis": (ServerKind.SERVER, False),
    "rediss": (ServerKind.SERVER, True),
    "unix": (ServerKind.SOCKET, False),
    "redis+cluster": (ServerKind.CLUSTER, False),
    "rediss+cluster": (ServerKind.CLUSTER, True),
    "redis+sentinel": (ServerKind.SENTINEL, False),
    "rediss+sentinel": (ServerKind.SENTINEL, True),
}
NUMBERS = {"socket_timeout", "socket_connect_timeout", "health_check_interval"}
"""Options that a URL may set, all in seconds: ``?socket_timeout=5``."""
TEXTS = {"ssl_cert_reqs", "ssl_ca_certs", "ssl_certfile", "ssl_keyfile", "ssl_check_hostname"}
"""Options of an encrypted connection: ``?ssl_ca_certs=/etc/redis/ca.pem``."""
ENCODE = "a user or password with / : @ # ? or % must be percent-encoded (%2F for /)"


@dataclass(frozen=True)
class Address:
    """A parsed address.  `shown` is what people and logs may see of it."""

    kind: ServerKind
    hosts: tuple[tuple[str, int], ...] = ()
    path: str = ""
    """The socket's file."""
    service: str = ""
    """The name under which Sentinels know the primary."""
    db: int = 0
    tls: bool = False
    user: str | None = field(default=None, repr=False)
    password: str | None = field(default=None, repr=False)
    options: tuple[tuple[str, float | str | bool], ...] = field(default=(), repr=False)

    @property
    def shown(self) -> str:
        """The address without user, password and options."""
        scheme = self.kind.value.replace("redis", "rediss") if self.tls else self.kind.value
        if self.kind is ServerKind.SOCKET:
            return f"{scheme}://{self.path}"
        hosts = ",".join(f"[{h}]:{p}" if ":" in h else f"{h}:{p}" for h, p in self.hosts)
        tail = f"/{self.service}" if self.service else ""
        if self.db or (self.kind is ServerKind.SERVER and not tail):
            tail += f"/{self.db}"
        return f"{scheme}://{hosts}{tail}"


def parse(url: str) -> Address:
    """The address that a URL names.

    Raises ValueError with a sentence that holds nothing of the URL but its scheme.
    """
    scheme, separator, rest = url.strip().partition("://")
    if not separator or scheme.lower() not in SCHEMES:
        known = ", ".join(f"{name}://" for name in SCHEMES if not name.startswith("rediss"))
        raise ValueError(f"it must begin with one of {known}")
    kind, tls = SCHEMES[scheme.lower()]
    rest, _, query = rest.partition("?")
    if "#" in rest or "@" in query:
        raise ValueError(ENCODE)
    if kind is ServerKind.SOCKET:
        who, _, path = rest.rpartition("@")
        where = ("", path)
    else:
        netloc, _, path = rest.partition("/")
        if "@" in path:
            raise ValueError(ENCODE)
        who, _, hosts = netloc.rpartition("@")
        where = (hosts, path)
    user, password = _credentials(who)
    options: dict[str, float | str | bool] = {}
    asked_db: str | None = None
    for name, value in parse_qsl(query, keep_blank_values=True):
        if name in NUMBERS:
            options[name] = _seconds(name, value)
        elif name in TEXTS and tls:
            options[name] = value.lower() != "false" if name == "ssl_check_hostname" else value
        elif name == "username":
            user = value
        elif name == "password":
            password = value
        elif name == "db":
            asked_db = value
        else:
            raise ValueError(
                "it has an option that isn't known; these are: "
                + ", ".join(sorted(NUMBERS | (TEXTS if tls else set())))
            )
    found = _place(kind, *where)
    return Address(
        kind,
        hosts=found.hosts,
        path=found.path,
        service=found.service,
        db=found.db if asked_db is None else _db(asked_db),
        tls=tls,
        user=user or None,
        password=password or None,
        options=tuple(options.items()),
    )


def _place(kind: ServerKind, hosts: str, path: str) -> Address:
    """Where it is, as far as hosts and path say."""
    if kind is ServerKind.SOCKET:
        if not path.startswith("/"):
            raise ValueError("unix:// is followed by the whole path of a socket")
        return Address(kind, path=unquote(path))
    port = SENTINEL_PORT if kind is ServerKind.SENTINEL else PORT
    found = tuple(_host(text, port) for text in hosts.split(",")) if hosts else ()
    if kind is ServerKind.SERVER:
        if len(found) > 1:
            raise ValueError("it names several hosts; that is for redis+cluster, redis+sentinel")
        return Address(kind, found or (("localhost", PORT),), db=_db(path))
    if not found:
        raise ValueError("it names no host")
    if kind is ServerKind.CLUSTER:
        if path.strip("/") not in ("", "0"):
            raise ValueError("a Cluster has one database only, number 0")
        return Address(kind, found)
    service, _, db = path.partition("/")
    if not service:
        raise ValueError("behind the Sentinels' hosts comes the primary's name: …/mymaster")
    return Address(kind, found, service=unquote(service), db=_db(db))


def _credentials(who: str) -> tuple[str | None, str | None]:
    user, colon, password = who.partition(":")
    if ":" in password or "@" in who:
        raise ValueError(ENCODE)
    if who and not colon:
        return unquote(user), None
    return unquote(user) or None, unquote(password) or None


def _host(text: str, port: int) -> tuple[str, int]:
    if text.startswith("["):
        host, closed, tail = text[1:].partition("]")
        colon, number = tail[:1], tail[1:]
        if not closed or colon not in ("", ":"):
            raise ValueError("an IPv6 host stands in brackets: [::1]:6379")
    else:
        host, colon, number = text.partition(":")
    if not host:
        raise ValueError("one of its hosts is empty")
    if not colon:
        return host, port
    if not (number.isascii() and number.isdecimal() and 0 < int(number) < 65536):
        raise ValueError(f"a port is a number from 1 to 65535; {ENCODE}")
    return host, int(number)


def _db(text: str) -> int:
    text = text.strip("/")
    if not text:
        return 0
    if not (text.isascii() and text.isdecimal() and int(text) <= MOST_DB):
        raise ValueError("a database is a number such as 0")
    return int(text)


def _seconds(name: str, value: str) -> float:
    try:
        seconds = float(value)
    except ValueError:
        seconds = -1.0
    if not 0 < seconds < float("inf"):
        raise ValueError(f"{name} is a number of seconds")
    return seconds
