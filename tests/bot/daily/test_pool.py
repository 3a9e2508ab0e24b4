"""The pool of proven deals: every line wins, files are what they should be, vetting goes on."""

import gzip
import itertools
import lzma
from collections.abc import Callable
from pathlib import Path

import pytest

from bot.daily import pool
from bot.daily.lines import LineError, written
from bot.daily.lines import read as read_line
from bot.daily.pool import FOLDER, PoolError, Proven, ShippedPool, prove, vet, wins
from engine.game import Game
from engine.games.catalogue import find, games
from tests.depth import SHARE

MOST_BYTES = 110_000
MEAN = 80
"""Bytes that a proven deal takes with its line, over all games."""
SAMPLE = 8
"""Deals replayed for a game where not all are."""

daily_games = pytest.mark.parametrize(
    "game", [game for game in games() if game.daily], ids=lambda game: game.id
)


@daily_games
def test_lines_win(game: Game) -> None:
    proven = Proven.read(game)
    step = 1 if SHARE == 1 else max(1, len(proven.deals) // SAMPLE)
    for label in itertools.islice(proven.deals, 0, None, step):
        line = proven.line(label)
        assert wins(game, label, line), label
        assert proven.words or written(game, label, line) == proven.deals[label]


@daily_games
def test_a_pool_is_small_and_of_today(game: Game) -> None:
    proven = Proven.read(game)
    assert proven.current
    assert proven.deals, f"python -m tests.new_game {game.id} pool"
    assert all(path.stat().st_size < MOST_BYTES for path in FOLDER.glob(f"{game.id}.*"))
    labels = [int(label) for label in proven.deals]
    assert labels == sorted(labels)
    assert all(pool.FIRST <= label < proven.next for label in labels)


def test_all_pools_together_are_small() -> None:
    proven = {game: Proven.read(game) for game in games() if game.daily}
    deals = sum(len(pool.deals) for pool in proven.values() if not pool.words)
    assert sum(path.stat().st_size for path in FOLDER.glob("*.xz")) < MEAN * deals


def test_games_of_luck_have_no_pool() -> None:
    names = {path.name.partition(".")[0] for path in FOLDER.iterdir()}
    assert names <= {game.id for game in games() if game.daily}


def test_the_shipped_pool_knows_its_deals() -> None:
    shipped = ShippedPool()
    labels = shipped.deals("anna")
    assert len(labels) >= 40
    assert wins(find("anna"), labels[0], shipped.line("anna", labels[0]))
    assert shipped.deals("cover") == ()
    with pytest.raises(KeyError):
        shipped.line("anna", "1")


def test_a_game_in_the_competition_is_not_left_out_for_want_of_deals(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    ShippedPool().check()
    monkeypatch.setattr(type(find("cover")), "daily", True)
    with pytest.raises(PoolError, match=r"Cover is in the competition .* `patience vet --game"):
        ShippedPool().check()


def test_vetting_makes_a_pool_larger_and_goes_on_where_it_was(tmp_path: Path) -> None:
    game = find("anna")
    for count in (1, 2):
        for _, later in vet(Proven.read(game, tmp_path), count, 20):
            later.write(tmp_path)
    proven = Proven.read(game, tmp_path)
    assert len(proven.deals) == 2
    assert proven.next > pool.FIRST + 1
    assert list(vet(proven, 2, 20)) == []
    before = (tmp_path / "anna.xz").read_bytes()
    proven.write(tmp_path)
    assert (tmp_path / "anna.xz").read_bytes() == before


def test_other_rules_are_proven_anew(tmp_path: Path) -> None:
    game = find("anna")
    line = prove(game, "7", 60)
    assert line
    kept = {"7": written(game, "7", line), "9": b"\xff\xff"}
    old = Proven(game, game.rules_version - 1, 10_000_002, kept)
    assert not old.current
    old.write(tmp_path)
    read = Proven.read(game, tmp_path)
    assert read == old
    for count in (1, 2, 3):  # also when there are deals enough
        label, later = next(vet(read, count, 60))
        assert label == ""
        assert later.current
        assert len(later.deals) == 2
    assert [label for label, _ in vet(read, 3, 60)] == ["", "10000002"]
    assert later.line("7") == line
    assert wins(game, "9", later.line("9"))


def test_lines_in_words_are_read_and_shortened(tmp_path: Path) -> None:
    game = find("anna")
    line = prove(game, "7", 60)
    text = f"patience pool 1\ngame anna rules {game.rules_version}\nnext 8\n7: {', '.join(line)}\n"
    (tmp_path / "anna.txt.gz").write_bytes(gzip.compress(text.encode()))
    old = Proven.read(game, tmp_path)
    assert old.line("7") == line
    old.write(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["anna.xz"]
    new = Proven.read(game, tmp_path)
    assert (new.next, new.line("7")) == (8, line)
    assert len(new.deals["7"]) < len(text) / 5


def test_more_than_a_byte_can_tell_are_told_by_two() -> None:
    game = find("empress-of-india")
    line = next(iter(Proven.read(game).deals))
    words = Proven.read(game).line(line)
    assert read_line(game, line, written(game, line, words)) == words
    assert len(game.moves(game.start(line))) > 256


@pytest.mark.parametrize("spoil", [lambda kept: kept[:-1], lambda kept: kept + b"\0"])
def test_what_does_not_win_is_no_line(spoil: Callable[[bytes], bytes]) -> None:
    game = find("sly")
    proven = Proven.read(game)
    label = next(iter(proven.deals))
    line = proven.line(label)
    with pytest.raises(LineError, match="Sly"):
        read_line(game, label, spoil(written(game, label, line)))
    with pytest.raises(LineError, match="Sly"):
        written(game, label, line[:-1])
    with pytest.raises(LineError, match="can't be played"):
        written(game, label, ("1 F1", "20 F8", *line))


def test_what_was_proven_by_other_rules_counts_for_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = find("anna")
    Proven(game, game.rules_version + 1, 5, {"7": b"d"}).write(tmp_path)
    for cached in (pool._shipped, pool._labels):
        cached.cache_clear()
    monkeypatch.setattr(
        pool.Proven, "read", classmethod(lambda cls, game, folder=tmp_path: read(game, tmp_path))
    )
    assert ShippedPool().deals("anna") == ()
    for cached in (pool._shipped, pool._labels):
        cached.cache_clear()


read = Proven.read


@pytest.mark.parametrize(
    "text",
    [
        "",
        "patience pool 2\ngame anna rules 1\nnext 5\n",
        "patience pool 1\ngame sly rules 1\nnext 5\n",
        "patience pool 1\ngame anna rules x\nnext 5\n",
        "patience pool 1\ngame anna rules 1\n",
    ],
)
def test_a_broken_file_is_told_in_a_sentence(text: str, tmp_path: Path) -> None:
    (tmp_path / "anna.txt.gz").write_bytes(gzip.compress(text.encode()))
    with pytest.raises(PoolError, match="Anna"):
        Proven.read(find("anna"), tmp_path)
    (tmp_path / "anna.txt.gz").write_bytes(text.encode())
    with pytest.raises(PoolError, match="Anna"):
        Proven.read(find("anna"), tmp_path)
    (tmp_path / "anna.xz").write_bytes(lzma.compress(text.encode() + b"x"))
    with pytest.raises(PoolError, match="Anna"):
        Proven.read(find("anna"), tmp_path)


def test_a_line_that_cannot_be_played_is_no_win() -> None:
    game = find("anna")
    assert not wins(game, "1", ("d", "7 F1", "redeal"))
    assert not wins(game, "1", ("d",))
    assert prove(game, "1", 0) == ()
