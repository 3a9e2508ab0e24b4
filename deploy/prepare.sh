# Sourced by the launchers beside it, after they have set $root. `prepare FLAVOUR` leaves
# $root/.venv with what FLAVOUR (runtime or test) needs. Says what it does on stderr, in a line.

say() { printf 'patience: %s\n' "$*" >&2; }

# Everything that decides what .venv must hold: the pins, the project's own entry point, the folder
# (a moved .venv does not work) and the Python (an upgrade of the system's may have changed it).
wanted() {
    version=$("$root/.venv/bin/python" -V 2>/dev/null) || version="no Python"
    printf '%s\n' "$root" "${version%.*}"
    cat "$root/deploy/$1" "$root/deploy/requirements-embedded.txt" "$root/pyproject.toml"
}

current() {
    [ -x "$root/.venv/bin/python" ] && [ -f "$root/.venv/$2" ] &&
        wanted "$1" | cmp -s - "$root/.venv/$2"
}

find_python() {
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if command -v "$candidate" >/dev/null 2>&1 &&
            "$candidate" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; then
            printf '%s\n' "$candidate"
            return
        fi
    done
    found=$(python3 --version 2>/dev/null) || found="no Python"
    say "needs Python 3.11 or newer, found $found."
    exit 2
}

prepare() {
    case $1 in
        runtime) pins=requirements.txt stamp=stamp-runtime ;;
        test) pins=requirements-test.txt stamp=stamp-test ;;
    esac
    current "$pins" "$stamp" && return
    python=$(find_python) || exit 2
    "$python" "$root/deploy/install.py" "$1" || exit 2
    wanted "$pins" >"$root/.venv/$stamp"
    # The test requirements hold the runtime's, version for version.
    if [ "$1" = test ]; then wanted requirements.txt >"$root/.venv/stamp-runtime"; fi
}
