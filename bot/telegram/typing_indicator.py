"""What a person sees while Steward works: "typing …", and a message that becomes the result."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Protocol

import structlog

from bot.failures import log_failures
from bot.remembered import Remembered
from bot.telegram.address import Address
from bot.telegram.ports import ProgressNotes
from bot.telegram.rendering import MessagePart
from bot.telegram.sending import PlaceInChat, Sender
from bot.texts.catalogue import catalogue_for
from domain.conversation import FilesRead
from domain.errors import AppError
from domain.messages import MediaKind

TYPING_SECONDS = 4.5
"""Telegram shows a chat action for five seconds."""

ASKED_AFTER_SECONDS = 60.0
"""How long "typing …" is kept up without asking whether the conversation still works: not every
message gets an answer.
"""

MOST_UNANSWERED = 10
"""How often in a row nobody may tell whether the conversation works, as while its worker is started
again, until "typing …" ends."""

REMEMBERED = 10_000
"""Conversations whose last message, and messages whose use, are kept in memory."""

ANNOUNCING_SECONDS = 10.0
"""A reply waits no longer for its progress message: the next one takes that one's place."""


_log = structlog.get_logger(__name__)


AtWork = Callable[[Address], Awaitable[bool]]
"""Whether a conversation works at something now. May raise ``AppError``."""

Reading = Callable[[Address], Awaitable[FilesRead | None]]
"""How far a conversation is with several files. May raise ``AppError``."""


async def nobody_tells(_: Address) -> FilesRead | None:
    """Tells nothing of files."""
    return None


class Locales(Protocol):
    """In which locale to speak to a person."""

    async def locale_of(self, user_id: str) -> str:
        """May raise ``StorageUnavailableError``."""


@dataclass
class _Work:
    """Steward works on something in one conversation."""

    until: float = 0.0
    over: asyncio.Event = field(default_factory=asyncio.Event)
    announcing: asyncio.Lock = field(default_factory=asyncio.Lock)
    typing: asyncio.Task[None] | None = None
    slow: bool = False
    files: FilesRead | None = None
    """What the progress message says of several files."""


