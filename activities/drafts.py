"""Unfinished tasks: kept for later, taken up again once."""

from temporalio import activity

from activities.boundary import app_errors
from activities.ports import DraftStore
from domain.tasks import KeepDraftRequest, ReopenDraftRequest, ReopenedDraft


class KeepDrafts:
    """Keeping is idempotent on the task id, reopening on the request id."""

    def __init__(self, drafts: DraftStore) -> None:
        self._drafts = drafts

    @activity.defn
    async def keep_draft(self, request: KeepDraftRequest) -> None:
        """Keeps the state of an unfinished task."""
        with app_errors():
            await self._drafts.keep(request)

    @activity.defn
    async def reopen_draft(self, request: ReopenDraftRequest) -> ReopenedDraft:
        """Gives a kept state back, to the first request that asks."""
        with app_errors():
            return await self._drafts.reopen(request)
