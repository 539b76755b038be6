"""One terminal at a time on a chat."""

import fcntl
import hashlib
import os
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import quote

from domain.errors import AppError

_LONGEST_NAME = 100
"""Characters of a chat's name in a file name, which file systems limit to 255 bytes."""


class ChatOpenElsewhereError(AppError):
    """Another terminal has this chat open: it would get some of the replies, and this one others.

    The message is one line for the person at the terminal.
    """

    code = "terminal.chat_open_elsewhere"


@contextmanager
def seat(data_dir: Path, chat_id: str) -> Iterator[None]:
    """Takes the chat for this process. Raises ``ChatOpenElsewhereError`` when another one has it.

    The kernel frees it when its holder dies, however it dies. Children don't inherit it.
    """
    lock = data_dir / "run" / f"chat-{_file_name(chat_id)}.lock"
    lock.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    descriptor = os.open(lock, os.O_RDWR | os.O_CREAT, 0o600)
    try:
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise ChatOpenElsewhereError(
                f"the chat {chat_id!r} is open in another terminal: "
                "leave it there, or use --chat NAME for another one"
            ) from error
        yield
    finally:
        os.close(descriptor)


def _file_name(chat_id: str) -> str:
    name = quote(chat_id, safe="")
    return name if len(name) <= _LONGEST_NAME else hashlib.sha256(chat_id.encode()).hexdigest()
