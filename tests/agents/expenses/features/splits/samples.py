"""What this feature says, once each."""

from decimal import Decimal

from agents.expenses.features.splits.replies import SplitUnclear
from agents.expenses.shown import Card
from agents.expenses.splitting import SplitProblem

CARD = Card(task_id="http:1/expenses/3", number=3, amount=Decimal(16), currency="MYR")
NOTICES = ()
SAMPLES = (SplitUnclear(card=CARD, problem=SplitProblem.SUM, told=Decimal(15)),)
