"""A message is handed over; nothing is lost and nothing happens twice."""

import hashlib
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta

import pytest
from temporalio.client import Client, WorkflowHandle
from temporalio.service import RetryConfig, RPCError, RPCStatusCode
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from bot import gateway
from bot.gateway import ConversationGateway, reply_queue
from bot.handover import (
    NoWorkerError,
    TemporalLockedOutError,
    TemporalRefusedError,
    TemporalUnreachableError,
    translated,
)
from domain.conversation import ConversationStart, Recalled, RecalledTask
from domain.errors import StorageUnavailableError
from domain.history import Entry, History, Speaker
from domain.messages import Attachment, MediaKind, Message
from domain.understanding import Person
from tests.bot.standin import StandIn
from tests.fakes.attachments import InMemoryAttachments
from tests.fakes.channel import InMemoryTranscript
from tests.fakes.people import InMemoryUsers
from tests.given import given_id
from tests.workflows.servers import temporal_test_server

DEFAULTS = Person(user_id="", locale="de_DE", currency="EUR", timezone="Europe/Berlin")
CONTENT = b"bytes of a photo"
PHOTO = Attachment(
    sha256=hashlib.sha256(CONTENT).hexdigest(),
    kind=MediaKind.IMAGE,
    mime_type="image/jpeg",
    size=len(CONTENT),
)


@dataclass
class Stage:
    """A gateway to one fresh chat on the test server."""

    client: Client
    chat: str
    transcript: InMemoryTranscript = field(default_factory=InMemoryTranscript)
    files: InMemoryAttachments = field(default_factory=InMemoryAttachments)
    users: InMemoryUsers = field(default_factory=InMemoryUsers)

    @property
    def gateway(self) -> ConversationGateway:
        return ConversationGateway(self.client, self.transcript, self.files, self.users, DEFAULTS)

    @property
    def handle(self) -> WorkflowHandle[StandIn, list[str]]:
        return self.client.get_workflow_handle_for(
            StandIn.run, f"conversation:telegram:{self.chat}"
        )

    def message(self, update: int, text: str = "lunch 5", *photos: Attachment) -> Message:
        return Message(
            id=f"telegram:{self.chat}:{update}",
            sender_id="ana",
            sent_at=datetime(2026, 11, 21, tzinfo=UTC),
            text=text,
            attachments=photos,
        )

    async def send(self, message: Message) -> None:
        await self.gateway.send("telegram", self.chat, message)

    def lose_the_database(self) -> None:
        self.transcript.failure = self.users.failure = StorageUnavailableError("gone")

    async def received(self) -> list[Message]:
        return await self.handle.query(StandIn.received)


@pytest.fixture
async def stage(environment: WorkflowEnvironment) -> AsyncIterator[Stage]:
    async with Worker(environment.client, task_queue="steward", workflows=[StandIn]):
        yield Stage(environment.client, given_id())


@pytest.mark.shows("2.3")
async def test_the_first_message_starts_the_conversation_and_later_ones_join_it(
    stage: Stage,
) -> None:
    first, second = stage.message(1), stage.message(2, "dinner 9")
    await stage.send(first)
    run = (await stage.handle.describe()).run_id
    await stage.send(second)
    assert await stage.received() == [first, second]
    assert (await stage.handle.describe()).run_id == run


async def test_a_message_asks_and_writes_nothing_but_the_signal(stage: Stage) -> None:
    stage.lose_the_database()
    declared = PHOTO.model_copy(update={"sha256": "", "remote": "file"})
    message = stage.message(1, "", declared)
    await stage.send(message)
    assert await stage.received() == [message]
    assert stage.users.known == {}


async def test_a_conversation_starts_with_all_that_it_needs(stage: Stage) -> None:
    await stage.send(stage.message(1))
    assert await stage.handle.query(StandIn.started_with) == ConversationStart(
        channel="telegram",
        chat_id=stage.chat,
        person=DEFAULTS.model_copy(update={"user_id": "ana"}),
        reply_queue="steward.telegram",
    )
    status = await stage.gateway.status("telegram", stage.chat)
    assert status is not None
    assert status.turns == 1
    # The channel may know more about somebody new than the settings.
    known = DEFAULTS.model_copy(update={"locale": "ms_MY"})
    other = Stage(stage.client, given_id())
    await other.gateway.send("telegram", other.chat, other.message(1), defaults=known)
    start = await other.handle.query(StandIn.started_with)
    assert (start.person.user_id, start.person.locale) == ("ana", "ms_MY")


