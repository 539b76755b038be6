"""What this agent can be asked for beside recording and changing: a folder each, a line each.

Of a feature with ``recognise.is_named`` no message that names it is saved unasked as an expense;
its ``notices`` go with a write to the ledger.
"""

from agents.features import Features

FEATURES = Features(
    __name__,
    (
        "budgets",
        "imports",
        "export",
        "reports",
        "rates",
        "recurring",
        "debts",
        "splits",
        "household",
        "sweeps",
        "browse",
        "home_currency",
        "history",
    ),
)
"""A search takes almost any words, and comes last."""
