"""`patience emoji`, as far as it goes without Discord."""

from __future__ import annotations

import pytest

from bot.commands.emoji import MISSING
from tests.bot.commands.typed import run


def test_it_asks_for_the_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PATIENCE_TOKEN", raising=False)
    result = run("emoji")
    assert result.exit_code == 2
    assert MISSING in result.output
