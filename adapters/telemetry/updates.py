"""Updates of a channel: how many came to what, and a span around each."""

from contextlib import AbstractContextManager

from opentelemetry.trace import Span, SpanKind
from temporalio.common import MetricMeter

from adapters.telemetry.spans import Tracing


class UpdateTelemetry:
    """Silent unless it is given where to measure and how to trace."""

    def __init__(
        self, meter: MetricMeter = MetricMeter.noop, tracing: Tracing | None = None
    ) -> None:
        self._tracing = tracing or Tracing()
        self._updates = meter.create_counter(
            "telegram_updates_total", "Updates by what became of them"
        )

    def handling(self, kind: str) -> AbstractContextManager[Span]:
        """A span around an update of this kind, its message is within."""
        return self._tracing.span(f"update {kind}", SpanKind.CONSUMER)

    def attempted(self, outcome: str) -> None:
        """``accepted``, ``refused`` (given up), or ``later`` (comes again)."""
        self._updates.add(1, {"outcome": outcome})
