"""From one node to the next: takes the way that ``graph.next_node`` finds, or a model chooses."""

from pydantic import JsonValue
from temporalio import workflow

from agents.service_calls import activity_calls
from agents.service_calls import context as ctx
from agents.service_calls.call.at_desk import CallAtDesk
from agents.service_calls.call.made_tasks import (
    CORRECTED,
    REPLACED,
    keep_visit,
    put_away,
    replace_task,
)
from agents.service_calls.call.speaking import (
    add_texts,
    add_words_of,
    part_of,
    put_question,
    repeat_last_words,
)
from agents.service_calls.context import ASK, COURSE
from agents.service_calls.exchange import CallEnd, NavigateRequest, Way
from agents.service_calls.graph.next_node import By, Onward, goodbye_of, route, ways_for_model
from agents.service_calls.graph.shapes import ActName, Condition, GlobalCondition, Node

_VISIT_STAYS = frozenset({"unscheduled", "no_slot", CORRECTED})
"""Courses by which a visit that is booked stays as it is."""


def break_off(call: CallAtDesk, node: Node) -> None:
    """More nodes than a turn or a call may have: back to where it waited, or to the end."""
    state = call.state
    workflow.logger.warning(
        "graph.too_many_nodes", extra={"task_id": state.task_id, "node": node.node_name}
    )
    ending = state.steps >= call.limits.nodes_per_call
    goal = (goodbye_of(call.graph) if ending else None) or state.last_waited
    state.turn_nodes, state.ending = 0, ending
    state.outcome = state.outcome or CallEnd.FAILED
    follow(call, node, Onward(node=goal or None, by=By.LIMIT, reason="graph.too_many_nodes"))


async def go_on(call: CallAtDesk, node: Node, *, waited: bool = False) -> None:
    way = route(call.graph, call.state, node, waited=waited)
    judged = way.intents or may_choose(node, way)
    # Silence means nothing that could be judged.
    if (judged and call.state.words) or call.graph.navigator == "always":
        way = await ask_navigator(call, node, way)
    if waited:
        call.state.waiting = call.state.answered = False
    follow(call, node, way)
    if way.stays:
        await put_question(call, node)


def follow(call: CallAtDesk, node: Node, way: Onward) -> None:
    """Takes a way: uses up its acts, takes on what it sets, says what it says."""
    state = call.state
    state.acts = [act for act in state.acts if act not in way.used]
    if way.node is not None and ActName.NEW_ISSUE in way.used:
        file_matter(call)
    for condition in (*way.talk, *filter(None, (way.condition,))):
        set_values(call, condition)
        if isinstance(condition, GlobalCondition):
            if condition.repeats and condition.child_node is None:
                repeat_last_words(call, node)
            part = part_of(node, fixed=condition.words == "fixed")
            part = part.model_copy(update={"goal": condition.condition, "role": "", "example": ""})
            add_texts(call, part, condition.say)
    call.merge({ctx.NEXT: way.node or ""}, "engine")
    call.audit.navigated(node, way, call.took)
    state.came_from = node.node_name
    state.entered = node.node_name if way.stays else ""
    if not way.stays:
        state.node = way.node
        if goodbye_of(call.graph) == way.node:
            state.acts = []  # what is said from now on is said behind the goodbye
            if state.corrected:
                keep_visit(call, "unscheduled")
            state.options = ()
        return
    if not any(condition.repeats for condition in way.talk):
        add_words_of(call, node, again=True)


def set_values(call: CallAtDesk, condition: Condition) -> None:
    state = call.state
    for name, value in condition.sets.items():
        if name == "outcome":
            state.outcome = CallEnd(value)
        elif name == "priority":
            state.priority = value
        else:
            if name == COURSE and value in _VISIT_STAYS and state.booked:
                keep_visit(call, value)
            if name == COURSE and value == REPLACED:
                replace_task(call)
            state.options = () if name == ctx.SERVICE else state.options
            call.merge({name: value}, "engine")


def file_matter(call: CallAtDesk) -> None:
    """Files the matter that a task was made for; the customer stays who they are. What waits
    for tools to be back is one matter with the further one.
    """
    state = call.state
    if not ctx.text(state.context, "task_id"):
        ask, more = ctx.text(state.context, ASK), state.told.get(ASK)
        if state.later_from and ask and more:
            state.told[ASK] = f"{ask}, {more}"
        return
    put_away(call)
    for visit in state.visits.values():
        visit.times = 0
    state.unknown.clear()
    state.priority = "normal"
    if state.outcome is not CallEnd.UNCONFIRMED:
        state.outcome = None
    call.merge({COURSE: "next_issue"}, "engine")


def may_choose(node: Node, way: Onward) -> bool:
    """Whether the node leaves its ways to a model: not what holds in every node."""
    everywhere = isinstance(way.condition, GlobalCondition) or way.stays
    return node.navigator == "model" and not everywhere


async def ask_navigator(call: CallAtDesk, node: Node, way: Onward) -> Onward:
    """What a model makes of it where no rule decides, or where the node leaves it to a model;
    ``always``: only to compare. Without an answer, or with a way that was not offered, the rules'
    way is taken.
    """
    state, chooses = call.state, may_choose(node, way)
    meant: dict[str, Condition] = {c.child_node: c for c in way.intents if c.child_node}
    offered = {c.child_node: c for c in node.branching_conditions if c.child_node}
    if chooses:
        offered = meant = ways_for_model(state, node)
    ways = [
        Way(node=name, role=other.role, goal=other.node_goal, condition=c.condition)
        for name, c in offered.items()
        if (other := call.graph.node(name))
    ]
    request = NavigateRequest(
        **call.asking,
        node=node.node_name,
        ways=tuple(ways),
        default=node.default_next_node,
        exchanges=call.exchanges(3),
        context=ctx.active(state.context),
        flags=_mapping(state.context.get(ctx.FLAGS)),
        path=ctx.path(state.context),
        words=tuple(state.words),
        persona=call.persona("node_navigator_agent"),
        summary=state.summary,
    )
    told = await call.ask_model(activity_calls.NAVIGATE, request)
    chosen = meant.get(told.next_node_to_go_to or "") if told is not None else None
    decided = way.by is not By.DEFAULT and not chooses
    unanswered = chooses and told is not None and told.by == By.DEFAULT
    if told is None or chosen is None or decided or unanswered or chosen is way.condition:
        return way
    return Onward(
        node=chosen.child_node,
        by=By.INTENT,
        reason=told.reason or chosen.condition,
        condition=chosen,
        talk=way.talk,
        used=way.used,
    )


def _mapping(value: JsonValue) -> dict[str, JsonValue]:
    return value if isinstance(value, dict) else {}
