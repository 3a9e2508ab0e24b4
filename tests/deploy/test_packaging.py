"""The pins, the wheel, the sample configurations."""

import re
import subprocess
import sys
import time
import tomllib
import zipfile
from pathlib import Path

import pytest

from bot.store.server import BINARIES, _ask

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


def pins(name: str) -> dict[str, str]:
    """Name -> "version ; markers" of a requirements file."""
    text = (DEPLOY / name).read_text()
    return dict(re.findall(r"^([\w.-]+)==([^\\\n]+) \\$", text, re.MULTILINE))


@pytest.mark.parametrize("which", ["", "-test", "-embedded"])
def test_every_pin_has_hashes_and_no_address(which: str) -> None:
    text = (DEPLOY / f"requirements{which}.txt").read_text()
    blocks = re.split(r"\n(?=\S)", text.strip())
    for block in blocks:
        assert re.match(r"[\w.-]+==\S+", block), block
        assert "--hash=sha256:" in block, block
    assert not re.search(r"https?:|--(extra-)?index|--find-links|@ ", text)


def test_the_tests_run_with_the_versions_that_people_get() -> None:
    assert pins("requirements.txt").items() <= pins("requirements-test.txt").items()


def test_every_direct_requirement_is_pinned_and_says_what_it_is_for() -> None:
    for name in ("requirements", "requirements-test"):
        found = pins(f"{name}.txt")
        for line in (DEPLOY / f"{name}.in").read_text().splitlines():
            if not line.startswith("#"):
                package, _, reason = line.partition("#")
                key = re.match(r"[\w.-]+", package)
                assert key
                assert re.sub(r"[._]", "-", key[0]).lower() in found
                assert len(reason) > 10, line


def test_the_wheel_has_everything_and_no_tests(tmp_path: Path) -> None:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout: what belongs to the project can't be listed")
    copy = tmp_path / "source"
    tracked = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True).split("\0")
    for name in filter(None, tracked):
        target = copy / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if (ROOT / name).is_file():
            target.write_bytes((ROOT / name).read_bytes())
    subprocess.run(
        [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
        + ["--wheel-dir", tmp_path, copy],
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("patience-*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    inside = {name.partition(".dist-info/")[2] or name for name in names}
    wanted = {
        name
        for name in tracked
        if name.startswith(("bot/", "engine/", "render/")) and (copy / name).exists()
    }
    assert wanted <= inside
    assert "entry_points.txt" in inside
    assert not any(name.startswith(("tests/", "deploy/")) for name in inside)


def test_redis_takes_the_sample_configuration(redis_binary: Path, short_folder: Path) -> None:
    assert redis_binary.name in BINARIES
    address = short_folder / "redis.sock"
    where = ["--port", "0", "--unixsocket", str(address), "--dir", str(short_folder)]
    server = subprocess.Popen(
        [str(redis_binary), str(DEPLOY / "redis.conf"), *where],
        stdout=subprocess.DEVNULL,
        cwd=short_folder,
    )
    try:
        deadline = time.monotonic() + 30
        while _ask(address, b"PING") != b"+PONG":
            assert server.poll() is None
            assert time.monotonic() < deadline
            time.sleep(0.02)
    finally:
        server.terminate()
        assert server.wait(10) == 0


def test_versions_agree() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    assert f"image: patience:{version}\n" in (DEPLOY / "kubernetes.yaml").read_text()


def test_settings_named_in_the_samples_exist() -> None:
    from bot.settings import names

    for name in ("Dockerfile", "compose.yaml", "patience.service", "kubernetes.yaml"):
        found = set(re.findall(r"PATIENCE_[A-Z_]+[A-Z]", (DEPLOY / name).read_text()))
        assert found
        assert found <= names(), name
