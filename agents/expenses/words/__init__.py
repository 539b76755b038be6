"""What the agent says, in three languages."""

from agents.expenses.words.wording import BUTTONS, CARDS, WORDS

__all__ = ["BUTTONS", "CARDS", "VOCABULARY", "WORDS"]

VOCABULARY = (
    "ringgit", "RM", "dollars", "euros", "pounds", "Starbucks", "Grab", "Petronas", "Shell",
)  # fmt: skip
"""What people say of expenses."""
