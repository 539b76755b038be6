"""Deleting everything of one person: asked about in the conversation, done beside it."""

from datetime import timedelta

from temporalio import workflow

with workflow.unsafe.imports_passed_through():
    from pydantic import BaseModel

    from domain.conversation import Limits
    from domain.messages import ButtonPress
    from domain.preferences import Erased, EraseRequest, ErasureStart
    from domain.replies import Choice, Delivery, Reply
    from domain.topics import ConversationTopic, PressAction
    from workflows.options import (
        DELIVER,
        END_CONVERSATIONS,
        ERASE_PERSON,
        MAIN_QUEUE,
        Call,
        Result,
    )
    from workflows.outbox import Outbox
    from workflows.session import Session

WORKFLOW = "erasure"

LAST_ATTEMPTS = timedelta(seconds=20)
"""An attempt of an activity whose conversation was ended goes on no longer than this: one at the
database has 15 s, and a longer one learns of the end with its next heartbeat."""

CONVERSATION_ENDS = timedelta(seconds=1)
"""The conversation that asked has nothing left to do but to end. Waiting for it spares the wait
for ``LAST_ATTEMPTS``."""

MAX_ROUNDS = 10
"""Somebody who goes on writing must not keep their own deletion from ending."""


@workflow.defn(name=WORKFLOW)
class Erasure:
    """Ends the conversations first, then deletes: nothing may write behind the deletion's back.

    What arrives before ERASED is said goes the same way; the person is told so. A conversation
    that begins after the last round is a new one and stays. A crash between the steps goes on
    where it was, and every step may be repeated.
    """

    @workflow.run
    async def run(self, start: ErasureStart) -> None:
        request = EraseRequest(user_id=start.person.user_id, conversation_id=start.conversation_id)
        erased = Erased()
        await workflow.sleep(CONVERSATION_ENDS)
        for _ in range(MAX_ROUNDS):
            ended = await _call(END_CONVERSATIONS, request, "end the conversations")
            if ended.running:
                await workflow.sleep(LAST_ATTEMPTS)
            erased += await _call(ERASE_PERSON, request, "delete what is kept")
            if not ended.running:
                break
        await _call(DELIVER, _told(start, erased), "say that it is done", start.reply_queue)


def _told(start: ErasureStart, erased: Erased) -> Delivery:
    """That everything is gone, which no transcript must remember."""
    facts = {name: str(number) for name, number in erased.model_dump().items()}
    reply_id = f"{workflow.info().workflow_id}/r1"
    return Delivery(
        conversation_id=start.conversation_id,
        channel=start.channel,
        chat_id=start.chat_id,
        user_id=start.person.user_id,
        locale=start.person.locale,
        timezone=start.person.timezone,
        replies=(Reply(id=reply_id, topic=ConversationTopic.ERASED, facts=facts),),
        recorded=False,
    )


async def _call(
    call: Call[Result], request: BaseModel, summary: str, queue: str | None = None
) -> Result:
    result: Result = await workflow.execute_activity(
        call.name,
        request,
        result_type=call.result,
        task_queue=call.queue or queue,
        start_to_close_timeout=call.start_to_close,
        heartbeat_timeout=call.heartbeat,
        retry_policy=call.retry(Limits()),
        summary=summary,
    )
    return result


class Erasing:
    """The question in the conversation, and what becomes of it."""

    def __init__(self, session: Session, outbox: Outbox) -> None:
        self._session = session
        self._outbox = outbox
        self.wanted = False
        """The person has confirmed: the conversation ends, and the erasure begins."""

    def ask(self) -> None:
        """Puts the question; buttons of an earlier one go stale."""
        subject = f"erase:{workflow.uuid4()}"
        self._session.state.erase_question = subject
        choices = [
            Choice(press=ButtonPress(action=action, subject=subject))
            for action in (PressAction.ERASE, PressAction.KEEP_DATA)
        ]
        self._outbox.say(ConversationTopic.ASK_ERASE, choices=choices)

    def press(self, press: ButtonPress) -> None:
        """Only the buttons of the question that was put last count, and only once."""
        question, state = press.subject, self._session.state
        if not question or question != state.erase_question:
            self._outbox.say(ConversationTopic.STALE_BUTTON)
            return
        state.erase_question = ""
        self.wanted = press.action == PressAction.ERASE
        self._outbox.say(ConversationTopic.ERASING if self.wanted else ConversationTopic.ERASE_KEPT)

    async def begin(self) -> None:
        """Starts the erasure, which outlives this conversation and deletes it.

        Its id says nothing about the person: ids stay in the server's logs.
        """
        start = self._session.start
        await workflow.start_child_workflow(
            WORKFLOW,
            ErasureStart(
                person=start.person,
                conversation_id=self._session.conversation_id,
                channel=start.channel,
                chat_id=start.chat_id,
                reply_queue=start.reply_queue,
            ),
            id=f"{WORKFLOW}:{workflow.uuid4()}",
            task_queue=MAIN_QUEUE,
            parent_close_policy=workflow.ParentClosePolicy.ABANDON,
        )
