"""Drafts in memory, with the port's promises."""

import asyncio

from domain.errors import AppError
from domain.tasks import DraftStatus, KeepDraftRequest, ReopenDraftRequest, ReopenedDraft


class InMemoryDrafts:
    """Implements ``DraftStore``."""

    def __init__(self) -> None:
        self.kept: dict[str, KeepDraftRequest] = {}
        self.reopened_by: dict[str, str] = {}
        self.failure: AppError | None = None
        self.keeping = asyncio.Event()
        self._gate: asyncio.Event | None = None

    def hold(self) -> asyncio.Event:
        """Makes keeping wait for the event; ``keeping`` tells that it has begun."""
        self._gate = asyncio.Event()
        return self._gate

    async def keep(self, request: KeepDraftRequest) -> None:
        self.keeping.set()
        if self._gate is not None:
            await self._gate.wait()
        if self.failure is not None:
            raise self.failure
        self.kept[request.task_id] = request
        self.reopened_by.pop(request.task_id, None)

    async def reopen(self, request: ReopenDraftRequest) -> ReopenedDraft:
        draft = self.kept.get(request.task_id)
        if draft is None or draft.user_id != request.user_id:
            return ReopenedDraft()
        if draft.status is DraftStatus.CANCELLED:
            return ReopenedDraft()
        if self.reopened_by.setdefault(request.task_id, request.request_id) != request.request_id:
            return ReopenedDraft()
        return ReopenedDraft(agent=draft.agent, state=draft.state)
