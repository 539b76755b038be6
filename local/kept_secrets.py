"""Secrets that the embedded stack makes for itself and keeps in its data folder."""

import os
import secrets
from pathlib import Path

from pydantic import SecretStr

from local.errors import StackError
from settings import Settings

CODEC_TOKEN = "codec-token"  # noqa: S105 - a file's name
LOG_PSEUDONYM_KEY = "log-pseudonym-key"


def secret_file(data_dir: Path, name: str) -> Path:
    return data_dir / name


def kept_secret(data_dir: Path, name: str) -> SecretStr:
    """The secret of this name, made the first time. Only the folder's own account can read it.

    Raises ``StackError`` when it cannot be written.
    """
    found = read_secret(data_dir, name)
    if found is not None:
        return found
    fresh = secrets.token_urlsafe(32)
    path = secret_file(data_dir, name)
    part = path.with_name(f"{name}.{os.getpid()}.part")
    try:
        descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w") as file:
            file.write(f"{fresh}\n")
        part.replace(path)  # at once: a reader never sees half of it
    except OSError as error:
        msg = f"cannot write {path} ({error.strerror}): choose another folder with --data-dir"
        raise StackError(msg) from error
    return SecretStr(fresh)


def read_secret(data_dir: Path, name: str) -> SecretStr | None:
    """The secret of this name; None when none was made."""
    try:
        text = secret_file(data_dir, name).read_text().strip()
    except (FileNotFoundError, NotADirectoryError):
        return None
    return SecretStr(text) if text else None


def pseudonym_key(settings: Settings, data_dir: Path) -> SecretStr:
    """The same for every process of a data folder, so that its logs can be read together."""
    return settings.log_pseudonym_key or kept_secret(data_dir, LOG_PSEUDONYM_KEY)


def own_settings(settings: Settings, data_dir: Path) -> dict[str, str]:
    """For the environment of our own processes: the secrets that nobody set."""
    made = {"LOG_PSEUDONYM_KEY": pseudonym_key(settings, data_dir)}
    if settings.payload_keys is not None:
        made["CODEC_TOKEN"] = settings.codec_token or kept_secret(data_dir, CODEC_TOKEN)
    return {name: secret.get_secret_value() for name, secret in made.items()}


def how_to_decode(settings: Settings, codec_address: str, data_dir: Path) -> str:
    """For the operator of an embedded stack whose payloads are encrypted: where to sign in, and
    what its Web UI must be told once, since the dev server has no flag for it.
    """
    made = settings.codec_token is None
    shown = f"the token in {secret_file(data_dir, CODEC_TOKEN)}" if made else "CODEC_TOKEN"
    return (
        f"payloads are encrypted: sign in at {codec_address} with {shown} to see them decoded\n"
        "once in each browser, in the Web UI: the glasses, “Use my browser setting”, "
        f"{codec_address}, “Include cross-origin credentials”"
    )
