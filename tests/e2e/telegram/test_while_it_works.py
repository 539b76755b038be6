"""Scenarios 11-17: messages that come while something is being worked on."""

import json
from decimal import Decimal

import pytest

from tests.agents.expenses.payloads import act, categorized, mention
from tests.e2e.telegram.member import Member, being_read
from tests.e2e.telegram.papers import kopi
from tests.local.waiting import eventually
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import understood


@pytest.mark.shows("scenario 11")
async def test_11_an_amount_said_while_reading_overrules_the_photo(ali: Member) -> None:
    async with being_read(ali, kopi("9.00")) as photo:
        said = ali.say("amount is 15.50")
        await ali.heard(said)
        assert await ali.rows() == []
    (card,) = await ali.answered(photo, said)
    assert "RM15.50" in card.text
    assert "The photo said RM9.00" in card.text
    (row,) = await ali.all_rows()
    assert row["amount"] == Decimal("15.50")
    assert json.loads(row["provenance"])["amount"]["source"] == "injected"


@pytest.mark.shows("scenario 12")
async def test_12_merchant_and_payment_said_while_reading_are_taken_in(ali: Member) -> None:
    async with being_read(ali, kopi("9.00", paid="VISA")) as photo:
        said = ali.say("it's from Kopitiam, cash")
        await ali.heard(said)
    (card,) = await ali.answered(photo, said)
    assert "Kopitiam · RM9.00" in card.text
    (row,) = await ali.all_rows()
    assert row["merchant"] == "Kopitiam"
    assert row["payment_method"].casefold() == "cash"


@pytest.mark.shows("scenario 13")
async def test_13_ignore_that_while_reading_saves_nothing(ali: Member) -> None:
    async with being_read(ali, kopi()):
        said = ali.say("actually ignore that")
        told = await ali.sees("Cancelled", "nothing was saved")
    await ali.answered(said)
    assert [shown.text for shown in ali.chat.shown] == [told.text]
    assert await ali.all_rows() == []
    (card,) = await ali.tell("Starbucks 4.20")
    assert "RM4.20" in card.text


@pytest.mark.shows("scenario 14")
async def test_14_a_second_photo_while_reading_gets_its_own_card(ali: Member) -> None:
    async with being_read(ali, kopi("9.00")) as first:
        second = ali.photo(kopi("20.00"))
        await ali.heard(second)
    await ali.answered(first, second)
    assert len(ali.showing("Saved", "RM9.00")) == 1
    assert len(ali.showing("Saved", "RM20.00")) == 1
    assert len(ali.chat.shown) == 2
    assert sorted(row["amount"] for row in await ali.all_rows()) == [9, 20]


@pytest.mark.shows("scenario 15")
async def test_15_words_sent_while_a_slow_model_understands_join_in(
    model: ScriptedModelServer, ali: Member
) -> None:
    def meant(request: ModelRequest) -> dict[str, object]:
        amount = "25" if len(request.messages) > 1 else "15"
        said = range(1, len(request.messages) + 1)
        coffee = mention(item="coffee", amount=amount)
        return understood(act("expense", coffee, messages=tuple(said), agent="expenses"))

    async def asked() -> bool:
        return any(one.schema_name == "UnderstandAnswer" for one in model.requests)

    model.answer("UnderstandAnswer", meant)
    model.answer("CategorizeAnswer", categorized("Food & Drink", 0.95))
    model.hang(times=1)
    first = ali.say("coffee with Sam 15")
    await eventually(asked)
    second = ali.say("I mean 25 not 15")
    (card,) = await ali.answered(first, second)
    assert "coffee · RM25.00" in card.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal(25)]
    assert model.malformed == []


@pytest.mark.shows("scenario 16")
async def test_16_small_talk_while_reading_is_answered_and_the_receipt_goes_on(ali: Member) -> None:
    async with being_read(ali, kopi("9.00")) as photo:
        said = ali.say("how are you?")
        await ali.sees("not much of a talker")
        assert await ali.rows() == []
    await ali.answered(photo, said)
    await ali.sees("Saved", "RM9.00")
    assert len(ali.chat.shown) == 2
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("9.00")]


@pytest.mark.shows("scenario 17")
async def test_17_a_correction_after_the_commit_and_before_the_card_is_not_lost(
    ali: Member,
) -> None:
    async def row_says(amount: str) -> bool:
        return [row["amount"] for row in await ali.all_rows()] == [Decimal(amount)]

    down = ali.tg.fail(
        "sendMessage", status=502, times=None, when=lambda call: call["chat_id"] == ali.chat.id
    )
    first = ali.say("Starbucks 15.50")
    await eventually(lambda: row_says("15.50"))
    second = ali.say("no, it was 16.50")
    await eventually(lambda: row_says("16.50"))
    assert ali.chat.shown == []
    ali.tg.faults.remove(down)
    shown = await ali.answered(first, second)
    assert "RM16.50" in shown[-1].text
    assert len(ali.showing("Saved")) == 1
    assert await row_says("16.50")
