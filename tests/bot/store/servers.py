"""Real Redis servers on loopback, run the ways in which people run them."""

from __future__ import annotations

import contextlib
import itertools
import os
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
import redis
from redis.exceptions import RedisError

SERVER = shutil.which("redis-server")
needs_server = pytest.mark.skipif(SERVER is None, reason="redis-server isn't installed")
PORTS = itertools.count(os.getpid() * 61)
PATIENCE = 60.0
"""Seconds after which something that should have come counts as missing."""


def free_port() -> int:
    """A port that nobody listens on, and that no other test process and no outgoing connection
    takes meanwhile; a Cluster's bus listens 10,000 higher, which is still below those of
    connections.
    """
    while True:
        port = 10_000 + next(PORTS) % 12_000
        with socket.socket() as probe, contextlib.suppress(OSError):
            probe.bind(("127.0.0.1", port))
            return port


def until(holds: Callable[[], Any]) -> None:
    """Wait for what must come; errors of the client count as "not yet"."""
    deadline = time.monotonic() + PATIENCE
    while time.monotonic() < deadline:
        with contextlib.suppress(RedisError, OSError):
            if holds():
                return
        time.sleep(0.05)
    raise AssertionError(f"still not so after {PATIENCE:.0f} s: {holds}")


class Server:
    """One redis-server process in a folder of its own."""

    def __init__(self, folder: Path, *options: str, port: int | None = None) -> None:
        folder.mkdir(parents=True, exist_ok=True)
        self.folder, self.options = folder, options
        self.port = port or free_port()
        self.ask = redis.Redis(host="127.0.0.1", port=self.port, protocol=2, socket_timeout=30)
        self.start()

    def say(self, *words: Any) -> Any:
        """The answer to any command."""
        return self.ask.execute_command(*words)  # type: ignore[no-untyped-call]

    def start(self) -> None:
        """Begin, or begin again, and wait until it answers."""
        self.begin()
        until(self.ask.ping)

    def begin(self) -> None:
        """Begin, without waiting."""
        assert SERVER
        command = [SERVER, *self.options, "--port", str(self.port), "--dir", str(self.folder)]
        command += ["--bind", "127.0.0.1", "--logfile", str(self.folder / "log")]
        self.process = subprocess.Popen(command, stdout=subprocess.DEVNULL)

    def kill(self) -> None:
        """As a machine that loses its power."""
        self.process.kill()
        self.process.wait()

    def close(self) -> None:
        """End it and the connection to it."""
        self.kill()
        self.ask.close()


@contextlib.contextmanager
def closing(*servers: Server) -> Iterator[None]:
    """End servers in the end."""
    try:
        yield
    finally:
        for server in servers:
            server.close()


CLUSTER = ("--cluster-enabled", "yes", "--cluster-node-timeout", "2000", "--save", "")
SLOTS = 16384


class Cluster:
    """Three primaries that share the slots."""

    def __init__(self, folder: Path) -> None:
        self.nodes = [Server(folder / str(n), *CLUSTER) for n in range(3)]
        step = SLOTS // 3 + 1
        for n, node in enumerate(self.nodes):
            node.say("CLUSTER", "SET-CONFIG-EPOCH", n + 1)
            first, last = n * step, min(SLOTS, (n + 1) * step) - 1
            node.say("CLUSTER", "ADDSLOTSRANGE", first, last)
            node.say("CLUSTER", "MEET", "127.0.0.1", self.nodes[0].port)
        for node in self.nodes:
            until(lambda node=node: self.is_well(node))  # type: ignore[misc]

    @property
    def url(self) -> str:
        """Its address, by two of its nodes."""
        one, two, _ = self.nodes
        return f"redis+cluster://127.0.0.1:{one.port},127.0.0.1:{two.port}"

    def is_well(self, node: Server) -> bool:
        """Whether a node knows all three, and all slots as served."""
        info = node.say("CLUSTER INFO")
        return bool(info["cluster_state"] == "ok" and info["cluster_known_nodes"] == "3")

    def move_slot(self, slot: int) -> None:
        """Migrate a slot from its node to another one, key by key, as `redis-cli` does."""
        ids = {n: node.say("CLUSTER", "MYID").decode() for n, node in enumerate(self.nodes)}
        source = slot // (SLOTS // 3 + 1)
        target = (source + 1) % 3
        one, other = self.nodes[source], self.nodes[target]
        other.say("CLUSTER", "SETSLOT", slot, "IMPORTING", ids[source])
        one.say("CLUSTER", "SETSLOT", slot, "MIGRATING", ids[target])
        while keys := one.say("CLUSTER", "GETKEYSINSLOT", slot, 10):
            one.say("MIGRATE", "127.0.0.1", other.port, "", 0, 5000, "KEYS", *keys)
        for node in (other, one, *self.nodes):
            node.say("CLUSTER", "SETSLOT", slot, "NODE", ids[target])


class Watched:
    """A primary, its replica and the Sentinel that watches them."""

    name = "tables"

    def __init__(self, folder: Path) -> None:
        self.primary = Server(folder / "primary", "--appendonly", "yes")
        self.replica = Server(folder / "replica", "--replicaof", f"127.0.0.1 {self.primary.port}")
        until(lambda: self.replica.ask.info("replication")["master_link_status"] == "up")
        config = folder / "sentinel.conf"
        config.write_text(
            f"sentinel monitor {self.name} 127.0.0.1 {self.primary.port} 1\n"
            f"sentinel down-after-milliseconds {self.name} 500\n"
            f"sentinel failover-timeout {self.name} 5000\n"
        )
        self.sentinel = Server(folder / "sentinel", str(config), "--sentinel")
        until(lambda: self.sentinel.say("SENTINEL", "REPLICAS", self.name))

    @property
    def url(self) -> str:
        """The Sentinel's address."""
        return f"redis+sentinel://127.0.0.1:{self.sentinel.port}/{self.name}"

    @property
    def servers(self) -> tuple[Server, ...]:
        """All three."""
        return self.primary, self.replica, self.sentinel
