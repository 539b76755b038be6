"""One form for all logs: structlog's events and those of libraries, as JSON or for a terminal."""

import logging
import logging.handlers
import sys
from pathlib import Path

import structlog
from pydantic import SecretStr

from adapters.pseudonyms import Pseudonyms
from adapters.quoted_values import without_quoted_values
from adapters.temporal_logs import without_messages
from domain.errors import ConfigurationError

_MAX_BYTES = 5 * 1024 * 1024
_KEPT = 1
# Noise at INFO: each step of a migration, the address of each request (which may hold a token).
_TALKATIVE = ("alembic", "httpx", "httpx2", "httpcore", "openai", "aiogram")
# Its messages quote what servers send and are sent; what matters of them is in events of ours.
_QUOTING = "mcp"

_SHARED: tuple[structlog.typing.Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_log_level,
    structlog.stdlib.add_logger_name,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    without_messages,
    structlog.processors.format_exc_info,
)


def configure_logs(
    level: str, file: Path | None = None, *, pseudonym_key: SecretStr | None = None
) -> None:
    """Sends all logs from ``level`` on to standard error, or to a file that is kept short.

    Ids of persons and chats are replaced by pseudonyms, in every library's lines, too, and values
    that error messages quote are left out. Without a key, pseudonyms end with the process. Raises
    ``ConfigurationError`` for a level that does not exist.
    """
    number = logging.getLevelNamesMapping().get(level.upper())
    if number is None:
        raise ConfigurationError(
            f"LOG_LEVEL {level} does not exist: use DEBUG, INFO, WARNING or ERROR"
        )
    handler = _handler(file)
    handler.setFormatter(
        structlog.stdlib.ProcessorFormatter(
            foreign_pre_chain=[*_SHARED, structlog.stdlib.ExtraAdder()],
            processors=[
                structlog.stdlib.ProcessorFormatter.remove_processors_meta,
                without_quoted_values,
                Pseudonyms.of(pseudonym_key),
                _renderer(file),
            ],
        )
    )
    logging.basicConfig(level=number, handlers=[handler], force=True)
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(max(number, logging.WARNING))
    logging.getLogger(_QUOTING).setLevel(logging.CRITICAL)
    structlog.configure(
        processors=[*_SHARED, structlog.stdlib.ProcessorFormatter.wrap_for_formatter],
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
