"""Tab completion: commands after a slash, paths after ``/photo``."""

from collections.abc import Iterable, Sequence

from prompt_toolkit.completion import CompleteEvent, Completer, Completion, PathCompleter
from prompt_toolkit.document import Document

from bot.terminal.lines import TERMINAL_COMMANDS
from bot.texts.cards import command_description
from bot.texts.catalogue import Catalogue
from domain.commands import Command, CommandForm

_PHOTO = "/photo "


class ChatCompleter(Completer):
    """Completes only lines that begin with a slash: ordinary words are left alone.

    ``commands`` are those of the enabled agents.
    """

    def __init__(self, words: Catalogue, commands: Sequence[CommandForm] = ()) -> None:
        self._words = words
        own = (form.name for form in commands)
        self._commands = sorted({*Command, *own, *TERMINAL_COMMANDS})
        self._paths = PathCompleter(expanduser=True)

    def get_completions(
        self, document: Document, complete_event: CompleteEvent
    ) -> Iterable[Completion]:
        typed = document.text_before_cursor
        if typed.startswith(_PHOTO):
            yield from self._path_completions(typed, complete_event)
        elif typed.startswith("/") and " " not in typed:
            yield from self._command_completions(typed)

    def _command_completions(self, typed: str) -> Iterable[Completion]:
        wanted = typed[1:].casefold()
        for name in (c for c in self._commands if c.startswith(wanted)):
            yield Completion(
                f"/{name}",
                start_position=-len(typed),
                display_meta=command_description("terminal", name, self._words),
            )

    def _path_completions(self, typed: str, event: CompleteEvent) -> Iterable[Completion]:
        """Names with spaces come escaped, the way the line is read again."""
        written = typed[len(_PHOTO) :].lstrip()
        path = written.replace("\\ ", " ")
        for found in self._paths.get_completions(Document(path), event):
            rest = found.text.replace(" ", "\\ ")
            yield Completion(rest, start_position=0, display=found.display)
