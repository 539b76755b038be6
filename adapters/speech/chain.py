"""Speech to text by whatever is there: the providers first, then the offline engine."""

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta
from typing import Protocol

import structlog

from adapters.media.sniffing import attachment_of
from adapters.model.budgets import Budgets
from adapters.speech.sound import Sound
from adapters.speech.spoken import UNCLEAR, is_looped
from domain.errors import AppError, ModelUnavailableError, SpeechUnavailableError
from domain.messages import Attachment
from domain.preferences import Transcribed
from domain.usage import Budget

PROVIDERS_TIMEOUT = timedelta(seconds=45)
"""For all providers together, so that the offline engine has time within the same attempt."""

_USED_UP = (
    "Today's limit for the language model is used up, so I can't listen to voice notes now. "
    "Please type it. Voice notes work again after midnight UTC."
)

_log = structlog.get_logger(__name__)


class SpeechEngine(Protocol):
    """One way of turning a recording into text. Raises only ``AppError``."""

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> str: ...

    def hears(self, locale: str) -> bool:
        """Whether it knows this person's language."""

    async def prepare(self) -> None:
        """Starts what it has to start before it can hear, if anything."""

    async def aclose(self) -> None: ...


class SpeechChain:
    """The first engine that hears something wins; the next is asked when one fails, or hears the
    same words over and over.

    ``providers`` come first and are left out when a budget for the day is used up; the answer says
    whose. ``here`` are the engines of this machine; when a budget is used up and they hear nothing
    either, ``speech.unavailable.used_up`` says so. Raises, when all fail, what may pass
    (``ModelUnavailableError`` with its Retry-After) before what will not, so that a voice note
    waits for its provider; else the last engine's reason. Without engines:
    ``SpeechUnavailableError``.
    """

    def __init__(
        self,
        providers: Sequence[SpeechEngine],
        here: Sequence[SpeechEngine] = (),
        *,
        budgets: Budgets | None = None,
        timeout: timedelta = PROVIDERS_TIMEOUT,
    ) -> None:
        self._providers = tuple(providers)
        self._here = tuple(here)
        self._budgets = budgets
        self._timeout = timeout.total_seconds()

    async def aclose(self) -> None:
        for engine in (*self._providers, *self._here):
            await engine.aclose()

    async def prepare(self) -> None:
        """Starts the engines of this machine, unless a provider is asked first."""
        if self._providers:
            return
        for engine in self._here:
            try:
                await engine.prepare()
            except AppError as error:
                _log.warning("speech.not_prepared", reason=str(error))

    def hears(self, locale: str) -> bool:
        """Whether any engine knows this person's language."""
        return any(engine.hears(locale) for engine in (*self._providers, *self._here))

    async def hear(self, sound: Sound, locale: str, user_id: str) -> Transcribed:
        """As ``transcribe``, what was said in a call."""
        content = sound.wav()
        return await self.transcribe(content, attachment_of(content), locale, user_id)

    async def transcribe(
        self, content: bytes, attachment: Attachment, locale: str, user_id: str
    ) -> Transcribed:
        deadline = time.monotonic() + self._timeout
        used_up: Budget | None = None
        if self._providers and self._budgets:
            used_up = await self._budgets.used_up(user_id)
        failures: list[AppError] = []
        for engine in (*(() if used_up else self._providers), *self._here):
            seconds = None if engine in self._here else deadline - time.monotonic()
            try:
                async with asyncio.timeout(seconds):
                    text = await engine.transcribe(content, attachment, locale, user_id)
                    if not is_looped(text):
                        return Transcribed(text=text, used_up=used_up)
                    msg = "recognition went round in circles"
                    failures.append(SpeechUnavailableError(msg, user_text=UNCLEAR, why="unclear"))
            except AppError as error:
                failures.append(error)
            except TimeoutError:
                failures.append(ModelUnavailableError("the time for providers is used up"))
            _log.warning(
                "speech.passed_over",
                engine=type(engine).__name__,
                code=failures[-1].code,
                reason=str(failures[-1]),
            )
        failure = _most_telling(failures)
        if used_up and not failure.retryable:
            # A provider may hear what this machine cannot: tomorrow.
            raise SpeechUnavailableError(
                f"the budget for the day ({used_up}) is used up", user_text=_USED_UP, why="used_up"
            ) from failure
        raise failure


def _most_telling(failures: list[AppError]) -> AppError:
    passing = [failure for failure in failures if failure.retryable]
    for failure in passing:
        if isinstance(failure, ModelUnavailableError):
            return failure
    if passing:
        return passing[-1]
    return failures[-1] if failures else SpeechUnavailableError("no speech engine is set up")
