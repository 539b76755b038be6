"""Which node comes next: a pure function of the graph and the call's state.

Global conditions come first, then the node's own rules in their order, then its intents, which
only a model can judge, then the default. Flags decide nothing.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from pydantic import JsonValue

from agents.service_calls.context import meaningful, path
from agents.service_calls.graph.shapes import (
    REPLACES,
    ActName,
    Condition,
    GlobalCondition,
    Graph,
    Node,
    Rule,
)
from agents.service_calls.state import ServiceCallState, Visit

HANG_UP = "call_hangup"
"""The tool that ends a call."""


class By(StrEnum):
    """Who decided what comes next."""

    RULE = "rule"
    INTENT = "intent"
    DEFAULT = "default"
    LIMIT = "limit"


@dataclass(frozen=True)
class Onward:
    """Where a call goes from a node. ``talk``: global conditions that only say something."""

    node: str | None
    by: By
    reason: str = ""
    condition: Condition | None = None
    stays: bool = False
    """The node's question is put once more."""
    talk: tuple[GlobalCondition, ...] = ()
    used: tuple[ActName, ...] = ()
    intents: tuple[Condition, ...] = field(default=())
    """A model may judge these before the default is taken."""


def route(graph: Graph, state: ServiceCallState, node: Node, *, waited: bool = False) -> Onward:
    """The way on. ``waited``: the customer has answered the node, so that it may put its question
    once more where nothing else was said.
    """
    talk: list[GlobalCondition] = []
    used, heard = list[ActName](), state.model_copy(update={"acts": list(state.acts)})
    everywhere = () if node.node_name in last_nodes(graph) else graph.global_conditions
    for anywhere in everywhere:
        fired = _fires(anywhere, heard, node.node_name)
        if fired is None:
            continue
        heard.acts = [act for act in heard.acts if act not in fired]
        used += fired
        if anywhere.child_node is not None:
            return _way(anywhere, By.RULE, talk, used)
        talk.append(anywhere)
    for condition in node.branching_conditions:
        fired = _fires(condition, heard, node.node_name)
        if fired is not None:
            return _way(condition, By.RULE, talk, [*used, *fired])
    intents = tuple(c for c in node.branching_conditions if c.when is None)
    stays = bool(waited and talk and not heard.acts and not state.told)
    return Onward(
        node=node.node_name if stays else node.default_next_node,
        by=By.RULE if stays else By.DEFAULT,
        reason=talk[-1].condition if stays else "",
        stays=stays,
        talk=tuple(talk),
        used=tuple(used),
        intents=() if stays else intents,
    )


def _way(
    condition: Condition, by: By, talk: Sequence[GlobalCondition], used: Sequence[ActName]
) -> Onward:
    return Onward(
        node=condition.child_node,
        by=by,
        reason=condition.condition,
        condition=condition,
        talk=tuple(talk),
        used=tuple(used),
    )


def _fires(condition: Condition, state: ServiceCallState, node: str) -> tuple[ActName, ...] | None:
    """The acts that a condition uses up; None where it does not hold."""
    if condition.when is None or not holds(condition.when, state, node):
        return None
    return tuple(act for act in acts_of(condition.when) if act in state.acts)


def acts_of(rule: Rule) -> Iterator[ActName]:
    """The acts that a rule needs; not those that it rules out."""
    if rule.said is not None:
        yield rule.said
    for part in (*(rule.all or ()), *(rule.any or ())):
        yield from acts_of(part)


