"""Figures for Prometheus, and the small server that shows them.

One Metrics object per process; whoever does the work gets it as an argument.
"""

import asyncio
import importlib.metadata
import time
from collections.abc import Awaitable, Callable, Iterable
from typing import Any

import aiohttp
from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    Info,
    Metric,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.store.errors import Trouble

SLOW = (0.05, 0.1, 0.2, 0.3, 0.5, 0.75, 1.0, 1.5, 2.0, 3.0, 5.0, 10.0, 30.0)  # seconds
FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
SCOPES = ("user", "shared", "global")
LAG_PERIOD = 0.5  # seconds between two looks at the event loop


class Now(Gauge):
    """A figure that is not known from the beginning; until it is, there is none."""

    ask: Callable[[], float | None] | None = None
    """Tells it whenever the figures are looked at, None while it isn't known."""
    _known = False

    def set(self, value: float) -> None:
        """It is known from now on."""
        self._known = True
        super().set(value)

    def collect(self) -> Iterable[Metric]:
        """Nothing, or the one figure."""
        if self.ask is not None:
            value = self.ask()
            if value is None:
                return []
            self.set(value)
        return super().collect() if self._known else []


class Metrics:
    """All figures. Labels have few values: no ids of people, channels or deals."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry()
        ProcessCollector(registry=registry)
        PlatformCollector(registry=registry)
        GCCollector(registry=registry)
        self.commands = Counter(
            "patience_commands",
            "Commands by verb, way (chat, slash, button) and outcome (played, refused, failed)",
            ("verb", "way", "outcome"),
            registry=registry,
        )
        self.arrival = Histogram(
            "patience_arrival_seconds",
            "From an interaction's creation at Discord to its arrival here; 3 s are allowed",
            buckets=FAST,
            registry=registry,
        )
        self.commit = Histogram(
            "patience_commit_seconds", "Committing a move to Redis", buckets=FAST, registry=registry
        )
        self.render = Histogram(
            "patience_render_seconds", "Drawing a board", buckets=FAST, registry=registry
        )
        self.loop_lag = Histogram(
            "patience_loop_lag_seconds",
            "How late the event loop wakes a sleeper: something blocks it",
            buckets=FAST,
            registry=registry,
        )
        self.acknowledged = Histogram(
            "patience_acknowledged_seconds",
            "From an interaction's creation at Discord to its acknowledgement; 3 s are allowed",
            buckets=FAST,
            registry=registry,
        )
        self.board = Histogram(
            "patience_board_seconds",
            "From what somebody says or presses to the board that shows it",
            buckets=SLOW,
            registry=registry,
        )
        self.boards_waiting = Now(
            "patience_boards_waiting", "Channels whose board is behind", registry=registry
        )
        self.guilds = Now("patience_guilds", "Servers that the bot is in", registry=registry)
        self.shards = Now("patience_shards", "Shards that are connected", registry=registry)
        self.players = Now(
            "patience_players_today",
            "People who have played today (UTC), at all processes of this bot; about",
            registry=registry,
        )
        self.played: set[int] = set()
        """Ids of those who have played since the players were last counted."""
        self.rest_limited = Counter(
            "patience_rest_limited",
            "Requests that Discord refused for their number (429), by scope: user, shared, global",
            ("scope",),
            registry=registry,
        )
        build = Info("patience_build", "What runs", registry=registry)
        build.info({"version": importlib.metadata.version("patience")})
        self.gateway_latency = Now(
            "patience_gateway_latency_seconds",
            "From heartbeat to its acknowledgement, slowest shard",
            registry=registry,
        )

        self.redis = Counter(
            "patience_redis_commands",
            "Commands to Redis by outcome: answered, or why not",
            ("outcome",),
            registry=registry,
        )

    def count(self, verb: str, way: str, outcome: str, player: int) -> None:
        """Somebody's command has come to its end."""
        self.commands.labels(verb, way, outcome).inc()
        if outcome == "played":
            self.played.add(player)

    def count_redis(self, trouble: Trouble | None) -> None:
        """A command to Redis has come to its end."""
        self.redis.labels("answered" if trouble is None else trouble.name.lower()).inc()

    def rest_trace(self) -> aiohttp.TraceConfig:
        """For discord.py's session: counts its requests that Discord refuses for their number."""

        async def ended(_session: object, _context: object, done: Any) -> None:
            if done.response.status == 429:
                scope = done.response.headers.get("X-RateLimit-Scope", "user")
                self.rest_limited.labels(scope if scope in SCOPES else "other").inc()

        trace = aiohttp.TraceConfig()
        trace.on_request_end.append(ended)
        return trace

    async def watch_loop(self) -> None:
        """Measure the event loop's lag until cancelled."""
        while True:
            asleep = time.perf_counter()
            await asyncio.sleep(LAG_PERIOD)
            self.loop_lag.observe(max(0.0, time.perf_counter() - asleep - LAG_PERIOD))


async def serve(
    metrics: Metrics, host: str, port: int, missing: Callable[[], Awaitable[str]]
) -> web.AppRunner:
    """Serve /metrics, /health (the process lives) and /ready until the runner's `cleanup`.

    `missing` tells what keeps the program from serving players, "" when nothing does: /ready is
    then 200, else 503 with that reason.  Raises OSError when the port can't be had.
    """

    async def figures(_request: web.Request) -> web.Response:
        body = generate_latest(metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(_request: web.Request) -> web.Response:
        return web.Response(text="alive\n")

    async def ready(_request: web.Request) -> web.Response:
        reason = await missing()
        return web.Response(text=f"{reason or 'ready'}\n", status=503 if reason else 200)

    app = web.Application()
    app.add_routes(
        [web.get("/metrics", figures), web.get("/health", health), web.get("/ready", ready)]
    )
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner
