"""Providers in order: the first that gives an acceptable answer wins."""

import asyncio
import copy
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Generic, TypeVar

from adapters.model.breaker import BreakerState
from adapters.model.metering import Usage, metered
from adapters.model.prices import cost_of
from adapters.model.provider import Provider
from adapters.model.recording import CallRecorder, record_call
from domain.errors import AppError, InvalidModelOutputError, ModelUnavailableError
from domain.usage import ModelCall

DEFAULT_BUDGET = timedelta(seconds=25)
"""For all providers together, where nobody says how long a person waits."""

_SHARE = timedelta(seconds=4).total_seconds()
"""Kept free for each provider that comes after a slow one, or an equal part if that is less."""

_USUAL_PAUSE = timedelta(seconds=1)
"""After which a provider that says nothing about it may be asked again."""

ABANDONED = "abandoned"
"""Outcome of a call that was cancelled: what it cost is not known."""

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """What to ask each provider, and how its answer is checked before it counts.

    ``check`` gives back the answer with only what is supported, or raises
    ``InvalidModelOutputError``. ``user_id`` and ``task_id`` stand in the record of calls and in the
    budgets; no model sees them.
    """

    purpose: str
    ask: Callable[[Provider], Awaitable[Answer]]
    check: Callable[[Answer], Answer]
    user_id: str = ""
    task_id: str = ""


class ProviderChain:
    """Asks, checks, records.

    Each question to a provider leaves one ``ModelCall``, which covers all requests that it took:
    repairs, and finding out how the server takes JSON.
    """

    def __init__(
        self,
        providers: Sequence[Provider],
        calls: CallRecorder,
        *,
        budget: timedelta = DEFAULT_BUDGET,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._providers = tuple(providers)
        self._calls = calls
        self._budget = budget.total_seconds()
        self._clock = clock

    def __bool__(self) -> bool:
        return bool(self._providers)

    def circuits(self) -> dict[str, str]:
        """The state of each provider's circuit breaker, in the order in which they are asked."""
        return {provider.name: str(provider.breaker.state) for provider in self._providers}

    async def aclose(self) -> None:
        for provider in self._providers:
            if provider.close:
                await provider.close()

    async def first(self, question: Question[Answer], within: timedelta | None = None) -> Answer:
        """The first answer that passes the question's check.

        ``within`` is how long the caller waits, for all providers together. Each leaves some of it
        to those that come after it. A provider whose circuit is open, that said when to come again
        or whose rate is used up is passed over. Raises ``InvalidModelOutputError`` when some model
        answered, but none usably; otherwise what may pass soonest (see ``most_telling``).
        """
        budget = self._budget if within is None else within.total_seconds()
        deadline = self._clock() + budget
        failures: list[AppError] = []
        for number, provider in enumerate(self._providers, start=1):
            left = deadline - self._clock()
            if left <= 0:
                failures.append(_out_of_time("the time for model calls is used up"))
                break
            time = _Time(self._share(left, self._providers[number:]), budget)
            try:
                return await provider.breaker.call(partial(self._asked, provider, question, time))
            except AppError as error:
                failures.append(error)
        raise most_telling(failures)

    def _share(self, left: float, later: Sequence[Provider]) -> float:
        waiting = sum(p.rest.is_over and p.breaker.state is not BreakerState.OPEN for p in later)
        return left - waiting * min(_SHARE, left / (waiting + 1))

    async def _asked(self, provider: Provider, question: Question[Answer], time: "_Time") -> Answer:
        provider.rest.check()
        if provider.pace:
            await provider.pace.take()
        started, outcome = self._clock(), ABANDONED
        with metered() as usage:
            try:
                answer = question.check(await time.bounded(question.ask(provider), provider))
            except AppError as error:
                outcome = error.code
                provider.rest.heed(error)
                raise
            else:
                outcome = "ok"
                return answer
            finally:
                await self._record(provider, question, outcome, started, usage)

    async def _record(
        self,
        provider: Provider,
        question: Question[Answer],
        outcome: str,
        started: float,
        usage: Usage,
    ) -> None:
        if not usage.model:
            return
        await record_call(
            self._calls,
            ModelCall(
                provider=provider.name,
                model=usage.model,
                purpose=question.purpose,
                outcome=outcome,
                latency_ms=round((self._clock() - started) * 1000),
                input_tokens=usage.all_input_tokens,
                output_tokens=usage.output_tokens,
                cost=_cost(usage, provider),
                user_id=question.user_id,
                task_id=question.task_id,
            ),
        )


@dataclass(frozen=True)
class _Time:
    """What one provider has: ``seconds`` of the ``budget`` of all."""

    seconds: float
    budget: float

    async def bounded(self, answer: Awaitable[Answer], provider: Provider) -> Answer:
        """The answer, if it comes in time. Running out of it speaks against the provider only if
        that had a fair chance: half of the time after which it would have given up itself.
        """
        try:
            async with asyncio.timeout(self.seconds):
                return await answer
        except TimeoutError as error:
            msg = f"no answer within the {self.seconds:.1f} s left for model calls"
            own = provider.timeout.total_seconds() if provider.timeout else self.budget
            raise _out_of_time(msg, was_asked=self.seconds >= own / 2) from error


def _out_of_time(message: str, *, was_asked: bool = False) -> ModelUnavailableError:
    error = ModelUnavailableError(message)
    error.was_asked = was_asked
    return error


def _cost(usage: Usage, provider: Provider) -> Decimal | None:
    """None as well for an answer that nobody waited for: it may be billed all the same."""
    if not usage.is_known:
        return None
    return cost_of(usage.model, usage.input_tokens, usage.output_tokens, provider.prices)


def most_telling(failures: Sequence[AppError]) -> AppError:
    """Of all providers' failures the one that says what to do now.

    A model that answered, though unusably; else one that was asked and failed before one that was
    not; circuits that are open only where there is nothing else; else the last failure. It bears
    the soonest time at which any provider may be asked again.
    """
    for failure in failures:
        if isinstance(failure, InvalidModelOutputError):
            return failure
    unavailable = [f for f in failures if isinstance(f, ModelUnavailableError)]
    passing = [f for f in unavailable if f.worth_waiting] or unavailable
    if not passing:
        return failures[-1] if failures else ModelUnavailableError("no model is configured")
    telling = min(passing, key=lambda f: (not f.was_asked, not f.is_outage, _pause(f)))
    soonest = min(passing, key=_pause)
    if telling.retry_after != soonest.retry_after:
        telling = copy.copy(telling)
        telling.retry_after = soonest.retry_after
    return telling


def _pause(failure: ModelUnavailableError) -> timedelta:
    return _USUAL_PAUSE if failure.retry_after is None else failure.retry_after
