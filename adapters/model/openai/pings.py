"""Whether providers answer at all: each is asked for its list of models, which is free."""

import asyncio
import time
from collections.abc import Sequence
from datetime import timedelta

from openai import APIStatusError, OpenAIError

from adapters.model.availability import Clock
from adapters.model.openai.config import Endpoint

EVERY = timedelta(minutes=1)
"""However often /health is asked."""

TIMEOUT = timedelta(seconds=1.5)
"""A check of /health has two seconds."""

_NO_LIST = frozenset({404, 405, 501})
"""Servers that answer, but cannot list their models."""


class Pings:
    """For one event loop. Remembers what it found."""

    def __init__(
        self,
        configs: Sequence[Endpoint],
        *,
        clock: Clock = time.monotonic,
        within: timedelta = TIMEOUT,
    ) -> None:
        self._configs = tuple(configs)
        self._within = within
        self._clock = clock
        self._last: tuple[float, tuple[str, ...]] | None = None

    async def silent(self) -> tuple[str, ...]:
        """Names of the providers that do not answer, or not to this key."""
        now = self._clock()
        if self._last is None or now - self._last[0] >= EVERY.total_seconds():
            asked = (_answers(config, self._within) for config in self._configs)
            answered = await asyncio.gather(*asked)
            pairs = zip(self._configs, answered, strict=True)
            self._last = now, tuple(config.name for config, well in pairs if not well)
        return self._last[1]


async def _answers(config: Endpoint, within: timedelta) -> bool:
    client = config.client(within)
    try:
        await client.models.list()
    except APIStatusError as error:
        return error.status_code in _NO_LIST
    except OpenAIError:
        return False
    else:
        return True
    finally:
        await client.close()
