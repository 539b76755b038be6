"""What a cancelled conversation could not finish: last replies, drafts, unheard messages."""

from temporalio import workflow

from domain.replies import Delivery
from domain.restart import AftermathStart as Left
from domain.restart import RestartRequest
from workflows.activity_calls import DELIVER, KEEP_DRAFT, RESTART_CONVERSATION, Caller
from workflows.names import AFTERMATH
from workflows.outbox import reports_of, tell_case
from workflows.shared import conversation_id_of


@workflow.defn(name=AFTERMATH)
class Aftermath:
    """Waits for the channel and the database as long as it takes. Every step may be repeated.

    Messages go first: a person who is waited for must not wait for a channel that is away.
    """

    @workflow.run
    async def run(self, left: Left) -> None:
        start = left.start
        caller = Caller(start.reply_queue)
        if left.messages:
            request = RestartRequest(
                start=start, messages=left.messages, closed_run_id=left.closed_run_id
            )
            await caller.run(RESTART_CONVERSATION, request, "hand over what nobody heard")
        for draft in left.drafts:
            await caller.run(KEEP_DRAFT, draft, f"keep the {draft.status.value} draft")
        if left.replies or left.heard or left.said:
            delivery = Delivery(
                conversation_id=conversation_id_of(start),
                channel=start.channel,
                chat_id=start.chat_id,
                user_id=start.person.user_id,
                locale=start.person.locale,
                timezone=start.person.timezone,
                replies=left.replies,
                heard=left.heard,
                said=left.said,
                again=True,
            )
            delivered = await caller.run(DELIVER, delivery, "last words")
            for report in reports_of(left.replies, delivered):
                await tell_case(report)
