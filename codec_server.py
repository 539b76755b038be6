"""Entry point of the codec server: decrypts payloads for operators, until asked to stop."""

from typing import NoReturn

import structlog
from aiohttp import web

from adapters.encryption.access import CodecAccess
from adapters.encryption.server import Audience, codec_application
from adapters.http_server import listening
from adapters.temporal import configured
from domain.errors import ConfigurationError
from settings import Settings, load_settings
from wiring.client import payload_codec
from wiring.entry import leave, note_missing_keys, served, stop_signal
from wiring.logs import configure_logs

_log = structlog.get_logger()
_DEFAULT_NAMESPACE = "default"


def application(settings: Settings, namespace: str) -> web.Application:
    """The server of this deployment.

    Raises ``ConfigurationError`` without keys or a token: it would decrypt nothing, or for all.
    """
    codec, token = payload_codec(settings), settings.codec_token
    if codec is None:
        raise ConfigurationError(
            "PAYLOAD_KEYS is not set: the codec server needs the worker's keys"
        )
    if token is None:
        raise ConfigurationError(
            "CODEC_TOKEN is not set: `steward keys new` prints one; operators must show it"
        )
    audience = Audience(settings.codec_ui_origin.rstrip("/"), {namespace})
    return codec_application(codec, CodecAccess(token.get_secret_value()), audience)


async def work() -> None:
    """Serves until SIGTERM or SIGINT."""
    settings = load_settings()
    configure_logs(settings.log_level, pseudonym_key=settings.log_pseudonym_key)
    stop = stop_signal()
    namespace = configured().get("namespace") or _DEFAULT_NAMESPACE
    async with listening(application(settings, namespace), settings.codec_listen, "CODEC_LISTEN"):
        note_missing_keys(settings)
        _log.info("codec.listening", listen=settings.codec_listen, namespace=namespace)
        await stop.wait()


def serve() -> int:
    """Serves until asked to stop; returns the exit code."""
    return served("codec", work())


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
