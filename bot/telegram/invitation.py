"""The pairing code, for whoever shows it. Knows nothing of aiogram, whose import takes seconds."""

import secrets

from bot.telegram.ports import Pairing
from domain.codes import draw_code


async def open_code(allowed: frozenset[int], pairing: Pairing) -> str | None:
    """The code with which somebody may still pair; None when users are listed or one has paired."""
    return None if allowed else await pairing.code(draw_code(secrets.choice))
