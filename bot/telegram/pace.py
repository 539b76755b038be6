"""How many messages a person may send: what is beyond it is acknowledged and not handled."""

from collections import OrderedDict, deque
from collections.abc import Hashable
from datetime import UTC, datetime, timedelta
from enum import Enum, auto
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import Message, TelegramObject, Update

from bot.telegram.identity import Next, SentBy
from bot.telegram.notices import Notices

WINDOW = timedelta(minutes=1)

MAX_JUDGED = 500
"""Judgements remembered of one person: far more than can be on their way at once."""

log = structlog.get_logger(__name__)


class Judgement(Enum):
    HANDLE = auto()
    WARN = auto()
    """Too many: not handled, and said once in a window."""
    IGNORE = auto()


class Pace:
    """At most ``per_minute`` messages of a person within any minute, by the time at which they
    were sent: what piled up while the bot was away is not held against anybody. An album is one
    message. What was judged before is judged the same when it comes again.
    """

    def __init__(self, per_minute: int) -> None:
        self._per_minute = per_minute
        self._people: dict[int, _Record] = {}

    def judge(self, user: int, update_id: int, sent_at: datetime, album: str = "") -> Judgement:
        record = self._people.setdefault(user, _Record())
        key: Hashable = album or update_id
        judged = record.judged.get(key)
        if judged is None:
            judged = record.judge(sent_at, self._per_minute)
            record.judged[key] = Judgement.IGNORE if judged is Judgement.WARN else judged
            if len(record.judged) > MAX_JUDGED:
                record.judged.popitem(last=False)
        return judged


class _Record:
    """What one person sent lately."""

    def __init__(self) -> None:
        self.taken: deque[datetime] = deque()
        self.judged: OrderedDict[Hashable, Judgement] = OrderedDict()
        self.warned_at: datetime | None = None

    def judge(self, sent_at: datetime, per_minute: int) -> Judgement:
        while self.taken and sent_at - self.taken[0] >= WINDOW:
            self.taken.popleft()
        # Of two chats of one person the earlier message may be looked at later.
        if sum(abs(sent_at - at) < WINDOW for at in self.taken) < per_minute:
            self.taken.append(sent_at)
            return Judgement.HANDLE
        if self.warned_at is not None and sent_at - self.warned_at < WINDOW:
            return Judgement.IGNORE
        self.warned_at = sent_at
        return Judgement.WARN


class KeepPace(BaseMiddleware):
    """Messages and edits beyond the pace end here."""

    def __init__(self, pace: Pace, notices: Notices) -> None:
        self._pace = pace
        self._notices = notices

    async def __call__(self, handler: Next, event: TelegramObject, data: dict[str, Any]) -> object:
        caller: SentBy = data["caller"]
        update: Update = data["event_update"]
        if not isinstance(event, Message):
            return await handler(event, data)
        # Each edit counts by itself: else the captions of an album could be edited without end.
        album = None if event.edit_date else event.media_group_id
        judgement = self._pace.judge(caller.user, update.update_id, sent_at(event), album or "")
        if judgement is Judgement.HANDLE:
            return await handler(event, data)
        log.info("message.over_the_limit", update_id=update.update_id)
        if judgement is Judgement.WARN:
            await self._notices.tell(
                caller.address.chat, "telegram.slow_down", language=caller.language
            )
        return None


def sent_at(message: Message) -> datetime:
    """When it was sent or last edited, UTC, by Telegram's clock."""
    if message.edit_date:
        return datetime.fromtimestamp(message.edit_date, UTC)
    return message.date.astimezone(UTC)
