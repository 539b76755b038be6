"""Where an update is accepted or not: every failure of a handler ends here, once."""

import asyncio
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta
from enum import Enum, auto
from time import monotonic
from traceback import format_tb

import structlog
from aiogram import Bot, Dispatcher
from aiogram.exceptions import TelegramNetworkError, TelegramRetryAfter, TelegramServerError
from aiogram.types import Update
from aiogram.types.update import UpdateTypeLookupError
from pydantic import JsonValue, ValidationError

from adapters.telemetry.updates import UpdateTelemetry
from bot.handover import TemporalLockedOutError
from bot.remembered import Remembered
from bot.telegram.access import Access
from bot.telegram.notices import Notices
from domain.errors import AppError

MAX_ATTEMPTS = 3
"""Attempts at an update that fails in a way that nobody foresaw."""

TELL_AFTER = timedelta(seconds=10)
"""A shorter trouble is over before anybody wonders."""

ATTEMPT_TIMEOUT = timedelta(minutes=1)
"""Beyond the sum of all time limits within: something hangs, which is a defect."""

_MAX_REMEMBERED = 1_000

log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Received:
    """An update as Telegram sent it, not yet checked in any way but for its number."""

    update_id: int
    body: Mapping[str, JsonValue]

    @classmethod
    def of(cls, raw: JsonValue) -> "Received | None":
        """None for what has no number: it can neither be handled once nor acknowledged."""
        if not isinstance(raw, dict):
            return None
        update_id = raw.get("update_id")
        if not isinstance(update_id, int) or isinstance(update_id, bool):
            return None
        return cls(update_id, raw)

    @property
    def chat(self) -> int | None:
        """The chat that it comes from, if it tells."""
        return _id(self._message().get("chat"))

    @property
    def user(self) -> int | None:
        return _id(self._event().get("from"))

    @property
    def language(self) -> str | None:
        sender = self._event().get("from")
        language = sender.get("language_code") if isinstance(sender, dict) else None
        return language if isinstance(language, str) else None

    def _event(self) -> Mapping[str, JsonValue]:
        return next((part for part in self.body.values() if isinstance(part, dict)), {})

    def _message(self) -> Mapping[str, JsonValue]:
        event = self._event()
        pressed = event.get("message")
        return pressed if isinstance(pressed, dict) else event


def _id(part: JsonValue) -> int | None:
    found = part.get("id") if isinstance(part, dict) else None
    return found if isinstance(found, int) else None


class Verdict(Enum):
    ACCEPTED = auto()
    """Signalled, or nothing that has to be."""
    REFUSED = auto()
    """Given up; Telegram need not keep it."""
    LATER = auto()
    """Not accepted: Telegram has to keep it."""


@dataclass(frozen=True)
class RetryAdvice:
    """``retry_after`` is the wait that the failing party asked for, if it did."""

    verdict: Verdict
    retry_after: timedelta | None = None

    @property
    def settled(self) -> bool:
        """Whether Telegram may forget the update."""
        return self.verdict is not Verdict.LATER


_ACCEPTED = RetryAdvice(Verdict.ACCEPTED)
_LATER = RetryAdvice(Verdict.LATER)


@dataclass
class _Trouble:
    """Since when nothing of a chat is accepted."""

    since: float
    told: bool = False


