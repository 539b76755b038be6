"""Money that came in or only changed its place is noted as such; talk about it is not noted."""

from datetime import timedelta
from decimal import Decimal

import pytest

from agents.expenses.card import MoneyKind
from agents.expenses.details import Mention
from agents.expenses.meaning import Kind
from tests.agents.expenses.offline.talking import (
    GERMAN,
    MALAYSIAN,
    TODAY,
    act,
    categorized,
    expense,
    saved,
)

INCOME, TRANSFER = MoneyKind.INCOME, MoneyKind.TRANSFER


@pytest.mark.shows("platform 14")
@pytest.mark.parametrize(
    ("text", "amount", "payer", "item", "category"),
    [
        ("got my salary 5000", "5000", None, "salary", "Salary"),
        ("got paid 2800 today", "2800", None, "salary", "Salary"),
        ("gaji masuk 4500", "4500", None, "gaji", "Salary"),
        ("Gehalt 3200 bekommen", "3200", None, "Gehalt", "Salary"),
        ("received 200 from Ali", "200", "Ali", None, "Other income"),
        ("Ali paid me back 50", "50", "Ali", "paid back", "Other income"),
        ("Oma hat mir 50 Euro geschenkt", "50", "Oma", None, "Gift"),
        ("refund 45 from Shopee", "45", "Shopee", "refund", "Refund"),
        ("dividend 12.50", "12.50", None, "dividends", "Interest & Dividends"),
        ("client paid me 1,500 for the logo", "1500", "client", "logo", "Business income"),
        ("sold my bike for 300", "300", None, "bike", "Other income"),
        ("recibí 50 de Ana", "50", "Ana", None, "Other income"),
    ],
)
def test_what_came_in_is_income_with_who_gave_it(
    text: str, amount: str, payer: str | None, item: str | None, category: str
) -> None:
    told = expense(text)
    assert (told.kind, told.amount, told.merchant) == (INCOME, Decimal(amount), payer)
    assert told.item == item
    assert categorized(told).category == category


def test_income_has_its_currency_and_its_day() -> None:
    told = expense("terima 300 ringgit dari Siti semalam")
    assert (told.currency, told.occurred_on) == ("MYR", TODAY - timedelta(days=1))


def test_one_message_may_tell_of_all_three() -> None:
    told = act("got salary 5000, moved 500 to savings, paid 20 for lunch").mentions
    assert [(each.kind, each.amount) for each in told] == [
        (INCOME, Decimal(5000)),
        (TRANSFER, Decimal(500)),
        (None, Decimal(20)),
    ]


@pytest.mark.parametrize(
    "text",
    [
        "moved 500 to savings",
        "transfer 200 from Maybank to Wise",
        "topped up my TNG 50",
        "withdrew 200 at the ATM",
        "paid my credit card 800",
        "pindah 300 ke tabung haji",
        "100 Euro abgehoben",
        "500 aufs Sparkonto überwiesen",
    ],
)
def test_the_persons_own_money_at_another_place_is_a_transfer(text: str) -> None:
    told = expense(text, GERMAN if "ü" in text or "Euro" in text else MALAYSIAN)
    assert told.kind is TRANSFER
    assert told.item
    assert categorized(told).category == "Transfer"


@pytest.mark.parametrize(
    "text",
    [
        "my salary is 5000 a month",
        "when is payday",
        "how do I get a raise of 200?",
        "my refund of 60 has not arrived",
        "will get 500 bonus next month",
        "he got a 300 bonus",
        "salary negotiation tips for 6000",
        "dividend yield 5.2",
        "received an invoice for 300",
        "transfer 500 to mum",
    ],
)
def test_talk_and_orders_save_nothing(text: str) -> None:
    assert act(text).kind is Kind.GENERAL


@pytest.mark.parametrize(
    "text",
    ["paid 45 with my credit card", "gift for Ali 50", "topup hotlink 30", "got my nails done 80",
     "gift from Ikea 50",
     "credit card annual fee 100", "paid Ali back 50", "suica top up 3000 yen"],
)  # fmt: skip
def test_what_was_spent_stays_an_expense(text: str) -> None:
    assert expense(text).kind is None


@pytest.mark.shows("platform 15")
@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("no, I received it", INCOME),
        ("that's a transfer", TRANSFER),
        ("it was an expense, not income", MoneyKind.EXPENSE),
        ("das war eine Einnahme", INCOME),
        ("itu pendapatan", INCOME),
        ("c'était un revenu", INCOME),
    ],
)
def test_what_it_was_can_be_corrected(text: str, kind: MoneyKind) -> None:
    found = act(text, tasks=(saved(Mention(merchant="Ali", amount=Decimal(50))),))
    assert found.kind is Kind.DETAIL
    assert found.mentions == (Mention(kind=kind),)
