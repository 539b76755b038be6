"""Speech to text by whatever is there: the provider first, then the offline engine."""

from collections.abc import Sequence
from typing import Protocol

import structlog

from domain.errors import AppError, ModelUnavailableError, SpeechUnavailableError
from domain.messages import Attachment

_log = structlog.get_logger(__name__)


class SpeechEngine(Protocol):
    """One way of turning a recording into text. Raises only ``AppError``."""

    async def transcribe(self, content: bytes, attachment: Attachment, locale: str) -> str: ...

    async def aclose(self) -> None: ...


class SpeechChain:
    """The first engine that hears something wins; the next is asked when one fails.

    Raises, when all fail, what may pass (``ModelUnavailableError`` with its Retry-After) before
    what will not, so that a voice note waits for its provider; else the last engine's reason.
    Without engines: ``SpeechUnavailableError``.
    """

    def __init__(self, engines: Sequence[SpeechEngine]) -> None:
        self._engines = tuple(engines)

    async def aclose(self) -> None:
        for engine in self._engines:
            await engine.aclose()

    async def transcribe(self, content: bytes, attachment: Attachment, locale: str) -> str:
        failures: list[AppError] = []
        for engine in self._engines:
            try:
                return await engine.transcribe(content, attachment, locale)
            except AppError as error:
                _log.warning(
                    "speech.passed_over",
                    engine=type(engine).__name__,
                    code=error.code,
                    reason=str(error),
                )
                failures.append(error)
        raise _most_telling(failures)


def _most_telling(failures: list[AppError]) -> AppError:
    passing = [failure for failure in failures if failure.retryable]
    for failure in passing:
        if isinstance(failure, ModelUnavailableError):
            return failure
    if passing:
        return passing[-1]
    return failures[-1] if failures else SpeechUnavailableError("no speech engine is set up")
