"""What the agent says, to customers and to staff, in three languages."""

from agents.support.words.staff import STAFF_WORDS
from agents.support.words.wording import BUTTONS, CARDS, CUSTOMER_WORDS

WORDS = {**CUSTOMER_WORDS, **STAFF_WORDS}

__all__ = ["BUTTONS", "CARDS", "CUSTOMER_WORDS", "STAFF_WORDS", "WORDS"]
