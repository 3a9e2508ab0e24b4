"""Is what the bot asks of Discord what Discord would accept?"""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from bot.demo.server import Recorded
from tests.contracts import openapi
from tests.contracts.rules import check_rules


def check_request(request: Recorded) -> list[str]:
    """All that is wrong with a request of the bot, each fault in one line.

    Checked against our rules, and Discord's OpenAPI description where that is at hand.
    """
    problems = check_rules(request)
    if openapi.FILE.exists():
        problems = openapi.description().check_request(request) + problems
    return problems


def check_reply(request: Recorded) -> list[str]:
    """All that is wrong with the loopback's reply, by the description, where that is at hand."""
    return openapi.description().check_reply(request) if openapi.FILE.exists() else []


def assert_contract(requests: Iterable[Recorded]) -> None:
    """Fails, naming each faulty request, unless Discord would accept all that the loopback did."""
    faults = [
        f"{request.method} {request.path}: {problem}"
        for request in requests
        if request.status < 400
        for problem in check_request(request)
    ]
    if faults:
        pytest.fail("\n".join(faults))
