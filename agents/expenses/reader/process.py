"""The reading process: takes bytes of attachments, gives back text as plain JSON.

Hostile bytes are decoded here and nowhere else.
"""

import contextlib
import ctypes
import os
from collections.abc import Callable
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Final, Literal

from adapters.child_process import allow_seconds, answer_each
from adapters.media.lines import OcrText
from domain.errors import UnusableAttachmentError
from domain.messages import Frozen

_M_ARENA_MAX = -8
"""glibc's name for how many heaps its threads may grow."""


OPENING_SECONDS: Final = 15
"""Of the processor, to make pixels and text of a file. The largest picture allowed takes three, a
page of a scanner one; a small file that takes more was made to."""

READING_SECONDS: Final = 60
"""Of the processor, on all cores together, to find and recognise what stands there. Three dense
pages take twenty."""

LOAD: Final = b"\0load the models"
"""Asks the process to get ready; no picture or PDF begins like this."""


class ReaderAnswer(Frozen):
    """What came of one attachment: its text, a refusal for the person, or a failure that the same
    attachment would meet again.

    ``ready`` answers ``LOAD``.
    """

    outcome: Literal["ready", "read", "refused", "failed"]
    text: OcrText | None = None
    message: str = ""
    user_text: str = ""
    why: str = ""
    """``UnusableAttachmentError.why`` of a refusal."""
    resting: int = 0
    """Bytes of memory that the process holds after this attachment, where it can tell."""


def serve(
    connection: Connection,
    threads: int,
    opening_seconds: int = OPENING_SECONDS,
    reading_seconds: int = READING_SECONDS,
) -> None:
    """Answer each attachment that comes in, until the parent closes the pipe or is gone.

    Models are loaded when the parent asks for it, which it does before the first attachment: a
    worker which never reads a photo does not pay for them, and loading has its own time-out.
    """
    # Before numpy is loaded: its library for matrices, which nothing here multiplies, would take
    # memory for each core of the machine.
    os.environ["OPENBLAS_NUM_THREADS"] = "1"
    give_back = compact_heap()
    read: Callable[[bytes], OcrText] | None = None

    def answer(content: bytes) -> bytes:
        nonlocal read
        try:
            read = read or _loaded(threads, opening_seconds, reading_seconds)
            if content == LOAD:
                made = ReaderAnswer(outcome="ready")
            else:
                made = ReaderAnswer(outcome="read", text=read(content))
        except UnusableAttachmentError as error:
            made = ReaderAnswer(
                outcome="refused", message=str(error), user_text=error.user_text, why=error.why
            )
        except Exception as error:  # noqa: BLE001 - whatever broke, the parent must hear of it
            made = ReaderAnswer(outcome="failed", message=f"{type(error).__name__}: {error}")
        give_back()
        told = made.model_copy(update={"resting": resident_bytes()})
        return told.model_dump_json().encode()

    answer_each(connection, answer)


def compact_heap() -> Callable[[], None]:
    """One heap for all threads, and a way to give its free pages back to the machine.

    Inference frees buffers of very different sizes on several threads: with glibc's heap for each
    thread they add up to half as much again, and a process that reads nothing keeps them. Other
    C libraries need no such help.
    """
    with contextlib.suppress(OSError, AttributeError, TypeError):
        libc = ctypes.CDLL(None)
        libc.mallopt(_M_ARENA_MAX, 1)
        trim = libc.malloc_trim
        return lambda: trim(0)
    return lambda: None


def resident_bytes() -> int:
    """Memory that this process holds now; 0 where the system does not say."""
    try:
        pages = Path("/proc/self/statm").read_text(encoding="ascii").split()[1]
        return int(pages) * os.sysconf("SC_PAGE_SIZE")
    except (OSError, ValueError, IndexError):
        return 0


def _loaded(threads: int, opening_seconds: int, reading_seconds: int) -> Callable[[bytes], OcrText]:
    # Imported here: the parent needs ``serve`` but must not load the models' libraries.
    from agents.expenses.reader.recognition import Recogniser, opened  # noqa: PLC0415
    from agents.expenses.reader.second_look import read_with_care  # noqa: PLC0415

    recogniser = Recogniser(threads)

    def read(content: bytes) -> OcrText:
        allow_seconds(opening_seconds)
        file = opened(content)
        allow_seconds(reading_seconds)
        return read_with_care(recogniser, file)

    return read
