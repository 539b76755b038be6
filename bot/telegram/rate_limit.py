"""How fast a person may be: what is faster waits, and only what is far beyond is refused."""

from collections import deque
from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from typing import Any

import structlog
from aiogram import BaseMiddleware
from aiogram.types import CallbackQuery, Message, TelegramObject, Update

from bot.remembered import Remembered
from bot.telegram.identity import Next, SentBy, turn_down
from bot.telegram.notices import Notices

WINDOW = timedelta(minutes=1)

LONGEST_WAIT = timedelta(minutes=10)
"""Ten times of what is allowed, at once: nobody does that by hand. More is refused."""

AT_ONCE_FOR_EACH = 6
"""Buttons and commands for each message that is allowed. They are done at once, as an answer by
button costs little and a command must work in any state.
"""

MOST_AT_ONCE = 60
"""Buttons and commands a minute, however many messages an operator allows: one a second is as fast
as a finger.
"""

TOO_FAST = "telegram.press.too_fast"

MAX_JUDGED = 500
"""Judgements remembered of one person: far more than can be on their way at once."""

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Judgement:
    """``at`` is when a message may be taken up; None when it is refused. ``tell``: the person has
    not been told yet.
    """

    at: datetime | None
    tell: bool = False


class RateLimit:
    """At most ``per_minute`` messages of a person are taken up within any minute, counted from the
    time at which they were sent: what piled up while the bot was away is not held against anybody.
    What is faster is given its time in the order in which it came. An album is one message. What
    was judged before is judged the same when it comes again.
    """

    def __init__(self, per_minute: int, longest_wait: timedelta = LONGEST_WAIT) -> None:
        self.per_minute = per_minute
        self._longest_wait = longest_wait
        self._people: dict[int, _Record] = {}

    def judge(self, user: int, key: Hashable, sent_at: datetime, now: datetime) -> Judgement:
        """``key`` names the update, or the album that it is a part of."""
        record = self._people.setdefault(user, _Record(deque(maxlen=self.per_minute)))
        judged = record.judged.get(key)
        if judged is None:
            judged = record.judge(sent_at, now, self._longest_wait)
            # Said once, however often the update comes again.
            record.judged[key] = Judgement(judged.at)
        return judged


@dataclass
class _Record:
    """What one person sent lately."""

    times: deque[datetime]
    """When the last messages, as many as a minute may have, are taken up; oldest first."""
    judged: Remembered[Hashable, Judgement] = field(default_factory=lambda: Remembered(MAX_JUDGED))
    told_until: datetime | None = None
    """As long as something waits, that is not said again."""
    refused_at: datetime | None = None

    def judge(self, sent_at: datetime, now: datetime, longest_wait: timedelta) -> Judgement:
        at = sent_at
        if len(self.times) == self.times.maxlen:
            at = max(at, self.times[0] + WINDOW)
        if at - now > longest_wait:
            tell = self.refused_at is None or now - self.refused_at >= WINDOW
            self.refused_at = now if tell else self.refused_at
            return Judgement(None, tell=tell)
        self.times.append(at)
        if at <= now:
            return Judgement(at)
        tell = self.told_until is None or now >= self.told_until
        self.told_until = at
        return Judgement(at, tell=tell)


class LimitRate(BaseMiddleware):
    """Tells what follows when a message may be taken up (``not_before``, None: at once).

    Only what is far too much ends here, and its sender is told: of messages once a minute, below
    the first one that is refused, and of buttons each time.
    """

    def __init__(self, per_minute: int, notices: Notices, clock: Callable[[], datetime]) -> None:
        self._messages = RateLimit(per_minute)
        at_once = min(per_minute * AT_ONCE_FOR_EACH, MOST_AT_ONCE)
        self._at_once = RateLimit(at_once, longest_wait=timedelta())
        self._notices = notices
        self._clock = clock

    async def __call__(self, handler: Next, event: TelegramObject, data: dict[str, Any]) -> object:
        caller: SentBy = data["caller"]
        update: Update = data["event_update"]
        now = self._clock()
        data["not_before"] = None
        if isinstance(event, Message) and not (event.text or "").startswith("/"):
            # Each edit counts by itself: else the captions of an album could be edited without end.
            album = None if event.edit_date else event.media_group_id
            key = album or update.update_id
            judged = self._messages.judge(caller.user, key, sent_at(event), now)
            if judged.at is not None and judged.at > now:
                data["not_before"] = judged.at
        else:
            judged = self._at_once.judge(caller.user, update.update_id, now, now)
        if judged.at is None:
            log.info("message.over_the_limit", update_id=update.update_id)
        if isinstance(event, CallbackQuery) and judged.at is None:
            await turn_down(event, data["bot"], TOO_FAST)
        elif isinstance(event, Message) and judged.tell:
            key = "telegram.too_much" if judged.at is None else "telegram.slow_down"
            limit = str(self._messages.per_minute)
            await self._notices.tell_sender(caller, key, event, limit=limit)
        return None if judged.at is None else await handler(event, data)


def sent_at(message: Message) -> datetime:
    """When it was sent or last edited, UTC, by Telegram's clock."""
    if message.edit_date:
        return datetime.fromtimestamp(message.edit_date, UTC)
    return message.date.astimezone(UTC)
