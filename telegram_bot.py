"""Entry point of the Telegram bot: updates in, replies out, until asked to stop."""

from typing import NoReturn

from wiring.entry import leave
from wiring.process import serve_channel
from wiring.telegram import run_bot


def serve() -> int:
    """Talks until asked to stop; returns the exit code."""
    return serve_channel("bot", run_bot)


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
