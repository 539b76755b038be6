from pathlib import Path

import pytest
from pydantic import SecretStr

from local.errors import StackError
from local.kept_secrets import (
    CODEC_TOKEN,
    how_to_decode,
    kept_secret,
    own_settings,
    read_secret,
)
from settings import Settings


def test_a_secret_is_made_once_and_only_its_owner_can_read_it(tmp_path: Path) -> None:
    assert read_secret(tmp_path, "token") is None
    made = kept_secret(tmp_path, "token")
    assert len(made.get_secret_value()) > 40
    assert kept_secret(tmp_path, "token") == made == read_secret(tmp_path, "token")
    assert kept_secret(tmp_path, "other") != made
    assert (tmp_path / "token").stat().st_mode & 0o777 == 0o600


def test_a_folder_that_cannot_be_written_to_is_named(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(StackError, match="--data-dir"):
        kept_secret(tmp_path / "file", "token")


def test_without_keys_no_codec_token_is_made(tmp_path: Path) -> None:
    assert list(own_settings(Settings(), tmp_path)) == ["LOG_PSEUDONYM_KEY"]
    assert read_secret(tmp_path, CODEC_TOKEN) is None


def test_what_an_operator_set_goes_before_what_would_be_made(tmp_path: Path) -> None:
    keys = {"payload_keys": SecretStr("x"), "log_pseudonym_key": SecretStr("p")}
    made = Settings.model_validate(keys)
    kept = read_secret(tmp_path, CODEC_TOKEN)
    assert kept is None
    found = own_settings(made, tmp_path)
    token = read_secret(tmp_path, CODEC_TOKEN)
    assert token is not None
    assert found == {"LOG_PSEUDONYM_KEY": "p", "CODEC_TOKEN": token.get_secret_value()}
    told, browser = how_to_decode(made, "http://127.0.0.1:1", tmp_path).splitlines()
    assert str(tmp_path / CODEC_TOKEN) in told
    assert "“Use my browser setting”, http://127.0.0.1:1," in browser
    chosen = made.model_copy(update={"codec_token": SecretStr("t")})
    assert own_settings(chosen, tmp_path)["CODEC_TOKEN"] == "t"
    assert how_to_decode(chosen, "http://127.0.0.1:1", tmp_path).count("CODEC_TOKEN") == 1
