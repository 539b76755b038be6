"""Removing what is older than the retention time."""

from datetime import timedelta

from activities.purge import Purge
from domain.errors import StorageUnavailableError
from domain.retention import Purged
from tests.activities.running import Attempt

MONTH = timedelta(days=30)
PURGED = Purged(counts={"messages": 3, "files": 1})


class Stored:
    """Implements ``Retention``; is away when asked for anything but a month."""

    async def purge(self, older_than: timedelta) -> Purged:
        if older_than != MONTH:
            raise StorageUnavailableError(str(older_than))
        return PURGED


async def test_what_went_is_told_by_kind_and_an_outage_is_tried_again(attempt: Attempt) -> None:
    assert await attempt.run(Purge(Stored(), MONTH).purge_expired) == PURGED
    assert not (await attempt.fails(Purge(Stored(), 2 * MONTH).purge_expired)).non_retryable
