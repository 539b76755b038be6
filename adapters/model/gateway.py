"""The one door to all models: asks providers in order, checks, records, then answers by rules."""

import copy
import time
from collections.abc import Sequence
from datetime import timedelta
from decimal import Decimal
from functools import partial
from typing import Generic, NamedTuple

import structlog

from adapters.model.availability import Clock
from adapters.model.budgets import Budgets
from adapters.model.metering import CallUsage, metered, report_call
from adapters.model.prices import cost_of
from adapters.model.provider import Provider
from adapters.model.question import A, ModelQuestion
from adapters.model.recording import CallRecorder, record_call
from domain.errors import AppError, InvalidModelOutputError, ModelUnavailableError, may_pass_soon
from domain.understanding import EngineAnswer
from domain.usage import Budget, ModelCall
from domain.waiting import PROBE

DEFAULT_LIMIT = timedelta(seconds=25)
"""For all providers together, where nobody says how long a person waits."""

_SHARE = timedelta(seconds=4)
"""Kept free for each provider that comes after a slow one, or an equal part if that is less."""

_USUAL_PAUSE = timedelta(seconds=1)
"""After which a provider that says nothing about it may be asked again."""

ABANDONED = "abandoned"
"""Outcome of a call that was cancelled: what it cost is not known."""

_log = structlog.get_logger(__name__)


class BudgetUsedUpError(ModelUnavailableError):
    """No model was asked, because a limit for the day is used up; no rules can answer instead."""

    is_outage = False
    was_asked = False
    worth_waiting = False


class ModelGateway:
    """``limit`` bounds the time for all providers of one question where its ``wait`` does not.

    Each question to a provider leaves one ``ModelCall``, which covers all requests that it took:
    repairs, and finding out how the server takes JSON.
    """

    def __init__(
        self,
        providers: Sequence[Provider],
        calls: CallRecorder,
        *,
        budgets: Budgets | None = None,
        limit: timedelta = DEFAULT_LIMIT,
        clock: Clock = time.monotonic,
    ) -> None:
        self._providers = tuple(providers)
        self._calls = calls
        self._budgets = budgets
        self._limit = limit
        self._clock = clock

    async def aclose(self) -> None:
        """Closes the connections to all providers."""
        for provider in self._providers:
            await provider.model.aclose()

    @property
    def available(self) -> bool:
        """Whether any model is configured."""
        return bool(self._providers)

    def circuits(self) -> dict[str, str]:
        """*closed*, *half_open* or *open* for each provider; empty when none is configured."""
        return {p.name: str(p.availability.state) for p in self._providers}

    async def used_up(self, user_id: str) -> Budget | None:
        """The budget for the day that keeps models out for this person, if one does."""
        return await self._budgets.used_up(user_id) if self._budgets else None

    async def ask(self, question: ModelQuestion[A]) -> A:
        """The first answer of a provider that passes the question's check, else its fallback's.

        An ``EngineAnswer`` is marked: ``degraded`` is False when a model answered, True when none
        could. A model that replies with nonsense, or refuses one request, or was asked as often as
        it may be, is passed over without being called degraded: it is up, and the next question may
        well be answered. Without providers the rules are the normal case, and their answer stays as
        it is; so does one that they give because a budget is used up, which ``used_up`` says.

        Raises a ``ModelUnavailableError`` that is ``worth_waiting`` when the caller should ask
        again, as its ``wait`` allows; any other failure only where there is no fallback.
        """
        if not self._providers:
            return await _by_rules(question, ModelUnavailableError("no model is configured"))
        if whose := await self.used_up(question.user_id):
            used_up = BudgetUsedUpError(f"the budget for the day ({whose}) is used up")
            return _marked(await _by_rules(question, used_up), used_up=whose)
        asking = _Asking(question, self._providers, self._limit, self._clock)
        try:
            answer = await self._first_answer(asking)
            return _marked(answer, degraded=False, cost=asking.cost)
        except AppError as error:
            failure = asking.for_caller(error)
        if question.fallback is None or may_pass_soon(failure):
            raise failure
        _log.warning(
            "model.passed_over", purpose=question.purpose, code=failure.code, reason=str(failure)
        )
        answer = await question.fallback()
        return _marked(answer, degraded=failure.is_outage, cost=asking.cost)

    async def _first_answer(self, asking: "_Asking[A]") -> A:
        """Raises what of all failures is ``most_telling``.

        A provider whose circuit is open, that said when to come again or whose rate is used up is
        passed over.
        """
        for number, provider in enumerate(self._providers):
            within = asking.share(number)
            if within <= timedelta(0):
                asking.failed(None, _out_of_time())
                break
            ask = partial(self._ask_provider, provider, asking, within)
            try:
                return await provider.availability.call(ask)
            except AppError as error:
                asking.failed(provider, error)
        raise most_telling([failure.error for failure in asking.failures])

    async def _ask_provider(self, provider: Provider, asking: "_Asking[A]", within: timedelta) -> A:
        question, started, outcome = asking.question, self._clock(), ABANDONED
        with metered() as usage:
            try:
                written = await provider.model.ask(question, within)
                provider.availability.answered(self._since(started))
                answer = question.check(written)
            except AppError as error:
                outcome = error.code
                if _kept_waiting(error):
                    provider.availability.cut_off(self._since(started))
                raise
            else:
                outcome = "ok"
                return answer
            finally:
                await self._record(provider, asking, outcome, started, usage)

    def _since(self, started: float) -> timedelta:
        return timedelta(seconds=self._clock() - started)

    async def _record(
        self,
        provider: Provider,
        asking: "_Asking[A]",
        outcome: str,
        started: float,
        usage: CallUsage,
    ) -> None:
        if not usage.model:
            return
        question, cost = asking.question, _cost(usage, provider)
        asking.costs.append(cost)
        call = ModelCall(
            provider=provider.name,
            model=usage.model,
            purpose=question.purpose,
            outcome=outcome,
            latency_ms=round((self._clock() - started) * 1000),
            input_tokens=usage.all_input_tokens,
            output_tokens=usage.output_tokens,
            cost=cost,
            user_id=question.user_id,
            task_id=question.task_id,
            agent=question.agent,
            round=question.round,
        )
        report_call(call, usage)
        await record_call(self._calls, call)


