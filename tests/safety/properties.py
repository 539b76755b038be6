"""What must hold of anything that is shown or saved, checked without the code under test."""

import re
import unicodedata

from agents.registry import agent_types
from domain.commands import Command

_HARM = re.compile(
    r"://|www\.|evil|tg:|mailto|\]\(|<[a-z/]|```|@\w|curl |sudo |rm -|import os|select \*"
    r"|is_receipt|sk-|\+60|5123",
)
_SLASH = re.compile(r"(?<![\w/])/([a-z]\w*)")
_SAME_WORDS = 8
MAX_LENGTH = 1_500


def is_harmless(text: str) -> bool:
    """No address, markup, command of others or key; nothing invisible; of a bounded length."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    of_agents = {form.name for agent in agent_types().values() for form in agent.card.commands}
    ours = {command.value for command in Command} | of_agents
    return (
        not _HARM.search(folded)
        and set(_SLASH.findall(folded)) <= ours
        and nothing_hidden(text)
        and len(text) <= MAX_LENGTH
    )


def nothing_hidden(text: str) -> bool:
    """No control, direction or tag characters."""
    kept = {"\n", "\t", "\u200c", "\u200d"}
    return all(c in kept or unicodedata.category(c) not in {"Cc", "Cf", "Cs"} for c in text)


def shares_words(text: str, instructions: str) -> bool:
    """Whether eight words in a row of the instructions stand in the text."""
    said = " ".join(re.findall(r"\w+", text.casefold()))
    words = re.findall(r"\w+", instructions.casefold())
    return any(
        " ".join(words[at : at + _SAME_WORDS]) in said for at in range(len(words) - _SAME_WORDS + 1)
    )
