"""What the agent says beside the words of its graph, in three languages."""

from agents.service_calls.words.wording import BUTTONS, CARDS, WORDS

__all__ = ["BUTTONS", "CARDS", "WORDS"]
