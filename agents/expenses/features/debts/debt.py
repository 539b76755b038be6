"""Who owes whom."""

from collections import defaultdict
from collections.abc import Iterable
from datetime import date
from decimal import Decimal
from enum import StrEnum

from domain.messages import Frozen
from domain.money import Currency


class DebtKind(StrEnum):
    OWES_ME = "owes_me"
    I_OWE = "i_owe"
    PAID_BACK = "paid_back"
    """Either of them gave back what was owed."""
    OWES_ME_NOW = "owes_me_now"
    """Corrected: so much in all, whatever was noted before; zero for nothing."""
    I_OWE_NOW = "i_owe_now"


class DebtReason(Frozen):
    """The purpose of a debt, and the day that the person named with it."""

    purpose: str = ""
    day: date | None = None


class DebtBalance(Frozen):
    """What stands between the person and somebody: more than zero is owed to the person, less than
    zero by the person; zero where all is paid back. ``reasons`` are of what was noted since then.
    """

    name: str
    amount: Decimal
    currency: Currency
    reasons: tuple[DebtReason, ...] = ()


class NotedDebt(Frozen):
    """One entry. ``amount`` is more than zero for what is owed to the person."""

    name: str
    amount: Decimal
    currency: Currency
    reason: DebtReason = DebtReason()


def balances_of(noted: Iterable[NotedDebt]) -> tuple[DebtBalance, ...]:
    """Returns the balance with one person in each currency; the entries are in their order."""
    balances: dict[Currency, DebtBalance] = {}
    for each in noted:
        before = balances.get(each.currency)
        amount = each.amount + (before.amount if before else 0)
        reasons = () if before is None or not before.amount else before.reasons
        gives_back = before is not None and before.amount * each.amount < 0
        if before is not None and before.amount * amount < 0:  # the other one owes now
            reasons = (each.reason,) if each.reason != DebtReason() else ()
        elif each.reason not in {DebtReason(), *reasons} and not gives_back:
            reasons = (*reasons, each.reason)
        balances[each.currency] = DebtBalance(
            name=each.name, amount=amount, currency=each.currency, reasons=reasons
        )
    return tuple(balances.values())


def sums_by_currency(balances: Iterable[DebtBalance]) -> dict[Currency, Decimal]:
    """Returns what the balances of one side come to, without their sign."""
    sums: dict[Currency, Decimal] = defaultdict(Decimal)
    for balance in balances:
        sums[balance.currency] += abs(balance.amount)
    return dict(sums)
