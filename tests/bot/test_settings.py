"""Settings from the environment, and that .env.example tells the truth about them."""

import os
import re
from pathlib import Path

import pytest

from bot import settings
from bot.settings import SettingsError, load, load_store

ROOT = Path(__file__).parents[2]


@pytest.fixture(autouse=True)
def bare(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """No settings of this machine's, no .env."""
    for name in list(os.environ):
        if name.startswith(settings.PREFIX):
            monkeypatch.delenv(name)
    monkeypatch.delenv("XDG_DATA_HOME", raising=False)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    for group in settings.GROUPS.values():
        monkeypatch.setitem(group.model_config, "env_file", None)


def test_everything_has_a_default(tmp_path: Path) -> None:
    found = load()
    assert found.discord.token is None
    assert found.discord.message_content
    assert found.store.redis_url is None
    assert found.store.data == tmp_path / "home" / ".local" / "share" / "patience"
    assert (found.log.level, found.log.format) == ("info", "text")
    assert (found.metrics.host, found.metrics.port) == ("127.0.0.1", None)
    assert (found.shards.count, found.shards.ids) == (None, None)


def test_everything_can_be_set(monkeypatch: pytest.MonkeyPatch) -> None:
    for name, value in {
        "TOKEN": "abc",
        "MESSAGE_CONTENT": "false",
        "REDIS_URL": "redis://:word@redis/3",
        "DATA": "~/games",
        "LOG_LEVEL": "DEBUG",
        "LOG_FORMAT": "json",
        "METRICS_PORT": "9108",
        "METRICS_HOST": "",  # empty is not set
        "SHARD_COUNT": "4",
        "SHARD_IDS": "0, 3",
    }.items():
        monkeypatch.setenv("PATIENCE_" + name, value)
    found = load()
    assert found.discord.token
    assert found.discord.token.get_secret_value() == "abc"
    assert not found.discord.message_content
    assert found.store.redis_url == "redis://:word@redis/3"
    assert found.store.data == Path.home() / "games"
    assert (found.log.level, found.log.format) == ("debug", "json")
    assert (found.metrics.host, found.metrics.port) == ("127.0.0.1", 9108)
    assert (found.shards.count, found.shards.ids) == (4, (0, 3))
    assert "abc" not in repr(found)
    assert "word" not in repr(found)


def test_a_single_shard(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATIENCE_SHARD_COUNT", "2")
    monkeypatch.setenv("PATIENCE_SHARD_IDS", "1")
    assert load().shards.ids == (1,)


SHARED = {"SHARD_COUNT": "8", "PROCESSES": "3"}


@pytest.mark.parametrize("name", ["1", "patience-1", "my-bot-1"])
def test_processes_share_the_shards(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in {**SHARED, "PROCESS": name}.items():
        monkeypatch.setenv("PATIENCE_" + key, value)
    assert (load().shards.count, load().shards.ids) == (8, (1, 4, 7))


def test_all_processes_together_have_each_shard_once(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in SHARED.items():
        monkeypatch.setenv("PATIENCE_" + key, value)
    shares = list[int]()
    for number in range(3):
        monkeypatch.setenv("PATIENCE_PROCESS", str(number))
        shares += load().shards.ids or ()
    assert sorted(shares) == [*range(8)]


def test_a_stateful_set_s_host_says_which_process_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for key, value in SHARED.items():
        monkeypatch.setenv("PATIENCE_" + key, value)
    monkeypatch.setattr("socket.gethostname", lambda: "patience-2")
    assert load().shards.ids == (2, 5)
    monkeypatch.setattr("socket.gethostname", lambda: "4f0c1a2b3c4d")
    with pytest.raises(SettingsError, match=r"PATIENCE_PROCESS has to say .* from 0 to 2"):
        load()


def test_one_process_is_what_it_always_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: "web-7")
    assert load().shards.ids is None
    monkeypatch.setenv("PATIENCE_PROCESS", "0")
    assert load().shards.ids is None


@pytest.mark.parametrize(
    ("changed", "sentence"),
    [
        ({"PROCESS": "3"}, "PATIENCE_PROCESS is 3, but goes from 0 to 2"),
        ({"PROCESS": "-1"}, "PATIENCE_PROCESS"),
        ({"PROCESS": "first"}, "PATIENCE_PROCESS: input should be a valid integer"),
        ({"PROCESSES": "0"}, "PATIENCE_PROCESSES: input should be greater than"),
        ({"SHARD_COUNT": "2"}, "PATIENCE_SHARD_COUNT is 2, which leaves some of 3 processes"),
        ({"SHARD_COUNT": ""}, "PATIENCE_PROCESSES needs PATIENCE_SHARD_COUNT"),
        ({"SHARD_IDS": "1"}, "set PATIENCE_SHARD_IDS, or PATIENCE_PROCESSES"),
    ],
)
def test_processes_that_can_t_share(
    changed: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for key, value in {**SHARED, "PROCESS": "0", **changed}.items():
        monkeypatch.setenv("PATIENCE_" + key, value)
    with pytest.raises(SettingsError) as caught:
        load()
    assert str(caught.value).startswith(sentence)
    assert "\n" not in str(caught.value)


def test_the_data_folder_follows_xdg(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", "/srv/data")
    assert load().store.data == Path("/srv/data/patience")
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert load().store.data.is_relative_to(Path.home())


def test_no_home_is_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    def homeless() -> Path:
        raise RuntimeError("Could not determine home directory.")

    monkeypatch.setattr(Path, "home", homeless)
    with pytest.raises(SettingsError, match="there is no home folder; set PATIENCE_DATA"):
        load()


@pytest.mark.parametrize("token", ["ab cd", "ab\ncd", "ab\x1bcd", "abcd\u00e9", "ab\u200bcd"])
def test_a_token_with_a_character_that_none_has(
    token: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATIENCE_TOKEN", token)
    with pytest.raises(SettingsError) as error:
        load()
    assert str(error.value).startswith("PATIENCE_TOKEN holds a character")
    assert "\n" not in str(error.value)
    assert token not in str(error.value)


def test_a_token_from_a_file(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    file = tmp_path / "token"
    file.write_text("from-a-file\n")
    monkeypatch.setenv("PATIENCE_TOKEN_FILE", str(file))
    token = load().discord.token
    assert token
    assert token.get_secret_value() == "from-a-file"


def test_all_mistakes_at_once_each_by_its_name(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    for name, value in {
        "TOKEN_FILE": str(tmp_path / "none"),
        "LOG_LEVEL": "loud",
        "METRICS_PORT": "http",
        "SHARD_COUNT": "2",
        "SHARD_IDS": "1,2",
    }.items():
        monkeypatch.setenv("PATIENCE_" + name, value)
    with pytest.raises(SettingsError) as caught:
        load()
    lines = str(caught.value).split("\n")
    assert [line.split()[0].rstrip(":") for line in lines] == [
        "PATIENCE_TOKEN_FILE",
        "PATIENCE_SHARD_IDS",
        "PATIENCE_LOG_LEVEL",
        "PATIENCE_METRICS_PORT",
    ]
    assert "No such file" in lines[0]
    assert lines[1] == "PATIENCE_SHARD_IDS go from 0 to 1"


@pytest.mark.parametrize(
    ("values", "sentence"),
    [
        ({"TOKEN": "a", "TOKEN_FILE": "b"}, "not both"),
        ({"SHARD_IDS": "0"}, "PATIENCE_SHARD_IDS needs PATIENCE_SHARD_COUNT"),
    ],
)
def test_settings_that_contradict_each_other(
    values: dict[str, str], sentence: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name, value in values.items():
        monkeypatch.setenv("PATIENCE_" + name, value)
    with pytest.raises(SettingsError, match=sentence):
        load()


def test_a_wrong_value_is_not_repeated(monkeypatch: pytest.MonkeyPatch) -> None:
    """It might be a token that went to the wrong line."""
    monkeypatch.setenv("PATIENCE_METRICS_PORT", "my-secret")
    with pytest.raises(SettingsError) as caught:
        load()
    assert "my-secret" not in str(caught.value)


def test_the_example_names_every_setting_and_only_those() -> None:
    example = (ROOT / ".env.example").read_text()
    assert set(re.findall(r"^#?(PATIENCE_\w+)=", example, re.MULTILINE)) == settings.names()


def test_the_example_is_valid_also_with_everything_in_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    example = (ROOT / ".env.example").read_text()
    file = tmp_path / ".env"
    for group in settings.GROUPS.values():
        monkeypatch.setitem(group.model_config, "env_file", file)
    file.write_text(example)
    assert load().discord.token is None
    file.write_text(re.sub(r"^#(?=PATIENCE_(?!TOKEN_FILE))", "", example, flags=re.MULTILINE))
    assert load().shards.ids == (0, 1)
    assert load().store.redis_url == "redis://127.0.0.1:6379/0"


@pytest.mark.parametrize("fault", ["a folder", "no text"])
def test_a_file_that_cannot_be_read_is_named(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, fault: str
) -> None:
    monkeypatch.chdir(tmp_path)
    file = tmp_path / ".env"
    if fault == "a folder":
        file.mkdir()
    else:
        file.write_bytes(b"PATIENCE_TOKEN=\xff")
    for read in (load, load_store):
        with pytest.raises(SettingsError) as caught:
            read()
        assert str(caught.value).startswith(f"{file} ")
        assert "\n" not in str(caught.value)


def test_the_settings_know_their_secrets(monkeypatch: pytest.MonkeyPatch) -> None:
    assert not any(load().secrets())
    monkeypatch.setenv("PATIENCE_TOKEN", "of-the-bot")
    monkeypatch.setenv("PATIENCE_DAILY_SECRET", "s" * 32)
    monkeypatch.setenv("PATIENCE_REDIS_URL", "redis://me:a%2Fb@host:6379/0")
    assert set(load().secrets()) == {"of-the-bot", "s" * 32, "a%2Fb", "a/b"}
