"""Figures for Prometheus, and the small server that shows them.

One Metrics object per process; whoever does the work gets it as an argument.
"""

import asyncio
import time
from collections.abc import Awaitable, Callable

from aiohttp import web
from prometheus_client import (
    CONTENT_TYPE_LATEST,
    CollectorRegistry,
    Counter,
    Gauge,
    GCCollector,
    Histogram,
    PlatformCollector,
    ProcessCollector,
    generate_latest,
)

from bot.store.errors import Trouble

FAST = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0)  # seconds
LAG_PERIOD = 0.5  # seconds between two looks at the event loop


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
        self.gateway_latency = Gauge(
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

    def count_redis(self, trouble: Trouble | None) -> None:
        """A command to Redis has come to its end."""
        self.redis.labels("answered" if trouble is None else trouble.name.lower()).inc()

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
