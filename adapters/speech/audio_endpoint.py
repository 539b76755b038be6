"""One request to a model behind an OpenAI-compatible audio endpoint: sent, timed and recorded."""

import asyncio
import time
from collections.abc import Awaitable, Callable
from decimal import Decimal
from typing import ClassVar, Generic, TypeVar

from openai import OpenAIError

from adapters.model.availability import Availability
from adapters.model.gateway import ABANDONED
from adapters.model.metering import metered, report_end, report_request
from adapters.model.openai.config import AudioConfig
from adapters.model.openai.errors import given_up, translated
from adapters.model.recording import CallRecorder, record_call
from domain.errors import AppError, ModelUnavailableError
from domain.usage import ModelCall

Received = TypeVar("Received")
Answer = TypeVar("Answer")
Config = TypeVar("Config", bound=AudioConfig)

Price = Callable[[Answer | None, int, int], Decimal | None]
"""What an answer cost, if there is one, by it and by its input and output tokens."""


class AudioEndpoint(Generic[Config]):
    """Asks one model, once: retries belong to whoever schedules the call. Each request leaves one
    ``ModelCall``.
    """

    purpose: ClassVar[str]
    """As the calls are recorded."""

    def __init__(
        self, config: Config, calls: CallRecorder, *, availability: Availability | None = None
    ) -> None:
        self.name = config.name
        self._config = config
        self._calls = calls
        self._availability = availability or Availability()
        self._client = config.client(config.timeout)

    async def aclose(self) -> None:
        await self._client.close()

    async def ask(
        self,
        user_id: str,
        send: Callable[[], Awaitable[Received]],
        read: Callable[[Received], Answer],
        price: Price[Answer],
        *,
        input_tokens: int = 0,
    ) -> Answer:
        """Returns what ``read`` makes of what ``send`` gives. ``input_tokens`` are by our own
        count. Raises ``ModelUnavailableError`` or ``ModelMisconfiguredError`` (its
        ``RequestRefusedError`` for what the endpoint does not take), and what ``read`` raises.
        """

        async def recorded() -> Answer:
            started, outcome = time.monotonic(), ABANDONED
            answer: Answer | None = None
            with metered() as usage:
                report_request(self._config.model, input_tokens)
                try:
                    answer = read(await self._received(send))
                except AppError as error:
                    outcome = error.code
                    raise
                else:
                    outcome = "ok"
                    return answer
                finally:
                    used = usage.all_input_tokens, usage.output_tokens
                    call = ModelCall(
                        provider=self.name,
                        model=self._config.model,
                        purpose=self.purpose,
                        outcome=outcome,
                        latency_ms=round((time.monotonic() - started) * 1000),
                        input_tokens=used[0],
                        output_tokens=used[1],
                        cost=price(answer, *used) if usage.is_known else None,
                        user_id=user_id,
                    )
                    await record_call(self._calls, call)

        return await self._availability.call(recorded)

    async def _received(self, send: Callable[[], Awaitable[Received]]) -> Received:
        failure: AppError
        try:
            # The client's own timeout is for each phase of the exchange.
            async with asyncio.timeout(self._config.timeout.total_seconds()):
                received = await send()
                report_end()
                return received
        except OpenAIError as error:
            if not given_up(error):
                report_end()
            failure = translated(error, self.name)
        except TimeoutError:
            failure = ModelUnavailableError(f"{self.name} did not answer in time")
        # Outside the handler: the client's error holds what the provider wrote.
        raise failure
