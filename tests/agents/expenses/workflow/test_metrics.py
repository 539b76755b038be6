"""What workflows and activities measure, served by the SDK, with every task a replay."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import pytest
from temporalio.client import Client
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.testing import WorkflowEnvironment

from adapters.telemetry.process import Telemetry, TelemetryConfig
from agents.expenses import replies
from domain.conversation import Limits
from domain.errors import UnusableAttachmentError
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.local.waiting import eventually
from tests.metrics import Scraped, free_port, scrape

pytestmark = [pytest.mark.real_server, pytest.mark.shows("models 13")]


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
    assert metrics.value("agent_corrections_total", agent="expenses") == 1
    assert metrics.value("agent_questions_count", agent="expenses") == 2
    assert metrics.value("agent_questions_sum", agent="expenses") == 1
    assert metrics.value("agent_turn_seconds_count", channel="test") == 4
    assert 0 < metrics.value("agent_turn_seconds_sum", channel="test") < 60
    saves = {"tool": "save_expense", "status": "ok"}
    assert metrics.value("agent_tool_duration_seconds_count", **saves) == 2
    tools = {labels["tool"] for labels in metrics.labels("agent_tool_duration_seconds_count")}
    assert {"understand_by_rules", "categorize_by_rules", "deliver"} <= tools


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
