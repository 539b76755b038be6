"""A reply or a number names its expense, however old; never the latest one instead."""

from decimal import Decimal

from agents.expenses import replies
from domain import topics
from domain.conversation import MAX_RECENT, Recalled
from domain.errors import StorageUnavailableError
from domain.topics import PressAction
from domain.understanding import Act, ActKind
from tests.agents.expenses.workflow.chat import ExpenseChat

MANY = MAX_RECENT + 2
"""So many expenses that the first is not at hand any more."""


async def test_an_old_expense_is_named_by_number_or_by_its_card(chat: ExpenseChat) -> None:
    """Also while the database is away, and for a model that takes the latest instead."""
    await chat.tell(*(f"Starbucks {n}.10" for n in range(1, MANY + 1)))
    wanted = {n: Decimal(f"{n}.10") for n in range(1, MANY + 1)}

    def amounts() -> dict[int | None, Decimal | None]:
        return {card.number: card.amount for card in chat.saved}

    assert amounts() == wanted
    first, latest = chat.channel.shown[0], chat.saved[-1].task_id
    chat.ledger.failure = StorageUnavailableError("away")
    said = await chat.say("#1 was 81")
    await chat.told(topics.Failed.topic)
    chat.ledger.failure = None
    await chat.quiet(said)
    await chat.told(replies.Corrected.topic)
    assert amounts() == wanted | {1: Decimal(81)}
    await chat.quiet(await chat.say("this was 74.00", reply_to=first.id))
    assert amounts() == wanted | {1: Decimal(74)}
    wrong = Act(kind=ActKind.DETAIL, agent="expenses", task_id=latest, details={"amount": "75.00"})
    chat.understanding.understood = [(wrong,)] * 3
    await chat.quiet(await chat.say("hmm, 75 in truth", reply_to=first.id))
    await chat.told(replies.Corrected.topic, 3)
    assert amounts() == wanted | {1: Decimal(75)}
    await chat.quiet(await chat.say("hmm, 75 in truth", reply_to_ref="of another"))
    await chat.tell("hmm, 75 in truth for #99")
    await chat.told(topics.NotFound.topic, 2)
    await chat.tell("delete #2")
    del wanted[2]
    assert amounts() == wanted | {1: Decimal(75)}


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


async def test_what_is_brought_back_is_what_was_named_by_number(chat: ExpenseChat) -> None:
    await chat.tell("book 12", "pen 3", "delete #1", "delete #2", "bring back #1")
    assert [card.item for card in chat.saved] == ["book"]
    await chat.tell("bring back #7")
    await chat.told(topics.NotFound.topic)
    assert [card.item for card in chat.saved] == ["book"]
    await chat.tell("restore #2, it was 4.50")
    assert [card.amount for card in chat.saved] == [Decimal(12), Decimal("4.50")]
