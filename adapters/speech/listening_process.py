"""The listening process: takes recordings, gives back what was said as plain JSON.

Foreign bytes are decoded here and nowhere else. Needs the optional extra ``voice``; nothing of it
is loaded before the first recording.
"""

from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Literal

from adapters.child_process import answer_each
from domain.messages import Frozen


class Hearing(Frozen):
    """What came of one recording; ``text`` is empty when nobody speaks."""

    outcome: Literal["heard", "unclear", "too_long", "undecodable", "failed"]
    text: str = ""
    message: str = ""


Listen = Callable[[bytes], Hearing]
Load = Callable[[int, str], Listen]
"""Loads a model for so many threads, with a vocabulary."""


def load_model(threads: int, vocabulary: str) -> Listen:
    """Loads the speech model of the extra ``voice``; see ``SpeechModel``."""
    # Imported here: the extra need not be installed, and only this process pays for it.
    from adapters.speech.recognition import SpeechModel, load_whisper  # noqa: PLC0415

    return SpeechModel(load_whisper(threads), vocabulary).listen


def serve(
    connection: Connection, threads: int, vocabulary: str = "", load: Load = load_model
) -> None:
    """Answers each recording that comes in, until the parent closes the pipe or is gone."""
    listen: Listen | None = None

    def answer(content: bytes) -> bytes:
        nonlocal listen
        try:
            listen = listen or load(threads, vocabulary)
            heard = listen(content)
        except Exception as error:  # noqa: BLE001 - whatever broke, the parent must hear of it
            heard = Hearing(outcome="failed", message=f"{type(error).__name__}: {error}")
        return heard.model_dump_json().encode()

    answer_each(connection, answer)
