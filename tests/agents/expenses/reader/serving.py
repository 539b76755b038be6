"""Reading processes that read nothing. Each test's process imports this, so it imports little."""

import signal
from multiprocessing.connection import Connection

from adapters.child_process import answer_each
from adapters.media.lines import OcrText
from agents.expenses.reader.process import LOAD, ReaderAnswer

READY = ReaderAnswer(outcome="ready")
NOTHING_READ = ReaderAnswer(outcome="read", text=OcrText(pages=()))


def answers(picture: ReaderAnswer, connection: Connection, threads: int) -> None:
    """Gives the same answer to whatever it is given."""
    del threads

    def answer(content: bytes) -> bytes:
        return (READY if content == LOAD else picture).model_dump_json().encode()

    answer_each(connection, answer)


def ends_by(signal_number: int, connection: Connection, threads: int) -> None:
    """Ends over whatever it is given."""
    del threads

    def answer(content: bytes) -> bytes:
        if content != LOAD:
            signal.raise_signal(signal_number)
        return READY.model_dump_json().encode()

    answer_each(connection, answer)


def never_ready(connection: Connection, threads: int) -> None:
    del connection, threads
    signal.pause()
