"""What Temporal's libraries write to the logs, without anything that a person said.

The SDK's native core writes to standard output by itself, in its own form, and quotes failures and
task tokens, which hold the ids of conversations. Its lines come through ``logging`` here, as all
others do, and keep only what is known to be harmless.
"""

import logging
import re
import traceback
from collections.abc import Callable, Iterator, MutableMapping
from contextlib import contextmanager
from functools import lru_cache

from temporalio.exceptions import ApplicationError
from temporalio.runtime import (
    LogForwardingConfig,
    LoggingConfig,
    PrometheusConfig,
    Runtime,
    TelemetryConfig,
    TelemetryFilter,
)

from domain.errors import AppError

CORE = "temporalio.core"
"""Name of the logger that the core's lines go to."""

_KEPT = frozenset({"run_id", "workflow_id", "attempt", "task_queue", "worker_task_type"})
_STATUS = re.compile(r"\bcode: (\w+)")
"""Of an answer that was an error: all that is told of it."""
_RULE = re.compile(r"\bTMPRL\d{4}\b")
"""Temporal's own number of a rule that was broken, as non-determinism."""
_QUOTE = re.compile(r"\b(?:Failure|TaskToken|Payloads?|Status)\s?[{(].*", re.DOTALL)
LOST_TASK = "Extra buffered run should not have produced an activation"
"""The core's log line for a workflow task that it lost (docs/upstream/sdk-core-lost-task.md)."""
_OURS = (AppError, ApplicationError)
"""Their messages are written by Steward, for logs."""


def forwarding(metrics: PrometheusConfig | None = None) -> TelemetryConfig:
    """Warnings and errors of the core as records of the logger ``CORE``."""
    logger = logging.getLogger(CORE)
    if _harmless not in logger.filters:
        logger.addFilter(_harmless)
    forwarded = LogForwardingConfig(
        logger,
        append_target_to_name=False,
        prepend_target_on_message=False,
        append_log_fields_to_message=False,
    )
    config = LoggingConfig(TelemetryFilter("WARN", "ERROR"), forwarded)
    return TelemetryConfig(logging=config, metrics=metrics, attach_service_name=False)


@lru_cache(maxsize=1)
def quiet_runtime() -> Runtime:
    """The runtime of a process that serves no metrics. One for all its connections."""
    return Runtime(telemetry=forwarding())


def _harmless(record: logging.LogRecord) -> bool:
    """Puts what may be told into fields of the record and takes away the rest."""
    line = record.__dict__.pop("temporal_log", None)
    if line is not None:
        fields = dict(line.fields)
        harmless = {name: str(value) for name, value in fields.items() if name in _KEPT}
        written = " ".join(map(str, fields.values()))
        for name, pattern in (("status", _STATUS), ("rule", _RULE)):
            found = pattern.search(written)
            if found is not None:
                harmless[name] = found[found.re.groups]
        record.__dict__.update(harmless, target=line.target)
    record.msg = _QUOTE.sub("…", str(record.msg))
    return True


@contextmanager
def acting_on_lost_tasks(act: Callable[[], None]) -> Iterator[None]:
    """Calls ``act``, on a thread of the core, when the core of this process loses a workflow task.

    The run stands still from then on for as long as this process lives.
    """

    def watch(record: logging.LogRecord) -> bool:
        if LOST_TASK in str(record.msg):
            act()
        return True

    logger = logging.getLogger(CORE)
    logger.addFilter(watch)
    try:
        yield
    finally:
        logger.removeFilter(watch)


def without_messages(
    _logger: object, _method: str, entry: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    """A processor of structlog: what the SDK says of a failure has its kinds and places only.

    An error that is not Steward's own may quote anything. It needs the logger's name in the entry.
    """
    failure = entry.get("exc_info")
    error = failure[1] if isinstance(failure, tuple) else failure
    if isinstance(error, BaseException) and str(entry.get("logger", "")).startswith("temporalio"):
        del entry["exc_info"]
        entry["exception"] = "\n\n".join(reversed(list(_described(error))))
    return entry


def _described(error: BaseException | None) -> Iterator[str]:
    """An error, then what caused it."""
    seen: set[int] = set()
    while error is not None and id(error) not in seen:
        seen.add(id(error))
        kind = f"{type(error).__module__}.{type(error).__qualname__}"
        name = f"{kind}: {error}" if isinstance(error, _OURS) else kind
        yield "".join([*traceback.format_tb(error.__traceback__), name])
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
