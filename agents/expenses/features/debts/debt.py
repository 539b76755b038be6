"""Who owes whom."""

from collections import defaultdict
from collections.abc import Iterable
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


class DebtBalance(Frozen):
    """What stands between the person and somebody: more than zero is owed to the person, less than
    zero by the person; zero where all is paid back.
    """

    name: str
    amount: Decimal
    currency: Currency


def sums_by_currency(balances: Iterable[DebtBalance]) -> dict[Currency, Decimal]:
    """Returns what the balances of one side come to, without their sign."""
    sums: dict[Currency, Decimal] = defaultdict(Decimal)
    for balance in balances:
        sums[balance.currency] += abs(balance.amount)
    return dict(sums)
