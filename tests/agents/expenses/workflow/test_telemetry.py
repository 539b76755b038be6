"""Traces and metrics of a chat, on the real server, with every task a replay."""

from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

import pytest
from opentelemetry.sdk.trace import ReadableSpan
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from temporalio.api.common.v1 import Payload
from temporalio.api.enums.v1 import EventType
from temporalio.client import (
    Client,
    Interceptor,
    OutboundInterceptor,
    StartWorkflowInput,
    WorkflowFailureError,
    WorkflowHandle,
)
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from adapters.telemetry.process import Telemetry, TelemetryConfig
from adapters.telemetry.tracing import HEADER
from agents.expenses import replies
from domain.conversation import Limits
from domain.errors import UnusableAttachmentError
from domain.messages import Message
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.local.waiting import eventually
from tests.metrics import Scraped, free_port, scrape

pytestmark = [pytest.mark.real_server, pytest.mark.shows("models 13")]

TASKS = frozenset(
    {
        EventType.EVENT_TYPE_WORKFLOW_TASK_SCHEDULED,
        EventType.EVENT_TYPE_WORKFLOW_TASK_STARTED,
        EventType.EVENT_TYPE_WORKFLOW_TASK_COMPLETED,
    }
)


class TracedChat(Chat):
    """A chat whose channel makes a span around each message, as a gateway does."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits) -> None:
        super().__init__(env, limits, "en_MY")
        self.exporter = InMemorySpanExporter()
        processor = SimpleSpanProcessor(self.exporter)
        self.telemetry = Telemetry(TelemetryConfig("test"), processor)
        config = env.client.config()
        config["interceptors"] = self.telemetry.interceptors
        self.client = Client(**config)

    async def send(self, message: Message) -> str:
        with self.telemetry.tracing.span("message test"):
            return await super().send(message)

    @property
    def spans(self) -> Sequence[ReadableSpan]:
        return self.exporter.get_finished_spans()

    async def turns(self, count: int) -> list[ReadableSpan]:
        """Waits until this many turns are over; oldest first."""

        async def over() -> bool:
            return len(named(self.spans, "turn")) >= count

        await eventually(over)
        return named(self.spans, "turn")

    def of(self, trace: ReadableSpan) -> list[ReadableSpan]:
        """All spans in the trace of this one."""
        return [span for span in self.spans if trace_id(span) == trace_id(trace)]


@pytest.fixture
async def traced(dev_server: WorkflowEnvironment, limits: Limits) -> AsyncIterator[TracedChat]:
    chat = TracedChat(dev_server, limits)
    async with chat.open():
        yield chat


def trace_id(span: ReadableSpan) -> int:
    trace: int = span.context.trace_id
    return trace


def span_id(span: ReadableSpan) -> int:
    own: int = span.context.span_id
    return own


def named(spans: Iterable[ReadableSpan], name: str) -> list[ReadableSpan]:
    return [span for span in spans if span.name == name]


def names(spans: Iterable[ReadableSpan]) -> set[str]:
    return {span.name for span in spans}


def parent_id(span: ReadableSpan) -> int | None:
    return span.parent.span_id if span.parent else None


async def test_each_message_has_one_trace_from_the_channel_to_its_reply(
    traced: TracedChat,
) -> None:
    await traced.say("Starbucks 15.50")
    await traced.turns(1)
    await traced.say("Petronas 60")
    first, second = await traced.turns(2)
    assert trace_id(first) != trace_id(second)
    for turn in (first, second):
        assert names(traced.of(turn)) == {
            "message test",
            "signal receive",
            "turn",
            "activity understand_by_rules",
            "activity deliver",
        }
    # Each was made once, although every workflow task replayed the conversation.
    assert len(traced.spans) == 10


async def test_the_spans_of_a_turn_hang_together_and_have_nothing_that_was_said(
    traced: TracedChat,
) -> None:
    await traced.say("Starbucks 15.50")
    (turn,) = await traced.turns(1)
    (message,) = named(traced.spans, "message test")
    (signal,) = named(traced.spans, "signal receive")
    assert parent_id(message) is None
    assert parent_id(signal) == span_id(message)
    assert parent_id(turn) == span_id(signal)
    activities = [span for span in traced.spans if span.name.startswith("activity ")]
    assert {parent_id(span) for span in activities} == {span_id(turn)}
    assert turn.attributes is not None
    assert turn.attributes["gen_ai.operation.name"] == "invoke_agent"
    written = "".join(span.to_json() for span in traced.spans)
    assert "Starbucks" not in written
    assert traced.chat_id not in written


async def test_an_answer_has_a_trace_of_its_own_linked_to_that_of_the_question(
    traced: TracedChat,
) -> None:
    await traced.say("lunch at Subway")
    await traced.turns(1)
    await traced.say("12.50")
    asked, answered = await traced.turns(2)
    assert trace_id(asked) != trace_id(answered)
    assert "activity save_expense" in names(traced.of(answered))
    assert "activity understand_by_rules" in names(traced.of(answered))
    assert "activity save_expense" not in names(traced.of(asked))
    assert [link.context.trace_id for link in answered.links] == [trace_id(asked)]


async def test_each_attempt_has_a_span_with_the_code_of_its_failure(traced: TracedChat) -> None:
    traced.ledger.fail_with_outage()
    await traced.say("Starbucks 15.50")
    await traced.told(replies.StorageDown.topic)
    traced.ledger.failure = None
    await traced.told(replies.Saved.topic)
    (turn,) = await traced.turns(1)
    attempts = named(traced.of(turn), "activity save_expense")
    outcomes = [(span.attributes or {}).get("error.type") for span in attempts]
    assert outcomes[-1] is None
    assert set(outcomes[:-1]) == {"storage.unavailable"}


class _Foreign(OutboundInterceptor):
    """Somebody else's client, which sends any header that it likes."""

    header: Payload

    async def start_workflow(
        self,
        input: StartWorkflowInput,  # noqa: A002 - the SDK's name
    ) -> WorkflowHandle[Any, Any]:
        input.headers = {HEADER: self.header}
        return await super().start_workflow(input)


