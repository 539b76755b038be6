"""Scenarios 18-27: corrections, digressions, and answers that are none."""

from decimal import Decimal

import pytest

from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import Member
from tests.e2e.telegram.papers import kopi


@pytest.mark.shows("scenario 18")
async def test_18_a_correction_changes_the_row_and_can_be_undone(ali: Member) -> None:
    await ali.tell("Starbucks 15.50")
    (corrected,) = await ali.tell("no, it was 16.50")
    assert "RM15.50 → RM16.50" in corrected.text
    assert "Undo" in corrected.labels
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("16.50")]
    (reverted,) = await ali.press(corrected, "Undo")
    assert "Changed back" in reverted.text
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("15.50")]


@pytest.mark.shows("scenario 19")
async def test_19_another_field_is_changed_and_the_amount_still_asked(ali: Member) -> None:
    await ali.tell("lunch")
    (asked,) = await ali.tell("change the merchant to Zus")
    assert "Zus" in asked.text
    assert "How much" in asked.text
    assert await ali.rows() == []
    (card,) = await ali.tell("8")
    assert "Zus · RM8.00" in card.text
    assert [(row["merchant"], row["amount"]) for row in await ali.all_rows()] == [
        ("Zus", Decimal(8))
    ]


@pytest.mark.shows("scenario 20")
async def test_20_a_digression_is_answered_and_the_question_put_once_more(ali: Member) -> None:
    await ali.tell("Starbucks 15.50")
    await ali.tell("Zyxxo 20")
    insight, asked = await ali.tell("what did I spend this week?")
    assert "RM15.50" in insight.text
    assert "Which category" in asked.text
    assert len(ali.showing("Which category")) == 2
    assert [row["merchant"] for row in await ali.rows()] == ["Starbucks"]


@pytest.mark.shows("scenario 21")
async def test_21_not_knowing_keeps_a_draft_that_can_be_resumed(ali: Member) -> None:
    await ali.tell("lunch")
    (kept,) = await ali.tell("I don't know")
    assert "Kept as a draft" in kept.text
    assert await ali.drafts() == ["kept"]
    (card,) = await ali.tell("grab 12")
    assert "Saved" in card.text
    *_, asked = await ali.press(kept, "Resume")
    assert "How much" in asked.text
    (card,) = await ali.tell("12.30")
    assert "lunch · RM12.30" in card.text
    assert sorted(row["amount"] for row in await ali.all_rows()) == [
        Decimal(12),
        Decimal("12.30"),
    ]
    with pytest.raises(AssertionError, match="no button"):  # what was used up is gone
        await ali.press(kept, "Resume")
    assert len(await ali.all_rows()) == 2


@pytest.mark.shows("scenario 22")
async def test_22_nonsense_is_asked_again_and_the_third_time_offers_a_way_out(
    ali: Member,
) -> None:
    (first,) = await ali.tell("lunch")
    (second,) = await ali.tell("banana")
    assert "I didn't get an amount" in second.text
    assert "For example" in second.text
    assert second.text != first.text
    assert second.labels == []
    (third,) = await ali.tell("banana")
    assert third.labels == ["Drop it", "Keep as draft"]
    (dropped,) = await ali.press(third, "Drop it")
    assert "Nothing was saved" in dropped.text
    assert ali.chat.messages[third.message_id].shown().labels == []
    assert await ali.all_rows() == []


@pytest.mark.shows("scenario 23")
async def test_23_a_photo_sent_instead_of_an_answer_is_a_task_of_its_own(ali: Member) -> None:
    await ali.tell("45")
    card, asked = await ali.send(kopi("9.00"))
    assert "Saved" in card.text
    assert "RM9.00" in card.text
    assert "About #1" in asked.text
    assert "RM45.00" in asked.text
    (card,) = await ali.tell("Petronas")
    assert "Petronas · RM45.00" in card.text
    assert sorted(row["amount"] for row in await ali.all_rows()) == [9, 45]


@pytest.mark.shows("scenario 24")
async def test_24_numbers_are_read_as_the_person_writes_them(telegram: Telegram) -> None:
    karl = telegram.newcomer("Karl", language="de")
    (card,) = await karl.tell("Kaffee 12,50")
    assert "Gespeichert" in card.text
    assert "12,50" in card.text
    (card,) = await karl.tell("Miete 1.250")
    assert "1.250,00" in card.text
    assert [row["amount"] for row in await karl.all_rows()] == [Decimal("12.50"), Decimal(1250)]


@pytest.mark.shows("scenario 24")
async def test_24_a_number_in_doubt_is_asked_about(telegram: Telegram) -> None:
    ali, siti = telegram.newcomer(), telegram.newcomer("Siti")
    (card,) = await ali.tell("rent 1,250")
    assert "RM1,250.00" in card.text
    (asked,) = await siti.tell("rent 1.250")
    assert "in two ways" in asked.text
    assert await siti.rows() == []
    (choice,) = [label for label in asked.labels if "1,250" in label]
    (card,) = await siti.press(asked, choice)
    assert "RM1,250.00" in card.text
    for person in (ali, siti):
        assert [row["amount"] for row in await person.all_rows()] == [Decimal(1250)]


@pytest.mark.shows("scenario 25")
async def test_25_undo_takes_back_the_last_and_then_the_one_before(ali: Member) -> None:
    await ali.tell("Starbucks 15.50")
    await ali.tell("grab 12")
    (deleted,) = await ali.tell("undo")
    assert "Taken back" in deleted.text
    assert [row["merchant"] for row in await ali.rows()] == ["Starbucks"]
    (total,) = await ali.tell("what did I spend this week?")
    assert "RM15.50" in total.text
    assert "27.50" not in total.text
    (deleted,) = await ali.tell("/undo")
    assert "Starbucks" in deleted.text
    assert deleted.labels == ["Restore"]
    assert await ali.rows() == []
    (restored,) = await ali.press(deleted, "Restore")
    assert "It's back" in restored.text
    assert [row["merchant"] for row in await ali.rows()] == ["Starbucks"]


@pytest.mark.shows("scenario 26")
async def test_26_a_reply_to_an_older_card_changes_that_row(ali: Member) -> None:
    (older,) = await ali.tell("Starbucks 15.50")
    await ali.tell("grab 12")
    (corrected,) = await ali.tell("this was 20", reply_to=older)
    assert "Starbucks" in corrected.text
    assert "RM15.50 → RM20.00" in corrected.text
    assert {row["merchant"]: row["amount"] for row in await ali.all_rows()} == {
        "Starbucks": Decimal(20),
        "Grab": Decimal(12),
    }


@pytest.mark.shows("scenario 27")
async def test_27_the_same_photo_again_is_asked_about(ali: Member) -> None:
    photo = kopi("9.00")
    await ali.send(photo)
    (asked,) = await ali.send(photo)
    assert "You have this one already, saved" in asked.text
    assert asked.labels == ["Save anyway", "Drop it"]
    (dropped,) = await ali.tell("no")
    assert "Nothing was saved" in dropped.text
    assert len(await ali.all_rows()) == 1
    (asked,) = await ali.send(photo)
    (card,) = await ali.press(asked, "Save anyway")
    assert "Saved" in card.text
    assert len(await ali.rows()) == 2
