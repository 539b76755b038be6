"""Updates that were refused get another chance: the defect may have been mended meanwhile."""

import asyncio
from datetime import timedelta

import structlog

from bot.telegram.errors import Acceptance, Received
from bot.telegram.ports import RefusedUpdates
from domain.errors import AppError

MOST_AT_ONCE = 1_000
"""Updates that are tried when the bot starts; more than that is no defect of one update."""

LONGEST = timedelta(minutes=1)
"""New updates wait for the old ones, and no longer than this."""

log = structlog.get_logger(__name__)


async def offer_again(
    acceptance: Acceptance, refused: RefusedUpdates, longest: timedelta = LONGEST
) -> None:
    """Tries each kept update once, in the order of their numbers, and drops what is accepted.

    What fails stays kept, and nobody is told again. Never raises but for a cancellation; handling
    an update again after a crash in between is harmless, as ever.
    """
    accepted = 0
    try:
        async with asyncio.timeout(longest.total_seconds()):
            for body in await refused.kept(MOST_AT_ONCE):
                received = Received.of(dict(body))
                if received is not None and await acceptance.retry(received):
                    await refused.drop(received.update_id)
                    accepted += 1
    except (AppError, TimeoutError) as error:
        log.warning("updates.not_all_offered_again", reason=type(error).__name__)
    if accepted:
        log.info("updates.accepted_after_all", count=accepted)
