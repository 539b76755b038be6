"""A gateway over models that a test can change while it runs."""

from datetime import timedelta

from adapters.model.availability import Availability, BreakerPolicy, Rate
from adapters.model.budgets import Budgets
from adapters.model.gateway import DEFAULT_LIMIT
from adapters.model.metering import report_request, report_tokens
from adapters.model.provider import Provider
from domain.errors import InvalidModelOutputError, ModelUnavailableError
from domain.understanding import Understood
from domain.waiting import ASKS_ONCE, Wait
from tests.adapters.model.door import Door
from tests.adapters.model.gateway.doubles import Calls, Engine, FakeClock, Model
from tests.adapters.model.questions import to_copy, to_understand

DOWN = ModelUnavailableError("down")
NONSENSE = InvalidModelOutputError("nonsense")
NO_TIME = timedelta(0)
"""A rest that is over at once."""
SHEET = to_copy("mi1k")
PICTURE = to_copy("mi1k", content=b"\xff\xd8\xff\xe0")
SECOND = timedelta(seconds=1)
AGAIN = Wait(12 * SECOND, pause=SECOND)
"""The first of several attempts."""
LAST = Wait(12 * SECOND, gone=7 * SECOND, repeated=True)
"""The last of several attempts."""


class House:
    """A gateway over models that a test can change while it runs."""

    def __init__(
        self,
        *models: Model,
        limit: timedelta = DEFAULT_LIMIT,
        rest: timedelta = timedelta(seconds=30),
        budgets: Budgets | None = None,
        rpm: int = 1_000,
    ) -> None:
        self.clock = FakeClock()
        self.models = models
        self.offline = Engine()
        self.calls = Calls()
        self.providers = [
            Provider(
                model.name,
                model,
                Availability(
                    BreakerPolicy(rest=rest),
                    rate=Rate(rpm, clock=self.clock),
                    clock=self.clock,
                ),
            )
            for model in models
        ]
        self.door = Door(
            self.providers,
            self.offline,
            self.calls,
            budgets=budgets,
            limit=limit,
            clock=self.clock,
        )

    async def understood(self, wait: Wait = ASKS_ONCE) -> Understood:
        return await self.door.understand(to_understand("hello"), wait=wait)


def asking(model: str = "gpt-4o-mini") -> None:
    report_request(model)
    report_tokens(1_000, 100)