@dataclass(eq=False)
class Acceptance:
    """Handles one update and says whether Telegram may forget it.

    An expected, passing failure (Temporal or Telegram away; the database, as long as it is not
    known who may talk) leaves the update with Telegram for as long as it lasts. Anything else is a
    defect: after ``MAX_ATTEMPTS`` the update is logged by its number, counted and given up. The
    person is told of a defect, and once of a failure that lasts. Handling an update again is
    harmless: the conversation drops an id that it has seen.
    """

    bot: Bot
    dispatcher: Dispatcher
    notices: Notices
    access: Access
    clock: Callable[[], float] = monotonic
    telemetry: UpdateTelemetry = field(default_factory=UpdateTelemetry)
    _failures: Remembered[int, int] = field(default_factory=lambda: Remembered(_MAX_REMEMBERED))
    _troubles: Remembered[int, _Trouble] = field(
        default_factory=lambda: Remembered(_MAX_REMEMBERED)
    )

    async def attempt(self, received: Received) -> RetryAdvice:
        """Never raises but for a cancellation. Attempts at one chat must not overlap."""
        outcome = await self._judged(received)
        self.telemetry.attempted(outcome.verdict.name.lower())
        if outcome.settled:
            self._failures.pop(received.update_id, None)
            if received.chat is not None:
                self._troubles.pop(received.chat, None)
        return outcome

    async def _judged(self, received: Received) -> RetryAdvice:
        limit = asyncio.timeout(ATTEMPT_TIMEOUT.total_seconds())
        try:
            async with limit:
                await self._handled(received)
        except ValidationError as error:
            # The same again next time: Telegram's format, or somebody else's idea of it.
            return await self._refuse(received, error)
        except Exception as error:  # noqa: BLE001 - the one place where defects of handlers end
            if _passes(error) and not limit.expired():
                return await self._later(received, error)
            return await self._failed(received, error)
        return _ACCEPTED

    async def _handled(self, received: Received) -> None:
        update = Update.model_validate(received.body, context={"bot": self.bot})
        try:
            kind = update.event_type
        except UpdateTypeLookupError:
            log.info("update.ignored", update_id=update.update_id, reason="unknown type")
            return
        with (
            structlog.contextvars.bound_contextvars(update_id=update.update_id, update=kind),
            self.telemetry.handling(kind),
        ):
            await self.dispatcher.feed_update(self.bot, update)

    async def _later(self, received: Received, error: Exception) -> RetryAdvice:
        log.warning("update.kept", update_id=received.update_id, reason=str(error))
        await self._tell_of_trouble(received)
        return RetryAdvice(Verdict.LATER, _wait(error))

    async def _tell_of_trouble(self, received: Received) -> None:
        """Once per chat and outage, and only to somebody who may talk."""
        chat, user = received.chat, received.user
        if chat is None or user is None or not self.access.knows(user):
            return
        trouble = self._troubles.get(chat)
        if trouble is None:
            self._troubles[chat] = _Trouble(self.clock())
            return
        if not trouble.told and self.clock() - trouble.since >= TELL_AFTER.total_seconds():
            trouble.told = True
            await self.notices.tell(chat, "telegram.outage", language=received.language)

    async def _failed(self, received: Received, error: Exception) -> RetryAdvice:
        failures = self._failures.get(received.update_id, 0) + 1
        log.error(
            "update.failed",
            update_id=received.update_id,
            attempt=failures,
            error=type(error).__name__,
            where="".join(format_tb(error.__traceback__)),
        )
        if failures < MAX_ATTEMPTS:
            self._failures[received.update_id] = failures
            return _LATER
        return await self._refuse(received, error)

    async def _refuse(self, received: Received, error: Exception) -> RetryAdvice:
        log.error("update.refused", update_id=received.update_id, error=_account(error))
        if received.chat and received.user and self.access.knows(received.user):
            await self.notices.tell(received.chat, "telegram.defect", language=received.language)
        return RetryAdvice(Verdict.REFUSED)


def _passes(error: Exception) -> bool:
    """Whether it is a failure of the surroundings that will be over at some time."""
    if isinstance(error, AppError):
        return error.retryable or isinstance(error, TemporalLockedOutError)
    return isinstance(
        error, (TelegramNetworkError, TelegramServerError, TelegramRetryAfter, TimeoutError)
    )


def _wait(error: Exception) -> timedelta | None:
    match error:
        case AppError(retry_after=wait):
            return wait
        case TelegramRetryAfter(retry_after=seconds):
            return timedelta(seconds=seconds)
        case _:
            return None


def _account(error: Exception) -> str:
    """Kind and place: the whole error could repeat what the person wrote."""
    if isinstance(error, ValidationError):
        places = (".".join(str(part) for part in e["loc"]) for e in error.errors())
        return f"ValidationError: {', '.join(places)}"
    return type(error).__name__
