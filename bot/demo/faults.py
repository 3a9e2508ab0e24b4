"""Discord's bad days, switched on by tests: refusals, rate limits, outages, slowness."""

from __future__ import annotations

import asyncio
import re
from dataclasses import dataclass, field

from bot.demo import errors
from bot.demo.errors import ApiError
from bot.demo.world import Clock

LIMIT, WINDOW = 5, 5.0
"""Requests per route and channel in so many seconds, when rate limits are on."""


@dataclass
class Fault:
    """Strikes the next `times` requests whose method and path match; `status` 0 only delays."""

    status: int
    times: int
    method: str
    path: str
    code: int
    retry_after: float
    everywhere: bool
    delay: float

    def error(self) -> ApiError:
        if self.status == 429:
            return errors.too_fast(self.retry_after, everywhere=self.everywhere)
        return ApiError(self.status, self.code, f"Simulated {self.status}")


@dataclass
class Bucket:
    remaining: int = LIMIT
    resets: float = 0.0


@dataclass
class Faults:
    """`limited` switches real rate-limit buckets on; `fail` strikes single requests."""

    clock: Clock
    limited: bool = False
    pending: list[Fault] = field(default_factory=list)
    buckets: dict[str, Bucket] = field(default_factory=dict)

    def fail(
        self,
        status: int,
        *,
        times: int = 1,
        method: str = "",
        path: str = "",
        code: int = 0,
        retry_after: float = 0.1,
        everywhere: bool = False,
        delay: float = 0.0,
    ) -> Fault:
        """The next `times` requests fail with the status (0: are only late by `delay` seconds).

        `method` and `path` are regular expressions, searched in the method and in the path after
        /api/v10. `retry_after` in seconds and `everywhere` (the global limit) belong to 429.
        """
        fault = Fault(status, times, method, path, code, retry_after, everywhere, delay)
        self.pending.append(fault)
        return fault

    async def strike(self, method: str, path: str) -> None:
        """Raises ApiError when a fault is due for this request."""
        for fault in self.pending:
            if fault.times and re.search(fault.method, method) and re.search(fault.path, path):
                fault.times -= 1
                await asyncio.sleep(fault.delay)
                if fault.status:
                    raise fault.error()
                return

    def count(self, method: str, path: str) -> dict[str, str]:
        """The X-RateLimit headers of this request; raises ApiError 429 when it is one too many."""
        if not self.limited or path.startswith(("/interactions/", "/webhooks/")):
            return {}
        # Ids after the first one, of messages and people, share a bucket.
        first, *rest = re.split(r"(?<=\d)/", path, maxsplit=1)
        key = " ".join([method, first, *(re.sub(r"\d+", "*", part) for part in rest)])
        now = self.clock.now()
        bucket = self.buckets.setdefault(key, Bucket())
        if now >= bucket.resets:
            bucket.remaining, bucket.resets = LIMIT, now + WINDOW
        if bucket.remaining == 0:
            raise errors.too_fast(bucket.resets - now)
        bucket.remaining -= 1
        return {
            "X-RateLimit-Limit": str(LIMIT),
            "X-RateLimit-Remaining": str(bucket.remaining),
            "X-RateLimit-Reset": f"{bucket.resets:.3f}",
            "X-RateLimit-Reset-After": f"{bucket.resets - now:.3f}",
            "X-RateLimit-Bucket": f"{hash(re.sub('[0-9]+', '', key)) & 0xFFFFFFFF:08x}",
        }
