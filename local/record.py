"""What a data folder says about its stack: who holds it, and where its parts are."""

import fcntl
import os
from collections.abc import Iterator
from contextlib import contextmanager
from enum import StrEnum
from pathlib import Path

from pydantic import Field, ValidationError

from domain.messages import Frozen
from local.errors import StackBusyError, StackError

_LOCK_FILE = "stack.lock"
_RECORD_FILE = "stack.json"


class StackState(StrEnum):
    STARTING = "starting"
    READY = "ready"
    STOPPING = "stopping"
    STOPPED = "stopped"


class StackAddresses(Frozen):
    """Where the parts of a stack are reached."""

    temporal_address: str = ""
    ui_address: str = ""
    database_url: str = ""
    codec_address: str = ""
    """Where an operator signs in to see payloads decrypted; empty when they are in the clear."""
    page_address: str = ""
    """Of the page to chat and call; empty without the HTTP channel."""


class StackRecord(StackAddresses):
    """``stack.json``. Ports outlive the run, so that the next one can have the same ones.

    Only believe ``state`` and ``pids`` while the data folder is held: an owner that was killed
    could not correct them.
    """

    state: StackState = StackState.STOPPED
    owner_pid: int | None = None
    pids: dict[str, int] = Field(default_factory=dict)
    temporal_port: int | None = None
    ui_port: int | None = None
    http_port: int | None = None
    metrics_port: int | None = None
    codec_port: int | None = None
    page_port: int | None = None


def read_record(data_dir: Path) -> StackRecord:
    """The record of a data folder; an empty one when there is none or it cannot be understood."""
    try:
        return StackRecord.model_validate_json((data_dir / _RECORD_FILE).read_bytes())
    except (FileNotFoundError, NotADirectoryError, ValidationError):
        return StackRecord()


def write_record(data_dir: Path, record: StackRecord) -> None:
    """Replaces the record at once, so that a reader never sees half of it. For its owner alone."""
    part = data_dir / f"{_RECORD_FILE}.part"
    part.unlink(missing_ok=True)  # what a killed owner left has that one's permissions
    descriptor = os.open(part, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(record.model_dump_json(indent=2) + "\n")
    part.replace(data_dir / _RECORD_FILE)


def is_held(data_dir: Path) -> bool:
    """Whether a living process runs a stack on this folder."""
    if not (data_dir / _LOCK_FILE).exists():
        return False
    try:
        with hold(data_dir):
            return False
    except StackBusyError:
        return True


def make_folder(data_dir: Path) -> None:
    """Makes the data folder, closed to other accounts. Raises ``StackError`` when it cannot."""
    try:
        data_dir.mkdir(mode=0o700, parents=True, exist_ok=True)
    except OSError as error:
        raise _not_writable(data_dir, error) from error


def _not_writable(data_dir: Path, error: OSError) -> StackError:
    return StackError(
        f"cannot write to {data_dir} ({error.strerror}): choose another one with --data-dir"
    )


@contextmanager
def hold(data_dir: Path) -> Iterator[None]:
    """Holds the folder for this process. Raises ``StackBusyError`` when another one does.

    The kernel frees the lock when the holder dies, however it dies. Children don't inherit it.
    """
    make_folder(data_dir)
    try:
        descriptor = os.open(data_dir / _LOCK_FILE, os.O_RDWR | os.O_CREAT, 0o600)
    except OSError as error:
        raise _not_writable(data_dir, error) from error
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise StackBusyError(f"a stack already runs on {data_dir}") from error
        yield
    finally:
        os.close(descriptor)
