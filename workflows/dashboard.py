"""What an operator sees: search attributes, current details, the ``status`` query."""

from datetime import datetime
from functools import partial

from pydantic import BaseModel
from temporalio import workflow
from temporalio.common import SearchAttributeKey

from agents.contract import Agent
from domain.conversation import PUBLISHED_STATES, ConversationState, ConversationStatus
from domain.plain_text import escaped_markdown
from workflows.chat import Chat
from workflows.names import SUPERVISOR
from workflows.shared import Session, soundly
from workflows.tasks import TaskBoard, TaskRun

STATE = SearchAttributeKey.for_keyword("StewardState")
AGENT = SearchAttributeKey.for_keyword("StewardAgent")
CHANNEL = SearchAttributeKey.for_keyword("StewardChannel")
QUEUE = SearchAttributeKey.for_keyword("StewardQueue")
URGENCY = SearchAttributeKey.for_keyword("StewardUrgency")
"""Of cases: workflows of agents that people work on, whose status is their state."""
SEARCH_ATTRIBUTES = (STATE, AGENT, CHANNEL, QUEUE, URGENCY)
"""No personal text in these: a codec does not encrypt search attributes."""

HANDLED_SHOWN = 50
_DONE_SHOWN = 3


def active_agent(board: TaskBoard) -> str:
    """Slug of the agent that has the newest task; the supervisor when there is none."""
    slugs = [run.record.agent for run in board.in_chat]
    return slugs[-1] if slugs else SUPERVISOR


def publish(
    session: Session, board: TaskBoard, state: ConversationState, *, whole: bool = True
) -> None:
    """Sets the current details if ``whole``; the search attributes only when the chat has come to
    rest and they changed: each change is an event, and a turn would have several.
    """
    kept = session.state
    if kept.state != state.value:
        kept.state, kept.state_since = state.value, workflow.now()
    agent = active_agent(board)
    published = f"{state.value} {agent}"
    if state in PUBLISHED_STATES and published != kept.published:
        kept.published = published
        workflow.upsert_search_attributes(
            [
                STATE.value_set(state.value),
                AGENT.value_set(agent),
                CHANNEL.value_set(session.start.channel),
            ]
        )
    if whole:
        workflow.set_current_details(details_of(session, board, state))


def details_of(session: Session, board: TaskBoard, state: ConversationState) -> str:
    """Writes the conversation in Markdown: flat lists, for the Web UI runs tables and nesting
    together.

    Agents escape what comes from people, papers and models: an operator's browser shows no link or
    picture of theirs.
    """
    lines = [f"### {state.value.capitalize()} · {session.state.turns} messages so far"]
    for run in board.runs:
        lines += ["", f"#### {run.record.agent} {run.record.number}", "", f"- **{_doing(run)}**"]
        lines += [f"- {fact}" for fact in soundly(run.agent.facts, ())]
        if run.desk.reason:
            lines.append(f"- last decision: {escaped_markdown(run.desk.reason)}")
        missing = soundly(partial(run.agent.missing, session.today()), ())
        if missing:
            lines.append(f"- still needed: {', '.join(missing)}")
    recent = board.recent()[-_DONE_SHOWN:]
    if recent:
        done = (soundly(partial(_line_of, a), "- ?") for a in reversed(recent))
        lines += ["", "Done lately:", "", *done]
    if session.state.degraded:
        lines += ["", "The language model is not answering; rules are in use."]
    return "\n".join(lines)


def _line_of(agent: Agent[BaseModel]) -> str:
    return f"- #{agent.view().number} {' · '.join(agent.facts())}"


def _doing(run: TaskRun) -> str:
    if run.desk.doing:
        return run.desk.doing
    if not run.in_chat:
        return "goes on beside the chat"
    if run.record.resting:
        return "rests until the next message"
    question = run.desk.question
    return f"waits for the person: {question}" if question else "working"


def questions_of(board: TaskBoard) -> tuple[str, ...]:
    """Ids of all questions that are open."""
    return tuple(run.record.question.id for run in board.runs if run.record.question)


def status_of(
    chat: Chat, state: ConversationState, expires_at: datetime | None
) -> ConversationStatus:
    """Answers the ``status`` query."""
    board, kept = chat.board, chat.session.state
    waiting = [run for run in board.runs if run.record.question and run.record.question.said]
    asked = [run.record.question for run in waiting if run.record.question]
    question = next((each for each in asked if each.list_reply), asked[0] if asked else None)
    unhandled = {message.id for message in (*kept.inbox, *kept.pending)}
    handled = [i for i in kept.seen.ids if i not in unhandled]
    return ConversationStatus(
        state=state,
        tasks=board.statuses(),
        waiting_for=waiting[0].desk.question or "" if waiting else "",
        open_question=(question.list_reply or question.reply) if question else None,
        questions=questions_of(board),
        since=kept.state_since,
        expires_at=expires_at,
        handled=tuple(handled[-HANDLED_SHOWN:]),
        turned_away=tuple(kept.turned_away.ids),
        replies_pending=chat.outbox.pending,
        turns=kept.turns,
        degraded=kept.degraded,
        files=board.files_read,
    )
