"""Scenarios 33-37: parts of Steward are killed, and others talk nonsense."""

from decimal import Decimal

import pytest

from agents.expenses.categories import CATEGORIES
from tests.agents.expenses.payloads import act, categorized, expense, mention
from tests.e2e.house import House
from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import PATIENCE, Member, being_read
from tests.e2e.telegram.papers import kopi
from tests.given import mentions
from tests.local.waiting import eventually
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import understood


@pytest.mark.shows("2.2", "13.1", "13.3", "scenario 33")
async def test_33_a_worker_that_is_killed_while_it_reads_leaves_one_row_and_one_card(
    house: House, ali: Member
) -> None:
    async with being_read(ali, kopi("9.00")) as photo:
        await house.worker.kill()
        try:
            assert await ali.all_rows() == []
        finally:
            await house.worker.start()
    (card,) = await ali.answered(photo)
    assert "Saved" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("9.00")]
    assert len(ali.chat.shown) == 1


@pytest.mark.shows("safety 7", "scenario 34")
async def test_34_an_expense_is_saved_when_the_database_is_back(house: House, ali: Member) -> None:
    await ali.tell("lunch")
    async with house.without_database():
        answer = ali.say("12.30")
        await ali.sees("can't reach my records right now")
    await ali.answered(answer)
    await ali.sees("Saved", "RM12.30")
    assert [(row["item"], row["amount"]) for row in await ali.all_rows()] == [
        ("lunch", Decimal("12.30"))
    ]
    assert len(ali.showing("can't reach my records")) == 1
    assert len(ali.showing("Saved")) == 1


@pytest.mark.shows("scenario 34")
async def test_34_a_save_that_waits_for_the_database_can_be_cancelled(
    house: House, ali: Member
) -> None:
    await ali.tell("lunch")
    async with house.without_database():
        ali.say("12.30")
        await ali.sees("can't reach my records right now")
        cancel = ali.say("cancel")
        await ali.sees("Cancelled", "lunch")
    await ali.answered(cancel)
    (card,) = await ali.tell("Starbucks 4.20")
    assert "Saved" in card.text
    assert [row["merchant"] for row in await ali.all_rows()] == ["Starbucks"]


async def test_34_a_photo_that_comes_while_the_database_is_away_is_fetched_and_read_later(
    house: House, ali: Member
) -> None:
    await ali.tell("/help")
    async with house.without_database():
        photo = ali.photo(kopi("9.00"))
        await ali.heard(photo)
    await ali.answered(photo)
    assert len(ali.showing("Saved", "RM9.00")) == 1
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("9.00")]


async def test_a_photo_that_telegram_no_longer_has_is_asked_for_again(ali: Member) -> None:
    ali.tg.fail("getFile", status=400, description="Bad Request: invalid file_id")
    (told,) = await ali.send(kopi("9.00"))
    assert "send it again" in told.text
    assert await ali.all_rows() == []
    (card,) = await ali.send(kopi("9.00"))
    assert "RM9.00" in card.text


async def test_a_photo_whose_bot_is_killed_before_it_fetched_it_is_read_once(
    telegram: Telegram, ali: Member
) -> None:
    before = len(ali.tg.calls_of("getFile"))
    slow = ali.tg.fail("getFile", slow=60, drop="before", times=None)
    photo = ali.photo(kopi("9.00"))
    try:
        await ali.heard(photo)
        await telegram.bot.kill()
    finally:
        ali.tg.faults.remove(slow)
        await telegram.start_bot()
    await ali.answered(photo)
    await ali.sees("Saved", "RM9.00")
    assert len(ali.showing("RM9.00")) == 1
    assert len(ali.tg.calls_of("getFile")) > before
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("9.00")]


class TestModels:
    @pytest.mark.shows("scenario 35")
    async def test_35_when_all_models_are_down_one_notice_is_given_and_work_goes_on(
        self, model: ScriptedModelServer, ali: Member
    ) -> None:
        model.answer("UnderstandAnswer", expense("Grab", "12.00"))
        model.answer("CategorizeAnswer", categorized("Transport", 0.95))
        model.fail_with(503)
        notice, card = await ali.tell("Starbucks 15.50 with Sam")
        assert "language model isn't answering" in notice.text
        assert "Saved" in card.text
        (card,) = await ali.tell("Tesco 54.20 with Sam")
        assert "Saved" in card.text
        # Waited for once (four attempts), then one attempt for each message; rules know the shops.
        assert len(model.requests) == 5
        model.recover()
        (card,) = await ali.tell("Grab 12.00 with Sam")
        assert "Saved" in card.text
        assert [row["merchant"] for row in await ali.all_rows()] == ["Starbucks", "Tesco", "Grab"]

    @pytest.mark.shows("scenario 36")
    async def test_36_what_fits_the_schema_but_not_the_facts_leads_to_a_question(
        self, model: ScriptedModelServer, telegram: Telegram
    ) -> None:
        invents = telegram.newcomer()
        model.answer("UnderstandAnswer", expense("Zorblatt", "99.00"))
        (asked,) = await invents.tell("lunch at Zorblatt")
        assert "How much" in asked.text
        assert not mentions(asked.text, "99.00")

        categorizes = telegram.newcomer()
        model.answer("UnderstandAnswer", expense("Zorblatt", "12.00"))
        model.answer("CategorizeAnswer", categorized("Spaceships", 0.99))
        (asked,) = await categorizes.tell("Zorblatt 12.00")
        assert "Which category" in asked.text
        offered = asked.labels[: asked.labels.index("More …")]
        assert all(any(name in label for name in CATEGORIES) for label in offered)

        decides = telegram.newcomer()
        model.answer(
            "UnderstandAnswer",
            understood(act("expense", mention(currency="USD"), agent="expenses")),
        )
        model.answer("DecideAnswer", {"reason": "scripted", "action": "store"})
        (asked,) = await decides.tell("I bought something in dollars")
        assert "?" in asked.text

        for person in (invents, categorizes, decides):
            assert await person.all_rows() == []
        assert model.malformed == []


@pytest.mark.shows("scenario 37")
async def test_37_a_card_that_is_ready_while_the_bot_is_away_arrives_once(
    telegram: Telegram, ali: Member
) -> None:
    async def saved() -> bool:
        return [row["amount"] for row in await ali.all_rows()] == [Decimal("9.00")]

    async with being_read(ali, kopi("9.00")) as photo:
        await ali.sees("Reading the photo")
        await telegram.bot.kill()
    try:
        await eventually(saved, PATIENCE)
        assert ali.showing("Saved") == []
    finally:
        await telegram.start_bot()
    await ali.answered(photo)
    (card,) = ali.chat.shown
    assert "Saved" in card.text
    assert "RM9.00" in card.text
    assert await saved()
