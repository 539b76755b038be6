"""What this feature says, once each."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.debts.debt import DebtBalance, DebtReason
from agents.expenses.features.debts.replies import DebtsNotChanged, DebtsShown, DebtsWereNoted
from agents.expenses.features.debts.tools import DebtProblem, DebtsFound, DebtsNoted

NOTICES = ()
BALANCES = (
    DebtBalance(name="Wei Jie", amount=Decimal(12), currency="MYR"),
    DebtBalance(
        name="Amir",
        amount=Decimal(24),
        currency="MYR",
        reasons=(DebtReason(purpose="pizza", day=date(2026, 3, 1)), DebtReason(purpose="taxi")),
    ),
    DebtBalance(name="Paul", amount=Decimal(-42), currency="MYR"),
)
SAMPLES = (
    DebtsShown(found=DebtsFound(balances=BALANCES)),
    DebtsWereNoted(done=DebtsNoted(call_id="http:1:2/1", balances=BALANCES[:1])),
    DebtsNotChanged(problem=DebtProblem.UNKNOWN, named="Tom"),
)
