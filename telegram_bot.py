"""Entry point of the Telegram bot: updates in, replies out, until asked to stop."""

from typing import NoReturn

from adapters.temporal import configured, connect
from settings import load_settings
from wiring import telegram as wiring_telegram
from wiring.client import bot_telemetry, client_extras
from wiring.entry import leave, note_missing_keys, served, stop_signal
from wiring.logs import configure_logs


async def work() -> None:
    """Talks to Telegram until SIGTERM or SIGINT; what has begun may finish."""
    settings = load_settings()
    configure_logs(settings.log_level, pseudonym_key=settings.log_pseudonym_key)
    stop = stop_signal()
    telemetry = bot_telemetry(settings)
    try:
        client = await connect(configured(), client_extras(settings, telemetry))
        note_missing_keys(settings)
        await wiring_telegram.run_bot(settings, client, stop, telemetry)
    finally:
        await telemetry.aclose()


def serve() -> int:
    """Talks until asked to stop; returns the exit code."""
    return served("bot", work())


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
