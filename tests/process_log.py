"""The log of a process, for tests that read it."""

import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import structlog
from pydantic import SecretStr

from wiring.logs import configure_logs

KEY = SecretStr("a-made-up-key")


@contextmanager
def logging_to(file: Path) -> Iterator[Path]:
    """Configures logs as a process does, until the end of the block."""
    root = logging.getLogger()
    before, level, processors = root.handlers[:], root.level, structlog.get_config()
    configure_logs("INFO", file, pseudonym_key=KEY)
    yield file
    for handler in root.handlers:
        handler.close()
    root.handlers[:] = before
    root.setLevel(level)
    structlog.configure(**processors)
