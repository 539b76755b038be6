"""One model provider as the gateway sees it."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Protocol

from adapters.model.availability import Availability
from adapters.model.prices import Price
from adapters.model.question import A, ModelQuestion
from domain.errors import ModelUnavailableError


class Model(Protocol):
    """Whatever answers a question; what it answers fits the form and is not checked yet.

    Gives up after ``within``, or after its own limit if that is less (see ``bounded``). Raises only
    ``AppError``.
    """

    async def ask(self, question: ModelQuestion[A], within: timedelta) -> A: ...

    async def aclose(self) -> None:
        """Gives connections back when the process ends."""


@dataclass(frozen=True)
class Provider:
    """``name`` stands in logs and in the record of calls; it is unique among the providers."""

    name: str
    model: Model
    availability: Availability
    prices: Price | None = None
    """What it costs, where the settings say so."""
    address: str | None = None
    """Its base URL: who sells the model."""


@asynccontextmanager
async def bounded(name: str, within: timedelta, own: timedelta) -> AsyncIterator[asyncio.Timeout]:
    """Ends the body after ``within``, at the latest after ``own``, the provider's own limit.

    Running out of time speaks against the provider only if it had a fair chance: half of that.
    """
    try:
        async with asyncio.timeout(min(within, own).total_seconds()) as limit:
            yield limit
    except TimeoutError:
        failure = ModelUnavailableError(f"{name} did not answer in time")
        failure.was_asked, failure.kept_waiting = within >= own / 2, True
    else:
        return
    raise failure
