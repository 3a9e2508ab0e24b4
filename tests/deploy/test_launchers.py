"""deploy/patience and deploy/test, in a small copy of the project with a stand-in for .venv."""

import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PINS = {
    "patience": ("requirements.txt", "stamp-runtime"),
    "test": ("requirements-test.txt", "stamp-test"),
}

STAND_IN = """#!/bin/sh
[ "$1" = -V ] && echo Python 3.11.2 && exit
printf "%s|" "${0##*/}" "$PWD" "$@"
"""


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """The launchers and what they look at; nothing is installed."""
    root = tmp_path / "a folder"
    shutil.copytree(ROOT / "deploy", root / "deploy", ignore=shutil.ignore_patterns("__pycache__"))
    shutil.copy(ROOT / "pyproject.toml", root)
    return root


def pretend_installed(root: Path) -> None:
    """A .venv that says how it was called, stamped as the launchers do."""
    programs = root / ".venv" / "bin"
    programs.mkdir(parents=True)
    for name in ("python", "patience"):
        (programs / name).write_text(STAND_IN)
        (programs / name).chmod(0o755)
    for pins, stamp in PINS.values():
        parts = [root / "deploy" / pins, root / "deploy" / "requirements-embedded.txt"]
        text = "".join(part.read_text() for part in (*parts, root / "pyproject.toml"))
        (root / ".venv" / stamp).write_text(f"{root}\nPython 3.11\n{text}")


def launch(
    program: Path, *args: str, cwd: Path = Path("/"), env: Mapping[str, str] = {}
) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [program, *args],
        cwd=cwd,
        env={**os.environ, **env},
        capture_output=True,
        text=True,
        check=False,
    )


def tools(folder: Path, **scripts: str) -> str:
    """A PATH with the basic commands and these programs only."""
    folder.mkdir()
    for name in ("sh", "cat", "cmp", "dirname", "readlink", "printf"):
        found = shutil.which(name)
        assert found
        (folder / name).symlink_to(found)
    for name, text in scripts.items():
        (folder / name).write_text(f"#!/bin/sh\n{text}\n")
        (folder / name).chmod(0o755)
    return str(folder)


def test_arguments_folder_and_output_are_left_alone(project: Path, tmp_path: Path) -> None:
    pretend_installed(project)
    done = launch(project / "deploy" / "patience", "play", "la belle lucie", "", cwd=tmp_path)
    assert (done.stdout, done.stderr) == (f"patience|{tmp_path}|play|la belle lucie||", "")


def test_through_links_from_anywhere(project: Path, tmp_path: Path) -> None:
    pretend_installed(project)
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "first").symlink_to(project / "deploy" / "patience")
    (tmp_path / "bin" / "second").symlink_to("first")
    done = launch(tmp_path / "bin" / "second", "games")
    assert (done.stdout, done.stderr) == ("patience|/|games|", "")
    path = f"{project}/deploy:{os.environ['PATH']}"
    done = launch(Path("patience"), "games", cwd=project, env={"PATH": path})
    assert done.stdout == f"patience|{project}|games|"


def test_tests_run_in_the_project_with_pytest_s_arguments(project: Path) -> None:
    pretend_installed(project)
    done = launch(project / "deploy" / "test")
    assert done.stdout == f"python|{project}|-m|pytest|--numprocesses|auto|--dist|worksteal|"
    done = launch(project / "deploy" / "test", "tests/engine", "-k", "anna or sly")
    assert done.stdout == f"python|{project}|-m|pytest|tests/engine|-k|anna or sly|"


@pytest.mark.parametrize("launcher", ["patience", "test"])
def test_once_installed_nothing_is_started_but_the_program(
    launcher: str, project: Path, tmp_path: Path
) -> None:
    """No Python, no pip and no git that would make it slow: a few commands compare the pins."""
    pretend_installed(project)
    done = launch(project / "deploy" / launcher, env={"PATH": tools(tmp_path / "bin")})
    assert done.stdout.startswith({"patience": "patience|", "test": "python|"}[launcher])
    assert done.stderr == ""


@pytest.mark.parametrize("launcher", ["patience", "test"])
@pytest.mark.parametrize("change", ["pins", "moved", "no python", "another python"])
def test_what_changed_is_installed_anew(
    launcher: str, change: str, project: Path, tmp_path: Path
) -> None:
    pretend_installed(project)
    if change == "pins":
        with (project / "deploy" / PINS[launcher][0]).open("a") as file:
            file.write("# newer\n")
    elif change == "moved":
        project = project.rename(tmp_path / "elsewhere")
    elif change == "another python":
        (project / ".venv" / "bin" / "python").write_text("#!/bin/sh\necho Python 3.13.1\n")
    else:
        (project / ".venv" / "bin" / "python").unlink()
    log = 'test "$1" = -c && exit 0; echo "$@" >&2; exit 2'
    done = launch(project / "deploy" / launcher, env={"PATH": tools(tmp_path / "bin", python3=log)})
    flavour = {"patience": "runtime", "test": "test"}[launcher]
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr == f"{project}/deploy/install.py {flavour}\n"


@pytest.mark.parametrize(
    ("python", "found"),
    [
        ({}, "no Python"),
        ({"python3": 'test "$1" = --version && echo Python 3.9.2'}, "Python 3.9.2"),
    ],
)
def test_a_python_too_old_is_one_line(
    python: dict[str, str], found: str, project: Path, tmp_path: Path
) -> None:
    done = launch(project / "deploy" / "patience", env={"PATH": tools(tmp_path / "bin", **python)})
    assert done.returncode == 2
    assert done.stderr == f"patience: needs Python 3.11 or newer, found {found}.\n"


