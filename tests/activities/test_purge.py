"""Removing what is older than the retention time."""

from datetime import timedelta

from activities.purge import Purge
from domain.errors import StorageUnavailableError
from domain.retention import Purged
from tests.activities.running import Attempt

MONTH = timedelta(days=30)
PURGED = Purged(counts={"messages": 3, "files": 1})


class Stored:
    """Implements ``Retention``."""

    async def purge(self, older_than: timedelta) -> Purged:
        return PURGED if older_than == MONTH else Purged()


class Away:
    async def purge(self, older_than: timedelta) -> Purged:
        raise StorageUnavailableError(str(older_than))


async def test_what_went_is_told_by_kind(attempt: Attempt) -> None:
    assert await attempt.run(Purge(Stored(), MONTH).purge_expired) == PURGED


async def test_an_outage_is_tried_again(attempt: Attempt) -> None:
    assert not (await attempt.fails(Purge(Away(), MONTH).purge_expired)).non_retryable
