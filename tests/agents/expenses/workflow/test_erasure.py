"""Deleting everything: only when it is meant, and then whatever fails on the way."""

from datetime import timedelta

import pytest
from temporalio import workflow
from temporalio.client import WorkflowExecutionStatus
from temporalio.worker import Worker

from domain import topics
from domain.activity_calls import MAIN_QUEUE
from domain.conversation import conversation_id
from domain.errors import StorageUnavailableError
from domain.messages import ButtonPress
from domain.preferences import ErasedRows, ErasureStart
from domain.topics import PressAction
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.workflows.chat import content_of
from tests.workflows.promises import reply_waits
from workflows.erasure import LAST_ATTEMPTS, MAX_ROUNDS, Erasure

ASK, ERASED = topics.AskErase.topic, topics.Erased.topic
ERASING, STALE = topics.Erasing.topic, topics.StaleButton.topic


async def erase(chat: Chat) -> None:
    """Asks for it and confirms."""
    await chat.tell("/deletemydata")
    await chat.press(PressAction.ERASE, await chat.told(ASK))


async def test_nothing_is_deleted_before_it_is_confirmed(chat: Chat) -> None:
    chat.erasure.kept["test:ali"] = ErasedRows(counts={"expenses": 1})
    await chat.tell("Starbucks 15.50", "/deletemydata", "yes")
    assert chat.erasure.kept
    assert ERASING not in chat.topics


async def test_confirmed_it_deletes_ends_the_conversation_and_says_so_last(chat: Chat) -> None:
    """Its last word is in no transcript and names nobody; a message afterwards starts afresh."""
    counts = {"expenses": 1, "messages": 4, "files": 2}
    chat.erasure.kept["test:ali"] = ErasedRows(counts=counts)
    await chat.tell("Starbucks 15.50")
    await erase(chat)
    told = await chat.told(ERASED)
    assert content_of(told, topics.Erased).counts == counts
    assert chat.topics[-2:] == [ERASING, ERASED]
    assert not chat.erasure.kept
    assert chat.conversations.removed == [(chat.id,)]
    assert (await chat.handle.describe()).status is WorkflowExecutionStatus.COMPLETED
    assert told.id not in chat.transcript.replies
    assert told.id.startswith("erasure:")
    assert "ali" not in told.id
    assert chat.chat_id not in told.id
    await chat.tell("grab 12")
    assert len(chat.saved) == 2


async def test_work_under_way_is_stopped_first(chat: Chat) -> None:
    photo = image("slow")
    chat.reader.will_read(receipt(photo))
    chat.reader.gate.clear()
    await chat.photo(photo)
    await chat.reader.started.wait()
    await chat.say("/deletemydata")
    await chat.press(PressAction.ERASE, await chat.told(ASK))
    await chat.told(ERASED)
    chat.reader.gate.set()
    assert chat.saved == []


async def test_a_channel_that_is_down_is_told_before_anything_is_deleted(chat: Chat) -> None:
    chat.erasure.kept["test:ali"] = ErasedRows(counts={"expenses": 1})
    await chat.tell("/deletemydata")
    asked = await chat.told(ASK)
    chat.channel.down = True
    await chat.press(PressAction.ERASE, asked)
    await reply_waits(chat)
    assert chat.erasure.kept
    chat.channel.down = False
    await chat.told(ERASED)


async def test_every_step_is_tried_until_it_works(chat: Chat) -> None:
    chat.erasure.kept["test:ali"] = ErasedRows(counts={"expenses": 1})
    chat.erasure.failures = [StorageUnavailableError("away")]
    await erase(chat)
    assert (await chat.said(topics.Erased)).counts == {"expenses": 1}


async def run(chat: Chat) -> timedelta:
    """Runs the erasure for another chat of theirs; how long it took on the server's clock."""
    asking = f"asking.{chat.chat_id}"
    start = ErasureStart(
        person=chat.person,
        conversation_id=conversation_id("test", asking),
        channel="test",
        chat_id=asking,
        reply_queue=chat.reply_queue,
    )
    began = await chat.env.get_current_time()
    async with Worker(chat.client, task_queue=asking, workflows=[Asking]):
        await chat.client.execute_workflow(
            Asking.run, start, id=start.conversation_id, task_queue=asking
        )
    return await chat.env.get_current_time() - began


@workflow.defn(sandboxed=False)
class Asking:
    """Stands for the conversation in which it was confirmed."""

    @workflow.run
    async def run(self, start: ErasureStart) -> None:
        """Waits for the deletion, which a conversation does not."""
        child = f"erasure:{workflow.info().workflow_id}"
        await workflow.execute_child_workflow(Erasure.run, start, id=child, task_queue=MAIN_QUEUE)


@pytest.mark.skips_time
class TestOtherConversations:
    async def test_what_an_ended_one_was_still_doing_is_waited_for(self, chat: Chat) -> None:
        chat.conversations.running = [1]
        chat.erasure.kept["test:ali"] = ErasedRows(counts={"messages": 3})
        assert await run(chat) >= LAST_ATTEMPTS
        assert len(chat.conversations.removed) == 2
        assert (await chat.said(topics.Erased)).counts == {"messages": 3}

    async def test_a_failing_step_delays_the_deletion_and_loses_nothing(self, chat: Chat) -> None:
        chat.conversations.failures = [StorageUnavailableError("away")]
        chat.erasure.kept["test:ali"] = ErasedRows(counts={"messages": 3})
        assert await run(chat) >= LAST_ATTEMPTS
        assert not chat.erasure.kept

    async def test_somebody_who_goes_on_writing_cannot_hold_it_up_for_ever(
        self, chat: Chat
    ) -> None:
        chat.conversations.running = [1] * (MAX_ROUNDS + 5)
        await run(chat)
        assert len(chat.conversations.removed) == MAX_ROUNDS
        await chat.told(ERASED)


@pytest.mark.parametrize("subject", ["", "erase:forged"])
async def test_a_forged_button_is_stale(chat: Chat, subject: str) -> None:
    await chat.push(ButtonPress(action=PressAction.ERASE, subject=subject))
    await chat.told(STALE)
    assert ERASING not in chat.topics
