"""The one door to all models: tries providers in order, then the offline engine.

Every answer of a model passes the evidence checks before anybody sees it. The gateway has the
methods of the ``Understanding`` and ``ModelReader`` ports.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import TypeVar

import structlog

from adapters.model import evidence, receipt_evidence
from adapters.model.chain import DEFAULT_BUDGET, ProviderChain, Question
from adapters.model.provider import CallRecorder, Engine, Provider
from domain.errors import AppError, InvalidModelOutputError
from domain.reading import Reading
from domain.understanding import (
    Categorized,
    CategorizeRequest,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    Person,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)

_log = structlog.get_logger(__name__)

Answer = TypeVar("Answer", Understood, Categorized, Decided, Conversed, Summarised)


class ModelGateway:
    """Sets ``degraded`` in each answer: False when a model answered, True when none did.

    A model that replies with nonsense is passed over without being called degraded: it is up, and
    the next message may well be understood. Without providers the offline engine is the normal
    case, and its answers stay as they are. ``budget`` bounds the time for all providers of one
    call together.
    """

    def __init__(
        self,
        providers: Sequence[Provider],
        offline: Engine,
        calls: CallRecorder,
        *,
        budget: timedelta = DEFAULT_BUDGET,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._chain = ProviderChain(providers, calls, budget=budget, clock=clock)
        self._offline = offline

    async def aclose(self) -> None:
        """Closes the connections to all providers."""
        await self._chain.aclose()

    @property
    def available(self) -> bool:
        """Whether any model is configured to read receipts."""
        return bool(self._chain)

    async def understand(self, request: UnderstandRequest) -> Understood:
        return await self._answer(
            Question(
                "understand",
                lambda provider: provider.engine.understand(request),
                lambda answer: evidence.checked_understood(request, answer),
            ),
            lambda: self._offline.understand(request),
        )

    async def categorize(self, request: CategorizeRequest) -> Categorized:
        return await self._answer(
            Question(
                "categorize",
                lambda provider: provider.engine.categorize(request),
                evidence.checked_categorized,
            ),
            lambda: self._offline.categorize(request),
        )

    async def decide(self, request: DecideRequest) -> Decided:
        return await self._answer(
            Question(
                "decide",
                lambda provider: provider.engine.decide(request),
                lambda answer: evidence.checked_decided(request, answer),
            ),
            lambda: self._offline.decide(request),
        )

    async def converse(self, request: ConverseRequest) -> Conversed:
        return await self._answer(
            Question(
                "converse",
                lambda provider: provider.engine.converse(request),
                lambda answer: evidence.checked_conversed(request, answer),
            ),
            lambda: self._offline.converse(request),
        )

    async def summarise(self, request: SummariseRequest) -> Summarised:
        return await self._answer(
            Question(
                "summarise",
                lambda provider: provider.engine.summarise(request),
                evidence.checked_summarised,
            ),
            lambda: self._offline.summarise(request),
        )

    async def read_lines(self, reading: Reading, person: Person) -> Reading:
        """``reading`` completed by what a model makes of its lines; ``AppError`` when none can."""
        read = await self._chain.first(
            Question(
                "read_lines",
                lambda provider: provider.reader.read_lines(reading, person),
                lambda answer: receipt_evidence.checked_against_lines(reading.lines, answer),
            )
        )
        return receipt_evidence.completed(reading, read)

    async def read_image(self, content: bytes, reading: Reading, person: Person) -> Reading:
        """``reading`` completed by what a model sees on the picture; ``AppError`` as above."""
        read = await self._chain.first(
            Question(
                "read_image",
                lambda provider: provider.reader.read_image(content, reading, person),
                lambda answer: receipt_evidence.checked_against_picture(reading.lines, answer),
            )
        )
        return receipt_evidence.completed(reading, read)

    async def _answer(
        self,
        question: Question[Answer],
        otherwise: Callable[[], Awaitable[Answer]],
    ) -> Answer:
        if not self._chain:
            return await otherwise()
        try:
            answer = await self._chain.first(question)
            return answer.model_copy(update={"degraded": False})
        except AppError as error:
            degraded = not isinstance(error, InvalidModelOutputError)
            _log.warning(
                "model.passed_over", task=question.task, code=error.code, reason=str(error)
            )
        answer = await otherwise()
        return answer.model_copy(update={"degraded": degraded})
