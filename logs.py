"""One form for all logs: structlog's events and those of libraries, as JSON or for a terminal."""

import logging
import logging.handlers
import sys
from pathlib import Path

import structlog

from domain.errors import ConfigurationError

_MAX_BYTES = 5 * 1024 * 1024
_KEPT = 1
# Noise at INFO: each step of a migration, the address of each request (which may hold a token).
_TALKATIVE = ("alembic", "httpx", "httpx2", "httpcore", "openai", "aiogram")


def configure_logs(level: str, file: Path | None = None) -> None:
    """Sends all logs from ``level`` on to standard error, or to a file that is kept short.

    Raises ``ConfigurationError`` for a level that does not exist.
    """
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        msg = f"LOG_LEVEL {level} does not exist: use DEBUG, INFO, WARNING or ERROR"
        raise ConfigurationError(msg)
    shared: list[structlog.typing.Processor] = [
        structlog.contextvars.merge_contextvars,
        structlog.stdlib.add_log_level,
        structlog.stdlib.add_logger_name,
        structlog.processors.TimeStamper(fmt="iso", utc=True),
        structlog.processors.format_exc_info,
    ]
    handler = _handler(file)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*shared, structlog.stdlib.ExtraAdder()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                _renderer(file),
            ],
        )
    )
    logging.basicConfig(level=number, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
    structlog.configure(
        processors=[*shared, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.make_filtering_bound_logger(number),
        cache_logger_on_first_use=True,
    )


def _handler(file: Path | None) -> logging.Handler:
    if file is None:
        return logging.StreamHandler(sys.stderr)
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    return logging.handlers.RotatingFileHandler(file, maxBytes=_MAX_BYTES, backupCount=_KEPT)


def _renderer(file: Path | None) -> structlog.typing.Processor:
    if file is None and sys.stderr.isatty():
        return structlog.dev.ConsoleRenderer()
    return structlog.processors.JSONRenderer()
