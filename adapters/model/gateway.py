"""The one door to all models: tries providers in order, then the offline engine.

Every answer of a model passes the evidence checks before anybody sees it. The gateway has the
methods of the ``Models`` and ``ModelReader`` ports.
"""

import time
from collections.abc import Awaitable, Callable, Sequence
from datetime import timedelta
from typing import TypeVar

import structlog

from adapters.model import evidence, receipt_evidence, reply_evidence
from adapters.model.budgets import Budgets
from adapters.model.chain import DEFAULT_BUDGET, ProviderChain, Question
from adapters.model.provider import Engine, Provider
from adapters.model.recording import CallRecorder
from domain.errors import AppError, may_pass_soon
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
from domain.usage import Budget
from domain.waiting import NO_WAIT, Wait

_log = structlog.get_logger(__name__)

Answer = TypeVar("Answer", Understood, Categorized, Decided, Conversed, Summarised)


class ModelGateway:
    """Sets ``degraded`` in each answer: False when a model answered, True when none did.

    A model that replies with nonsense, or refuses one request, or was asked as often as it may be,
    is passed over without being called degraded: it is up, and the next message may well be
    understood. Without providers the offline engine is the normal case, and its answers stay as
    they are; so do those that it gives because a budget is used up, which ``used_up`` says.
    ``budget`` bounds the time for all providers of one call together where the caller's ``wait``
    does not.
    """

    def __init__(  # noqa: PLR0913 - its ports, and what a test sets
        self,
        providers: Sequence[Provider],
        offline: Engine,
        calls: CallRecorder,
        *,
        budgets: Budgets | None = None,
        budget: timedelta = DEFAULT_BUDGET,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._chain = ProviderChain(providers, calls, budget=budget, clock=clock)
        self._offline = offline
        self._budgets = budgets

    async def aclose(self) -> None:
        """Closes the connections to all providers."""
        await self._chain.aclose()

    @property
    def available(self) -> bool:
        """Whether any model is configured to read receipts."""
        return bool(self._chain)

    def circuits(self) -> dict[str, str]:
        """*closed*, *half_open* or *open* for each provider; empty when none is configured."""
        return self._chain.circuits()

    async def used_up(self, user_id: str) -> Budget | None:
        """The budget for the day that keeps models out for this person, if one does.

        Whoever has a receipt read asks first; all other questions are checked here.
        """
        return await self._budgets.used_up(user_id) if self._budgets else None

    async def understand(self, request: UnderstandRequest, *, wait: Wait = NO_WAIT) -> Understood:
        return await self._answer(
            Question(
                "understand",
                lambda provider: provider.engine.understand(request),
                lambda answer: evidence.checked_understood(request, answer),
                request.person.user_id,
            ),
            lambda: self._offline.understand(request),
            wait,
        )

    async def categorize(self, request: CategorizeRequest, *, wait: Wait = NO_WAIT) -> Categorized:
        return await self._answer(
            Question(
                "categorize",
                lambda provider: provider.engine.categorize(request),
                evidence.checked_categorized,
                request.person.user_id,
                request.task_id,
            ),
            lambda: self._offline.categorize(request),
            wait,
        )

    async def decide(self, request: DecideRequest, *, wait: Wait = NO_WAIT) -> Decided:
        return await self._answer(
            Question(
                "decide",
                lambda provider: provider.engine.decide(request),
                lambda answer: evidence.checked_decided(request, answer),
                request.user_id,
                request.task_id,
            ),
            lambda: self._offline.decide(request),
            wait,
        )

    async def converse(self, request: ConverseRequest, *, wait: Wait = NO_WAIT) -> Conversed:
        return await self._answer(
            Question(
                "converse",
                lambda provider: provider.engine.converse(request),
                lambda answer: reply_evidence.checked_conversed(request, answer),
                request.person.user_id,
            ),
            lambda: self._offline.converse(request),
            wait,
        )

    async def summarise(self, request: SummariseRequest, *, wait: Wait = NO_WAIT) -> Summarised:
        return await self._answer(
            Question(
                "summarise",
                lambda provider: provider.engine.summarise(request),
                lambda answer: reply_evidence.checked_summarised(request, answer),
                request.person.user_id,
            ),
            lambda: self._offline.summarise(request),
            wait,
        )

    async def read_lines(
        self, reading: Reading, person: Person, task_id: str, *, wait: Wait = NO_WAIT
    ) -> Reading:
        """``reading`` completed by what a model makes of its lines; ``AppError`` when none can."""
        read = await self._chain.first(
            Question(
                "read_lines",
                lambda provider: provider.reader.read_lines(reading, person),
                lambda answer: receipt_evidence.checked_against_lines(reading.lines, answer),
                person.user_id,
                task_id,
            ),
            wait.time_left(),
        )
        return receipt_evidence.completed(reading, read)

    async def read_image(
        self,
        content: bytes,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        wait: Wait = NO_WAIT,
    ) -> Reading:
        """``reading`` completed by what a model sees on the picture; ``AppError`` as above."""
        read = await self._chain.first(
            Question(
                "read_image",
                lambda provider: provider.reader.read_image(content, reading, person),
                lambda answer: receipt_evidence.checked_against_picture(reading.lines, answer),
                person.user_id,
                task_id,
            ),
            wait.time_left(),
        )
        return receipt_evidence.completed(reading, read)

    async def _answer(
        self,
        question: Question[Answer],
        otherwise: Callable[[], Awaitable[Answer]],
        wait: Wait,
    ) -> Answer:
        if not self._chain:
            return await otherwise()
        if whose := await self.used_up(question.user_id):
            return (await otherwise()).model_copy(update={"used_up": whose})
        try:
            answer = await self._chain.first(question, wait.time_left())
            return answer.model_copy(update={"degraded": False})
        except AppError as error:
            if may_pass_soon(error) and wait.may_retry(error):
                raise
            degraded = error.is_outage
            _log.warning(
                "model.passed_over", purpose=question.purpose, code=error.code, reason=str(error)
            )
        answer = await otherwise()
        return answer.model_copy(update={"degraded": degraded})
