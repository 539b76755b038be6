"""What stands between two, from what was noted."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.debts.debt import DebtReason, NotedDebt, balances_of

PIZZA = DebtReason(purpose="pizza", day=date(2026, 3, 1))
TAXI = DebtReason(purpose="taxi")


def noted(amount: int, reason: DebtReason, currency: str = "MYR") -> NotedDebt:
    return NotedDebt(name="Ann", amount=Decimal(amount), currency=currency, reason=reason)


def test_what_it_is_for_stands_with_it_until_all_is_paid_back() -> None:
    entries = [noted(20, PIZZA), noted(5, TAXI), noted(-25, DebtReason()), noted(8, TAXI)]
    assert balances_of(entries[:2])[0].reasons == (PIZZA, TAXI)
    (balance,) = balances_of(entries)
    assert (balance.amount, balance.reasons) == (Decimal(8), (TAXI,))


def test_each_currency_stands_for_itself() -> None:
    found = balances_of([noted(20, PIZZA), noted(-3, TAXI, "USD")])
    assert [(each.currency, each.amount, each.reasons) for each in found] == [
        ("MYR", Decimal(20), (PIZZA,)),
        ("USD", Decimal(-3), (TAXI,)),
    ]
