"""What the bot says itself: about messages that never reach the conversation."""

import asyncio
from collections.abc import Callable, Hashable
from dataclasses import dataclass
from datetime import timedelta
from time import monotonic

import structlog
from aiogram.types import Message

from bot.remembered import Remembered
from bot.telegram.identity import SentBy
from bot.telegram.ports import Voice
from bot.texts.catalogue import catalogue_for
from domain.errors import AppError

SAY_TIMEOUT = timedelta(seconds=15)
"""A notice is a courtesy: it must not hold up what people send."""

MAX_REMEMBERED = 10_000
"""People or chats that are remembered at once; the oldest are forgotten first."""

log = structlog.get_logger(__name__)


@dataclass(eq=False)
class Notices:
    """Texts by key, in the language of the person's app. Failing to say one harms nothing."""

    voice: Voice
    default_locale: str

    async def tell(
        self,
        chat: int,
        key: str,
        *,
        language: str | None = None,
        reply_to: int | None = None,
        **values: str,
    ) -> None:
        try:
            text = catalogue_for(language or self.default_locale).text(key, **values)
            async with asyncio.timeout(SAY_TIMEOUT.total_seconds()):
                await self.voice.say(chat, text, reply_to=reply_to)
        except (AppError, TimeoutError) as error:
            log.warning("notice.not_said", notice=key, reason=str(error))
        except Exception:
            # A defect of saying something must not undo what was done with a message.
            log.exception("notice.failed", notice=key)

    async def tell_sender(
        self, caller: SentBy, key: str, message: Message | None = None, **values: str
    ) -> None:
        """As ``tell``, in the chat that the caller wrote in, below their ``message`` if it is
        given.
        """
        below = None if message is None else message.message_id
        chat, language = caller.address.chat, caller.language
        await self.tell(chat, key, language=language, reply_to=below, **values)


class Occasionally:
    """Says of a person or a chat whether something is due again: at most once in ``interval``."""

    def __init__(self, interval: timedelta, clock: Callable[[], float] = monotonic) -> None:
        self._interval = interval.total_seconds()
        self._clock = clock
        self._last: Remembered[Hashable, float] = Remembered(MAX_REMEMBERED)

    def due(self, whom: Hashable) -> bool:
        now = self._clock()
        last = self._last.get(whom)
        due = last is None or now - last >= self._interval
        self._last[whom] = now if due or last is None else last
        return due
