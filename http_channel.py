"""Entry point of the HTTP channel: requests and calls in, replies out, until asked to stop."""

from typing import NoReturn

from wiring.entry import leave
from wiring.http import run_http
from wiring.process import serve_channel


def serve() -> int:
    """Serves until asked to stop; returns the exit code."""
    return serve_channel("http", run_http)


def main() -> NoReturn:
    leave(serve)


if __name__ == "__main__":
    main()
