"""A reply or a number names its expense, however old; never the latest one instead."""

from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.conversation import MAX_RECENT, Recalled
from domain.errors import StorageUnavailableError
from domain.topics import PressAction
from domain.understanding import Act, ActKind
from tests.agents.expenses.workflow.chat import ExpenseChat

MANY = MAX_RECENT + 2
"""So many expenses that the first is not at hand any more."""


async def many(chat: ExpenseChat) -> None:
    """Expenses of 1.10, 2.10, 3.10 and so on, by their numbers."""
    await chat.tell(*(f"Starbucks {n}.10" for n in range(1, MANY + 1)))
    assert len(chat.saved) == MANY


def amount(chat: ExpenseChat, number: int) -> Decimal | None:
    return next(card.amount for card in chat.saved if card.number == number)


def untouched(chat: ExpenseChat, *but: int) -> bool:
    return all(
        card.amount == Decimal(f"{card.number}.10") for card in chat.saved if card.number not in but
    )


async def test_an_old_expense_is_named_by_number_or_by_its_card(chat: ExpenseChat) -> None:
    await many(chat)
    first_card = chat.channel.shown[0]
    await chat.tell("#1 was 81")
    assert amount(chat, 1) == Decimal(81)
    await chat.quiet(await chat.say("this was 74.00", reply_to=first_card.id))
    assert amount(chat, 1) == Decimal(74)
    assert untouched(chat, 1)
    await chat.tell("delete #2")
    assert [card.number for card in chat.saved if card.number < 4] == [1, 3]
    assert untouched(chat, 1)


@pytest.mark.parametrize("text", ["#99 was 81", "delete #99", "#99 cash"])
async def test_a_number_that_nothing_has_is_answered_as_unknown(
    chat: ExpenseChat, text: str
) -> None:
    await chat.tell("Starbucks 15.50", text)
    assert (await chat.said(topics.NotFound)).number == 99
    assert [card.amount for card in chat.saved] == [Decimal("15.50")]


@pytest.mark.parametrize("text", ["this was 74.00", "74", "undo that", "/undo", "/cancel", "cash"])
async def test_a_reply_to_an_unknown_card_is_answered_as_unknown(
    chat: ExpenseChat, text: str
) -> None:
    await chat.tell("Starbucks 15.50")
    before = chat.saved
    command = text.removeprefix("/") if text.startswith("/") else None
    message = await chat._message(text=text, command=command, reply_to_ref="another's")
    await chat.quiet(await chat.send(message))
    assert (await chat.said(topics.NotFound)).replied
    assert chat.saved == before


async def test_a_reply_to_a_card_whose_expense_is_gone_changes_no_other(
    chat: ExpenseChat,
) -> None:
    await chat.tell("Starbucks 15.50", "grab 12")
    card = chat.channel.shown[0]
    await chat.tell("delete #1")
    await chat.quiet(await chat.say("this was 74.00", reply_to=card.id))
    assert (await chat.said(topics.NotFound)).replied
    assert [card.amount for card in chat.saved] == [Decimal(12)]


async def test_a_model_that_takes_the_latest_instead_is_not_believed(chat: ExpenseChat) -> None:
    await many(chat)
    latest = chat.saved[-1].task_id
    old = chat.channel.shown[0]
    wrong = Act(kind=ActKind.DETAIL, agent="expenses", task_id=latest, details={"amount": "74.00"})
    chat.understanding.understood = [(wrong,)] * 3
    await chat.quiet(await chat.say("hmm, 74 in truth", reply_to=old.id))
    await chat.told(replies.Corrected.topic)
    assert amount(chat, 1) == Decimal(74)
    assert untouched(chat, 1)
    message = await chat._message(text="hmm, 75 in truth", reply_to_ref="another's")
    await chat.quiet(await chat.send(message))
    await chat.told(topics.NotFound.topic)
    await chat.tell("hmm, 76 in truth for #99")
    await chat.told(topics.NotFound.topic, 2)
    assert untouched(chat, 1)


async def test_a_card_from_before_a_restore_is_no_card_of_what_got_its_number(
    chat: ExpenseChat,
) -> None:
    await chat.tell("Starbucks 15.50", "grab 12")
    lost = chat.channel.shown[-1]
    kept, gone = chat.saved
    del chat.ledger.rows[gone.task_id]
    chat.ledger.changes = [line for line in chat.ledger.changes if line.task_id == kept.task_id]
    chat.transcript.recalled = Recalled(tasks_started=1)
    await chat.handle.terminate()
    await chat.tell("lunch 9")
    assert [card.number for card in chat.saved] == [1, 2]
    await chat.press(PressAction.UNDO, lost)
    await chat.told(topics.StaleButton.topic)
    await chat.quiet(await chat.say("undo", reply_to=lost.id))
    assert [card.item or card.merchant for card in chat.saved] == ["Starbucks", "lunch"]
    await chat.press(PressAction.UNDO, chat.channel.shown[0])
    await chat.told(replies.Deleted.topic)
    assert [card.item for card in chat.saved] == ["lunch"]


async def test_a_number_waits_for_a_database_that_is_away(chat: ExpenseChat) -> None:
    await many(chat)
    chat.ledger.failure = StorageUnavailableError("away")
    said = await chat.say("#1 was 81")
    await chat.told(topics.Failed.topic)
    chat.ledger.failure = None
    await chat.quiet(said)
    await chat.told(replies.Corrected.topic)
    assert amount(chat, 1) == Decimal(81)
    assert untouched(chat, 1)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("this was 74.00", PressAction.EDIT),
        ("74", PressAction.EDIT),
        ("undo", PressAction.UNDO),
        ("delete this", PressAction.UNDO),
    ],
)
async def test_a_reply_to_a_card_of_several_asks_which(
    chat: ExpenseChat, text: str, wanted: PressAction
) -> None:
    await chat.tell("lunch 12, coffee 5, grab 9")
    together = await chat.told(replies.SavedTogether.topic)
    before = chat.saved
    await chat.quiet(await chat.say(text, reply_to=together.id))
    asked = await chat.told(topics.WhichOne.topic)
    assert [choice.press.action for choice in asked.choices] == [wanted] * 3
    assert {choice.press.subject for choice in asked.choices} == {c.task_id for c in before}
    assert chat.saved == before


async def test_a_reply_to_a_card_of_several_may_name_the_one(chat: ExpenseChat) -> None:
    await chat.tell("lunch 12, coffee 5, grab 9")
    together = await chat.told(replies.SavedTogether.topic)
    await chat.quiet(await chat.say("the lunch was 13", reply_to=together.id))
    await chat.quiet(await chat.say("#2 was 6", reply_to=together.id))
    await chat.told(replies.Corrected.topic, count=2)
    assert {card.number: card.amount for card in chat.saved} == {
        1: Decimal(13),
        2: Decimal(6),
        3: Decimal(9),
    }
