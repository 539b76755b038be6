"""An erasure: what it asks, who begins it, and that it happens once it was said, whatever ends."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from temporalio import activity
from temporalio.client import WorkflowExecutionStatus, WorkflowFailureError
from temporalio.exceptions import ApplicationError
from temporalio.worker import Worker

from domain.activity_calls import MAIN_QUEUE, STAFF_QUEUE
from domain.conversation import Limits
from domain.errors import StorageRejectedError, StorageUnavailableError
from domain.preferences import ErasedRows, ErasureStart, HeldElsewhere, StillToCome
from domain.staff import CloseRoom, Posted
from domain.topics import AskErase, Erased, PressAction
from tests.given import given_id
from tests.toy.chat import ToyChat
from tests.workflows.promises import closed, helped, reply_waits, run_id
from workflows.erasure import NOT_ASKED, Erasure

COMING = StillToCome(what="Haircut", until=datetime(2030, 1, 2, 12, tzinfo=UTC))
KEPT = ErasedRows(counts={"messages": 3})
AWAY = StorageUnavailableError("the database is away", retry_after=timedelta(milliseconds=200))

pytestmark = pytest.mark.real_server


class TestElsewhere:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(erases_elsewhere=True)

    async def test_what_is_still_to_come_is_asked_about_and_who_keeps_something_is_told(
        self, chat: ToyChat
    ) -> None:
        me = chat.person.user_id
        chat.erasure.to_come[me] = (COMING,)
        chat.erasure.elsewhere[me] = (HeldElsewhere(system="calendar", reference="1"),)
        chat.erasure.kept[me] = KEPT
        await chat.erase()
        assert (await chat.said(AskErase)).still_to_come == (COMING,)
        assert await chat.said(Erased) == Erased(counts={"messages": 3}, kept_by=("calendar",))

    async def test_it_is_asked_also_where_nobody_knows_what_is_still_to_come(
        self, chat: ToyChat
    ) -> None:
        chat.erasure.failures = [StorageRejectedError("no")]
        await chat.tell("/deletemydata")
        assert await chat.said(AskErase) == AskErase()


async def test_once_said_it_happens_though_the_workflow_is_cancelled(chat: ToyChat) -> None:
    chat.erasure.kept[chat.person.user_id] = KEPT
    await chat.tell("/deletemydata")
    asked = await chat.told(AskErase.topic)
    chat.channel.down = True
    await chat.press(PressAction.ERASE, asked)
    await reply_waits(chat)
    await chat.handle.cancel()
    chat.channel.down = False
    await chat.told(Erased.topic)
    assert not chat.erasure.kept


async def test_while_the_database_is_away_the_chat_still_answers(chat: ToyChat) -> None:
    await chat.tell("burn milk")
    run = await run_id(chat)
    chat.drafts.failure = AWAY
    chat.erasure.failures = [AWAY, AWAY]
    await chat.erase()
    assert await closed(chat, run) is WorkflowExecutionStatus.COMPLETED
    await helped(chat)  # by a new run
    chat.drafts.failure = None
    await chat.told(Erased.topic)


async def test_what_staff_were_shown_goes_when_their_chat_is_back(chat: ToyChat) -> None:
    chat.erasure.rooms[chat.person.user_id] = ("toy:1", "toy:2")
    removed: asyncio.Queue[CloseRoom] = asyncio.Queue()

    @activity.defn
    async def remove_topic(request: CloseRoom) -> Posted:
        await removed.put(request)
        return Posted()

    await chat.erase()
    await chat.told(Erased.topic)
    async with Worker(chat.client, task_queue=STAFF_QUEUE, activities=[remove_topic]):
        rooms = [await removed.get() for _ in range(2)]
    assert rooms == [CloseRoom(case=f"toy:{number}", forget=True) for number in (1, 2)]


async def test_only_a_conversation_begins_one(chat: ToyChat) -> None:
    chat.erasure.kept[chat.person.user_id] = KEPT
    await chat.tell("note milk")
    start = ErasureStart(
        person=chat.person,
        conversation_id=chat.id,
        channel="test",
        chat_id=chat.chat_id,
        reply_queue=chat.reply_queue,
    )
    with pytest.raises(WorkflowFailureError) as failed:
        await chat.client.execute_workflow(
            Erasure.run, start, id=f"erasure:{given_id()}", task_queue=MAIN_QUEUE
        )
    assert isinstance(failed.value.cause, ApplicationError)
    assert failed.value.cause.type == NOT_ASKED
    assert chat.erasure.kept == {chat.person.user_id: KEPT}
