"""Several expenses taken back with one order, and brought back."""

from agents.expenses import replies
from domain import topics
from domain.topics import PressAction
from tests.agents.expenses.workflow.chat import ExpenseChat

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
