"""Secrets that the embedded stack makes for itself and keeps in its data folder."""

import os
import secrets
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from pydantic import SecretStr

from adapters.encryption.keyring import new_key
from local.errors import StackError
from local.temporal import DATABASE
from settings import Settings

CODEC_TOKEN = "codec-token"  # noqa: S105 - a file's name
LOG_PSEUDONYM_KEY = "log-pseudonym-key"
PAYLOAD_KEYS = "payload-keys"


def secret_file(data_dir: Path, name: str) -> Path:
    return data_dir / name


def _word() -> str:
    return secrets.token_urlsafe(32)


def kept_secret(data_dir: Path, name: str, make: Callable[[], str] = _word) -> SecretStr:
    """The secret of this name, made the first time. Only the folder's own account can read it.

    Raises ``StackError`` when it cannot be written.
    """
    found = read_secret(data_dir, name)
    if found is not None:
        return found
    fresh = make()
    path = secret_file(data_dir, name)
    part = path.with_name(f"{name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{fresh}\n")
        try:
            os.link(part, path)  # at once: a reader never sees half of it, and none sees another
        finally:
            part.unlink()
    except FileExistsError:
        return kept_secret(data_dir, name, make)
    except OSError as error:
        raise StackError(
            f"cannot write {path} ({error.strerror}): choose another folder with --data-dir"
        ) from error
    return SecretStr(fresh)


def read_secret(data_dir: Path, name: str) -> SecretStr | None:
    """The secret of this name; None when none was made."""
    try:
        text = secret_file(data_dir, name).read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return SecretStr(text) if text else None


def with_kept_keys(settings: Settings, data_dir: Path) -> Settings:
    """With the keys of a data folder, where nobody set any."""
    kept = read_secret(data_dir, PAYLOAD_KEYS)
    if settings.payload_keys is not None or kept is None:
        return settings
    return settings.model_copy(update={"payload_keys": kept})


def with_keys(settings: Settings, data_dir: Path) -> Settings:
    """As ``with_kept_keys``; a data folder that is new gets a key.

    One that is in use without keys stays so: what was begun in the clear would be refused.
    """
    if settings.payload_keys is None and not (data_dir / DATABASE).exists():
        kept_secret(data_dir, PAYLOAD_KEYS, lambda: new_key(datetime.now(UTC).date()))
    return with_kept_keys(settings, data_dir)


def pseudonym_key(settings: Settings, data_dir: Path) -> SecretStr:
    """The same for every process of a data folder, so that its logs can be read together."""
    return settings.log_pseudonym_key or kept_secret(data_dir, LOG_PSEUDONYM_KEY)


def own_settings(settings: Settings, data_dir: Path) -> dict[str, str]:
    """For the environment of our own processes: the secrets that nobody set, and the keys."""
    made = {"LOG_PSEUDONYM_KEY": pseudonym_key(settings, data_dir)}
    if settings.payload_keys is not None:
        made["PAYLOAD_KEYS"] = settings.payload_keys
        made["CODEC_TOKEN"] = settings.codec_token or kept_secret(data_dir, CODEC_TOKEN)
    return {name: secret.get_secret_value() for name, secret in made.items()}


def sign_in_link(settings: Settings, codec_address: str, data_dir: Path) -> str:
    """A link that signs a browser in and leads on to the Web UI. A token that the operator chose is
    not in it: it is asked for.
    """
    made = read_secret(data_dir, CODEC_TOKEN) if settings.codec_token is None else None
    return codec_address if made is None else f"{codec_address}/#{made.get_secret_value()}"


def how_to_decode(settings: Settings, codec_address: str, data_dir: Path) -> str:
    """For the operator of an embedded stack whose payloads are encrypted: where to sign in."""
    made = settings.codec_token is None
    shown = f"the token in {secret_file(data_dir, CODEC_TOKEN)}" if made else "CODEC_TOKEN"
    return f"payloads are encrypted: sign in at {codec_address} with {shown} to see them decoded"
