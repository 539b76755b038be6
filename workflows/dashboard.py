"""What an operator sees: search attributes, current details, the ``status`` query."""

from collections.abc import Sequence
from datetime import datetime

from temporalio import workflow
from temporalio.common import SearchAttributeKey

from domain.conversation import ConversationState, ConversationStatus
from domain.plain_text import escaped_markdown
from domain.replies import Card
from workflows.outbox import Outbox
from workflows.session import Session
from workflows.task_run import TaskRun
from workflows.tasks import TaskBoard

STATE = SearchAttributeKey.for_keyword("StewardState")
AGENT = SearchAttributeKey.for_keyword("StewardAgent")
CHANNEL = SearchAttributeKey.for_keyword("StewardChannel")
SEARCH_ATTRIBUTES = (STATE, AGENT, CHANNEL)
"""No personal text in these: a codec does not encrypt search attributes."""

_LABELS = {"occurred_on": "date"}

SUPERVISOR = "supervisor"
HANDLED_SHOWN = 50


def active_agent(board: TaskBoard) -> str:
    """Slug of the agent that has the newest task; the supervisor when there is none."""
    slugs = [run.record.agent for run in board.runs]
    return slugs[-1] if slugs else SUPERVISOR


def publish(session: Session, board: TaskBoard, state: ConversationState, *, changed: bool) -> None:
    """Sets the current details, and the search attributes when they changed."""
    if changed:
        workflow.upsert_search_attributes(
            [
                STATE.value_set(state.value),
                AGENT.value_set(active_agent(board)),
                CHANNEL.value_set(session.start.channel),
            ]
        )
    workflow.set_current_details(details_of(session, board, state))


def details_of(session: Session, board: TaskBoard, state: ConversationState) -> str:
    """The conversation in Markdown: flat lists, for the Web UI runs tables and nesting together.

    Names and reasons come from people, receipts and models, so they are escaped: an operator's
    browser shows no link or picture of theirs.
    """
    lines = [f"### {state.value.capitalize()} · {session.state.turns} messages so far"]
    for run in board.runs:
        lines += ["", f"#### {run.record.agent} {run.record.number}", "", f"- **{_doing(run)}**"]
        lines += [f"- {fact}" for fact in _facts(run.agent.shown())]
        if run.desk.reason:
            lines.append(f"- last decision: {escaped_markdown(run.desk.reason)}")
        missing = run.agent.missing(run.desk)
        if missing:
            lines.append(f"- still needed: {', '.join(missing)}")
    recent = board.recent_cards()
    if recent:
        lines += ["", "Saved lately:", "", *(f"- {_line(card)}" for card in reversed(recent[-3:]))]
    if session.state.degraded:
        lines += ["", "The language model is not answering; the offline engine is in use."]
    return "\n".join(lines)


def _doing(run: TaskRun) -> str:
    if run.desk.doing:
        return run.desk.doing
    question = run.desk.question
    return f"waits for the person: {question.value}" if question else "working"


def _facts(card: Card) -> list[str]:
    facts = {
        "merchant": card.merchant,
        "item": card.item,
        "amount": f"{card.amount} {card.currency}" if card.amount is not None else None,
        "occurred_on": card.occurred_on.isoformat() if card.occurred_on else None,
        "category": card.category,
    }
    sources = card.provenance
    return [
        f"{_LABELS.get(name, name)}: {_fact(name, value)}"
        + (f" ({sources[name].source})" if name in sources else "")
        for name, value in facts.items()
        if value
    ]


def _fact(name: str, value: str) -> str:
    """Amounts and dates are Steward's own writing; the rest may hold anything."""
    return value if name in {"amount", "occurred_on"} else escaped_markdown(value)


def _line(card: Card) -> str:
    name = escaped_markdown(card.merchant or card.item or "")
    return f"#{card.number} {name} · {card.amount} {card.currency}"


def status_of(  # noqa: PLR0913 - the facts of one answer
    session: Session,
    board: TaskBoard,
    outbox: Outbox,
    *,
    state: ConversationState,
    since: datetime,
    expires_at: datetime | None,
    open_ids: Sequence[str],
) -> ConversationStatus:
    """The answer of the ``status`` query."""
    waiting = [run for run in board.runs if run.record.question and run.record.question.said]
    question = waiting[0].record.question if waiting else None
    unhandled = set(open_ids)
    handled = [i for i in session.state.seen.ids if i not in unhandled]
    return ConversationStatus(
        state=state,
        tasks=board.statuses(),
        waiting_for=waiting[0].desk.question or "" if waiting else "",
        open_question=question.reply if question else None,
        since=since,
        expires_at=expires_at,
        handled=tuple(handled[-HANDLED_SHOWN:]),
        replies_pending=outbox.pending,
        turns=session.state.turns,
        degraded=session.state.degraded,
    )
