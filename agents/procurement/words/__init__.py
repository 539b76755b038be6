"""What the agent says, in three languages."""

from agents.procurement.words.panel import PANEL
from agents.procurement.words.wording import BUTTONS, CARDS, WORDS

__all__ = ["BUTTONS", "CARDS", "PANEL", "WORDS"]