class Foreign(Interceptor):
    def __init__(self, header: Payload) -> None:
        self._header = header

    def intercept_client(self, next: OutboundInterceptor) -> OutboundInterceptor:  # noqa: A002 - the SDK's
        foreign = _Foreign(next)
        foreign.header = self._header
        return foreign


HEADERS = (
    Payload(metadata={"encoding": b"json/plain"}, data=b'"garbage"'),
    Payload(metadata={"encoding": b"json/plain"}, data=b"{no json"),
    Payload(metadata={"encoding": b"of/ours"}, data=b"\xff\xfe"),
    Payload(metadata={"encoding": b"json/plain"}, data=b'"00-xyz-1-01-2"'),
    Payload(),
)


async def test_a_header_that_is_no_trace_does_not_hold_up_the_conversation(
    traced: TracedChat,
) -> None:
    config = traced.client.config()
    for number, header in enumerate(HEADERS, 1):
        config["interceptors"] = [Foreign(header)]
        traced.client = Client(**config)
        await traced.say(f"Starbucks {number}.50")
        await traced.told(replies.Saved.topic, number)


async def test_tracing_adds_no_event_to_a_history(
    dev_server: WorkflowEnvironment, limits: Limits
) -> None:
    kinds = []
    for chat in (Chat(dev_server, limits, "en_MY"), TracedChat(dev_server, limits)):
        async with chat.open():
            await chat.tell("Starbucks 15.50")
            events = [event.event_type async for event in chat.handle.fetch_history_events()]
        # How many tasks it took depends on the moment, what came of them does not.
        kinds.append(sorted(e for e in events if e not in TASKS))
    plain, traced = kinds
    assert plain == traced


@dataclass
class Measured:
    chat: Chat
    port: int

    async def metrics(self) -> Scraped:
        return await scrape(self.port)

    async def turns(self, count: int) -> None:
        """Waits until this many turns are counted."""

        async def counted() -> bool:
            return (await self.metrics()).value("agent_turn_seconds_count") >= count

        await eventually(counted)


@pytest.fixture
async def measured(dev_server: WorkflowEnvironment, limits: Limits) -> AsyncIterator[Measured]:
    port = free_port()
    telemetry = Telemetry(TelemetryConfig("worker", f"127.0.0.1:{port}", "WORKER_METRICS_LISTEN"))
    chat = Chat(dev_server, limits, "en_MY")
    chat.client = await Client.connect(
        dev_server.client.service_client.config.target_host,
        data_converter=pydantic_data_converter,
        interceptors=telemetry.interceptors,
        runtime=telemetry.runtime,
    )
    async with chat.open():
        yield Measured(chat, port)


