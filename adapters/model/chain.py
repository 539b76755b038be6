"""Providers in order: the first that gives an acceptable answer wins."""

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import Generic, TypeVar

import structlog

from adapters.model.breaker import Permit
from adapters.model.metering import Usage, metered
from adapters.model.prices import cost_of
from adapters.model.provider import CallRecorder, Provider, RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)
from domain.usage import ModelCall

RECORDING_TIMEOUT = timedelta(seconds=1)
"""The person waits while a call is recorded; a slow database must not slow down the answer."""

DEFAULT_BUDGET = timedelta(seconds=25)
"""For all providers together: below the 30 s after which a decision is taken without a model."""

_log = structlog.get_logger(__name__)

Answer = TypeVar("Answer")


@dataclass(frozen=True)
class Question(Generic[Answer]):
    """What to ask each provider, and how its answer is checked before it counts.

    ``check`` gives back the answer with only what is supported, or raises
    ``InvalidModelOutputError``.
    """

    task: str
    ask: Callable[[Provider], Awaitable[Answer]]
    check: Callable[[Answer], Answer]


class ProviderChain:
    """Asks, checks, records. Each provider that was asked leaves one ``ModelCall``."""

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

    async def aclose(self) -> None:
        for provider in self._providers:
            if provider.close:
                await provider.close()

    async def first(self, question: Question[Answer]) -> Answer:
        """The first answer that passes the question's check.

        Raises ``InvalidModelOutputError`` when some model answered, but none usably; otherwise the
        last provider's ``AppError``.
        """
        deadline = self._clock() + self._budget
        failures: list[AppError] = []
        for provider in self._providers:
            left = deadline - self._clock()
            if left <= 0:
                failures.append(ModelUnavailableError("the time for model calls is used up"))
                break
            permit = provider.breaker.admit()
            if permit is None:
                failures.append(_resting(provider))
                continue
            try:
                with permit:
                    return await self._attempt(provider, permit, question, left)
            except AppError as error:
                failures.append(error)
        raise _most_telling(failures)

    async def _attempt(
        self,
        provider: Provider,
        permit: Permit,
        question: Question[Answer],
        seconds: float,
    ) -> Answer:
        started = self._clock()
        with metered() as usage:
            try:
                answer = question.check(await _within(seconds, question.ask(provider)))
            except AppError as error:
                permit.settle(ok=_provider_is_well(error))
                await self._record(provider, question.task, error.code, started, usage)
                raise
            permit.settle(ok=True)
            await self._record(provider, question.task, "ok", started, usage)
            return answer

    async def _record(
        self, provider: Provider, task: str, outcome: str, started: float, usage: Usage
    ) -> None:
        if not usage.model:
            return
        call = ModelCall(
            provider=provider.name,
            model=usage.model,
            task=task,
            outcome=outcome,
            latency_ms=round((self._clock() - started) * 1000),
            input_tokens=usage.input_tokens,
            output_tokens=usage.output_tokens,
            cost=cost_of(usage.model, usage.input_tokens, usage.output_tokens),
        )
        _log.info("model.called", **call.model_dump(exclude={"cost"}))
        try:
            async with asyncio.timeout(RECORDING_TIMEOUT.total_seconds()):
                await self._calls.record(call)
        except (AppError, TimeoutError) as error:
            _log.warning("model.call_not_recorded", provider=provider.name, error=repr(error))


async def _within(seconds: float, answer: Awaitable[Answer]) -> Answer:
    try:
        async with asyncio.timeout(seconds):
            return await answer
    except TimeoutError as error:
        msg = f"no answer within the {seconds:.0f} s left for model calls"
        raise ModelUnavailableError(msg) from error


def _provider_is_well(error: AppError) -> bool | None:
    """Whether an error speaks for or against the provider; None when it is not about it at all."""
    if isinstance(error, InvalidModelOutputError | RequestRefusedError):
        return True
    if isinstance(error, ModelUnavailableError | ModelMisconfiguredError):
        return False
    return None


def _resting(provider: Provider) -> ModelUnavailableError:
    return ModelUnavailableError(
        f"{provider.name} is left alone after too many failures",
        retry_after=provider.breaker.retry_after,
    )


def _most_telling(failures: list[AppError]) -> AppError:
    for failure in failures:
        if isinstance(failure, InvalidModelOutputError):
            return failure
    return failures[-1] if failures else ModelUnavailableError("no model is configured")
