"""Drafts of unfinished tasks, written as soon as the database can be reached."""

import asyncio

from temporalio import workflow
from temporalio.exceptions import is_cancelled_exception

from domain.conversation import MAX_KEPT
from domain.tasks import DraftStatus, KeepDraftRequest, Shown
from domain.turn import CURRENT_TURN
from workflows import metrics
from workflows.activity_calls import KEEP_DRAFT, ActivityFailed
from workflows.shared import Session


class Drafts:
    """Leave one after the other, beside the replies: nobody waits for the database."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self.writing: asyncio.Task[None] | None = None
        self.held = False

    def keep(self, task_id: str, agent: str, state: str, status: DraftStatus) -> None:
        """Keeps an unfinished task, as soon as the database can be reached."""
        request = KeepDraftRequest(
            user_id=self._session.person.user_id,
            conversation_id=self._session.conversation_id,
            task_id=task_id,
            agent=agent,
            status=status,
            state=state,
        )
        drafts = self._session.state.drafts
        # Only what is being written now stays beside the newer one: it comes first.
        drafts[1:] = [d for d in drafts[1:] if d.task_id != task_id]
        drafts.append(request)
        self.write()

    def write(self) -> None:
        """Writes the drafts of the state, unless continue-as-new holds them back."""
        writes = self.writing is not None and not self.writing.done()
        if self._session.state.drafts and not self.held and not writes:
            self.writing = asyncio.create_task(self._write())

    async def _write(self) -> None:
        CURRENT_TURN.set(None)
        drafts = self._session.state.drafts
        while drafts:
            draft = drafts[0]
            doing = f"keep the {draft.status.value} draft"
            try:
                await self._session.caller.run(KEEP_DRAFT, draft, doing)
            except ActivityFailed as failure:
                # Refused for good: the others must not wait behind it.
                workflow.logger.error("draft.not_kept", extra={"code": failure.code})
            except Exception as error:  # neither must they behind a defect
                if is_cancelled_exception(error):
                    raise
                metrics.defect("outbox")
                workflow.logger.exception("draft.defect")
            if draft in drafts:
                drafts.remove(draft)

    def note_kept(self, draft: Shown) -> None:
        """Notes that a draft can be resumed."""
        self.note_resumed(draft.task_id)
        kept = self._session.state.kept
        kept.append(draft)
        del kept[:-MAX_KEPT]

    def note_resumed(self, task_id: str) -> None:
        """Notes that a draft is going on again, or gone."""
        kept = self._session.state.kept
        kept[:] = [draft for draft in kept if draft.task_id != task_id]
