"""Log files of child processes, kept small without the children's help."""

import os
import shutil
from pathlib import Path
from typing import BinaryIO

MAX_BYTES = 5 * 1024 * 1024
"""Size at which a log is moved to ``<name>.1`` and begun again."""

_TAIL_BYTES = 4096


class LogFile:
    """One child's log, opened for appending and handed over as the child's output.

    The child keeps writing to its own descriptor, so the file is copied and then emptied, never
    renamed; in append mode the next line goes to the new beginning. A file and not a pipe, so
    that a child outlives the death of its owner until the next run takes care of it.
    """

    def __init__(self, path: Path) -> None:
        self.path = path

    def open(self) -> BinaryIO:
        self.path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        self.trim()
        return self.path.open("ab")

    def trim(self, limit: int = MAX_BYTES) -> None:
        """Moves an overlong log aside, keeping one older part."""
        if not self.path.exists() or self.path.stat().st_size <= limit:
            return
        shutil.copyfile(self.path, self.path.with_name(f"{self.path.name}.1"))
        os.truncate(self.path, 0)

    def last_line(self) -> str:
        """The last line with anything in it: usually the reason why a process ended."""
        if not self.path.exists():
            return ""
        with self.path.open("rb") as file:
            file.seek(max(0, self.path.stat().st_size - _TAIL_BYTES))
            lines = file.read().decode(errors="replace").splitlines()
        return next((line.strip() for line in reversed(lines) if line.strip()), "")
