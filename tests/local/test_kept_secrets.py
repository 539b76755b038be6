from pathlib import Path

import pytest
from pydantic import SecretStr

from adapters.encryption.keyring import Keyring
from local.errors import StackError
from local.kept_secrets import (
    CODEC_TOKEN,
    how_to_decode,
    kept_secret,
    own_settings,
    read_secret,
    sign_in_link,
    with_kept_keys,
    with_keys,
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
    assert found == {
        "LOG_PSEUDONYM_KEY": "p",
        "PAYLOAD_KEYS": "x",
        "CODEC_TOKEN": token.get_secret_value(),
    }
    told = how_to_decode(made, "http://127.0.0.1:1", tmp_path)
    assert f"http://127.0.0.1:1 with the token in {tmp_path / CODEC_TOKEN}" in told
    chosen = made.model_copy(update={"codec_token": SecretStr("t")})
    assert own_settings(chosen, tmp_path)["CODEC_TOKEN"] == "t"
    assert how_to_decode(chosen, "http://127.0.0.1:1", tmp_path).count("CODEC_TOKEN") == 1
    link = f"http://127.0.0.1:1/#{token.get_secret_value()}"
    assert sign_in_link(made, "http://127.0.0.1:1", tmp_path) == link
    assert sign_in_link(chosen, "http://127.0.0.1:1", tmp_path) == "http://127.0.0.1:1"


class TestKeys:
    """Of payloads, in a data folder of one machine."""

    def test_a_new_folder_gets_a_key_and_keeps_it(self, tmp_path: Path) -> None:
        assert with_kept_keys(Settings(), tmp_path).payload_keys is None
        keyed = with_keys(Settings(), tmp_path).payload_keys
        assert keyed is not None
        assert len(Keyring.parse(keyed.get_secret_value()).ids) == 1
        (tmp_path / "temporal.db").touch()
        assert with_keys(Settings(), tmp_path).payload_keys == keyed
        assert with_kept_keys(Settings(), tmp_path).payload_keys == keyed

    def test_a_key_that_was_set_counts_and_a_folder_in_use_in_the_clear_goes_on(
        self, tmp_path: Path
    ) -> None:
        settings = Settings.model_validate({"payload_keys": SecretStr("x")})
        assert with_keys(settings, tmp_path).payload_keys == SecretStr("x")
        assert list(tmp_path.iterdir()) == []
        (tmp_path / "temporal.db").touch()
        assert with_keys(Settings(), tmp_path).payload_keys is None

    def test_of_two_that_begin_at_once_both_have_the_same(self, tmp_path: Path) -> None:
        first: list[SecretStr] = []

        def meanwhile() -> str:
            first.append(kept_secret(tmp_path, "key", lambda: "first"))
            return "second"

        assert kept_secret(tmp_path, "key", meanwhile) == first[0] == SecretStr("first")
