"""A chat with the real workflows on the time-skipping server; the ports are fakes."""

import sys
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import pytest
from temporalio.api.enums.v1 import IndexedValueType
from temporalio.api.operatorservice.v1 import AddSearchAttributesRequest
from temporalio.client import Client, WorkflowHandle
from temporalio.contrib.pydantic import pydantic_data_converter
from temporalio.service import RPCError
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from activities.boundary import BEAT
from activities.categorize import Categorize
from activities.deliver import Deliver
from activities.drafts import KeepDrafts
from activities.erasure import ErasePerson
from activities.ledger import KeepLedger
from activities.patience import Patience
from activities.preferences import KeepPreferences
from activities.read_receipt import ReadReceipt
from activities.recall import Recall
from activities.transcribe import Transcribe
from activities.understand import Understand
from activities.usage import DayLimits, ReportUsage
from domain.conversation import (
    ConversationStart,
    ConversationState,
    ConversationStatus,
    Limits,
    conversation_id,
)
from domain.messages import Attachment, ButtonPress, Message, command_in
from domain.replies import Card, Reply
from domain.understanding import Person
from tests.fakes.channel import InMemoryTranscript, RecordingChannel
from tests.fakes.ledger import InMemoryDrafts, InMemoryLedger
from tests.fakes.people import InMemoryConversations, InMemoryErasure, InMemoryUsers
from tests.fakes.reading import InMemoryReadings, ScriptedReader
from tests.fakes.speech import ScriptedTranscriber
from tests.fakes.understanding import GatedUnderstanding
from tests.fakes.usage import InMemoryUsage, NoBudgets
from workflows import dashboard
from workflows.conversation import Conversation
from workflows.erasure import Erasure
from workflows.options import MAIN_QUEUE, MODEL_QUEUE, READING_QUEUE

BINARIES = Path(sys.executable).parent
QUEUES = (MAIN_QUEUE, MODEL_QUEUE, READING_QUEUE)


@asynccontextmanager
async def temporal_test_server() -> AsyncIterator[WorkflowEnvironment]:
    """A time-skipping server that knows Steward's search attributes."""
    async with await WorkflowEnvironment.start_time_skipping(
        test_server_existing_path=str(BINARIES / "temporal-test-server"),
        data_converter=pydantic_data_converter,
    ) as env:
        await env.client.operator_service.add_search_attributes(
            AddSearchAttributesRequest(
                namespace=env.client.namespace,
                search_attributes={
                    key.name: IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD
                    for key in dashboard.SEARCH_ATTRIBUTES
                },
            )
        )
        yield env


@pytest.fixture(scope="session")
async def shared_server() -> AsyncIterator[WorkflowEnvironment]:
    async with temporal_test_server() as env:
        yield env


@asynccontextmanager
async def real_temporal_server() -> AsyncIterator[WorkflowEnvironment]:
    """The real server, in memory."""
    async with await WorkflowEnvironment.start_local(
        dev_server_existing_path=str(BINARIES / "temporal"),
        data_converter=pydantic_data_converter,
        search_attributes=dashboard.SEARCH_ATTRIBUTES,
    ) as env:
        yield env


@pytest.fixture(scope="session")
async def dev_server() -> AsyncIterator[WorkflowEnvironment]:
    async with real_temporal_server() as env:
        yield env


@pytest.fixture
async def server(
    request: pytest.FixtureRequest,
    shared_server: WorkflowEnvironment,
    dev_server: WorkflowEnvironment,
) -> AsyncIterator[WorkflowEnvironment]:
    """The shared test server, one of its own for a test that skips time, or the real server.

    An activity that is abandoned while it runs holds the test server's clock for good, and a query
    that meets a continue-as-new is never answered by it.
    """
    if request.node.get_closest_marker("real_server"):
        yield dev_server
    elif request.node.get_closest_marker("skips_time"):
        async with temporal_test_server() as env:
            yield env
    else:
        yield shared_server


