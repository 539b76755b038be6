"""Where words appear: rich cards in a live terminal, plain lines through a pipe."""

from collections.abc import Sequence
from itertools import count
from typing import Protocol, TextIO

from rich.console import Console
from rich.padding import Padding
from rich.panel import Panel
from rich.text import Text

from bot.texts.speech import Button, CardView, Wording


class Screen(Protocol):
    @property
    def gone(self) -> bool:
        """Nobody reads what is written: the chat may end."""

    def show(self, wording: Wording, *, slashed: bool, first: int) -> None:
        """A reply. Its choices are numbered from ``first``; ``slashed`` numbers them ``/1``: a bare
        digit would be an answer.
        """

    def notice(self, text: str) -> None:
        """A line of the terminal itself."""

    def quote(self, speaker: str, text: str) -> None:
        """A line of an earlier conversation."""


def numbers_of(buttons: Sequence[Button], *, first: int) -> list[int]:
    """The number that presses each button: its place in the list above it, else the next from
    ``first`` on that is free. Where a place is taken already, none has the number of a place.
    """
    places = [button.place for button in buttons if button.place]
    behind = max((first, *(place + 1 for place in places)))
    kept = all(place >= first for place in places)
    following = count(behind)
    return [button.place if kept and button.place else next(following) for button in buttons]


def numbered(buttons: Sequence[Button], *, slashed: bool, first: int) -> str:
    """``[1] Edit  [2] Undo``."""
    mark = "/" if slashed else ""
    marked = zip(numbers_of(buttons, first=first), buttons, strict=True)
    return "  ".join(f"[{mark}{number}] {button.label}" for number, button in marked)


class PlainScreen:
    """Lines without colours or boxes, written at once."""

    def __init__(self, out: TextIO) -> None:
        self._out = out
        self.gone = False

    def show(self, wording: Wording, *, slashed: bool, first: int) -> None:
        self._write(wording.text())
        if wording.buttons:
            self._write(numbered(wording.buttons, slashed=slashed, first=first))
        self._write("")

    def notice(self, text: str) -> None:
        self._write(text)

    def quote(self, speaker: str, text: str) -> None:
        self._write(f"{speaker}: {text}")

    def _write(self, text: str) -> None:
        # The encoding of a pipe is the caller's; a character that it lacks must not end the chat.
        encoding = self._out.encoding or "utf-8"
        try:
            self._out.write(text.encode(encoding, "replace").decode(encoding) + "\n")
            self._out.flush()
        except BrokenPipeError:
            self.gone = True
            raise


class RichScreen:
    """Cards as panels. Texts are never read as markup: they may hold anything."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self.gone = False

    def show(self, wording: Wording, *, slashed: bool, first: int) -> None:
        self._console.print(Text(wording.lead, style="bold" if wording.cards else ""))
        for card in wording.cards:
            self._console.print(self._panel(card))
        for line in wording.tail:
            self._console.print(Text(line))
        if wording.buttons:
            choices = Text(numbered(wording.buttons, slashed=slashed, first=first), style="cyan")
            self._console.print(choices)
        self._console.print()

    def _panel(self, card: CardView) -> Padding:
        body = Text(card.title, style="bold")
        for line in card.lines:
            body.append(f"\n{line}", style="not bold")
        panel = Panel(
            body,
            title=Text(card.mark, style="dim"),
            title_align="left",
            border_style="green",
            expand=False,
            padding=(0, 1),
        )
        return Padding(panel, (0, 0, 0, 1))

    def notice(self, text: str) -> None:
        self._console.print(Text(text, style="dim"))

    def quote(self, speaker: str, text: str) -> None:
        line = Text(f"{speaker} ", style="dim bold")
        line.append(text, style="dim")
        self._console.print(line)