@dataclass(eq=False)
class TypingIndicator:
    """Signs of life. They never hurt the message they are about: failures are only logged.

    Its tasks end with the reply that is waited for, when the conversation works at nothing (asked
    after ``ASKED_AFTER_SECONDS``, and again), or with ``close``.
    """

    sender: Sender
    notes: ProgressNotes
    locales: Locales
    at_work: AtWork
    reading: Reading = nobody_tells
    typing_seconds: float = TYPING_SECONDS
    asked_after_seconds: float = ASKED_AFTER_SECONDS
    _turns: Remembered[str, _Work] = field(default_factory=lambda: Remembered(REMEMBERED))
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    _progress: Remembered[str, int] = field(default_factory=lambda: Remembered(REMEMBERED))
    """The newest progress message of each conversation."""
    _taken: Remembered[tuple[int, int], str] = field(default_factory=lambda: Remembered(REMEMBERED))
    """Progress messages that became replies, also when that could not be noted: no other reply
    must be written over them.
    """
    _last: Remembered[str, PlaceInChat] = field(default_factory=lambda: Remembered(REMEMBERED))

    async def working(
        self,
        address: Address,
        *,
        slow: bool,
        message: int,
        kind: MediaKind | None = None,
        topic: int | None = None,
    ) -> None:
        """Steward has begun with ``message``. Returns at once.

        ``slow`` says that the result takes a while: then a progress message is sent too, one for a
        conversation at a time. ``kind`` chooses its words.
        """
        self._last[address.conversation] = PlaceInChat(message, topic)
        turn = self._turns[address.conversation] = self._turns.get(address.conversation) or _Work()
        turn.slow = turn.slow or slow
        turn.until = asyncio.get_running_loop().time() + self.asked_after_seconds
        if turn.typing is None or turn.typing.done():
            turn.typing = self._start(self._type(address, turn))
        if slow:
            self._start(self._announce(address, turn, kind))

    def last_place(self, address: Address) -> PlaceInChat:
        """What the person sent last and where, as far as this process knows. Only in a group must
        it be seen whom a reply is for.
        """
        last = self._last.get(address.conversation, PlaceInChat())
        return last if address.in_group else replace(last, reply_to=None)

    def answered(self, address: Address) -> None:
        """Another reply than a result is about to be shown: slow work goes on with its signs."""
        turn = self._turns.get(address.conversation)
        if turn is not None and not turn.slow:
            turn.over.set()
            del self._turns[address.conversation]

    async def settled(self, address: Address, reply_id: str) -> int | None:
        """A result is about to be shown: ends the signs, and tells whose place it takes, if any.
        While several files are still being read it is something else, and their count stays.

        The message belongs to this reply from now on, so that its next attempt, after a failure
        or a crash, changes the same message again.
        """
        if await self._still_counts(address):
            return None
        turn = self._turns.pop(address.conversation, None)
        if turn is not None:
            turn.over.set()
            try:  # a progress message that is being sent just now must not stay behind
                async with asyncio.timeout(ANNOUNCING_SECONDS), turn.announcing:
                    pass
            except TimeoutError:
                _log.warning("typing_indicator.announcing_slowly")
        noted: int | None = None
        with log_failures(_log.warning, "typing_indicator.not_taken"):
            noted = await self.notes.take(address.conversation, reply_id)
        for message in (noted, self._progress.get(address.conversation)):
            if message is not None and self._claimed(address, message, reply_id):
                return message
        return None

    async def _still_counts(self, address: Address) -> bool:
        turn, files = self._turns.get(address.conversation), None
        if turn is not None and turn.slow:
            with log_failures(_log.info, "typing_indicator.not_counted"):
                files = await self.reading(address)
        return files is not None

    def _claimed(self, address: Address, message: int, reply_id: str) -> bool:
        key = (address.chat, message)
        if self._taken.get(key, reply_id) != reply_id:
            return False
        self._taken[key] = reply_id
        return True

    async def close(self) -> None:
        """Ends all signs; progress messages stay noted."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._ended)
        return task

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (defect := task.exception()):
            _log.error("typing_indicator.defect", exc_info=defect)

    async def _type(self, address: Address, turn: _Work) -> None:
        now: Callable[[], float] = asyncio.get_running_loop().time
        unanswered = 0
        try:
            while not turn.over.is_set():
                if now() >= turn.until:
                    at_work: bool | None = None  # nobody can tell
                    with log_failures(_log.info, "typing_indicator.unanswered"):
                        at_work = await self.at_work(address)
                    unanswered = unanswered + 1 if at_work is None else 0
                    if at_work is False or unanswered > MOST_UNANSWERED:
                        return
                    turn.until = now() + self.asked_after_seconds
                topic = self.last_place(address).topic
                await self.sender.typing(address.chat, topic)
                if turn.slow:
                    with log_failures(_log.info, "typing_indicator.not_counted"):
                        await self._count(address, turn)
                pause = min(self.typing_seconds, max(turn.until - now(), 0))
                with suppress(TimeoutError):
                    async with asyncio.timeout(pause):
                        await turn.over.wait()
        except AppError as error:
            _log.info("typing_indicator.not_shown", reason=str(error))

    async def _announce(self, address: Address, turn: _Work, kind: MediaKind | None) -> None:
        """Sends the progress message and notes it, so that it is not left over by a crash."""
        async with turn.announcing:
            if turn.over.is_set() or self._waits(address, self._progress.get(address.conversation)):
                return
            try:
                earlier = await self.notes.waiting(address.conversation)
                if earlier is not None and self._waits(address, earlier):
                    # Left by an earlier process: still waiting for its result.
                    self._progress[address.conversation] = earlier
                    return
                words = catalogue_for(await self.locales.locale_of(address.user_id))
                key = f"telegram.progress.{kind or 'other'}"
                text = words.first(key, "telegram.progress")
                place = self.last_place(address)
                sent = await self.sender.say(
                    address.chat, text, reply_to=place.reply_to, topic=place.topic
                )
            except AppError as error:
                _log.info("typing_indicator.not_announced", reason=str(error))
                return
            self._progress[address.conversation] = sent
            with log_failures(_log.warning, "typing_indicator.not_noted"):
                await self.notes.note(address.conversation, sent)

    async def _count(self, address: Address, turn: _Work) -> None:
        """Tells in the progress message how many files are read; never once a reply is to take its
        place, which waits until this is done.
        """
        async with turn.announcing:
            files = None if turn.over.is_set() else await self.reading(address)
            message = self._progress.get(address.conversation)
            if files is None or files == turn.files or not self._waits(address, message):
                return
            words = catalogue_for(await self.locales.locale_of(address.user_id))
            text = words.text("doing.files", read=str(files.read), of=str(files.of))
            if message is not None and not turn.over.is_set():
                await self.sender.edit(address.chat, message, MessagePart(text))
                turn.files = files

    def _waits(self, address: Address, message: int | None) -> bool:
        return message is not None and (address.chat, message) not in self._taken
