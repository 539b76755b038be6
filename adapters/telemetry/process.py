"""The telemetry of one process: made once at its start, closed at its end."""

from collections.abc import Sequence
from dataclasses import dataclass

import structlog
from opentelemetry.sdk.trace import SpanProcessor, TracerProvider
from temporalio.client import Interceptor
from temporalio.common import MetricMeter
from temporalio.runtime import Runtime

from adapters.telemetry.activities import ActivityTelemetry
from adapters.telemetry.content import TracedContent
from adapters.telemetry.model_calls import ModelTelemetry
from adapters.telemetry.prometheus import runtime_serving
from adapters.telemetry.spans import Tracing, otlp_processor, shut_down, tracer_provider
from adapters.telemetry.tracing import TracingInterceptor

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class TelemetryConfig:
    """``process``: ``worker``, ``bot``, ``http``, ``terminal``. None and empty mean: not wanted."""

    process: str
    metrics_listen: str | None = None
    metrics_setting: str = ""
    """Name of the setting that ``metrics_listen`` came from."""
    otlp_endpoint: str | None = None
    otlp_headers: str = ""
    content: TracedContent | None = None
    """Puts what went into models and tools, and what came out, on their spans."""


class Telemetry:
    """What a process measures and traces. Everything is silent where it is not configured.

    Raises ``ConfigurationError`` for an address that cannot be listened at, and for headers that
    are none. ``processor`` takes the spans instead of an exporter.
    """

    def __init__(self, config: TelemetryConfig, processor: SpanProcessor | None = None) -> None:
        self.runtime: Runtime | None = None
        """Carries the metrics; None where none are served."""
        if config.metrics_listen is not None:
            self.runtime = runtime_serving(config.metrics_listen, config.metrics_setting)
        if processor is None and config.otlp_endpoint is not None:
            processor = otlp_processor(config.otlp_endpoint, config.otlp_headers)
        self._provider: TracerProvider | None = (
            tracer_provider(config.process, processor) if processor is not None else None
        )
        self.tracing = Tracing(self._provider, config.content)
        if config.content is not None and self.tracing.on:
            _log.warning("traces.with_content", process=config.process)
        self.models = ModelTelemetry(self.meter, self.tracing)

    @property
    def meter(self) -> MetricMeter:
        """For code outside of workflows."""
        return self.runtime.metric_meter if self.runtime is not None else MetricMeter.noop

    @property
    def interceptors(self) -> Sequence[Interceptor]:
        """For the connection; workers take theirs from it."""
        measured = ActivityTelemetry(self.meter)
        # Traced first, so that what is logged within has its span.
        return (TracingInterceptor(self.tracing), measured) if self.tracing.on else (measured,)

    async def aclose(self) -> None:
        """Sends the spans that are left, within two seconds. Metrics are served until the end."""
        if self._provider is not None:
            await shut_down(self._provider)
