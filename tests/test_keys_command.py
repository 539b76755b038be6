"""``steward keys``, and what the codec server says about settings that are not enough."""

from pathlib import Path

import pytest
from pydantic import SecretStr
from typer.testing import CliRunner

import codec_server
from adapters.encryption.access import SHORTEST_TOKEN
from adapters.encryption.keyring import Keyring
from adapters.pseudonyms import Pseudonyms
from domain.errors import ConfigurationError
from local.kept_secrets import LOG_PSEUDONYM_KEY, kept_secret
from local.keys import app
from settings import Settings
from tests.adapters.encryption.keys import NEW

TOKEN = "made-up-" * 4


def test_fresh_settings_are_ones_that_steward_takes() -> None:
    printed = CliRunner().invoke(app, ["new"])
    made = dict(line.split("=", 1) for line in printed.stdout.splitlines() if "=" in line)
    assert set(made) == {"PAYLOAD_KEYS", "CODEC_TOKEN", "LOG_PSEUDONYM_KEY"}
    assert Keyring.parse(made["PAYLOAD_KEYS"]).ids
    assert len(made["CODEC_TOKEN"]) >= SHORTEST_TOKEN


def test_an_operator_finds_the_lines_of_a_person(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LOG_PSEUDONYM_KEY", "made-up")
    printed = CliRunner().invoke(app, ["pseudonym", "conversation:telegram:123"])
    names = Pseudonyms.of(SecretStr("made-up"))
    assert printed.stdout.strip() == names.in_text("conversation:telegram:123")
    bare = CliRunner().invoke(app, ["pseudonym", "123"])
    assert printed.stdout.strip().endswith(bare.stdout.strip())


def test_the_key_of_the_embedded_stack_is_found_in_its_folder(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("LOG_PSEUDONYM_KEY", raising=False)
    arguments = ["pseudonym", "telegram:123", "--data-dir", str(tmp_path)]
    refused = CliRunner().invoke(app, arguments)
    assert isinstance(refused.exception, ConfigurationError)
    key = kept_secret(tmp_path, LOG_PSEUDONYM_KEY)
    printed = CliRunner().invoke(app, arguments)
    assert printed.stdout.strip() == Pseudonyms.of(key).in_text("telegram:123")


@pytest.mark.parametrize(
    ("values", "missing"),
    [
        ({"codec_token": SecretStr(TOKEN)}, "PAYLOAD_KEYS"),
        ({"payload_keys": SecretStr(NEW)}, "CODEC_TOKEN is not set"),
        ({"payload_keys": SecretStr(NEW), "codec_token": SecretStr("short")}, "CODEC_TOKEN is"),
        ({"payload_keys": SecretStr("x"), "codec_token": SecretStr(TOKEN)}, "entry 1"),
    ],
)
def test_the_codec_server_does_not_start_without_keys_and_a_token(
    values: dict[str, SecretStr], missing: str
) -> None:
    with pytest.raises(ConfigurationError, match=missing):
        codec_server.application(Settings.model_validate(values), "default")
