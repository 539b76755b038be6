"""A gateway over engines that a test can change while it runs."""

from datetime import timedelta

from adapters.model.breaker import BreakerPolicy, CircuitBreaker
from adapters.model.budgets import Budgets
from adapters.model.gateway import ModelGateway
from adapters.model.metering import report_request, report_tokens
from adapters.model.pace import Pace
from adapters.model.provider import Provider
from adapters.model.rest import Rest
from domain.errors import InvalidModelOutputError, ModelUnavailableError
from domain.reading import Reading
from domain.understanding import Understood
from tests.adapters.model.gateway.doubles import Calls, Engine, FakeClock
from tests.adapters.model.questions import to_understand

DOWN = ModelUnavailableError("down")
NONSENSE = InvalidModelOutputError("nonsense")
NO_TIME = timedelta(microseconds=1)
"""A rest that is over before the next call."""
READING = Reading(sha256="0" * 64, engine="ocr", confidence=0.2)


class House:
    """A gateway over engines that a test can change while it runs."""

    def __init__(
        self,
        *engines: Engine,
        budget: timedelta = timedelta(seconds=25),
        rest: timedelta = timedelta(seconds=30),
        budgets: Budgets | None = None,
        rpm: int = 1_000,
        timeout: timedelta | None = None,
    ) -> None:
        self.clock = FakeClock()
        self.engines = engines
        self.offline = Engine()
        self.calls = Calls()
        policy = BreakerPolicy(rest=rest)
        self.providers = [
            Provider(
                e.name,
                e,
                e,
                CircuitBreaker(policy),
                pace=Pace(rpm),
                rest=Rest(clock=self.clock),
                timeout=timeout,
            )
            for e in engines
        ]
        self.gateway = ModelGateway(
            self.providers,
            self.offline,
            self.calls,
            budgets=budgets,
            budget=budget,
            clock=self.clock,
        )

    async def understood(self) -> Understood:
        return await self.gateway.understand(to_understand("hello"))


def asking(model: str = "gpt-4o-mini") -> None:
    report_request(model)
    report_tokens(1_000, 100)


class Wish:
    """Would rather ask again; ``heard`` keeps the failures it was asked about."""

    def __init__(self, *, wanted: bool = True, left: timedelta | None = None) -> None:
        self.wanted = wanted
        self.left = left
        self.heard: list[ModelUnavailableError] = []

    def time_left(self) -> timedelta | None:
        return self.left

    def may_retry(self, failure: ModelUnavailableError) -> bool:
        self.heard.append(failure)
        return self.wanted
