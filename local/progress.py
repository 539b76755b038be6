"""What a person at the terminal is told beside the chat: what is being started, what goes wrong."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import TextIO

_FROM_THE_START = "\r\x1b[K"
"""Back to the beginning of a terminal's line, which it clears."""


@dataclass
class Progress:
    """Steps stand on one line that changes in place; where ``stream`` is no terminal only the first
    one is written, and with ``verbose`` each has a line of its own.

    The terminal may be gone already: then nothing is written.
    """

    verbose: bool = False
    stream: Callable[[], TextIO] = lambda: sys.stderr
    """Asked each time: while a chat is open another one stands in its place."""
    _steps: int = 0
    _standing: bool = False

    def step(self, words: str) -> None:
        """Tells what is done next."""
        self._steps += 1
        in_place = self.stream().isatty() and not self.verbose
        if in_place:
            self._write(f"{_FROM_THE_START}{words}")
            self._standing = True
        elif self.verbose or self._steps == 1:
            self._write(f"{words}\n")

    def clear(self) -> None:
        """Removes the step that stands there, before somebody else writes."""
        if self._standing:
            self._write(_FROM_THE_START)
            self._standing = False

    def tell(self, line: str) -> None:
        """A line that stays."""
        self.clear()
        self._write(f"{line}\n")

    def detail(self, line: str) -> None:
        """A line that stays, for who asked for all of them."""
        if self.verbose:
            self.tell(line)

    def _write(self, text: str) -> None:
        try:
            stream = self.stream()
            stream.write(text)
            stream.flush()
        except OSError:
            return
