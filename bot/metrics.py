"""Figures for Prometheus, and the small server that shows them.

One Metrics object per process; whoever does the work gets it as an argument.
"""

import asyncio
import time
from collections.abc import Callable

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

    async def watch_loop(self) -> None:
        """Measure the event loop's lag until cancelled."""
        while True:
            asleep = time.perf_counter()
            await asyncio.sleep(LAG_PERIOD)
            self.loop_lag.observe(max(0.0, time.perf_counter() - asleep - LAG_PERIOD))


async def serve(
    metrics: Metrics, host: str, port: int, healthy: Callable[[], bool]
) -> web.AppRunner:
    """Serve /metrics and /health (200 or 503) until the runner's `cleanup`.

    Raises OSError when the port can't be had.
    """

    async def figures(_request: web.Request) -> web.Response:
        body = generate_latest(metrics.registry)
        return web.Response(body=body, headers={"Content-Type": CONTENT_TYPE_LATEST})

    async def health(_request: web.Request) -> web.Response:
        well = healthy()
        return web.Response(text="ok\n" if well else "not connected\n", status=200 if well else 503)

    app = web.Application()
    app.add_routes([web.get("/metrics", figures), web.get("/health", health)])
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    try:
        await web.TCPSite(runner, host, port).start()
    except OSError:
        await runner.cleanup()
        raise
    return runner
