"""Deleting everything of one person, beside the conversation in which it was asked for."""

from collections.abc import Iterable
from datetime import timedelta

from temporalio import workflow
from temporalio.exceptions import ApplicationError

from domain.preferences import ErasedRows as Counted
from domain.preferences import EraseRequest, ErasureStart
from domain.replies import Delivery
from domain.staff import CloseRoom
from domain.topics import Erased
from workflows.activity_calls import (
    DELIVER,
    END_CONVERSATIONS,
    ERASE_ELSEWHERE,
    ERASE_PERSON,
    REMOVE_TOPIC,
    Caller,
)
from workflows.names import ERASURE
from workflows.outbox import reply_of
from workflows.shared import Session

LAST_ATTEMPTS = timedelta(seconds=20)
"""An attempt of an activity whose conversation was ended goes on no longer than this: one at the
database has 15 s, and a longer one learns of the end with its next heartbeat."""

CONVERSATION_ENDS = timedelta(seconds=1)
"""The conversation that asked has nothing left to do but to end. Waiting for it spares the wait
for ``LAST_ATTEMPTS``."""

MAX_ROUNDS = 10
"""Somebody who goes on writing must not keep their own deletion from ending."""


NOT_ASKED = "erasure.not_asked"
"""Type of the failure of an erasure that no conversation asked for."""


@workflow.defn(name=ERASURE)
class Erasure:
    """Ends the conversations first, then deletes: nothing may write behind the deletion's back.
    What staff were shown goes last, when whatever holds their chat is there.

    What arrives before ``Erased`` is said goes the same way; the person is told so. A conversation
    that begins after the last round is a new one and stays. A crash between the steps goes on
    where it was, and every step may be repeated.
    """

    @workflow.run
    async def run(self, start: ErasureStart) -> None:
        parent = workflow.info().parent
        if parent is None or parent.workflow_id != start.conversation_id:
            raise ApplicationError(
                "only a conversation may have its person's records deleted",
                type=NOT_ASKED,
                non_retryable=True,
            )
        caller = Caller(start.reply_queue)
        request = EraseRequest(user_id=start.person.user_id, conversation_id=start.conversation_id)
        counted, rooms, kept_by = Counted(), dict[str, None](), dict[str, None]()
        await workflow.sleep(CONVERSATION_ENDS, summary="let the conversation end")
        for _ in range(MAX_ROUNDS):
            ended = await caller.run(END_CONVERSATIONS, request, "end the conversations")
            rooms |= dict.fromkeys(ended.rooms)
            if ended.running:
                await workflow.sleep(LAST_ATTEMPTS, summary="let last attempts end")
            if start.elsewhere:
                elsewhere = await caller.run(ERASE_ELSEWHERE, request, "erase in other systems")
                kept_by |= dict.fromkeys(elsewhere.kept_by)
            counted += await caller.run(ERASE_PERSON, request, "delete what is kept")
            if not ended.running:
                break
        await caller.run(DELIVER, _goodbye(start, counted, kept_by), "say that it is done")
        for case in rooms:  # whoever shows them may be away for long
            await caller.run(REMOVE_TOPIC, CloseRoom(case=case, forget=True), "remove a room")


def _goodbye(start: ErasureStart, counted: Counted, kept_by: Iterable[str]) -> Delivery:
    """Says that everything is gone, which no transcript keeps, and who else has something."""
    reply = reply_of(Erased(counts=counted.counts, kept_by=tuple(kept_by)))
    reply_id = f"{workflow.info().workflow_id}/r1"
    return Delivery(
        conversation_id=start.conversation_id,
        channel=start.channel,
        chat_id=start.chat_id,
        user_id=start.person.user_id,
        locale=start.person.locale,
        timezone=start.person.timezone,
        replies=(reply.model_copy(update={"id": reply_id}),),
        recorded=False,
    )


async def begin_erasure(session: Session) -> None:
    """Starts the erasure, which outlives the conversation that asked for it and deletes it.

    Its id says nothing about the person: ids stay in the server's logs.
    """
    start = session.start
    await workflow.start_child_workflow(
        ERASURE,
        ErasureStart(
            person=start.person,
            conversation_id=session.conversation_id,
            channel=start.channel,
            chat_id=start.chat_id,
            reply_queue=start.reply_queue,
            elsewhere=session.limits.erases_elsewhere,
        ),
        id=f"{ERASURE}:{workflow.uuid4()}",
        task_queue=workflow.info().task_queue,
        parent_close_policy=workflow.ParentClosePolicy.ABANDON,
    )
