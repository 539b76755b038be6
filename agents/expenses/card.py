"""How the agent introduces itself. What it shows of an expense is in ``shown``."""

from agents.expenses.features import FEATURES
from domain.agents import AgentCard
from domain.messages import MediaKind
from domain.tools import TOOL_QUEUE

READING_QUEUE = "steward-reading"
"""Apart, so that a burst of files does not hold up words."""

CARD = AgentCard(
    slug="expenses",
    title="Receipts and expenses",
    purpose="Records money that the person spent, received, or moved between their own accounts, "
    "from words, photos or PDFs of receipts.",
    examples=(
        "Starbucks 15.50",
        "paid 30 usd for gas yesterday",
        "lunch",
        "coffee 5, then grab 12",
    ),
    accepts=frozenset({MediaKind.IMAGE, MediaKind.PDF, MediaKind.TABLE}),
    commands=FEATURES.commands,
    queues=(READING_QUEUE, TOOL_QUEUE),
)
