"""Removing what is older than the retention time. What agents keep stays."""

import structlog
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import Retention
from domain.retention import Purged, PurgeRequest

_log = structlog.get_logger()


class Purge:
    """Idempotent: what is gone stays gone."""

    def __init__(self, retention: Retention) -> None:
        self._retention = retention

    @activity.defn
    async def purge_expired(self, request: PurgeRequest) -> Purged:
        """Removes what is older than the retention time and belongs to nothing that is kept."""
        with app_errors():
            purged = await self._retention.purge(request.older_than)
        _log.info("retention.purged", **purged.counts)
        return purged
