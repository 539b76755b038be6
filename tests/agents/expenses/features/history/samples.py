"""What this feature says, once each."""

from datetime import date
from decimal import Decimal

from agents.expenses.features.history.replies import ExpenseShown, HistoryShown
from agents.expenses.features.history.search import ExpenseSearch
from agents.expenses.shown import Card

TEH = Card(
    task_id="conversation:test:1/expenses/3",
    number=3,
    merchant="Kopitiam",
    item="teh",
    amount=Decimal("2.50"),
    currency="MYR",
    occurred_on=date(2026, 3, 14),
    category="Food & Drink",
)
MARCH = ExpenseSearch(words="teh", since=date(2026, 3, 1), until=date(2026, 3, 31))

NOTICES = ()
SAMPLES = (
    HistoryShown(cards=(TEH,), search=MARCH, total=30),
    HistoryShown(cards=(TEH, TEH.model_copy(update={"task_id": "t2"})), total=2, number=3),
    ExpenseShown(card=TEH, photo=True),
)
