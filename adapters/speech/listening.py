"""The listening process: takes recordings, gives back what was said, dies with its parent.

Foreign bytes are decoded here and nowhere else, so answers are plain JSON that the parent
validates. Needs the optional extra ``voice``; nothing of it is loaded before the first recording.
"""

import signal
import threading
from collections.abc import Callable
from multiprocessing.connection import Connection
from typing import Literal

from adapters.ocr.process import die_with_parent, limit_resources
from domain.messages import Frozen


class Heard(Frozen):
    """What came of one recording; ``text`` is empty when nobody speaks."""

    outcome: Literal["heard", "unclear", "too_long", "undecodable", "failed"]
    text: str = ""
    message: str = ""


def serve(connection: Connection, threads: int) -> None:
    """Answer each recording that comes in, until the parent closes the pipe or is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C goes to the parent, which then closes
    limit_resources()
    threading.Thread(target=die_with_parent, name="parent-watch", daemon=True).start()
    listen: Callable[[bytes], Heard] | None = None
    while True:
        try:
            content = connection.recv_bytes()
        except (EOFError, OSError):
            return
        try:
            listen = listen or _loaded(threads)
            answer = listen(content)
        except Exception as error:  # noqa: BLE001 - whatever broke, the parent must hear of it
            answer = Heard(outcome="failed", message=f"{type(error).__name__}: {error}")
        try:
            connection.send_bytes(answer.model_dump_json().encode())
        except OSError:
            return


def _loaded(threads: int) -> Callable[[bytes], Heard]:
    # Imported here: the extra need not be installed, and only this process pays for it.
    from adapters.speech.recognition import SpeechModel  # noqa: PLC0415

    return SpeechModel(threads).listen
