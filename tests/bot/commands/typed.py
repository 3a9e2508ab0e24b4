"""Commands as people type them."""

import os
import subprocess
import sys
from pathlib import Path

from click.testing import CliRunner, Result

from bot.cli import main

ROOT = Path(__file__).resolve().parents[3]
VECTORS = ROOT / "tests" / "vectors"


def run(*args: str, stdin: str | None = None) -> Result:
    return CliRunner().invoke(main, [*args], input=stdin)


def program(*args: str, stdin: str = "", **settings: str) -> subprocess.CompletedProcess[str]:
    """The program as people start it."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PATIENCE_")}
    return subprocess.run(
        [sys.executable, "-m", "bot", *args],
        input=stdin, capture_output=True, text=True, timeout=60, check=False, cwd=ROOT,
        env=environment | settings,
    )  # fmt: skip
