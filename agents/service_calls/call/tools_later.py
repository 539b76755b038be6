"""Tools that failed during a call: they are called again when it is over."""

from datetime import timedelta

from temporalio import workflow

from agents.service_calls import activity_calls
from agents.service_calls import context as ctx
from agents.service_calls.audit import unwritten, written
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.node_tools import call_tools
from agents.service_calls.graph.next_node import route
from agents.service_calls.graph.shapes import ToolState
from agents.service_calls.state import Visit

FIRST_TRY = timedelta(seconds=30)
LONGEST_PAUSE = timedelta(minutes=10)


async def finish(call: CallAtDesk) -> None:
    """Writes the end; then does what the tools could not do during the call."""
    state = call.state
    await _record_end(call)
    left, pause = timedelta(hours=call.limits.tools_later_hours), FIRST_TRY
    if ctx.missing(state.context) or ctx.text(state.context, "task_id"):
        return
    while state.later_from is not None:
        if state.waited + pause > left:
            workflow.logger.warning("call.given_up", extra={"task_id": state.task_id})
            break
        await call.desk.listen(pause)
        state.waited, pause = state.waited + pause, min(pause * 2, LONGEST_PAUSE)
        if await call_once_more(call):
            await _record_end(call)


async def _record_end(call: CallAtDesk) -> None:
    request = unwritten(call.state, call.desk, call.state.outcome)
    await call.desk.call(
        activity_calls.RECORD_CALL.until_it_works(), request, activity_calls.RECORD_CALL.name
    )
    written(call.state, request)


async def call_once_more(call: CallAtDesk) -> bool:
    """Runs what failed, tools alone and without times. Whether it worked."""
    state = call.state
    name = state.later_from
    while name is not None:
        node = call.graph.node(name)
        if node.replies or not node.calls:
            break
        state.tool_state, state.calls_made = None, 0
        visit = state.visits.setdefault(name, Visit())
        visit.in_a_row, state.came_from = 1, name
        await call_tools(call, node, later=True)
        if state.tool_state is ToolState.FAILED:
            state.later_from = name
            return False
        way = route(call.graph, state, node)
        name = way.node
    state.later_from = None
    return True
