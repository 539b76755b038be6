"""Entry point of the Telegram bot: updates in, replies out, until asked to stop."""

from typing import NoReturn

import wiring_telegram
from adapters.temporal import configured, connect
from entry import leave, served, stop_signal
from logs import configure_logs
from settings import load_settings


async def work() -> None:
    """Talks to Telegram until SIGTERM or SIGINT; what has begun may finish."""
    settings = load_settings()
    configure_logs(settings.log_level)
    stop = stop_signal()
    await wiring_telegram.run_bot(settings, await connect(configured()), stop)


def serve() -> int:
    """Talks until asked to stop; returns the exit code."""
    return served("bot", work())


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
