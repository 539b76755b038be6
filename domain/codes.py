"""Codes that people type or open by a link."""

from collections.abc import Callable

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without characters that look like another one; 32 of them."""

CODE_LENGTH = 10
"""50 bits: with five tries an hour nobody guesses it."""


def is_code(word: str) -> bool:
    """Whether a word may be a code, in whatever case."""
    return len(word) == CODE_LENGTH and set(word.upper()) <= set(ALPHABET)


def draw_code(choose: Callable[[str], str]) -> str:
    """Returns a code of characters that ``choose`` takes, one at a time: ``secrets.choice``, so
    that nobody foresees it.
    """
    return "".join(choose(ALPHABET) for _ in range(CODE_LENGTH))
