"""What is remembered of messages that may be edited, and how mentions relate."""

from decimal import Decimal

from domain.mentions import beyond, laid_over, shared
from domain.sent import MAX_SENT, SentMessages, Told
from domain.understanding import Mention


def test_the_oldest_message_is_forgotten_first() -> None:
    sent = SentMessages()
    for number in range(MAX_SENT + 1):
        sent.note(str(number), "text")
    assert sent.of("0") is None
    assert len(sent.by_ref) == MAX_SENT


def test_a_message_without_a_ref_is_not_remembered() -> None:
    sent = SentMessages()
    sent.note("", "text")
    assert sent.by_ref == {}


def test_an_edit_keeps_what_the_message_told() -> None:
    sent = SentMessages()
    sent.note("1", "coffee 5")
    sent.tell("1", Told(task_id="a"))
    sent.note("1", "coffee 6")
    known = sent.of("1")
    assert known is not None
    assert [told.task_id for told in known.told] == ["a"]
    assert known.says("coffee  6")
    assert not known.says("coffee 5")


def test_an_amount_and_its_currency_are_of_one_receipt_only() -> None:
    said = Mention(merchant="Tesco", amount=Decimal(5), currency="USD", payment_method="Cash")
    assert shared(said) == Mention(merchant="Tesco", payment_method="Cash")
    assert shared(Mention(currency="USD")) == Mention(currency="USD")


def test_what_is_repeated_in_other_letters_is_no_news() -> None:
    known = Mention(merchant="Tesco", amount=Decimal("5.00"))
    assert beyond(Mention(merchant="tesco", amount=Decimal(5)), known) == Mention()
    assert beyond(Mention(merchant="tesco", amount=Decimal(6)), known) == Mention(amount=Decimal(6))


def test_an_ambiguous_amount_replaces_a_plain_one() -> None:
    both = (Decimal("1.25"), Decimal(1250))
    laid = laid_over(Mention(amount=Decimal(5)), Mention(ambiguous_amounts=both))
    assert laid == Mention(ambiguous_amounts=both)
