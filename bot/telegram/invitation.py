"""The pairing code, for whoever shows it. Knows nothing of aiogram, whose import takes seconds."""

import secrets

from bot.telegram.ports import Pairing

ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Without characters that look like another one; 32 of them."""

CODE_LENGTH = 10
"""50 bits: with five tries an hour nobody guesses it."""


async def open_code(allowed: frozenset[int], pairing: Pairing) -> str | None:
    """The code with which somebody may still pair; None when users are listed or one has paired."""
    if allowed:
        return None
    return await pairing.code("".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH)))
