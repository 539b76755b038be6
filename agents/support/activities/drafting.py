"""An article drafted from a ticket that staff have solved."""

from typing import Protocol

from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.patience import Patience
from agents.support.activity_calls import ArticleDraft, DraftRequest
from domain.waiting import Wait


class DraftWriter(Protocol):
    """Implemented by ``agents.support.model.questions``."""

    async def draft(self, request: DraftRequest, *, wait: Wait) -> ArticleDraft: ...


class ArticleDrafts(Protocol):
    """Implemented by ``agents.support.store.drafts``."""

    async def keep(self, request: DraftRequest, drafted: ArticleDraft) -> None: ...


class Drafting:
    def __init__(
        self, writer: DraftWriter, drafts: ArticleDrafts, patience: Patience | None = None
    ) -> None:
        self._writer = writer
        self._drafts = drafts
        self._patience = patience or Patience()

    @activity.defn
    async def draft_article(self, request: DraftRequest) -> ArticleDraft:
        """A ticket has one draft: done again, it takes the place of the one before."""
        with app_errors():
            async with heartbeating():
                wait = self._patience.of_this_attempt()
                drafted = await self._writer.draft(request, wait=wait)
                await self._drafts.keep(request, drafted)
        return drafted