class Chat:
    """One person's chat: says things, presses buttons, sees what Steward showed."""

    def __init__(self, env: WorkflowEnvironment, limits: Limits, locale: str) -> None:
        self.env = env
        self.client: Client = env.client
        self.ledger = InMemoryLedger()
        self.drafts = InMemoryDrafts()
        self.reader = ScriptedReader()
        self.readings = InMemoryReadings()
        self.speech = ScriptedTranscriber()
        self.understanding = GatedUnderstanding()
        self.channel = RecordingChannel()
        self.transcript = InMemoryTranscript()
        self.users = InMemoryUsers()
        self.usage = InMemoryUsage()
        self.erasure = InMemoryErasure()
        self.conversations = InMemoryConversations()
        self.limits = limits
        self.person = Person(user_id="ali", locale=locale)
        self.chat_id = uuid4().hex[:12]
        self.reply_queue = f"steward.test.{self.chat_id}"
        self.sent = 0

    @property
    def id(self) -> str:
        return conversation_id("test", self.chat_id)

    @property
    def handle(self) -> WorkflowHandle[Conversation, None]:
        return self.client.get_workflow_handle_for(Conversation.run, self.id)

    def workers(self, *, cached: int = 0) -> list[Worker]:
        """Workers of all queues. No workflow is cached: every task replays the history."""
        patience = Patience()
        understand = Understand(self.understanding, self.understanding, patience)
        ledger, drafts = KeepLedger(self.ledger), KeepDrafts(self.drafts)
        erase = ErasePerson(self.erasure, self.conversations)
        main: list[Callable[..., object]] = [
            ledger.save_transaction,
            ledger.amend_transaction,
            ledger.undo_transaction,
            ledger.restore_transaction,
            ledger.find_transaction,
            ledger.summarise_spending,
            drafts.keep_draft,
            drafts.reopen_draft,
            Recall(self.transcript).recall_conversation,
            understand.recognise,
            KeepPreferences(self.users).set_preference,
            erase.end_conversations,
            erase.erase_person,
            ReportUsage(self.usage, DayLimits(), NoBudgets()).report_usage,
        ]
        models: list[Callable[..., object]] = [
            understand.understand,
            understand.decide,
            understand.converse,
            understand.summarise,
            Transcribe(self.speech, self.speech).transcribe,
            Categorize(self.understanding, self.ledger, self.readings, 0.8, patience).categorize,
        ]
        reading = ReadReceipt(self.reader, self.reader, self.reader, self.readings, self.ledger)
        deliver = Deliver(self.channel, self.transcript)
        return [
            Worker(
                self.client,
                task_queue=MAIN_QUEUE,
                workflows=[Conversation, Erasure],
                activities=main,
                max_cached_workflows=cached,
            ),
            Worker(
                self.client,
                task_queue=MODEL_QUEUE,
                activities=models,
                max_heartbeat_throttle_interval=BEAT,
            ),
            Worker(self.client, task_queue=READING_QUEUE, activities=[reading.read_receipt]),
            Worker(self.client, task_queue=self.reply_queue, activities=[deliver.deliver]),
        ]

    @asynccontextmanager
    async def open(self) -> AsyncIterator["Chat"]:
        """Runs the workers; ends the conversation afterwards."""
        async with AsyncExitStack() as stack:
            for worker in self.workers():
                await stack.enter_async_context(worker)
            yield self
            with suppress(RPCError):  # it may have ended by itself
                await self.handle.terminate()

    async def runs(self) -> list[str]:
        """Ids of all runs of this conversation, oldest first."""
        found: list[str] = []
        described = await self.handle.describe()
        run_id: str | None = described.raw_description.workflow_execution_info.first_run_id
        while run_id:
            found.append(run_id)
            run_id = await self._continued_as(run_id)
        return found

    async def _continued_as(self, run_id: str) -> str | None:
        history = await self.client.get_workflow_handle(self.id, run_id=run_id).fetch_history()
        last = history.events[-1]
        attributes = last.workflow_execution_continued_as_new_event_attributes
        return attributes.new_execution_run_id or None

    async def send(self, message: Message) -> str:
        start = ConversationStart(
            channel="test",
            chat_id=self.chat_id,
            person=self.person,
            reply_queue=self.reply_queue,
            limits=self.limits,
        )
        await self.client.start_workflow(
            Conversation.run,
            start,
            id=self.id,
            task_queue=MAIN_QUEUE,
            start_signal="receive",
            start_signal_args=[message],
        )
        return message.id

    async def _message(self, **parts: object) -> Message:
        self.sent += 1
        now = await self.env.get_current_time()
        return Message.model_validate(
            {
                "id": f"test:{self.chat_id}:{self.sent}",
                "sender_id": "ali",
                "sent_at": now.astimezone(UTC),
                **parts,
            }
        )

    async def say(self, text: str, *, reply_to: str | None = None) -> str:
        """Sends a text, as a channel would, and does not wait."""
        command = command_in(text)
        return await self.send(await self._message(text=text, command=command, reply_to=reply_to))

    async def photo(self, *attachments: Attachment, caption: str = "") -> str:
        return await self.send(await self._message(text=caption, attachments=attachments))

    async def album(
        self, *attachments: Attachment, caption: str = "", album: str = "album"
    ) -> list[str]:
        """Sends an album as a channel does: a message for each part, the caption on the first."""
        return [
            await self.send(
                await self._message(
                    text=caption if number == 0 else "",
                    attachments=(attachment,),
                    album=album,
                    ref=f"{album}/{number}",
                )
            )
            for number, attachment in enumerate(attachments)
        ]

    async def post(self, ref: str, text: str = "", **parts: object) -> str:
        """Sends a message that can be edited later by its ``ref``."""
        command = command_in(text)
        return await self.send(await self._message(ref=ref, text=text, command=command, **parts))

    async def edit(self, ref: str, text: str) -> str:
        """Edits the message that was sent with this ``ref``."""
        return await self.post(ref, text, edits=ref)

    async def press(self, action: str, reply: Reply | None = None, value: str = "") -> None:
        """Presses a button of ``reply`` (or of the last reply that has it)."""
        presses = [
            choice.press
            for shown in ([reply] if reply else reversed(self.channel.shown))
            for choice in shown.choices
            if choice.press.action == action and value in {"", choice.press.value}
        ]
        await self.push(presses[0])

    async def push(self, press: ButtonPress) -> None:
        await self.send(await self._message(press=press))

    async def told(self, topic: str, count: int = 1) -> Reply:
        """Waits until ``topic`` was said ``count`` times; the last of them."""
        await self.channel.until(
            lambda shown: sum(reply.topic == topic for reply in shown) >= count
        )
        return [reply for reply in self.channel.shown if reply.topic == topic][-1]

    async def status(self) -> ConversationStatus:
        return await self.handle.query(Conversation.status)

    async def quiet(self, message_id: str | None = None) -> ConversationStatus:
        """Waits until the conversation has dealt with all that was sent."""
        deadline = datetime.now(UTC) + timedelta(seconds=20)
        while datetime.now(UTC) < deadline:
            status = await self.status()
            handled = message_id is None or message_id in status.handled
            settled = status.state is not ConversationState.WORKING
            if handled and settled and status.replies_pending == 0:
                return status
        msg = f"still {status}"
        raise AssertionError(msg)

    async def tell(self, *texts: str) -> ConversationStatus:
        """Says each text and waits until it is dealt with."""
        for text in texts:
            message_id = await self.say(text)
            status = await self.quiet(message_id)
        return status

    @property
    def saved(self) -> list[Card]:
        return self.ledger.live

    @property
    def topics(self) -> Sequence[str]:
        return self.channel.topics


@pytest.fixture
def limits() -> Limits:
    return Limits(retry_delay=timedelta(milliseconds=10))


@pytest.fixture
def locale() -> str:
    return "en_MY"


@pytest.fixture
async def chat(server: WorkflowEnvironment, limits: Limits, locale: str) -> AsyncIterator[Chat]:
    async with Chat(server, limits, locale).open() as chat:
        yield chat
