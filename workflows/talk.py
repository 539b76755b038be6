"""Answers to talk that is for no agent, and summaries of what was said before."""

from temporalio import workflow

from domain.messages import Message
from domain.topics import GeneralAnswer, GeneralTopic
from domain.understanding import Conversed, ConverseRequest, Said, SummariseRequest
from workflows.activity_calls import (
    CONVERSE,
    CONVERSE_BY_RULES,
    SUMMARISE,
    SUMMARISE_BY_RULES,
    ActivityFailed,
)
from workflows.outbox import Outbox
from workflows.shared import Session, label_of
from workflows.tasks import TaskBoard


class Talk:
    """Words of a model or of rules about what concerns no agent."""

    def __init__(self, session: Session, outbox: Outbox, board: TaskBoard) -> None:
        self._session = session
        self._outbox = outbox
        self._board = board

    async def converse(self, message: Message) -> None:
        """Answers what concerns no agent."""
        request = self.request_of(message)
        caller, which = self._session.caller, label_of([message])
        doing = f"{which} · answer by rules"
        answer: Conversed = await caller.run(CONVERSE_BY_RULES, request, doing)
        if not answer.settled and self._session.limits.has_model:
            answer = await caller.run(CONVERSE, request, f"{which} · answer")
        self._outbox.note_degraded(answer)
        if answer.topic is not None:
            self._outbox.say(GeneralTopic(about=answer.topic))
        else:
            self._outbox.say(GeneralAnswer(text=answer.text))

    def request_of(self, message: Message) -> ConverseRequest:
        return ConverseRequest(
            person=self._session.person,
            said=Said(message_id=message.id, text=message.text, sent_at=message.sent_at),
            tasks=self._board.views(),
            history=self._session.history(),
            summary=self._session.state.history.summary,
            agents=tuple(agent.card for agent in self._board.agents.served.values()),
        )

    async def summarise(self, limit: int) -> None:
        """Folds the older part of the history into its summary."""
        history = self._session.state.history
        older = history.overflow(limit)
        request = SummariseRequest(
            person=self._session.person, entries=older, previous=history.summary
        )
        call = SUMMARISE if self._session.limits.has_model else SUMMARISE_BY_RULES
        try:
            summarised = await self._session.caller.run(call, request, "summarise older messages")
        except ActivityFailed as failure:
            # Only context is lost: the transcript has every message.
            workflow.logger.warning("history.not_summarised", extra={"code": failure.code})
            history.folded(len(older), history.summary)
            return
        history.folded(len(older), summarised.summary)
