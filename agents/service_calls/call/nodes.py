"""Runs the node that is next: it says something, uses tools, takes in what was told, or routes."""

from pydantic import JsonValue

from agents.service_calls import activity_calls
from agents.service_calls import context as ctx
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.listening import take_in
from agents.service_calls.call.made_tasks import take_up_later_acts
from agents.service_calls.call.node_tools import call_tools, choose_tool
from agents.service_calls.call.speaking import (
    add_unworded,
    add_words_of,
    drop_words_of,
    put_question,
    speak,
)
from agents.service_calls.call.transition import break_off, follow, go_on
from agents.service_calls.context import ADDRESS, ASK, EMAIL, NAME, PHONE
from agents.service_calls.exchange import SummariseCallRequest, WithoutText
from agents.service_calls.graph.next_node import By, Onward, hangs_up, route, skipped
from agents.service_calls.graph.shapes import INTERNAL, ActName, Node, ToolState, Waits
from agents.service_calls.state import KEPT_EXCHANGES, Visit

_NOTES_OF_CHANGES = {
    PHONE: "call {}",
    NAME: "the caller's name is {}",
    EMAIL: "write to {}",
    ADDRESS: "go to {}",
}
"""How a value that is told after the task was made is noted in the task."""


async def step(call: CallAtDesk) -> None:
    """Runs the node that is next, or finds the way on from the one that was answered."""
    state = call.state
    name = state.node
    if name is None:
        return
    node = call.graph.node(name)
    if state.waiting:
        await go_on(call, node, waited=True)
    elif hangs_up(node) and not await may_hang_up(call):
        return
    elif exceeds_limits(call):
        break_off(call, node)
    else:
        await run(call, node)


async def may_hang_up(call: CallAtDesk) -> bool:
    """Not before the goodbye was heard, nor when something else was said behind it. Words that
    no node answered are: a call ends with a goodbye.
    """
    state = call.state
    if state.words and not state.saying and not state.gone:
        add_unworded(call, call.graph.node(state.came_from), WithoutText.ENDS)
    if await speak(call):
        await call.desk.delivered()
    await take_in(call, call.desk.injected())
    interrupted, state.interrupted = state.interrupted, False
    if state.gone or not interrupted or ActName.GOODBYE in state.acts:
        call.desk.let_go(talking=True)
        return True
    before = call.graph.node(state.came_from)
    way = route(call.graph, state, before)
    if way.by is By.DEFAULT:
        way = Onward(node=state.last_waited, by=By.RULE, reason="said before the call was ended")
    follow(call, before, way)
    return False


def exceeds_limits(call: CallAtDesk) -> bool:
    state, limits = call.state, call.limits
    whole = state.steps >= limits.nodes_per_call and not state.ending
    return whole or state.turn_nodes >= limits.nodes_per_turn


def enter(call: CallAtDesk, node: Node) -> None:
    state, name = call.state, node.node_name
    visit = state.visits.setdefault(name, Visit())
    visit.times += 1
    visit.in_a_row = visit.in_a_row + 1 if state.came_from == name else 1
    if state.came_from != name or state.tool_state is not ToolState.FAILED:
        visit.before, visit.at = visit.at, state.changes
    # else it tries again: what changed before it failed is still to be dealt with
    state.entered, state.calls_made, state.tool_state = name, 0, None
    state.steps += 1
    state.turn_nodes += 1
    if node.asks:
        state.options = ()  # what was to be chosen from is over when something else is asked
    call.merge({ctx.PATH: [name]}, "engine")
    call.audit.iteration_started(node, call.graph)


async def run(call: CallAtDesk, node: Node) -> None:
    state, resumed = call.state, call.state.entered == node.node_name
    if not resumed:
        enter(call, node)
    began, before = call.now(), dict(state.context)
    if skipped(node, state):
        drop_words_of(call, node, resumed=resumed)
        await go_on(call, node)
        return
    if node.replies:
        await reply(call, node, resumed=resumed)
    elif node.node_action == INTERNAL:
        await summarise(call, node)
    elif node.extracts:
        await extract(call, node)
    elif node.calls:
        await call_tools(call, node)
        state.visits[node.node_name].at = state.changes  # its own changes are none for it
    elif node.tools and not state.calls_made:
        await choose_tool(call, node)
    flags: dict[str, JsonValue] = {
        f: 1 for f in node.expected_context_fields if f.endswith("_flag")
    }
    call.merge({ctx.FLAGS: flags}, node.node_name)
    call.took = round((call.now() - began).total_seconds() * 1000)
    call.audit.result(node, ctx.changed(before, state.context))
    if not state.waiting:
        await go_on(call, node)


async def reply(call: CallAtDesk, node: Node, *, resumed: bool) -> None:
    state = call.state
    if node.waits and state.joined and (state.acts or state.told):
        state.waiting = state.answered = True  # what was said meanwhile goes first
        drop_words_of(call, node, resumed=resumed)
    elif not resumed:
        add_words_of(call, node)
    if node.waits and not state.waiting and not await takes_up_further(call, node):
        await put_question(call, node)


async def takes_up_further(call: CallAtDesk, node: Node) -> bool:
    """Whether what was said of another task is next, or a matter that was named beside the one
    that is booked now.
    """
    state = call.state
    further = state.further and state.booked
    if not ((further or state.later_acts) and isinstance(node.waits, Waits)):
        return False
    if not await speak(call):
        return False
    if take_up_later_acts(call):
        return True
    state.told[ASK], state.acts = state.further.pop(0), [ActName.NEW_ISSUE]
    return True


async def extract(call: CallAtDesk, node: Node) -> None:
    """Takes in what the customer told of the node's fields."""
    state, fields = call.state, node.expected_context_fields
    known = {f: v for f, v in state.told.items() if f in fields}
    state.told = {f: v for f, v in state.told.items() if f not in fields}
    before = ctx.text(state.context, ASK)
    if known.get(ASK, before) != before:
        state.chosen, state.options, state.ask_before = "", (), before
        state.same_matter = False
    elif state.chosen:
        state.options = ()
    if ctx.text(state.context, "task_id"):
        changed = [f for f in known if known[f] != ctx.text(state.context, f)]
        state.notes += [
            _NOTES_OF_CHANGES[f].format(known[f]) for f in changed if f in _NOTES_OF_CHANGES
        ]
    call.merge(known, node.node_name)
    used = {ActName.ISSUE, ActName.NEW_ISSUE} if ASK in fields else set()
    used |= {ActName.GIVES_DATA} if {PHONE, NAME, EMAIL} & set(fields) else set()
    state.acts = [act for act in state.acts if act not in used]


async def summarise(call: CallAtDesk, node: Node) -> None:
    """Runs nothing; a summarizer puts older exchanges into a few sentences."""
    state = call.state
    if node.agent_profile_type != "summarizer":
        return
    request = SummariseCallRequest(
        **call.asking,
        exchanges=call.exchanges(KEPT_EXCHANGES),
        previous=state.summary,
        language=call.language,
    )
    if not request.exchanges:
        return
    told = await call.ask_model(activity_calls.SUMMARISE_CALL, request)
    if told is not None:
        state.summary = told.summary