class _Failure(NamedTuple):
    provider: Provider | None
    error: AppError


class _Asking(Generic[A]):
    """One question on its way from provider to provider."""

    def __init__(
        self,
        question: ModelQuestion[A],
        providers: Sequence[Provider],
        limit: timedelta,
        clock: Clock,
    ) -> None:
        self.question = question
        self.failures: list[_Failure] = []
        self.costs: list[Decimal | None] = []
        """Of its calls so far."""
        self._providers = providers
        self._clock = clock
        self._began = clock()
        self._within = question.wait.left or limit
        if all(p.availability.in_doubt for p in providers):
            self._within = min(self._within, max(map(_probe, providers)))

    def share(self, number: int) -> timedelta:
        """What this provider has: some of the time is left to those that come after it."""
        left = self._within - self._took
        later = sum(p.availability.is_likely for p in self._providers[number + 1 :])
        share = left - later * min(_SHARE, left / (later + 1))
        provider = self._providers[number]
        return min(share, _probe(provider)) if provider.availability.in_doubt else share

    def failed(self, provider: Provider | None, error: AppError) -> None:
        """Nobody waits for a provider that somebody waited for in vain a moment ago."""
        in_doubt = provider is not None and provider.availability.in_doubt
        # One that refuses at once costs nobody any time.
        if provider and in_doubt and _kept_waiting(error):
            provider.availability.probed_in_vain()
        self.failures.append(_Failure(provider, _hopeless(error) if in_doubt else error))

    def for_caller(self, failure: AppError) -> AppError:
        """Returns ``failure`` for the caller: worth waiting for only if it should ask again."""
        wait, took = self.question.wait, self._took
        if not may_pass_soon(failure) or wait.allows_another(took, failure.retry_after):
            return failure
        # Only where providers had their chance: a queue or a rate says nothing about them. Whoever
        # took most of a person's patience had, also where its own limit is far longer.
        waited = wait.within is not None and wait.took_most(took)
        if (failure.was_asked or waited) and wait.was_in_vain(took, failure.retry_after):
            for provider, error in self.failures:
                if provider and _failed_itself(error, also_slow=waited):
                    provider.availability.doubt(slow=_kept_waiting(error))
        return _hopeless(failure)

    @property
    def cost(self) -> Decimal | None:
        known = [cost for cost in self.costs if cost is not None]
        return sum(known, Decimal(0)) if known and len(known) == len(self.costs) else None

    @property
    def _took(self) -> timedelta:
        return timedelta(seconds=self._clock() - self._began)


def _probe(provider: Provider) -> timedelta:
    """Returns the time of a provider in doubt: its usual one, or little where none is known."""
    return max(PROBE, provider.availability.usual or PROBE)


def _kept_waiting(error: AppError) -> bool:
    return isinstance(error, ModelUnavailableError) and error.kept_waiting


def _failed_itself(error: AppError, *, also_slow: bool = True) -> bool:
    if not isinstance(error, ModelUnavailableError):
        return False
    return error.was_asked or (also_slow and error.kept_waiting)


async def _by_rules(question: ModelQuestion[A], otherwise: ModelUnavailableError) -> A:
    if question.fallback is None:
        raise _hopeless(otherwise)
    return await question.fallback()


def _marked(
    answer: A,
    *,
    degraded: bool | None = None,
    used_up: Budget | None = None,
    cost: Decimal | None = None,
) -> A:
    if not isinstance(answer, EngineAnswer):
        return answer
    return answer.model_copy(update={"degraded": degraded, "used_up": used_up, "cost": cost})


def _hopeless(error: AppError) -> AppError:
    """The same failure, for which nobody waits. A copy: others may hold the error as well."""
    if not isinstance(error, ModelUnavailableError):
        return error
    hopeless = copy.copy(error)
    hopeless.worth_waiting = False
    return hopeless


def _out_of_time() -> ModelUnavailableError:
    error = ModelUnavailableError("the time for model calls is used up")
    error.was_asked = False
    return error


def _cost(usage: CallUsage, provider: Provider) -> Decimal | None:
    """None as well for an answer that nobody waited for: it may be billed all the same."""
    if not usage.is_known:
        return None
    used = usage.input_tokens, usage.output_tokens
    return cost_of(usage.model, *used, provider.prices, provider.address)


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
        return failures[-1]
    telling = min(passing, key=lambda f: (not f.was_asked, not f.is_outage, _pause_after(f)))
    soonest = min(passing, key=_pause_after)
    if telling.retry_after != soonest.retry_after:
        telling = copy.copy(telling)
        telling.retry_after = soonest.retry_after
    return telling


def _pause_after(failure: ModelUnavailableError) -> timedelta:
    return _USUAL_PAUSE if failure.retry_after is None else failure.retry_after
