"""The live terminal: a prompt that stays usable while the conversation works above it."""

import asyncio
from itertools import cycle
from pathlib import Path

from prompt_toolkit import PromptSession
from prompt_toolkit.formatted_text import StyleAndTextTuples
from prompt_toolkit.history import FileHistory, InMemoryHistory
from prompt_toolkit.patch_stdout import patch_stdout

from bot.settling import settled
from bot.terminal.chat import TerminalChat
from bot.terminal.completion import ChatCompleter
from bot.terminal.lines import Blank, Line, Quit, parsed
from bot.texts.cards import doing_now
from domain.conversation import ConversationStatus
from domain.errors import AppError

TICK_SECONDS = 0.1
"""Of a step of the spinner."""
TICKS_PER_LOOK, TICKS_AT_FIRST = 20, 3
"""Between two looks at the conversation, which show what it does; at first, while what an earlier
run of the terminal left open is shown, it is the only way to know when that is over.
"""

_SPINNER = "⠋⠙⠹⠸⠼⠴⠦⠧⠇⠏"
_MENU_LINES = 5


class LiveTerminal:
    """Reads lines without ever blocking replies; asks only while something is pending."""

    def __init__(self, chat: TerminalChat, history_file: Path | None = None) -> None:
        self._chat = chat
        self._outgoing: asyncio.Queue[Line] = asyncio.Queue()
        self._awaited: set[str] = set()
        self._pending = asyncio.Event()
        self._catching_up = False
        self._spinner = cycle(_SPINNER)
        self._frame = next(self._spinner)
        self._doing = ""
        self._prompt: PromptSession[str] = PromptSession(
            message=self._message,
            history=InMemoryHistory() if history_file is None else FileHistory(str(history_file)),
            completer=ChatCompleter(chat.formats.catalogue, chat.commands),
            complete_while_typing=True,
            reserve_space_for_menu=_MENU_LINES,
        )

    async def run(self) -> int:
        """Until the person leaves. What is still pending then is shown on the next start."""
        if await self._chat.resume():
            # What was left open is shown after the replies on their way.
            self._catching_up = True
            self._pending.set()
        with patch_stdout(raw=True):
            sender = asyncio.create_task(self._send_all())
            watcher = asyncio.create_task(self._watch())
            reader = asyncio.create_task(self._read_lines())
            tasks = (reader, sender, watcher)
            try:
                done, _ = await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
            finally:
                for task in tasks:
                    task.cancel()
                await asyncio.gather(*tasks, return_exceptions=True)
        for task in done:
            task.result()  # a defect in one of the three is raised here, not lost
        self._chat.tell("terminal.bye")
        return 0

    async def _read_lines(self) -> None:
        while True:
            try:
                typed = await self._prompt.prompt_async()
            except EOFError:
                return
            except KeyboardInterrupt:
                # As in a shell: it clears a half-typed line, and ends the chat from an empty one.
                if not self._prompt.default_buffer.text:
                    return
                continue
            line = parsed(typed, commands=self._chat.commands)
            if isinstance(line, Quit):
                return
            if not isinstance(line, Blank):
                self._outgoing.put_nowait(line)

    async def _send_all(self) -> None:
        """One line after the other, so that messages keep the order in which they were typed."""
        while True:
            line = await self._outgoing.get()
            self._show_doing(self._chat.words("terminal.still_sending"))
            message_id = await self._chat.send(line)
            if message_id is not None:
                self._awaited.add(message_id)
                self._pending.set()
            elif not self._awaited:
                self._show_doing("")

    async def _watch(self) -> None:
        """Shows what the conversation does until all that was sent is dealt with."""
        while True:
            await self._pending.wait()
            if not self._catching_up:
                self._show_doing(self._what_it_does(None))
            ticks = 0 if self._catching_up else TICKS_PER_LOOK
            while self._is_waiting():
                if ticks == 0:
                    await self._look()
                    ticks = TICKS_AT_FIRST if self._catching_up else TICKS_PER_LOOK
                    continue
                ticks -= 1
                await self._chat.pause(TICK_SECONDS)
                self._frame = next(self._spinner)
                self._prompt.app.invalidate()
            self._pending.clear()
            self._show_doing("")

    def _is_waiting(self) -> bool:
        self._awaited.difference_update(self._chat.memory.dealt_with)
        return bool(self._awaited or self._catching_up)

    async def _look(self) -> None:
        """Asks what the conversation does; when nobody can tell, the spinner just goes on."""
        sent = frozenset(self._awaited)
        try:
            status = await self._chat.status()
        except AppError:
            self._show_doing(self._what_it_does(None))
            return
        if not settled(status, sent):
            self._show_doing(self._what_it_does(status))
            return
        self._awaited -= sent
        self._catching_up = False
        if status is not None:
            self._chat.take_up(status)

    def _what_it_does(self, status: ConversationStatus | None) -> str:
        formats, tasks = self._chat.formats, status.tasks if status else ()
        if status is not None and (files := status.files) is not None:
            read, of = str(files.read), str(files.of)
            return formats.catalogue.text("doing.files", read=read, of=of)
        doing = [doing_now(task.agent, task.doing, formats) for task in tasks if task.doing]
        if not doing:
            return self._chat.words("terminal.thinking")
        unique = ", ".join(dict.fromkeys(doing))
        return self._chat.words("terminal.doing", doing=unique.rstrip("…."))

    def _show_doing(self, doing: str) -> None:
        self._doing = doing
        self._prompt.app.invalidate()

    def _message(self) -> StyleAndTextTuples:
        """The prompt, below a progress line while something is going on.

        A line that was entered stays on the screen, but what went on just then must not.
        """
        prompt: StyleAndTextTuples = [("bold ansicyan", "› ")]
        if not self._doing or self._prompt.app.is_done:
            return prompt
        return [("ansiyellow", f"{self._frame} {self._doing}\n"), *prompt]
