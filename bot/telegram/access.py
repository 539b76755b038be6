"""Who may talk to the bot: the allowed users, or the one person who was paired."""

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, auto
from time import monotonic
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import Message, TelegramObject

from bot.remembered import Remembered
from bot.telegram.address import Address
from bot.telegram.groups import SharedGroups
from bot.telegram.identity import Next, SentBy
from bot.telegram.invitation import open_code
from bot.telegram.notices import MAX_REMEMBERED, Notices, Occasionally
from bot.telegram.ports import Pairing
from domain.codes import is_code
from domain.errors import StorageUnavailableError
from domain.plain_text import visible

MAX_TRIES = 5
TRIES_WITHIN = timedelta(hours=1)

OWNER_FRESH_FOR = timedelta(seconds=30)
"""While nobody is paired, another process of the bot may pair somebody."""

log = structlog.get_logger(__name__)


class Paired(Enum):
    """What came of a message that may have been a pairing code."""

    YES = auto()
    WRONG_CODE = auto()
    TOO_MANY_TRIES = auto()
    NO_CODE = auto()
    """It was none, or nobody can be paired any more."""


@dataclass(eq=False)
class Access:
    """``allowed`` are Telegram ids, and nobody else gets in, whoever was paired before. With none,
    the first person who sends the code does. With ``everybody`` whoever writes gets in.

    Answers from memory where it can, so that the database being away shuts nobody out.
    """

    allowed: frozenset[int]
    pairing: Pairing
    clock: Callable[[], float] = monotonic
    everybody: bool = False
    _owner: int | None = None
    _asked_at: float | None = None
    _used: str = ""
    _tries: Remembered[int, deque[float]] = field(
        default_factory=lambda: Remembered(MAX_REMEMBERED)
    )

    async def invitation(self) -> str | None:
        """The code to show to the operator; None when nobody can be paired (any more)."""
        return None if self.everybody else await open_code(self.allowed, self.pairing)

    async def recall(self) -> None:
        """Looks up who the owner is, at best before the first message: from then on no message
        waits for the database. Raises ``StorageUnavailableError``.
        """
        now, asked = self.clock(), self._asked_at
        fresh = asked is not None and now - asked < OWNER_FRESH_FOR.total_seconds()
        if not self.is_open or fresh:
            return
        try:
            owner = await self.pairing.owner()
        except StorageUnavailableError:
            if asked is None:
                raise
            return
        self._asked_at = now
        self._owner = int(owner) if owner else None

    @property
    def is_open(self) -> bool:
        """Whether nobody has paired yet, so that whoever writes may be the owner."""
        return not self.everybody and not self.allowed and self._owner is None

    def knows(self, user: int) -> bool:
        """As ``admits``, from memory alone."""
        if self.everybody:
            return True
        return user in self.allowed if self.allowed else user == self._owner

    async def admits(self, user: int) -> bool:
        """Raises ``StorageUnavailableError`` as long as it was never known who the owner is."""
        await self.recall()
        return self.knows(user)

    async def pair(self, user: int, text: str) -> Paired:
        """Pairs the sender of a code. Raises ``StorageUnavailableError``."""
        code = code_in(text)
        if code is None or not self.is_open:
            return Paired.NO_CODE
        if not self._may_try(user):
            return Paired.TOO_MANY_TRIES
        if not await self.pairing.pair(str(user), code):
            return Paired.WRONG_CODE
        self._owner, self._used = user, code
        log.info("access.paired")
        return Paired.YES

    def is_used_code(self, text: str) -> bool:
        """Whether this is the code that paired the owner, come once more after a failure."""
        return bool(self._used) and code_in(text) == self._used

    def _may_try(self, user: int) -> bool:
        now = self.clock()
        tries = self._tries[user] = self._tries.get(user, deque())
        while tries and now - tries[0] >= TRIES_WITHIN.total_seconds():
            tries.popleft()
        if len(tries) >= MAX_TRIES:
            return False
        tries.append(now)
        return True


def code_in(text: str) -> str | None:
    """The pairing code that a text may be: alone when it looks like one, or as ``/start CODE``.

    Whatever follows ``/start`` is a try, so that a slip (O for 0) gets an answer.
    """
    start, _, given = visible(text).strip().partition(" ")
    if start == "/start" and given.strip():
        return given.strip().upper()
    word = start.upper()
    return word if is_code(word) and not given else None


async def may_be_answered(access: Access, groups: SharedGroups, address: Address) -> bool:
    """Whether a reply may be shown there: to who may talk, in a group as well, and in a group that
    is shared. Raises ``StorageUnavailableError`` while that was never known.
    """
    if address.shared:
        return await groups.shared(address.chat)
    return await access.admits(address.owner)


@dataclass(eq=False)
class Admit(BaseMiddleware):
    """Lets those in who may talk. A stranger gets one sentence an hour in a private chat and none
    in a group; nothing that a stranger sends is fetched, stored or handed over.
    """

    access: Access
    notices: Notices
    _sentence: Occasionally = field(default_factory=lambda: Occasionally(TRIES_WITHIN))

    async def __call__(self, handler: Next, event: TelegramObject, data: dict[str, Any]) -> object:
        caller: SentBy = data["caller"]
        if await self.access.admits(caller.user):
            if isinstance(event, Message) and self.access.is_used_code(event.text or ""):
                event = _started(event)
            return await handler(event, data)
        if isinstance(event, Message) and not caller.address.in_group:
            paired = await self.access.pair(caller.user, event.text or "")
            if paired is Paired.YES:
                await self.notices.tell_sender(caller, "telegram.paired")
                return await handler(_started(event), data)
            await self._turn_away(caller, paired)
        return None

    async def _turn_away(self, caller: SentBy, paired: Paired) -> None:
        log.info("access.refused", reason=paired.name.lower())
        if paired is Paired.WRONG_CODE:
            await self.notices.tell_sender(caller, "telegram.wrong_code")
        elif self._sentence.due((caller.user, paired)):
            limited = paired is Paired.TOO_MANY_TRIES
            refusal = "telegram.not_paired" if self.access.is_open else "telegram.not_allowed"
            key = "telegram.too_many_tries" if limited else refusal
            await self.notices.tell_sender(caller, key)


def _started(message: Message) -> Message:
    """A pairing code is a greeting to the conversation, which never sees the code."""
    return message.model_copy(update={"text": "/start", "entities": None})
