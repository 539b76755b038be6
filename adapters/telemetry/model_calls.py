"""Model calls as metrics and as spans."""

import time
from collections.abc import Callable

from opentelemetry.trace import SpanKind, get_current_span
from opentelemetry.util.types import AttributeValue
from temporalio.common import MetricMeter

from adapters.model.availability import BreakerState
from adapters.model.metering import sent_requests
from adapters.telemetry.spans import Tracing, failed
from domain.usage import ModelCall

_SPEECH = "transcribe"


_BREAKER = {BreakerState.CLOSED: 0, BreakerState.HALF_OPEN: 1, BreakerState.OPEN: 2}


class ModelTelemetry:
    """Counts model calls; implements ``CallRecorder``. Needs no outside, so it never fails."""

    def __init__(self, meter: MetricMeter, tracing: Tracing) -> None:
        self._tracing = tracing
        self._circuits: dict[str, Callable[[], BreakerState]] = {}
        self._requests = meter.create_counter("llm_requests_total", "Calls of models")
        self._times = meter.create_histogram_float(
            "llm_response_time_seconds", "Time of one call of a model", "s"
        )
        self._tokens = meter.create_counter("llm_tokens_total", "Tokens of model calls")
        self._cost = meter.create_histogram_float("llm_cost_usd", "US dollars of one call")
        self._breakers = meter.create_gauge(
            "llm_breaker_state", "Circuit of a provider: 0 closed, 1 half open, 2 open"
        )
        self._truncated = meter.create_counter(
            "agent_conversation_truncated_total", "Inputs cut to the token budget"
        )

    async def record(self, call: ModelCall) -> None:
        """Call it when the answer or the failure is there: the call's span ends now."""
        labels = {"provider": call.provider, "model": call.model}
        self._requests.add(1, {**labels, "purpose": call.purpose, "status": call.outcome})
        self._times.record(call.latency_ms / 1000, labels)
        if call.input_tokens:
            self._tokens.add(call.input_tokens, {**labels, "type": "input"})
        if call.output_tokens:
            self._tokens.add(call.output_tokens, {**labels, "type": "output"})
        if call.cost is not None:
            self._cost.record(float(call.cost), labels)
        # Without a span around it, the call belongs to no turn.
        if get_current_span().is_recording():
            self._trace(call)

    def on_breaker(self, provider: str, state: BreakerState) -> None:
        """A provider's circuit is now in this state."""
        self._breakers.set(_BREAKER[state], {"provider": provider})

    def watch_breaker(self, provider: str, state: Callable[[], BreakerState]) -> None:
        """``state`` is asked for now and in each ``look``: a circuit rests without a word."""
        self._circuits[provider] = state
        self.on_breaker(provider, state())

    def look(self) -> None:
        """Tells the states of all circuits as they are now."""
        for provider, state in self._circuits.items():
            self.on_breaker(provider, state())

    def on_truncated(self, purpose: str) -> None:
        """An input did not fit and was cut."""
        self._truncated.add(1, {"purpose": purpose})

    def _trace(self, call: ModelCall) -> None:
        operation = _SPEECH if call.purpose == _SPEECH else "chat"
        attributes: dict[str, AttributeValue] = {
            "gen_ai.operation.name": operation,
            "gen_ai.provider.name": call.provider,
            "gen_ai.system": call.provider,  # what the attribute before was called until 1.37
            "gen_ai.request.model": call.model,
            "gen_ai.usage.input_tokens": call.input_tokens,
            "gen_ai.usage.output_tokens": call.output_tokens,
            "steward.purpose": call.purpose,
        }
        if call.agent:
            attributes |= {"gen_ai.agent.name": call.agent, "steward.round": call.round}
        if call.cost is not None:
            attributes["gen_ai.usage.cost"] = float(call.cost)
        if self._tracing.content is not None:
            attributes |= self._tracing.content.of_model_call(call, sent_requests())
        ended = time.time_ns()
        span = self._tracing.tracer.start_span(
            f"{operation} {call.model}",
            kind=SpanKind.CLIENT,
            attributes=attributes,
            start_time=ended - call.latency_ms * 1_000_000,
        )
        if call.outcome != "ok":
            failed(span, call.outcome)
        span.end(ended)
