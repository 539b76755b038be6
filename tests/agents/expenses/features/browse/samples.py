"""What this feature says, once each."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.browse.replies import RowsChanged, RowsRefused
from agents.expenses.features.browse.tools import RowsOutcome, RowsStage
from agents.expenses.shown import Card, Change

CARD = Card(
    task_id="http:1/expenses/3",
    number=3,
    merchant="Grab",
    amount=Decimal(16),
    currency="MYR",
    occurred_on=date(2026, 3, 14),
    category="Transport",
)
VALUES = (Change(field="category", before=None, after="Transport"),)
NOTICES = ()
SAMPLES = (
    RowsChanged(
        outcome=RowsOutcome(
            edit="e1", stage=RowsStage.EDITED, count=2, left=1, cards=(CARD, CARD), values=VALUES
        )
    ),
    RowsRefused(field="amount"),
    RowsRefused(),
)