def test_a_newer_python_beside_an_old_one_is_found(project: Path, tmp_path: Path) -> None:
    newer = 'test "$1" = -c || { echo "$@"; exit 2; }'
    path = tools(tmp_path / "bin", **{"python3": "exit 1", "python3.13": newer})
    done = launch(project / "deploy" / "patience", env={"PATH": path})
    assert done.stdout == f"{project}/deploy/install.py runtime\n"


NO_INDEX = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_FIND_LINKS": "",
    "PIP_NO_CACHE_DIR": "1",
    "PIP_RETRIES": "0",
}


def test_no_network_is_one_line(project: Path) -> None:
    done = launch(project / "deploy" / "patience", env=NO_INDEX)
    first, last = done.stderr.splitlines()
    assert done.returncode == 2
    assert "installing into .venv" in first
    assert last.startswith(
        "patience: can't be installed: the package index can't be reached; check the network"
    )
    assert (project / ".venv-install.log").exists()
    assert not (project / ".venv" / "stamp-runtime").exists()


def test_no_venv_module_is_one_line(project: Path, tmp_path: Path) -> None:
    """As on Debian without python3-venv: the module is there, ensurepip is not."""
    (tmp_path / "without").mkdir()
    (tmp_path / "without" / "ensurepip.py").write_text("raise ImportError('not on this machine')")
    path = tools(tmp_path / "bin", python3=f'exec {sys.executable} "$@"')
    done = launch(
        project / "deploy" / "patience",
        env={"PATH": path, "PYTHONPATH": str(tmp_path / "without")},
    )
    assert done.returncode == 2
    assert done.stderr.splitlines()[-1] == (
        "patience: can't be installed: this Python lacks the venv module"
        " (Debian: apt-get install python3-venv)"
    )


def install_py(project: Path, code: str) -> subprocess.CompletedProcess[str]:
    """Something done with install.py as a module."""
    head = "import sys; sys.path.insert(0, 'deploy'); import install\n"
    return launch(Path(sys.executable), "-c", head + code, cwd=project)


@pytest.mark.parametrize("state", ["nothing", "cut short", "dangling", "not a program", "whole"])
def test_only_a_whole_venv_is_used(project: Path, state: str) -> None:
    venv = project / ".venv"
    if state != "nothing":
        subprocess.run([sys.executable, "-m", "venv", "--without-pip", venv], check=True)
        (venv / "made").touch()
    python = venv / "bin" / "python"
    if state == "cut short":
        (venv / "made").unlink()
    elif state == "dangling":
        python.unlink()
        python.symlink_to("/nowhere/python3")
    elif state == "not a program":
        python.unlink()
        python.write_text("nothing")
    done = install_py(project, "print(install.usable(install.VENV / 'bin' / 'python'))")
    assert (done.stdout, done.stderr) == (f"{state == 'whole'}\n", "")


def test_a_kill_in_the_first_seconds_is_repaired_by_the_next_start(project: Path) -> None:
    first = subprocess.Popen(
        [project / "deploy" / "patience"], env={**os.environ, **NO_INDEX}, start_new_session=True
    )
    while not (project / ".venv").exists():
        assert first.poll() is None
    os.killpg(first.pid, signal.SIGKILL)
    first.wait()
    done = launch(project / "deploy" / "patience", env=NO_INDEX)
    assert "the package index can't be reached" in done.stderr
    assert "Traceback" not in done.stderr


def test_ctrl_c_is_one_line(project: Path) -> None:
    with subprocess.Popen(
        [sys.executable, project / "deploy" / "install.py", "runtime"],
        env={**os.environ, **NO_INDEX},
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
        # What runs in the background ignores Ctrl-C, and so would its children.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # noqa: PLW1509 - one thread
    ) as first:
        while not (project / ".venv").exists():
            assert first.poll() is None
        os.killpg(first.pid, signal.SIGINT)
        _, err = first.communicate(timeout=60)
    assert first.returncode == 130, err
    assert err.splitlines()[1:] == [
        "patience: stopped while installing; the next start goes on with it."
    ]


@pytest.mark.parametrize(
    ("output", "cause"),
    [
        ("error: command 'gcc' failed: No such file or directory", "needs a C compiler"),
        ("unable to execute 'x86_64-linux-gnu-gcc': No such file or directory", "C compiler"),
        ("  fatal error: Python.h: No such file or directory", "Python's headers"),
        ("NameResolutionError(... Temporary failure in name resolution)", "can't be reached"),
        (
            "ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE ...",
            "not the one that was pinned",
        ),
        ("OSError: [Errno 28] No space left on device", "the disk is full"),
        ("something else", "the installation failed"),
    ],
)
def test_what_an_installer_says_becomes_advice(output: str, cause: str, project: Path) -> None:
    """install.py with a program that fails like that in pip's place."""
    failing = f"import sys; print({output!r}); sys.exit(1)"
    code = (
        "import sys; sys.path.insert(0, 'deploy'); import install\n"
        f"try: install.run(sys.executable, '-c', {failing!r})\n"
        "except install.Missing as error: print(error)"
    )
    done = launch(Path(sys.executable), "-c", code, cwd=project)
    assert cause in done.stdout, done
    assert len(done.stdout.splitlines()) == 1
