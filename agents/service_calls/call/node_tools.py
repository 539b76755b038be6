"""Tools that a node calls, in the order of its file or chosen by a model. A tool is never run again
for words that come meanwhile.
"""

import asyncio
from collections.abc import Sequence

from pydantic import JsonValue

from agents.service_calls import activity_calls
from agents.service_calls import context as ctx
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.speaking import add_texts, choose_text, part_of, speak
from agents.service_calls.call.tool_requests import cancels, request_for, took
from agents.service_calls.context import ASK
from agents.service_calls.exchange import (
    CallEnd,
    ChooseToolRequest,
    MatchRequest,
    ServiceToolResult,
    ServiceToolStatus,
)
from agents.service_calls.graph.next_node import HANG_UP, holds
from agents.service_calls.graph.shapes import SLOTS, STEWARD, ActName, Node, NodeToolCall, ToolState
from agents.service_calls.state import EXAMPLE
from domain.failures import ActivityFailed

NOTE_PLACE = "{note}"
KEPT_OF_ASK = 200
"""Characters of a matter that was told in several messages."""


async def call_tools(call: CallAtDesk, node: Node, *, later: bool = False) -> None:
    """The node's tools in their order; neighbours that are parallel side by side."""
    state = call.state
    waiting = list(node.calls[state.calls_made :])
    while waiting:
        batch = [waiting.pop(0)]
        while batch[0].parallel and waiting and waiting[0].parallel:
            batch.append(waiting.pop(0))
        wanted = [use for use in batch if is_wanted(call, use, node, later=later)]
        if any(use.tool in state.unknown for use in wanted):
            state.tool_state = ToolState.FAILED
            return
        results = await call_together(call, wanted)
        known = ctx.text(state.context, ctx.SERVICE)
        for use, result in zip(wanted, results, strict=True):
            take_result(call, use, result, node)
        for result in results:
            if result.offered:
                await match_service(call, result, known, node)
        join_matters(call, known)
        if state.tool_state in {ToolState.FAILED, ToolState.CONFLICT, ToolState.AMBIGUOUS}:
            waiting = []
        state.calls_made = len(node.calls) - len(waiting)
    if not later:
        await add_words_of_tools(call, node)


async def call_together(
    call: CallAtDesk, wanted: Sequence[NodeToolCall]
) -> Sequence[ServiceToolResult]:
    """One alone is awaited as it is: what it came to is taken in also when a cancel comes."""
    if len(wanted) == 1:
        return [await call_tool(call, wanted[0])]
    return await asyncio.gather(*(call_tool(call, use) for use in wanted))


def is_wanted(call: CallAtDesk, use: NodeToolCall, node: Node, *, later: bool) -> bool:
    if later and (SLOTS in use.results or any(a.slot for a in use.arguments.values())):
        return False  # nothing is booked when the customer is not there any more
    if "task_id" in use.results and ctx.missing(call.state.context):
        return False  # whatever a graph says: no task without a matter and a number
    return use.if_ is None or holds(use.if_, call.state, node.node_name)


async def call_tool(
    call: CallAtDesk, use: NodeToolCall, arguments: dict[str, JsonValue] | None = None
) -> ServiceToolResult:
    """With the arguments that the graph names, or with these."""
    state, user = call.state, call.desk.person
    spoke_at = state.now or call.now()
    request = request_for(use, call.graph, state, user.user_id, spoke_at)
    if use.server == STEWARD:
        own = {"person": user, "conversation_id": call.desk.conversation_id, "at": spoke_at}
        request = request.model_copy(update=own)
    if arguments is not None:
        request = request.model_copy(update={"arguments": arguments})
    state.pending = request
    try:
        result = await call.desk.call(activity_calls.CALL_TOOL, request, use.tool)
    except ActivityFailed as failure:
        result = ServiceToolResult(status=ServiceToolStatus.FAILED, code=failure.code)
    state.pending = None
    return result


async def pass_on(call: CallAtDesk, number: str, notes: Sequence[str]) -> bool:
    """Whether notes for another task than the one that is spoken of went to the business."""
    state = call.state
    task = next((each for each in state.issues if each.get("task_number") == number), None)
    noting = [
        (use, name)
        for node in call.graph.nodes
        for use in node.calls
        for name, argument in use.arguments.items()
        if argument.text == NOTE_PLACE and "task_id" in use.arguments
    ]
    if task is None or not noting:
        return False
    use, name = noting[0]
    told = " ".join(f"Note: {note.rstrip('.')}." for note in notes)
    result = await call_tool(call, use, {"task_id": task["task_id"], name: told})
    state.tools_done[use.tool] = state.tools_done.get(use.tool, 0) + 1
    return result.status is ServiceToolStatus.OK


