"""Unfinished tasks that can be taken up again, by the person they belong to."""

import json

from adapters.postgres.conversations import task_number, touch
from adapters.postgres.pool import Store
from domain.errors import StorageRejectedError
from domain.tasks import KeepDraftRequest, ReopenDraftRequest, ReopenedDraft

_KEEP = """
    INSERT INTO drafts AS known (task_id, user_id, conversation_id, agent, status, state)
    VALUES ($1, $2, $3, $4, $5, $6)
    ON CONFLICT (task_id) DO UPDATE SET
        status = excluded.status, state = excluded.state, resumed_by = NULL, updated_at = now()
    WHERE known.user_id = excluded.user_id
    RETURNING true
"""
_REOPEN = """
    UPDATE drafts SET status = 'resumed', resumed_by = $4, updated_at = now()
    WHERE task_id = $1 AND user_id = $2 AND conversation_id = $3
      AND (status IN ('kept', 'expired') OR status = 'resumed' AND resumed_by = $4)
    RETURNING agent, state
"""


class PostgresDraftStore(Store):
    """Implements ``DraftStore``."""

    async def keep(self, request: KeepDraftRequest) -> None:
        """Idempotent on ``task_id``: the last state and status count. Raises
        ``StorageRejectedError`` for a state that is not JSON, or a task of somebody else.
        """
        try:
            state = json.loads(request.state)
        except ValueError as error:
            raise StorageRejectedError("the draft's state is not JSON") from error
        task = request.task_id, request.user_id, request.conversation_id, request.agent
        async with self._database.transaction() as connection:
            await touch(
                connection, request.conversation_id, tasks_started=task_number(request.task_id)
            )
            if not await connection.fetchval(_KEEP, *task, request.status, state):
                raise StorageRejectedError("the task belongs to somebody else")

    async def reopen(self, request: ReopenDraftRequest) -> ReopenedDraft:
        """Hands a kept or expired draft out once; the request that got it gets it again, so that
        an answer lost on its way is not a draft lost.
        """
        task = request.task_id, request.user_id, request.conversation_id
        row = await self._database.fetchrow(_REOPEN, *task, request.request_id)
        if row is None:
            return ReopenedDraft()
        return ReopenedDraft(agent=row["agent"], state=json.dumps(row["state"], ensure_ascii=False))
