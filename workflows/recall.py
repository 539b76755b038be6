"""What a new run asks the database, so that "no, it was 16.50" works the day after."""

from collections.abc import Iterable

from temporalio import workflow

from domain.history import History
from domain.ledger import RecallRequest
from domain.messages import Message
from workflows.calls import run_local
from workflows.errands import LEDGER_AGENT
from workflows.failures import ActivityFailed
from workflows.options import RECALL_CONVERSATION
from workflows.session import Session
from workflows.tasks import TaskBoard


async def recall(session: Session, board: TaskBoard, inbox: Iterable[Message]) -> None:
    """Fills history, recent rows and the task counter. Without the database: a fresh start.

    The channel has written the messages of ``inbox`` to the transcript already; they are left out,
    for they join the history when they are taken.

    A local activity: it costs no workflow task, and a conversation begins with a message that
    waits for it.
    """
    request = RecallRequest(
        user_id=session.person.user_id,
        conversation_id=session.conversation_id,
        limit=session.limits.max_history,
    )
    try:
        recalled = await run_local(session, RECALL_CONVERSATION, request)
    except ActivityFailed as failure:
        workflow.logger.warning("conversation.not_recalled", extra={"code": failure.code})
        return
    if not session.state.history.entries:
        waiting = {message.sent_at for message in inbox}
        entries = [entry for entry in recalled.history.entries if entry.at not in waiting]
        session.state.history = History(entries=entries, summary=recalled.history.summary)
    session.state.tasks_started = max(session.state.tasks_started, recalled.tasks_started)
    session.state.recalled = True
    for card in recalled.recent:
        board.recall(LEDGER_AGENT, card)
