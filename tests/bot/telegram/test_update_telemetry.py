"""Updates are counted by what became of them, and a trace begins with them."""

from dataclasses import dataclass, field

from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.updates import UpdateTelemetry
from bot.telegram.errors import Acceptance, Received
from bot.telegram.notices import Notices
from domain.errors import StorageUnavailableError
from tests.bot.telegram.telegram import Stage, message
from tests.metrics import free_port, scrape


@dataclass
class Observed:
    port: int = field(default_factory=free_port)
    exporter: InMemorySpanExporter = field(default_factory=InMemorySpanExporter)

    def __post_init__(self) -> None:
        config = TelemetryConfig("bot", f"127.0.0.1:{self.port}", "BOT_METRICS_LISTEN")
        self.telemetry = Telemetry(config, SimpleSpanProcessor(self.exporter))

    def accepting(self, stage: Stage) -> Acceptance:
        return Acceptance(
            stage.bot,
            stage.incoming.acceptance._dispatcher,
            notices=Notices(stage.voice, "en"),
            access=stage.access,
            telemetry=UpdateTelemetry(self.telemetry.meter, self.telemetry.tracing),
        )


def received(update: dict[str, object]) -> Received:
    made = Received.of(update)  # type: ignore[arg-type]  # JSON, but not declared so
    assert made is not None
    return made


async def test_each_attempt_at_an_update_is_counted_by_its_outcome() -> None:
    stage, observed = Stage(), Observed()
    accepting = observed.accepting(stage)
    stage.conversations.failures.append(StorageUnavailableError("gone"))
    for _ in range(2):  # kept, accepted
        await accepting.attempt(received(message(1, "lunch")))
    metrics = await scrape(observed.port)
    assert metrics.value("telegram_updates_total", outcome="later") == 1
    assert metrics.value("telegram_updates_total", outcome="accepted") == 1


async def test_an_update_begins_a_trace_that_does_not_quote_it() -> None:
    stage, observed = Stage(), Observed()
    await observed.accepting(stage).attempt(received(message(1, "lunch 12.50")))
    (span,) = observed.exporter.get_finished_spans()
    assert span.name == "update message"
    assert span.parent is None
    assert "lunch" not in span.to_json()
