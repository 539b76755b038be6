"""Scenarios 1-10: expenses in words and on photos."""

from datetime import timedelta
from decimal import Decimal

import pytest

from tests.e2e.telegram.member import Member
from tests.e2e.telegram.papers import blurred, kopi, without_a_shop, without_a_total


@pytest.mark.shows("scenario 1")
async def test_01_a_shop_and_an_amount_are_saved(ali: Member) -> None:
    sent = ali.say("Starbucks 15.50")
    (card,) = await ali.answered(sent)
    for words in ("Saved", "Starbucks · RM15.50", "Food & Drink", "today"):
        assert words in card.text
    assert card.labels == ["Edit", "Undo"]
    (row,) = await ali.rows()
    assert (row["merchant"], row["amount"], row["currency"]) == (
        "Starbucks",
        Decimal("15.50"),
        "MYR",
    )
    assert row["category"] == "Food & Drink"
    assert row["occurred_on"] == ali.day_of(sent)


@pytest.mark.shows("scenario 2")
async def test_02_currency_and_yesterday_are_taken_and_no_merchant_is_invented(
    ali: Member,
) -> None:
    sent = ali.say("paid 30 usd for gas yesterday")
    (card,) = await ali.answered(sent)
    assert "gas" in card.text
    assert "yesterday" in card.text
    (row,) = await ali.rows()
    assert (row["merchant"], row["item"]) == (None, "gas")
    assert (row["amount"], row["currency"]) == (Decimal(30), "USD")
    assert row["occurred_on"] == ali.day_of(sent) - timedelta(days=1)


@pytest.mark.shows("scenario 3")
async def test_03_lunch_asks_the_amount_and_saves_one_card(ali: Member) -> None:
    (asked,) = await ali.tell("lunch")
    assert "How much" in asked.text
    assert await ali.rows() == []
    (card,) = await ali.tell("12.30")
    assert "lunch · RM12.30" in card.text
    assert [(row["item"], row["amount"]) for row in await ali.rows()] == [
        ("lunch", Decimal("12.30"))
    ]


@pytest.mark.shows("scenario 4")
async def test_04_a_bare_amount_is_kept_while_asking_what_it_was_for(ali: Member) -> None:
    (asked,) = await ali.tell("45")
    assert "What was the RM45.00 for?" in asked.text
    assert await ali.rows() == []
    (card,) = await ali.tell("Petronas")
    assert "Petronas · RM45.00" in card.text
    (row,) = await ali.rows()
    assert (row["merchant"], row["amount"]) == ("Petronas", Decimal(45))


@pytest.mark.shows("scenario 5")
async def test_05_a_clear_photo_is_saved_and_explains_itself(ali: Member) -> None:
    (card,) = await ali.send(kopi("9.00"))
    assert "Saved" in card.text
    assert "RM9.00" in card.text
    assert card.labels == ["Edit", "Undo", "Order again"]
    (why,) = await ali.tell("why 9.00?")
    assert "stands on the photo" in why.text
    assert "TOTAL" in why.text
    (row,) = await ali.rows()
    assert row["amount"] == Decimal("9.00")
    assert "kopi pagi" in row["merchant"].casefold()
    assert row["attachment_sha256"] is not None


@pytest.mark.shows("scenario 6")
async def test_06_an_unreadable_amount_is_asked_with_what_was_read(ali: Member) -> None:
    (asked,) = await ali.send(without_a_total())
    assert "How much" in asked.text
    assert "kopi pagi" in asked.text.casefold()
    assert await ali.rows() == []
    (card,) = await ali.tell("27.90")
    assert "RM27.90" in card.text
    (row,) = await ali.rows()
    assert row["amount"] == Decimal("27.90")
    assert "kopi pagi" in row["merchant"].casefold()
    (why,) = await ali.tell("why 27.90?")
    assert "is what you answered" in why.text


@pytest.mark.shows("scenario 7")
async def test_07_a_poor_photo_is_asked_again_but_words_do(ali: Member) -> None:
    (asked,) = await ali.send(blurred())
    assert "better one" in asked.text
    assert "in good light" in asked.text
    (card,) = await ali.tell("it was tesco 54.20")
    assert "Tesco · RM54.20" in card.text
    assert [(row["merchant"], row["amount"]) for row in await ali.rows()] == [
        ("Tesco", Decimal("54.20"))
    ]


@pytest.mark.shows("scenario 8")
async def test_08_an_album_is_read_at_once_and_the_question_comes_last(ali: Member) -> None:
    photos = [kopi("1.00"), without_a_shop(), kopi("3.00")]
    summary, asked = await ali.answered(*ali.chat.album(ali.person, photos))
    assert "Saved 2 of 3" in summary.text
    assert "question about 1 more" in summary.text
    for amount in ("RM1.00", "RM3.00"):
        assert amount in summary.text
    assert "Where was it?" in asked.text
    assert len(await ali.rows()) == 2
    (card,) = await ali.tell("petronas")
    assert "Petronas · RM40.00" in card.text
    assert sorted(row["amount"] for row in await ali.rows()) == [1, 3, 40]


@pytest.mark.shows("scenario 9")
async def test_09_an_unknown_shop_is_asked_once_and_known_the_next_time(ali: Member) -> None:
    (asked,) = await ali.tell("Zyxxo 20")
    assert "Which category fits Zyxxo?" in asked.text
    suggested = asked.labels[: asked.labels.index("More …")]
    assert 1 <= len(suggested) <= 5
    (card,) = await ali.press(asked, suggested[0])
    assert "Saved" in card.text
    assert ali.chat.messages[asked.message_id].shown().labels == []
    (again,) = await ali.tell("Zyxxo 31")
    assert "Saved" in again.text
    first, second = await ali.rows()
    assert first["category"] == second["category"]
    assert first["category"] in suggested[0]


@pytest.mark.shows("scenario 10")
async def test_10_two_expenses_in_one_message_can_be_undone_one_by_one(ali: Member) -> None:
    (summary,) = await ali.tell("coffee 5, then grab 12")
    assert "RM5.00" in summary.text
    assert "RM12.00" in summary.text
    undo = [label for label in summary.labels if "Undo" in label]
    assert len(undo) == 2
    (deleted,) = await ali.press(summary, undo[0])
    assert "Taken back" in deleted.text
    assert [row["amount"] for row in await ali.rows()] == [Decimal(12)]
    assert len(await ali.all_rows()) == 2
