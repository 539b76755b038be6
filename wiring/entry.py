"""What the entry points of long-running processes share: stop signals, exit codes, a clean end."""

import asyncio
import os
import signal
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import NoReturn

import structlog

from adapters.temporal_logs import acting_on_lost_tasks
from domain.errors import AppError
from settings import Settings
from wiring.channel import GRACE

_log = structlog.get_logger()

_LAST_MOMENT = 2 * GRACE
"""For a worker whose core waits for what never comes."""


def note_missing_keys(settings: Settings) -> None:
    """Logs once, when a process is at work, what its deployment should set for privacy."""
    if settings.log_pseudonym_key is None:
        _log.info("logs.pseudonyms_of_this_run_only", advice="set LOG_PSEUDONYM_KEY to keep them")
    # What `steward run` starts keeps everything on the person's own machine.
    if settings.payload_keys is None and "--stack" not in sys.argv[1:]:
        _log.warning("payloads.not_encrypted", advice="set PAYLOAD_KEYS: `steward keys new`")


def stop_signal() -> asyncio.Event:
    """Set by SIGTERM or SIGINT. Call it inside the running loop."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


@contextmanager
def begun_anew_after_a_lost_task(
    stop: asyncio.Event, last_moment: timedelta = _LAST_MOMENT
) -> Iterator[None]:
    """Ends this process when Temporal's core has lost a workflow task: whoever started the process
    starts it again, and the conversation that stood still goes on.

    What has begun may finish, as at any stop. The core itself may wait for the lost task for ever,
    so the process ends at the ``last_moment`` in any case. Call it inside the running loop.
    """
    loop = asyncio.get_running_loop()

    def end() -> None:
        _log.error("worker.task_lost", advice="this process ends, to be started again")
        loop.call_soon_threadsafe(stop.set)
        last = threading.Timer(last_moment.total_seconds(), os._exit, (1,))
        last.daemon = True
        last.start()

    with acting_on_lost_tasks(end):
        yield


def served(name: str, work: Coroutine[object, object, None]) -> int:
    """Runs ``work`` to its end and returns the exit code. An expected failure is one line, also
    where it comes out of a group of tasks.
    """
    try:
        asyncio.run(work)
    except* AppError as failures:
        error = _first_of(failures)
        sys.stderr.write(f"steward {name}: {error.report}\n")
        return_code = error.exit_code
    else:
        return_code = 0
    return return_code


def _first_of(failures: BaseExceptionGroup[AppError]) -> AppError:
    first = failures.exceptions[0]
    return _first_of(first) if isinstance(first, BaseExceptionGroup) else first


def leave(serve: Callable[[], int]) -> NoReturn:
    """Serves, then ends the process at once.

    The SDK's native threads can crash the interpreter while it is torn down, which would turn a
    clean stop into a failure; everything that must be closed is closed by then.
    """
    code = serve()
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)
