"""What a new run asks the database, so that "no, it was 16.50" works the day after."""

from temporalio import workflow
from temporalio.exceptions import ActivityError, ApplicationError

from domain.conversation import Recalled
from domain.ledger import RecallRequest
from workflows.errands import LEDGER_AGENT
from workflows.options import RECALL_CONVERSATION
from workflows.session import Session
from workflows.tasks import TaskBoard


async def recall(session: Session, board: TaskBoard) -> None:
    """Fills history, recent rows and the task counter. Without the database: a fresh start.

    A local activity: it costs no workflow task, and a conversation begins with a message that
    waits for it.
    """
    request = RecallRequest(
        user_id=session.person.user_id,
        conversation_id=session.conversation_id,
        limit=session.limits.max_history,
    )
    try:
        recalled = await workflow.execute_local_activity(
            RECALL_CONVERSATION.name,
            request,
            result_type=Recalled,
            schedule_to_close_timeout=RECALL_CONVERSATION.start_to_close,
            retry_policy=RECALL_CONVERSATION.retry(session.limits),
        )
    except (ActivityError, ApplicationError):  # a local activity's own failure comes unwrapped
        workflow.logger.warning("conversation.not_recalled")
        return
    session.state.history = recalled.history
    session.state.tasks_started = recalled.tasks_started
    session.state.recalled = True
    for card in recalled.recent:
        board.recall(LEDGER_AGENT, card)
