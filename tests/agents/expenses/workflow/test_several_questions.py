"""One answer for the open questions of several receipts."""

from decimal import Decimal

from agents.expenses import replies
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image


async def three_unsure(chat: ExpenseChat) -> None:
    """Three photos of which each amount was read, but not surely."""
    photos = [image(f"unsure {n}") for n in range(3)]
    for number, photo in enumerate(photos, 1):
        reading = receipt(photo, merchant="Tesco", total=f"{number}1.00", total_confidence=0.45)
        chat.reader.will_read(reading)
    await chat.quiet(await chat.photo(*photos))
    await chat.told(replies.AskAmount.topic)


async def test_all_that_was_read_is_called_right_at_once(chat: ExpenseChat) -> None:
    await three_unsure(chat)
    await chat.tell("all right")
    amounts = sorted(card.amount for card in chat.saved if card.amount)
    assert amounts == [Decimal(11), Decimal(21), Decimal(31)]
    assert chat.topics.count(replies.AskAmount.topic) == 1


async def test_one_is_put_right_and_the_others_are_as_read(chat: ExpenseChat) -> None:
    await three_unsure(chat)
    await chat.tell("12.50, the others are right")
    amounts = sorted(card.amount for card in chat.saved if card.amount)
    assert amounts == [Decimal("12.50"), Decimal(21), Decimal(31)]
    assert chat.topics.count(replies.AskAmount.topic) == 1