def holds(rule: Rule, state: ServiceCallState, node: str) -> bool:  # noqa: C901, PLR0911 - a key each
    """Whether a rule holds at a node. What a key means never changes."""
    if rule.all is not None:
        return all(holds(part, state, node) for part in rule.all)
    if rule.any is not None:
        return any(holds(part, state, node) for part in rule.any)
    if rule.not_ is not None:
        return not holds(rule.not_, state, node)
    if rule.visited is not None:
        return rule.visited in path(state.context)
    if rule.visits is not None:
        return all(_visit(state, name).times >= least for name, least in rule.visits.items())
    if rule.set is not None:
        return meaningful(value_of(state, rule.set))
    if rule.not_set is not None:
        return not meaningful(value_of(state, rule.not_set))
    if rule.changed is not None:
        return state.changed_at.get(rule.changed, 0) > _visit(state, node).before
    if rule.said is not None:
        return rule.said in state.acts
    if rule.tool is not None:
        return state.tool_state is rule.tool
    if rule.attempts is not None:
        return _visit(state, node).in_a_row >= rule.attempts
    if rule.equals is not None:
        return all(value_of(state, name) == value for name, value in rule.equals.items())
    return rule.channel == ("voice" if state.spoken else "text")


_WORDS_NEEDED = frozenset({ActName.AFFIRM, ActName.CANCEL_BOOKING})
"""What books and what cancels: no model takes such a way unless its rule holds."""


def ways_for_model(state: ServiceCallState, node: Node) -> dict[str, Condition]:
    """The ways out of a node that a model may choose, by where they lead; the default is one."""
    ways, default = dict[str, Condition](), node.default_next_node
    for condition in node.branching_conditions:
        rule, child = condition.when, condition.child_node
        needed = () if rule is None else acts_of(rule)
        bound = child == default or not _WORDS_NEEDED.isdisjoint(needed)
        free = rule is None or not bound or holds(rule, state, node.node_name)
        if child and free:
            ways.setdefault(child, condition)
    if default:
        ways.setdefault(default, Condition(condition="anything else", child_node=default))
    return ways


def _visit(state: ServiceCallState, node: str) -> Visit:
    return state.visits.get(node) or Visit()


def value_of(state: ServiceCallState, name: str) -> JsonValue:
    """A field of the context, or one of the few things beside it that rules may name."""
    beside: dict[str, JsonValue] = {
        "outcome": state.outcome.value if state.outcome else "",
        "priority": state.priority,
        "problem": state.problem,
        "trouble": state.trouble,
        "question": state.question,
        "time_wish": state.wish is not None,
        "wish_missed": state.wish_missed,
        "proposed": state.proposed is not None,
        "booked": state.booked is not None,
        "further": bool(state.further),
        "other_task": bool(state.later_acts),
        "later": state.later_from or "",
        "customer_created": bool(state.created),
        "spoken": state.spoken,
        "same_matter": state.same_matter,
        "note": bool(state.notes),
        "open_visits": bool(state.open_visits),
        "same_person": state.same_person,
        REPLACES: state.replaces,
        "stays": any("booked" in matter for matter in state.issues),
        "service_options": list(state.options),
    }
    value = beside[name] if name in beside else state.context.get(name)
    return None if value is False else value


def hangs_up(node: Node) -> bool:
    return any(use.tool == HANG_UP for use in node.calls)


def last_nodes(graph: Graph) -> frozenset[str]:
    """Where a call ends: the nodes that hang up, and those that lead there by default."""
    hanging = {node.node_name for node in graph.nodes if hangs_up(node)}
    before = {
        n.node_name
        for n in graph.nodes
        if n.default_next_node in hanging and n.replies and not n.waits
    }
    return frozenset(hanging | before)


def goodbye_of(graph: Graph) -> str | None:
    """The node at which the end begins; None for a graph without one."""
    ends = last_nodes(graph)
    names = [n.node_name for n in graph.nodes if n.node_name in ends]
    return names[0] if names else None


def skipped(node: Node, state: ServiceCallState) -> bool:
    """Whether a node has nothing to do: all that it asks is known, or its rule says so."""
    if node.skip_when is not None and holds(node.skip_when, state, node.node_name):
        return True
    return bool(node.asks) and asked_by(node, state) == ""


def asked_by(node: Node, state: ServiceCallState) -> str:
    """The first field that a node asks for and nobody has told; empty where there is none."""
    return next((f for f in node.asks if not meaningful(state.context.get(f))), "")
