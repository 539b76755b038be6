"""What a call's log says of each step: kept in the state until it is written."""

from collections.abc import Iterable

from pydantic import JsonValue

from agents.contract import Desk, HandlerDesk
from agents.service_calls import context as ctx
from agents.service_calls.exchange import (
    CallEnd,
    CallRow,
    Change,
    LogKind,
    LogLine,
    RecordRequest,
    ServiceToolResult,
)
from agents.service_calls.graph.next_node import Onward
from agents.service_calls.graph.shapes import Graph, Node, NodeToolCall
from agents.service_calls.state import ServiceCallState

_LOGGED = "full"
_MOST_LINES = 400
"""Waiting to be written while a database is away; then the oldest are let go."""


class Audit:
    """``log`` as the setting ``LLM_LOG``: without ``full`` no words of anybody are kept at all."""

    def __init__(self, state: ServiceCallState, log: str) -> None:
        self._state = state
        self._log = log

    def started(self) -> None:
        state = self._state
        self._note(
            LogKind.STARTED,
            {"agent_session_id": state.agent_session_id, "graph": state.graph_sha256},
        )

    def ended(self, outcome: CallEnd, missing: Iterable[str]) -> None:
        state = self._state
        self._note(
            LogKind.ENDED,
            {
                "agent_session_id": state.agent_session_id,
                "outcome": outcome.value,
                "iterations": state.steps,
                "missing": list(missing),
                "hangup_status": ctx.text(state.context, "hangup_status"),
            },
        )

    def iteration_started(self, node: Node, graph: Graph) -> None:
        """The beginning of a step and the context that it finds."""
        state, context = self._state, self._state.context
        words: dict[str, JsonValue] = {"customer": " ".join(state.words)}
        self._note(
            LogKind.ITERATION_STARTED,
            {"number": state.steps, "node": node.node_name, "action": node.node_action},
            words,
        )
        fields = {f: ctx.meaningful(context.get(f)) for f in graph.fields}
        self._note(
            LogKind.CONTEXT,
            {
                "before": state.came_from,
                "node": node.node_name,
                "flags": context.get(ctx.FLAGS),
                "missing": list(ctx.missing(context)),
                "set": [f for f, known in fields.items() if known],
                "path": context.get(ctx.PATH),
            },
            {
                "fields": ctx.active(context),
                "messages": list(ctx.exchanges(context, 5)),
            },
        )

    def result(self, node: Node, changed: Iterable[str]) -> None:
        """What the agent of a step brought."""
        state, names = self._state, list(changed)
        values = {f: state.context.get(f) for f in names if f not in {ctx.PATH, ctx.EXCHANGES}}
        self._note(
            LogKind.RESULT,
            {"node": node.node_name, "agent": node.agent_profile_type, "fields": [*names]},
            values,
        )

    def navigated(self, node: Node, way: Onward, milliseconds: int) -> None:
        """Where a step led, and its end."""
        state = self._state
        self._note(
            LogKind.NAVIGATED,
            {
                "from": node.node_name,
                "to": way.node,
                "by": way.by.value,
                "condition": way.condition.condition if way.condition else "",
                "reason": way.reason,
                "acts": [act.value for act in way.used],
            },
        )
        self._note(
            LogKind.ITERATION_ENDED,
            {
                "number": state.steps,
                "node": node.node_name,
                "action": node.node_action,
                "replied": node.replies,
                "next": way.node,
                "milliseconds": milliseconds,
            },
        )

    def tool(self, node: Node, use: NodeToolCall, result: ServiceToolResult) -> None:
        told = {"status", "code", "replayed", "milliseconds"}
        known = result.model_dump(mode="json", include=told)
        body = {"node": node.node_name, "server": use.server, "tool": use.tool, **known}
        self._note(LogKind.TOOL, body, dict(result.values))

    def turn(self, customer: str, agent: str, by: str, refused: str) -> None:
        body: dict[str, JsonValue] = {"by": by, "refused": refused}
        self._note(LogKind.TURN, body, {"customer": customer, "agent": agent})

    def changed(self, field: str, before: JsonValue, after: JsonValue, source: str) -> None:
        """A field of the context said something else, or says something for the first time."""
        if field in {ctx.PATH, ctx.EXCHANGES, ctx.FLAGS, ctx.NEXT}:
            return
        state = self._state
        state.audited += 1
        change = Change(n=state.audited, field=field, before=before, after=after, source=source)
        state.audit = [*state.audit, change][-_MOST_LINES:]

    def _note(
        self,
        kind: LogKind,
        body: dict[str, JsonValue],
        private: dict[str, JsonValue] | None = None,
    ) -> None:
        if self._log == "off":
            return
        state = self._state
        state.logged += 1
        told = private if private is not None and self._log == _LOGGED else {}
        line = LogLine(step=state.logged, kind=kind, body=body, private=told)
        state.lines = [*state.lines, line][-_MOST_LINES:]


def unwritten(
    state: ServiceCallState, desk: Desk | HandlerDesk, outcome: CallEnd | None = None
) -> RecordRequest:
    """All that is to be written now; with an outcome the call is over."""
    row, lines, changes = row_of(state, desk, outcome), tuple(state.lines), tuple(state.audit)
    return RecordRequest(row=row, lines=lines, changes=changes)


def written(state: ServiceCallState, request: RecordRequest) -> None:
    """It is: the state need not keep it any longer."""
    del state.lines[: len(request.lines)]
    del state.audit[: len(request.changes)]


def row_of(
    state: ServiceCallState, desk: Desk | HandlerDesk, outcome: CallEnd | None = None
) -> CallRow:
    """The call as its table has it now."""
    context = state.context
    ends = (state.ends, state.booked.to_ts if state.booked else None)
    return CallRow(
        task_id=state.task_id,
        agent_session_id=state.agent_session_id,
        conversation_id=desk.conversation_id,
        user_id=desk.person.user_id,
        channel=desk.channel,
        graph_sha256=state.graph_sha256,
        started_at=state.started_at,
        ended=outcome is not None,
        outcome=outcome,
        hangup_status=ctx.text(context, "hangup_status"),
        nodes=state.steps,
        tool_ok=state.tool_ok,
        tool_failed=state.tool_failed,
        main_ask=ctx.text(context, ctx.ASK),
        service=ctx.text(context, ctx.SERVICE),
        customer_ref=ctx.text(context, "customer_id"),
        task_ref=ctx.text(context, "task_id"),
        erasable=state.created,
        booked_until=max(filter(None, ends), default=None),
    )
