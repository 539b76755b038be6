"""Several expenses taken back with one order, and brought back."""

from agents.expenses import replies
from domain import topics
from domain.conversation import Recalled, RecalledDraft
from domain.topics import PressAction
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.workflows.chat import content_of

TAKEN_BACK = replies.DeletedTogether.topic


async def test_the_last_three_go_in_one_answer_and_come_back_one_by_one(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "lunch 12", "grab 9, coffee 5", "delete my last three")
    reply = await chat.told(TAKEN_BACK)
    assert [card.merchant for card in chat.saved] == ["Starbucks"]
    assert chat.topics.count(TAKEN_BACK) == 1
    assert [choice.label for choice in reply.choices] == ["#4", "#3", "#2"]
    await chat.push(reply.choices[1].press)
    await chat.told(replies.Restored.topic)
    assert {card.merchant for card in chat.saved} == {"Starbucks", "Grab"}


async def test_more_than_there_are_is_said(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "lunch 12", "delete the last 50")
    assert len((await chat.said(replies.DeletedTogether)).cards) == 2
    assert "There were only 2." in chat.screen
    assert chat.saved == []
    await chat.tell("delete the last 2")
    await chat.told(topics.NothingToUndo.topic)


async def test_an_open_question_stays_open(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "grab 9", "lunch", "undo the last 2")
    await chat.told(TAKEN_BACK)
    assert chat.saved == []
    await chat.tell("8.20")
    await chat.told(replies.Saved.topic, count=3)
    assert [card.item for card in chat.saved] == ["lunch"]


async def test_many_are_listed_without_a_button_each(chat: ExpenseChat) -> None:
    for n in range(4):
        await chat.tell(f"coffee {n + 3}, lunch {n + 9}")
    await chat.tell("delete the last 8")
    reply = await chat.told(TAKEN_BACK)
    assert chat.saved == []
    assert all(choice.press.action != PressAction.RESTORE for choice in reply.choices)
    assert "“restore #8” brings one back" in chat.screen


async def test_restore_brings_back_what_was_taken_back_last(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "grab 9", "undo", "undo", "restore")
    assert [card.merchant for card in chat.saved] == ["Starbucks"]
    await chat.tell("restore", "restore")
    await chat.told(replies.Restored.topic, count=2)
    assert {card.merchant for card in chat.saved} == {"Starbucks", "Grab"}
    assert (await chat.said(topics.WhichOne)).tasks == ()


async def test_of_several_taken_back_together_restore_asks_which(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "grab 9", "delete my last two", "restore")
    asked = await chat.told(topics.WhichOne.topic)
    assert [choice.press.action for choice in asked.choices] == [PressAction.RESTORE] * 2
    await chat.tell("restore #1")
    await chat.told(replies.Restored.topic)
    assert [card.merchant for card in chat.saved] == ["Starbucks"]


async def test_drafts_are_listed_by_status_and_resumed_by_words(chat: ExpenseChat) -> None:
    await chat.tell("lunch", "later", "coffee", "later", "/status")
    listed = await chat.told(topics.Status.topic)
    assert len(content_of(listed, topics.Status).drafts) == 2
    assert [choice.press.action for choice in listed.choices] == [PressAction.RESUME] * 2
    await chat.tell("resume")
    assert len((await chat.said(topics.WhichOne)).tasks) == 2
    await chat.tell("resume #1", "12", "resume")
    await chat.told(topics.Resumed.topic, count=2)
    await chat.tell("5", "/status")
    assert (await chat.said(topics.Status, count=2)).drafts == ()
    assert {card.item for card in chat.saved} == {"lunch", "coffee"}


async def test_drafts_of_a_chat_that_ended_are_known_again(chat: ExpenseChat) -> None:
    await chat.tell("lunch", "later")
    (kept,) = chat.drafts.kept.values()
    draft = RecalledDraft(task_id=kept.task_id, agent=kept.agent, state=kept.state)
    chat.transcript.recalled = Recalled(tasks_started=1, drafts=(draft,))
    await chat.handle.terminate()
    await chat.tell("/status")
    assert [task.number for task in (await chat.said(topics.Status)).drafts] == [1]
    await chat.tell("resume", "12")
    await chat.told(replies.Saved.topic)
    assert [card.item for card in chat.saved] == ["lunch"]
