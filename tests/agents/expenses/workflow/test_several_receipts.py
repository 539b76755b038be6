"""One photo of several receipts: a task each, shown together as those of an album."""

import asyncio
from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses import replies
from agents.expenses.draft import SAVE_ANYWAY
from domain.conversation import Limits
from domain.messages import Attachment
from domain.topics import Cancelled, PressAction, TooMany
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image
from tests.workflows.chat import content_of

PHOTO = image("three receipts")
SHOPS = ("Tesco", "Petronas", "Starbucks")


def shows(chat: ExpenseChat, photo: Attachment, *shops: str, unsure: str = "") -> None:
    """The photo shows a receipt of each shop: 11.00, 21.00, 31.00."""
    first, *others = (
        receipt(
            photo,
            merchant=shop,
            total=f"{number}1.00",
            total_confidence=0.45 if shop == unsure else 0.95,
        )
        for number, shop in enumerate(shops, 1)
    )
    several = {"others": tuple(others), "receipts_seen": len(shops)}
    chat.reader.will_read(first.model_copy(update=several))


@pytest.mark.shows("safety 4")
async def test_each_receipt_of_a_photo_is_saved_and_all_are_shown_together(
    chat: ExpenseChat,
) -> None:
    shows(chat, PHOTO, *SHOPS)
    await chat.quiet(await chat.photo(PHOTO))
    reply = await chat.told(replies.SavedTogether.topic)

    together = content_of(reply, replies.SavedTogether)
    assert [(card.number, card.merchant) for card in together.cards] == [*enumerate(SHOPS, 1)]
    assert [card.amount for card in together.cards] == [Decimal(11), Decimal(21), Decimal(31)]
    assert len(chat.saved) == 3
    assert chat.reader.reads == 1
    assert replies.Saved.topic not in chat.topics
    undo = [c.press for c in reply.choices if c.press.action == PressAction.UNDO]
    assert len({press.subject for press in undo}) == 3


async def test_an_amount_that_is_not_sure_is_asked_behind_the_summary(chat: ExpenseChat) -> None:
    shows(chat, PHOTO, *SHOPS, unsure="Petronas")
    await chat.quiet(await chat.photo(PHOTO))

    summary = await chat.said(replies.SavedTogether)
    assert (len(summary.cards), summary.opened, summary.asking) == (2, 3, 1)
    asked = await chat.said(replies.AskAmount)
    assert (asked.card.merchant, asked.several) == ("Petronas", 1)
    await chat.tell("22.50")
    assert {card.amount for card in chat.saved} == {Decimal(11), Decimal("22.50"), Decimal(31)}


@pytest.mark.shows("safety 4")
async def test_the_same_photo_once_more_is_noticed_for_each_receipt(chat: ExpenseChat) -> None:
    shows(chat, PHOTO, "Tesco", "Petronas")
    await chat.quiet(await chat.photo(PHOTO))
    await chat.quiet(await chat.photo(PHOTO))

    for number, shop in enumerate(("Tesco", "Petronas"), 1):
        asked = await chat.told(replies.AskDuplicate.topic, count=number)
        known = content_of(asked, replies.AskDuplicate).saved
        assert known is not None
        assert known.merchant == shop
        await chat.press(PressAction.DROP if number == 1 else SAVE_ANYWAY, asked)
        await chat.quiet()
    assert [card.merchant for card in chat.saved] == ["Tesco", "Petronas", "Petronas"]


async def test_words_below_the_photo_hold_for_each_receipt(chat: ExpenseChat) -> None:
    shows(chat, PHOTO, "Tesco", "Petronas")
    chat.reader.gate.clear()
    sent = await chat.photo(PHOTO, caption="yesterday, paid cash")
    await chat.reader.started.wait()
    chat.reader.gate.set()
    await chat.quiet(sent)
    await chat.told(replies.SavedTogether.topic)

    assert len(chat.saved) == 2
    assert len({card.occurred_on for card in chat.saved}) == 1
    assert {card.payment_method for card in chat.saved} == {"Cash"}


class TestLateWords:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(has_model=True)

    async def test_words_that_are_understood_late_hold_for_each_receipt(
        self, chat: ExpenseChat
    ) -> None:
        shows(chat, PHOTO, "Tesco", "Petronas")
        chat.rules.unsure.add("understand")
        gate = chat.understanding.hold("understand")
        sent = await chat.photo(PHOTO, caption="paid cash")
        await chat.reader.started.wait()
        async with asyncio.timeout(20):
            while len((await chat.status()).tasks) == 1:
                pass
        gate.set()
        await chat.quiet(sent)
        await chat.told(replies.SavedTogether.topic)

        assert [card.payment_method for card in chat.saved] == ["Cash", "Cash"]


async def test_an_album_with_such_a_photo_is_told_in_one(chat: ExpenseChat) -> None:
    single = image("one receipt")
    chat.reader.will_read(receipt(single, merchant="Starbucks", total="5.00"))
    shows(chat, PHOTO, "Tesco", "Petronas")
    await chat.quiet((await chat.album(PHOTO, single))[-1])

    summary = await chat.said(replies.SavedTogether)
    assert {card.merchant for card in summary.cards} == set(SHOPS)
    assert chat.topics.count(replies.SavedTogether.topic) == 1


async def test_a_photo_that_is_dropped_while_it_is_read_opens_nothing(chat: ExpenseChat) -> None:
    shows(chat, PHOTO, *SHOPS)
    chat.reader.gate.clear()
    await chat.photo(PHOTO)
    await chat.reader.started.wait()
    await chat.say("cancel")
    await chat.told(Cancelled.topic)
    chat.reader.gate.set()
    await chat.quiet()

    assert chat.saved == []
    assert (await chat.status()).tasks == ()


class TestNoRoom:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_tasks=2)

    async def test_the_first_is_saved_and_the_person_is_told(self, chat: ExpenseChat) -> None:
        shows(chat, PHOTO, *SHOPS)
        await chat.quiet(await chat.photo(PHOTO))

        assert await chat.said(TooMany)
        assert [card.merchant for card in chat.saved] == ["Tesco"]


@pytest.mark.real_server
class TestContinueAsNew:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_events=40, max_history=6, retry_delay=timedelta(milliseconds=10))

    async def test_a_run_that_ends_between_them_saves_each_once(self, chat: ExpenseChat) -> None:
        held = chat.ledger.hold_saves()
        shows(chat, PHOTO, *SHOPS, unsure="Starbucks")
        sent = await chat.photo(PHOTO)
        await chat.ledger.saving.wait()
        for _ in range(8):
            await chat.say("/status")
        held.set()
        await chat.quiet(sent)
        await chat.told(replies.AskAmount.topic)
        await chat.tell("31")

        assert len(await chat.runs()) > 1
        assert sorted(card.merchant or "" for card in chat.saved) == sorted(SHOPS)
        assert len({card.task_id for card in chat.saved}) == 3
