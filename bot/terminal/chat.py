"""One chat in the terminal: typed lines become messages; waits until they are dealt with."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

from pydantic import ValidationError

from agents import SLUGS
from bot.buttons import Ends, ends
from bot.clock import utc_now
from bot.consent import ConsentRequiredError
from bot.consent_dialog import ConsentDialog
from bot.handover import TemporalUnreachableError
from bot.intake import (
    Inbound,
    Origin,
    RefusedMessageError,
    Upload,
    inbound,
    press_message,
    upload_from,
)
from bot.terminal.lines import Blank, Choose, Line, Mistyped, Quit, Say, SendFiles
from bot.terminal.memory import ScreenMemory
from bot.terminal.ports import TerminalGateway
from bot.terminal.presenting import present, says
from bot.terminal.screen import Screen
from bot.texts.cards import commands_of
from bot.texts.formats import Formats, plain_line
from bot.texts.reasons import reason_of
from bot.texts.speech import Button
from bot.texts.wording import formats_for, worded
from domain.commands import CommandForm
from domain.conversation import ConversationStatus
from domain.errors import AppError, StorageUnavailableError, UnusableAttachmentError
from domain.history import Entry, Speaker
from domain.messages import Message
from domain.replies import Reply
from domain.topics import Start
from domain.understanding import Person

CHANNEL = "terminal"
RESEND_SECONDS = 2.0
RESEND_LIMIT = timedelta(minutes=2)
"""Long enough for a server that restarts; after it the person decides."""
EARLIER_SHOWN = 6
"""Messages of an earlier conversation shown when the chat opens."""
EARLIER_LENGTH = 120
"""Characters of each of them."""


@dataclass
class UpdateIds:
    """Ids that grow over all runs of the terminal: the time in nanoseconds, never twice."""

    clock: Callable[[], datetime] = utc_now
    _last: int = 0

    def next(self) -> int:
        microseconds = (self.clock() - datetime(1970, 1, 1, tzinfo=UTC)) // timedelta(
            microseconds=1
        )
        self._last = max(self._last + 1, microseconds * 1000)
        return self._last


@dataclass
class TerminalChat:
    """What the live and the piped terminal have in common. Failures are told, never raised."""

    gateway: TerminalGateway
    chat_id: str
    person: Person
    screen: Screen
    memory: ScreenMemory
    agents: tuple[str, ...] = SLUGS
    """Slugs of the enabled agents."""
    clock: Callable[[], datetime] = utc_now
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    """Between two looks at the conversation, and before sending again."""
    failures: int = 0
    """Messages that could not be handed over."""
    updates: UpdateIds = field(default_factory=UpdateIds)
    _taken_up: bool = False
    _consent: ConsentDialog[Inbound] = field(default_factory=lambda: ConsentDialog(CHANNEL))

    @property
    def formats(self) -> Formats:
        person, now = self.person, self.clock()
        return formats_for(person.locale, person.timezone, now, self.agents)

    @property
    def commands(self) -> tuple[CommandForm, ...]:
        """The commands of the enabled agents."""
        return commands_of(self.agents)

    def words(self, key: str, **values: str) -> str:
        return self.formats.catalogue.text(key, **values)

    def tell(self, key: str, **values: str) -> None:
        """A line of the terminal itself."""
        self.screen.notice(self.words(key, **values))

    def greet(self, earlier: list[Entry] | None) -> None:
        """Shows the last messages of an earlier conversation, or a welcome where there was none."""
        if earlier is None:
            greeting = worded(Reply(id="", topic=Start.topic), self.formats)
            self.memory.show_buttons(greeting.buttons)
            self.screen.show(greeting, slashed=False, first=1)
            self.memory.begin_answer()
            self.tell("terminal.welcome.files")
            return
        self.tell("terminal.welcome_back")
        for entry in earlier:
            who = "you" if entry.speaker is Speaker.PERSON else "steward"
            self.screen.quote(self.words(f"terminal.{who}"), plain_line(entry.text, EARLIER_LENGTH))

    async def send(self, line: Line) -> str | None:
        """Sends what the line means; the id of the message, or None when nothing was sent."""
        made = None
        try:
            made = await self._to_inbound(line)
            if made is None:
                return None
            self.memory.begin_answer()
            try:
                await self._send_whole(made)
            except ConsentRequiredError as required:
                return await self._settle_consent(required, made, line)
        except RefusedMessageError as refused:
            self.tell(refused.refusal.value, **refused.values)
        except StorageUnavailableError:
            self.failures += 1
            files = made is not None and made.message.attachments
            why = "error.storage.files_unavailable" if files else "consent.unknown"
            self.tell("terminal.not_sent", reason=self.words(why))
        except AppError as error:
            self.failures += 1
            self.tell("terminal.not_sent", reason=reason_of(self.formats.catalogue, error))
        else:
            return made.message.id
        return None

    async def _send_whole(self, made: Inbound) -> None:
        # Only this process has the bytes of local files, so they are stored before the message
        # that refers to them is sent.
        for attachment in made.message.attachments:
            content = made.contents[attachment.sha256]
            await self.gateway.store(self.person.user_id, attachment, content)
        await self._hand_over(made.message)

    async def _settle_consent(
        self, required: ConsentRequiredError, made: Inbound, line: Line
    ) -> str | None:
        """Asks, or takes the answer and sends what waited for it; the id of the last message."""
        how = "button" if isinstance(line, Choose) else "word"
        step = await self._consent.take(required, made.message, made, self.formats, how=how)
        if step.wording is not None:
            self.memory.show_buttons(step.wording.buttons)
            self.screen.show(step.wording, slashed=False, first=self.memory.first)
        for waiting in step.go_on:
            await self._send_whole(waiting)
        if not step.go_on:
            return None
        self._consent.forget(required.user_id)
        return step.go_on[-1].message.id

    async def _hand_over(self, message: Message) -> None:
        """Sends the very same message until the server takes it, for a limited time.

        A server that did not answer in time may still have taken it. With its id it counts once,
        while a person who types it again would make it two.
        """
        awaited = message.model_copy(update={"awaited": True})
        began, told = self.clock(), False
        while True:
            try:
                await self.gateway.send(CHANNEL, self.chat_id, awaited)
            except TemporalUnreachableError:
                if self.clock() - began >= RESEND_LIMIT:
                    raise
            else:
                return
            if not told:
                self.tell("terminal.unreachable")
                told = True
            await self.pause(RESEND_SECONDS)

    async def _to_inbound(self, line: Line) -> Inbound | None:
        match line:
            case Blank():
                return inbound(self._origin(), agents=self.agents)
            case Choose():
                return self._chosen(line)
            case Say():
                return await self._to_text_message(line)
            case SendFiles():
                return await self._files(line)
            case Mistyped():
                self.tell(line.key, **{k: plain_line(v) for k, v in line.values})
            case Quit():
                pass
        return None

    def _chosen(self, line: Choose) -> Inbound | None:
        """A number: a choice when it can be one, unless it is the answer to the open question."""
        button = self.memory.choice(line.number)
        answers = not line.explicit and self.memory.is_answer(line.number)
        gone = line.explicit or self.memory.is_replaced(line.number)
        if button is None and gone and not answers:
            self.tell("terminal.no_such_choice", number=str(line.number))
            return None
        if button is None or answers:
            return inbound(self._origin(), line.text, agents=self.agents)
        return Inbound(self._press(button))

    def _press(self, button: Button) -> Message:
        if ends(button.press.action) is Ends.ALL:
            self.memory.buttons = ()  # of the question that it answers
        return press_message(self._origin(), button.press, button.label, agents=self.agents)

    async def _to_text_message(self, line: Say) -> Inbound | None:
        if line.about is not None:
            return await self._said_about(line.about, line.text)
        button = self.memory.labelled(line.text)
        said = inbound(self._origin(), line.text, agents=self.agents)
        if button is not None and said.message.command is None:
            return Inbound(self._press(button))
        return said

    async def _said_about(self, number: int, text: str) -> Inbound:
        """Words about a task, as a reply to its card. It may have been shown long ago."""
        if number not in self.memory.tasks:
            done = await self.gateway.done(CHANNEL, self.chat_id, self.person.user_id)
            self.memory.learn(
                {t.number: t.task_id for t in done if t.number not in self.memory.tasks}
            )
        task_id = self.memory.tasks.get(number)
        if task_id is None:  # the conversation knows older ones by their numbers
            return inbound(self._origin(), f"#{number} {text}", agents=self.agents)
        # Any reply about the task stands for it; "r0" is one that always could have been.
        return inbound(self._origin(), text, reply_to=f"{task_id}/r0", agents=self.agents)

    async def _files(self, line: SendFiles) -> Inbound | None:
        """The files that can be sent; each other one is told by name, and its caption kept."""
        uploads = [u for path in line.paths if (u := await self._upload(path)) is not None]
        return inbound(self._origin(), line.caption, uploads) if uploads else None

    async def _upload(self, path: Path) -> Upload | None:
        try:
            return await upload_from(path)
        except UnusableAttachmentError as error:
            why = reason_of(self.formats.catalogue, error)
            self.tell("intake.file_problem", name=plain_line(path.name), reason=why)
        except RefusedMessageError as refused:
            values = {k: plain_line(v) for k, v in refused.values.items()}
            self.tell(refused.refusal.value, **values)
        return None

    def _origin(self) -> Origin:
        return Origin(
            channel=CHANNEL,
            chat_id=self.chat_id,
            user_id=self.person.user_id,
            update_id=self.updates.next(),
            sent_at=self.clock(),
        )

    async def status(self) -> ConversationStatus | None:
        """What the conversation is doing. Raises ``AppError``."""
        return await self.gateway.status(CHANNEL, self.chat_id)

    async def resume(self) -> int:
        """Takes up what an earlier run left open; the number of replies that still wait for it.

        Not being able to is no reason not to open.
        """
        status = await self._known_status()
        if status is None:
            return 0
        self.memory.resume(status, digits=self._digits_answer(status.open_question))
        if not status.replies_pending:
            self.take_up(status)
        return status.replies_pending

    def _digits_answer(self, question: Reply | None) -> bool:
        """Whether a bare number answers the question that an earlier run left open."""
        try:
            return question is not None and worded(question, self.formats).digits
        except (AppError, ValidationError):
            return False

    def take_up(self, status: ConversationStatus) -> None:
        """Shows, once, the question that an earlier run left open, with its choices.

        Only when no reply is on its way: that could be the very same question.
        """
        question, first = status.open_question, not self._taken_up
        self._taken_up = True
        if not first or question is None or question.question in self.memory.questions:
            return
        # The open question is kept without the id of the reply that put it.
        shown_as = question.model_copy(update={"id": question.id or f"{question.question}/open"})
        try:
            present(shown_as, self.formats, self.screen, self.memory)
        except (AppError, ValidationError):
            self.tell("conversation.unworded")

    async def find_earlier(self) -> list[Entry] | None:
        """The last messages of an earlier conversation, without the question that is open: it is
        shown in full after them. None where there was no conversation.
        """
        try:
            earlier = await self.gateway.history(
                CHANNEL, self.chat_id, self.person.user_id, EARLIER_SHOWN
            )
        except AppError:
            return None
        if not earlier.entries:
            return None
        status = await self._known_status()
        question = status.open_question if status else None
        return [
            entry
            for entry in earlier.recent(EARLIER_SHOWN)
            if question is None or not says(entry, question, self.person)
        ]

    async def _known_status(self) -> ConversationStatus | None:
        """None where none runs, and where nobody can tell."""
        try:
            return await self.status()
        except AppError:
            return None
