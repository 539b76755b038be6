"""What the agent says, in three languages."""

from agents.expenses.words.wording import BUTTONS, CARDS, WORDS

__all__ = ["BUTTONS", "CARDS", "WORDS"]
