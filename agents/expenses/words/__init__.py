"""What the agent says, in three languages."""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from agents.expenses.words.wording import BUTTONS, CARDS, WORDS

__all__ = ["BUTTONS", "CARDS", "VOCABULARY", "WORDS"]

VOCABULARY = (
    "ringgit", "RM", "dollars", "euros", "pounds", "Starbucks", "Grab", "Petronas", "Shell",
)  # fmt: skip
"""What people say of expenses."""


def __getattr__(name: str) -> Any:  # noqa: ANN401 - of any of the three
    """Gathered when it is asked for: the words of features use modules of this package."""
    if name not in __all__:
        raise AttributeError(name)
    return getattr(import_module(f"{__name__}.wording"), name)
