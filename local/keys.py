"""``steward keys``: fresh keys, and pseudonyms to look for in logs."""

import secrets
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from adapters.encryption.keyring import new_key
from adapters.pseudonyms import Pseudonyms
from domain.errors import ConfigurationError
from local.kept_secrets import LOG_PSEUDONYM_KEY, read_secret
from settings import load_settings

app = typer.Typer(help="Keys for encryption, and pseudonyms in logs.", no_args_is_help=True)


@app.command()
def new() -> None:
    """Print a fresh key for PAYLOAD_KEYS, and fresh secrets for two other settings."""
    typer.echo(f"PAYLOAD_KEYS={new_key(datetime.now(UTC).date())}")
    typer.echo(f"CODEC_TOKEN={secrets.token_urlsafe(32)}")
    typer.echo(f"LOG_PSEUDONYM_KEY={secrets.token_urlsafe(32)}")
    typer.echo(
        "# To rotate: keep the old keys behind the new one, separated by commas"
        " (docs/encryption.md).",
        err=True,
    )


@app.command()
def pseudonym(
    identity: Annotated[str, typer.Argument(help="Such as conversation:telegram:123.")],
    data_dir: Annotated[
        Path | None, typer.Option("--data-dir", help="Whose logs; default: the user-data folder.")
    ] = None,
) -> None:
    """Print what stands in the logs for a person, a chat or a message."""
    settings = load_settings()
    key = settings.log_pseudonym_key or read_secret(
        data_dir or settings.data_dir, LOG_PSEUDONYM_KEY
    )
    if key is None:
        raise ConfigurationError(
            "LOG_PSEUDONYM_KEY is not set, so each process made pseudonyms of its own: "
            "set it, `steward keys new` prints one"
        )
    # As a field of its own, so that an id without its channel is taken for one, too.
    typer.echo(Pseudonyms.of(key)(None, "", {"chat_id": identity})["chat_id"])