async def test_a_conversation_is_counted_once_however_often_it_is_replayed(
    measured: Measured,
) -> None:
    chat = measured.chat
    # A query that meets a workflow task makes the SDK take its events for new ones, so none is
    # sent until all is over.
    await chat.say("lunch at Subway")
    await chat.told(replies.AskAmount.topic)
    await chat.say("12.50")
    await chat.told(replies.Saved.topic)
    await chat.say("it was 13.50")
    await chat.told(replies.Corrected.topic)
    await chat.say("Petronas 60")
    await chat.told(replies.Saved.topic, 2)
    await measured.turns(4)
    await chat.quiet()
    metrics = await measured.metrics()
    assert metrics.value("agent_tasks_total", outcome="done") == 2
    corrected = {"agent": "expenses", "field": "amount", "source": "words"}
    assert metrics.value("agent_corrections_total", **corrected) == 1
    assert metrics.value("agent_questions_count", agent="expenses") == 2
    assert metrics.value("agent_questions_sum", agent="expenses") == 1
    assert metrics.value("agent_turn_seconds_count", channel="test", agent="expenses") == 4
    assert 0 < metrics.value("agent_turn_seconds_sum", channel="test") < 60
    saves = {"tool": "save_expense", "status": "ok"}
    saved_apart = metrics.value("agent_tool_duration_seconds_count", **saves)
    assert saved_apart == 1, "the other one with its reading"
    tools = {labels["tool"] for labels in metrics.labels("agent_tool_duration_seconds_count")}
    assert {"understand_by_rules", "categorize_by_rules", "deliver"} <= tools


@pytest.mark.shows("platform 20")
async def test_each_delivery_tells_how_the_conversation_stands(measured: Measured) -> None:
    chat = measured.chat
    await chat.tell("lunch at Subway")
    asked = chat.transcript.figures
    assert asked is not None
    assert (asked.agent, asked.waits, asked.turns) == ("expenses", True, 1)
    await chat.tell("12.50")
    saved = chat.transcript.figures
    assert saved is not None
    assert (saved.agent, saved.waits, saved.turns) == ("expenses", False, 2)
    assert saved.begun_at == asked.begun_at
    assert asked.expires_at is not None
    assert saved.expires_at is not None
    assert asked.begun_at < asked.expires_at < saved.expires_at
    await chat.tell("hello")
    talked = chat.transcript.figures
    assert talked is not None
    assert (talked.agent, talked.waits) == ("supervisor", False)


@pytest.mark.shows("platform 20")
async def test_a_conversation_that_ends_is_measured_once(measured: Measured) -> None:
    await measured.chat.tell("lunch at Subway 12.50")
    await measured.chat.handle.cancel()
    with suppress(WorkflowFailureError):
        await measured.chat.handle.result()
    metrics = await measured.metrics()
    assert metrics.value("conversation_turns_count", channel="test") == 1
    assert metrics.value("conversation_turns_sum", channel="test") == 1
    assert metrics.value("conversation_seconds_sum", channel="test") < 60


async def test_how_a_task_ended_is_its_outcome(measured: Measured) -> None:
    chat = measured.chat
    await chat.tell("lunch")
    await chat.tell("/cancel")
    await chat.tell("dinner at Subway")
    await chat.tell("I don't know")
    metrics = await measured.metrics()
    assert metrics.value("agent_tasks_total", outcome="cancelled") == 1
    assert metrics.value("agent_tasks_total", outcome="done") == 0


async def test_a_failed_attempt_is_an_error_with_its_code(measured: Measured) -> None:
    photo = image("blurred")
    measured.chat.reader.will_fail(photo, UnusableAttachmentError("no picture"))
    await measured.chat.photo(photo)
    await measured.chat.told(replies.Unreadable.topic)
    metrics = await measured.metrics()
    failed = {"tool": "read_receipt", "error_type": "attachment.unusable"}
    assert metrics.value("agent_tool_errors_total", **failed) == 1
    by_status = {"tool": "read_receipt", "status": "error"}
    assert metrics.value("agent_tool_duration_seconds_count", **by_status) == 1
    assert metrics.value("agent_tasks_total", outcome="failed") == 1


async def test_an_attempt_that_is_given_up_is_no_error(measured: Measured) -> None:
    chat = measured.chat
    gate = chat.understanding.hold("understand")
    await chat.say("Starbucks 15.50")
    await chat.understanding.started["understand"].wait()
    await chat.quiet(await chat.say("/cancel"))
    gate.set()
    metrics = await measured.metrics()
    assert metrics.value("agent_tool_errors_total") == 0
