"""How what is said of an expense relates to what is known of it."""

from decimal import Decimal

from agents.expenses.details import Mention


def test_an_amount_and_its_currency_are_of_one_receipt_only() -> None:
    said = Mention(merchant="Tesco", amount=Decimal(5), currency="USD", payment_method="Cash")
    assert said.shared() == Mention(merchant="Tesco", payment_method="Cash")
    assert Mention(currency="USD").shared() == Mention(currency="USD")


def test_what_is_repeated_in_other_letters_is_no_news() -> None:
    known = Mention(merchant="Tesco", amount=Decimal("5.00"))
    assert Mention(merchant="tesco", amount=Decimal(5)).beyond(known) == Mention()
    assert Mention(merchant="tesco", amount=Decimal(6)).beyond(known) == Mention(amount=Decimal(6))


def test_an_ambiguous_amount_replaces_a_plain_one() -> None:
    both = (Decimal("1.25"), Decimal(1250))
    laid = Mention(ambiguous_amounts=both).laid_over(Mention(amount=Decimal(5)))
    assert laid == Mention(ambiguous_amounts=both)


def test_a_name_has_no_characters_that_nobody_sees() -> None:
    told = Mention(merchant="evil.\u2060example", reference="0123\u20604567", item="a\n b")
    assert (told.merchant, told.reference, told.item) == ("evil.example", "01234567", "a b")