async def test_cancel_reaches_the_conversation_and_one_that_ended_starts_anew(
    stage: Stage,
) -> None:
    assert not await stage.gateway.cancel("telegram", stage.chat, "why")
    await stage.send(stage.message(1))
    assert await stage.gateway.cancel("telegram", stage.chat, "why")
    await stage.send(stage.message(2, "end"))
    assert await stage.handle.result() == ["why"]
    assert await stage.gateway.status("telegram", stage.chat) is None
    again = stage.message(3)
    await stage.send(again)
    assert await stage.received() == [again]


async def test_files_that_a_channel_holds_itself_are_stored_apart(stage: Stage) -> None:
    await stage.gateway.store("ana", PHOTO, CONTENT)
    assert stage.files.files == {("ana", PHOTO.sha256): CONTENT}
    assert "ana" in stage.users.known
    message = stage.message(1, "", PHOTO)
    await stage.send(message)
    assert await stage.received() == [message]
    stage.lose_the_database()
    with pytest.raises(StorageUnavailableError):
        await stage.gateway.store("ana", PHOTO, CONTENT)


async def test_history_and_finished_tasks_come_from_the_transcript_when_it_can_be_reached(
    stage: Stage,
) -> None:
    async def lines() -> list[str]:
        history = await stage.gateway.history("telegram", stage.chat, "ana", 5)
        return [entry.text for entry in history.entries]

    done = RecalledTask(task_id="t/expenses/1", agent="expenses", number=1)
    old = Entry(speaker=Speaker.STEWARD, text="long ago", at=datetime(2026, 1, 1, tzinfo=UTC))
    stage.transcript.recalled = Recalled(recent=(done,), history=History(entries=[old]))
    assert await stage.gateway.done("telegram", stage.chat, "ana") == (done,)
    assert await lines() == ["long ago"]
    stage.lose_the_database()
    assert await stage.gateway.done("telegram", stage.chat, "ana") == ()
    assert await lines() == []
    await stage.send(stage.message(1))
    assert await lines() == ["lunch 5"]


async def test_a_server_that_went_away_is_an_error_with_plain_words() -> None:
    async with temporal_test_server() as started:
        target = started.client.service_client.config.target_host
        client = await Client.connect(
            target,
            data_converter=started.client.data_converter,
            retry_config=RetryConfig(max_elapsed_time_millis=100),  # nobody will answer
        )
        stage = Stage(client, "chat")
    with pytest.raises(TemporalUnreachableError) as down:
        await stage.send(stage.message(1))
    assert "try again" in down.value.user_text
    assert "127.0.0.1" not in down.value.user_text


@pytest.mark.parametrize(
    ("status", "expected"),
    [
        (RPCStatusCode.UNAVAILABLE, TemporalUnreachableError),
        (RPCStatusCode.RESOURCE_EXHAUSTED, TemporalUnreachableError),
        (RPCStatusCode.PERMISSION_DENIED, TemporalLockedOutError),
        (RPCStatusCode.UNAUTHENTICATED, TemporalLockedOutError),
        (RPCStatusCode.NOT_FOUND, TemporalLockedOutError),
        (RPCStatusCode.INVALID_ARGUMENT, TemporalRefusedError),
    ],
)
def test_a_passing_fault_is_told_apart_from_a_refusal(
    status: RPCStatusCode, expected: type[Exception]
) -> None:
    assert type(translated(RPCError("no", status, b""))) is expected


async def test_a_conversation_without_a_worker_is_said_to_be_asleep(
    environment: WorkflowEnvironment, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(gateway, "QUERY_TIMEOUT", timedelta(seconds=0.2))  # nobody will answer
    stage = Stage(environment.client, given_id())
    await stage.send(stage.message(1))
    with pytest.raises(NoWorkerError):
        await stage.gateway.status("telegram", stage.chat)


def test_each_terminal_chat_has_its_own_queue_of_replies() -> None:
    assert reply_queue("terminal", "home") == "steward.terminal.home"
    assert reply_queue("telegram", "4711") == reply_queue("telegram", "12")
