"""Entry point of the HTTP channel: requests and calls in, replies out, until asked to stop."""

from typing import NoReturn

from adapters.temporal import configured, connect
from settings import load_settings
from wiring import http as wiring_http
from wiring.client import client_extras, http_telemetry
from wiring.entry import leave, note_missing_keys, served, stop_signal
from wiring.logs import configure_logs


async def work() -> None:
    """Serves until SIGTERM or SIGINT; what has begun may finish."""
    settings = load_settings()
    configure_logs(settings.log_level, pseudonym_key=settings.log_pseudonym_key)
    stop = stop_signal()
    telemetry = http_telemetry(settings)
    try:
        client = await connect(configured(), client_extras(settings, telemetry))
        note_missing_keys(settings)
        await wiring_http.run_http(settings, client, stop, telemetry)
    finally:
        await telemetry.aclose()


def serve() -> int:
    """Serves until asked to stop; returns the exit code."""
    return served("http", work())


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