async def match_service(
    call: CallAtDesk, result: ServiceToolResult, known: str, node: Node
) -> None:
    """Where rules did not find just one of the items on offer, a model says which is meant."""
    state = call.state
    likely = (*result.candidates, known)
    asked = MatchRequest(
        **call.asking,
        wanted=ctx.text(state.context, ASK),
        services=tuple(sorted(result.offered, key=lambda item: item.name not in likely)),
        known=known,
        words=tuple(state.words),
        exchanges=call.exchanges(3),
    )
    told = await call.ask_model(activity_calls.MATCH, asked)
    if told is None or not told.names:
        return
    one = told.names[0] if len(told.names) == 1 else ""
    state.options = () if one else told.names
    state.tool_state = ToolState.OK if one else ToolState.AMBIGUOUS
    call.merge({result.sought: one}, node.node_name)


def take_result(call: CallAtDesk, use: NodeToolCall, result: ServiceToolResult, node: Node) -> None:
    state = call.state
    updates, meaning = took(use, result, state)
    if result.status is ServiceToolStatus.OK and any(a.photos for a in use.arguments.values()):
        state.files = []
    call.merge(updates, node.node_name)
    call.audit.tool(node, use, result)
    worst = {ToolState.FAILED: 3, ToolState.CONFLICT: 3, ToolState.AMBIGUOUS: 2}
    if state.tool_state is None or worst.get(meaning, 1) >= worst.get(state.tool_state, 1):
        state.tool_state = meaning
    if SLOTS in use.results:
        told = {ActName.PREFERS_TIME, ActName.ASKS_TIMES}
        state.acts = [act for act in state.acts if act not in told]
    if result.status is ServiceToolStatus.UNKNOWN:
        state.outcome = CallEnd.UNCONFIRMED
    elif cancels(use) and result.status is ServiceToolStatus.OK:
        state.outcome = CallEnd.CANCELLED
    elif result.status is ServiceToolStatus.OK and state.booked is not None:
        state.outcome = None
    if meaning is ToolState.FAILED and use.tool != HANG_UP:
        state.later_from = node.node_name
    elif state.later_from == node.node_name:
        state.later_from = None
    if use.tool == HANG_UP:
        ended = meaning is ToolState.OK
        status = "success" if ended else "failed"
        call.merge({"hangup_status": status, "call_ended": ended or None}, node.node_name)


def join_matters(call: CallAtDesk, known: str) -> None:
    """Puts the earlier words for the matter before the newer ones where both are about the same
    service, so that the business reads both.
    """
    state, ask = call.state, ctx.text(call.state.context, ASK)
    service = ctx.text(state.context, ctx.SERVICE)
    failed = state.booked is not None and state.tool_state is ToolState.FAILED
    if not state.ask_before or not service or state.options or failed:
        return
    before, state.ask_before = state.ask_before, ""
    known = ctx.text(state.corrected, ctx.SERVICE) or known
    if state.booked is not None and service != known:
        state.corrected = state.corrected or {ASK: before, ctx.SERVICE: known}
    elif service == known and (state.booked or ActName.DENY not in state.acts):
        state.corrected = {}
        state.same_matter = True
        if ctx.text(state.context, "task_id"):
            state.notes.append(ask)
        if not state.told_by_model:  # that is the whole of it
            room = max(0, KEPT_OF_ASK - len(ask))
            call.merge({ASK: f"{before[:room]}, {ask}"}, "engine")


async def add_words_of_tools(call: CallAtDesk, node: Node) -> None:
    """What is said of tools that ran; of failed ones at once, since more tries take their
    time.
    """
    said = choose_text(call, node)
    if said is None:
        return
    add_texts(call, part_of(node, visit=call.state.visits[node.node_name].times), said)
    if call.state.tool_state is ToolState.FAILED:
        await speak(call)


async def choose_tool(call: CallAtDesk, node: Node) -> None:
    """A model chooses one of the node's tools; without one, none is called."""
    state = call.state
    if not call.desk.limits.has_model:
        state.tool_state = ToolState.EMPTY
        return
    request = ChooseToolRequest(
        **call.asking,
        node=node.node_name,
        role=node.role,
        goal=node.node_goal,
        example=node.prompt_templates[:EXAMPLE],
        tools=node.tools,
        context=ctx.active(state.context),
        words=tuple(state.words),
        summary=state.summary,
    )
    try:
        chosen = await call.desk.consider(
            activity_calls.CHOOSE_TOOL, request, activity_calls.CHOOSE_TOOL.name
        )
    except ActivityFailed:
        state.tool_state = ToolState.FAILED
        return
    if chosen is None or chosen.tool not in node.tools:
        state.tool_state = ToolState.EMPTY
        return
    server, _, tool = chosen.tool.partition(".")
    own = [field for field in node.expected_context_fields if not field.endswith("_flag")]
    results = {field: f"/{field}" for field in own}  # of the same names
    use = NodeToolCall(tool=tool, server=server, results=results)
    result = await call_tool(call, use, chosen.arguments)
    take_result(call, use, result, node)
    state.calls_made = 1
