"""Removing what is older than the retention time. What agents keep stays."""

from datetime import timedelta

import structlog
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Retention
from domain.retention import Purged

_log = structlog.get_logger()


class Purge:
    """Idempotent: what is gone stays gone. How long things are kept is the worker's own setting:
    no request can shorten it.
    """

    def __init__(self, retention: Retention, older_than: timedelta) -> None:
        self._retention = retention
        self._older_than = older_than

    @activity.defn
    async def purge_expired(self) -> Purged:
        """Removes what is older than the retention time and belongs to nothing that is kept."""
        with app_errors():
            purged = await self._retention.purge(self._older_than)
        _log.info("retention.purged", **purged.counts)
        return purged
