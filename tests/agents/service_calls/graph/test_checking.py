"""Everything that is wrong with a graph file is said at once, with its node and place."""

import copy
import json
from collections.abc import Callable, Iterator
from importlib.resources import files
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.service_calls.errors import GraphErrors
from agents.service_calls.graph.loading import read_graph
from agents.service_calls.graph.next_node import value_of
from agents.service_calls.graph.shapes import BESIDE, ENGINE_FIELDS
from agents.service_calls.state import ServiceCallState

Raw = dict[str, Any]
SHIPPED = {
    name: files("agents.service_calls.graphs").joinpath(f"{name}.json").read_text("utf-8")
    for name in ("home_services", "salon")
}
HOME: Raw = json.loads(SHIPPED["home_services"])


def node(graph: Raw, name: str) -> Raw:
    return next(each for each in graph["nodes"] if each["node_name"] == name)


def errors(graph: Raw | str, tools: dict[str, Raw] | None = None) -> tuple[str, ...]:
    try:
        read_graph(graph if isinstance(graph, str) else json.dumps(graph), tools)
    except GraphErrors as refused:
        return refused.errors
    return ()


def changed(change: Callable[[Raw], object]) -> Raw:
    graph = copy.deepcopy(HOME)
    change(graph)
    return graph


def put(name: str, **values: object) -> Callable[[Raw], object]:
    return lambda graph: node(graph, name).update(values)


def rule(**written: object) -> Callable[[Raw], object]:
    """A rule of the way on from the plan."""
    return lambda g: node(g, "Plan")["branching_conditions"][0].update(when=written)


def way(name: str, goal: str | None, when: Raw | None = None) -> Raw:
    """A node that never waits, with one way on."""
    conditions = [{"condition": "back", "child_node": goal, "when": when}] if when else []
    return {
        "node_name": name, "node_action": "internal", "agent_profile_type": "internal",
        "branching_conditions": conditions,
        "default_next_node": "use_mcp_to_get_info" if when else goal,
    }  # fmt: skip


def loop(when: Raw | None) -> Callable[[Raw], object]:
    def change(graph: Raw) -> None:
        graph["nodes"] += [way("One", "Two"), way("Two", "One", when)]
        node(graph, "Console_Build_Rapport")["default_next_node"] = "One"

    return change


def fields(graph: Raw) -> Raw:
    known: Raw = graph["global_context_schema_semantics"]["field_semantics"]
    return known


PLAN, FIRST = "node Plan: ", "node Plan: branching_conditions[0]"
WRONG: tuple[tuple[Callable[[Raw], object], str], ...] = (
    (put("Plan", goal="x"), f"{PLAN}goal: there is no such key"),
    (lambda g: node(g, "Plan").pop("default_next_node"), f"{PLAN}default_next_node: is missing"),
    (put("Plan", node_action="mpc"), f'{PLAN}node_action: "mpc" is none of reply, mcp, internal;'),
    (put("Plan", waits="yes"), f"{PLAN}waits: must be true, false or"),
    (put("Plan", role=7), f"{PLAN}role: must be a valid string"),
    (put("Empathize", say={"en": 7}), "node Empathize: say.en: must be texts by language"),
    (rule(attempts="2"), f"{FIRST}.when.attempts: must be a valid integer"),
    (rule(set="task_id", not_set="task_id"), f"{FIRST}.when: needs exactly one of visited"),
    (rule(said="afirm"), f'{FIRST}.when.said: no act is called "afirm"; did you mean "affirm"?'),
    (rule(tool="fialed"), f'{FIRST}.when.tool: "fialed" is none of ok, failed'),
    (rule(set="task_idd"), f'{FIRST}.when.set: no field is called "task_idd"'),
    (rule(equals={"outcom": ""}), f'{FIRST}.when.equals: no field is called "outcom"'),
    (rule(set="flags"), f"{FIRST}.when.set: rules look at no flags"),
    (rule(visits={"Plam": 1}), f'{FIRST}.when.visits: no node is called "Plam"'),
    (rule(**{"not": {"all": [{"visited": "X"}]}}), f"{FIRST}.when.not.all[0].visited: no node"),
    (lambda g: g["nodes"].append(way("Plan", None)), 'node Plan: node_name: 2 nodes are called "P'),
    (put("Empathize", default_next_node="Plam"),
     'node Empathize: default_next_node: no node is called "Plam"; did you mean "Plan"?'),
    (lambda g: g.update(start_node="Grete"), 'start_node: no node is called "Grete"'),
    (lambda g: g["nodes"].append(way("Alone", None)), "node Alone: no way leads to it"),
    (put("Execute_Call_Hangup", default_next_node="Plan", branching_conditions=[]),
     "node Execute_Call_Hangup: from it no end (null) can be reached"),
    (loop(None), "node One: the loop One → Two → One never waits"),
    (put("Plan", expected_context_fields=["addres"]), f"{PLAN}expected_context_fields[0]: no fi"),
    (lambda g: fields(g).pop("who_are_you"), "initial_context_template.template: no field is cal"),
    (put("Plan", expected_context_fields=["customer_name"]), f"{PLAN}customer_name: this node wr"),
    (lambda g: fields(g)["task_id"].update(updated_by=["Plam"]),
     "global_context_schema_semantics.field_semantics.task_id.updated_by: no node is called"),
    (lambda g: [each.update(expected_context_fields=[]) for each in g["nodes"]],
     'global_context_schema_semantics.mandatory_fields: no node writes "customer_phone_number"'),
    (lambda g: g["global_context_schema_semantics"].update(mandatory_fields=[]),
     'global_context_schema_semantics.mandatory_fields: "customers_main_ask" is missing'),
    (put("Extract_Customer_Issue", calls=node(HOME, "Execute_Call_Hangup")["calls"]),
     "node Extract_Customer_Issue: calls: extraction nodes have none"),
    (put("Empathize", tools=["services.task_create"]), "node Empathize: tools: reply nodes have"),
    (put("Plan", tools=["task_create"]), f'{PLAN}tools[0]: "task_create" must be a server and'),
    (put("Empathize", say={"en": "{nmae}"}), 'node Empathize: say.en: "{nmae}" stands for no fi'),
    (put("Empathize", say={"english": "x"}), 'node Empathize: say: "english" is no code of a la'),
    (put("Try_To_Gather_Customers_Data", say={"en": "x"}),
     'node Try_To_Gather_Customers_Data: say: "en" is none of the fields in asks'),
    (lambda g: node(g, "Plan")["branching_conditions"][0].update(sets={"outcome": "bookd"}),
     f'{FIRST}.sets.outcome: "bookd" is none of booked'),
    (lambda g: node(g, "Plan")["calls"][1]["arguments"].update(x={"context": "nope"}),
     f'{PLAN}calls[1].arguments.x.context: no field is called "nope"'),
    (lambda g: node(g, "Plan")["calls"][1]["results"].update(task_id="id"),
     f'{PLAN}calls[1].results.task_id: "id" is no JSON pointer'),
    (lambda g: g["global_conditions"][0].update(child_node="X"), "global_conditions[0].child_no"),
    (put("Plan", prompt_templates="x" * 4_001), f"{PLAN}prompt_templates: longer than 4,000"),
    (lambda g: g["context_update_rules"]["merge_behavior"]["arrays"].update(rule="REPLACE"),
     'context_update_rules.merge_behavior.arrays.rule: "REPLACE" is none of APPEND'),
)  # fmt: skip


@pytest.mark.shows("calls D2")
def test_each_error_is_said_with_its_place() -> None:
    for change, expected in WRONG:
        found = errors(changed(change))
        assert any(each.startswith(expected) for each in found), (expected, found)


@pytest.mark.shows("calls D2")
def test_all_errors_are_said_at_once() -> None:
    def change(graph: Raw) -> None:
        loop(None)(graph)
        graph["nodes"].append(way("Alone", None))
        rule(said="afirm")(graph)
        node(graph, "Plan").update(goal="x", default_next_node="Comunicate", asks=["nmae"])
        node(graph, "Goodbye_And_Hangup")["say"]["en"] = "{nmae}"
        graph["global_conditions"][0]["child_node"] = "X"

    found = errors(changed(change))
    assert [each.rsplit(": ", 1)[0] for each in found] == [
        "node Plan: goal",
        "node Plan: branching_conditions[0].when.said",
        "node Plan: default_next_node",
        "node Plan: asks[0]",
        "node Goodbye_And_Hangup: say.en",
        "global_conditions[0].child_node",
        "node Alone",
        "node One",
    ]


def test_what_is_no_graph_at_all_is_said_too() -> None:
    assert errors('{"nodes": [\n  1,]}')[0].startswith("line 2, column 5: ")
    for text in (
        "",
        "[]",
        "7",
        '{"nodes": 1}',
        "NaN",
        '{"a": 1, "a": 2}',
        "[" * 5_000,
        '"\\ud800"',
    ):
        assert errors(text), text
    assert "larger than 256 kB" in errors(" " * (256 * 1024 + 1))[0]
    many = changed(lambda g: g["nodes"].extend(way(f"N{n}", None) for n in range(200)))
    assert "nodes: has more than 200 nodes" in errors(many)


@pytest.mark.parametrize(
    "when", [{"attempts": 2}, {"visits": {"One": 2}}, {"tool": "failed"}, {"said": "issue"}]
)
def test_a_loop_with_a_limit_is_none(when: Raw) -> None:
    assert not errors(changed(loop(when)))


def test_arguments_are_held_to_the_schemas_of_tools() -> None:
    tools: dict[str, Raw] = {
        f"services.{use['tool']}": {
            "properties": {key: {} for key in (*use["arguments"], "idempotency_key")},
            "required": [*use["arguments"], "idempotency_key"],
        }
        for each in HOME["nodes"]
        for use in each.get("calls", ())
    }
    wrong = changed(lambda g: node(g, "Plan")["calls"][1]["arguments"].pop("customer_id"))
    node(wrong, "Plan")["calls"][1]["arguments"]["nmae"] = {"text": "x"}
    del tools["services.task_cancel"]
    found = errors(wrong, tools)
    assert f'{PLAN}calls[1].arguments: "task_create" needs "customer_id"' in found
    assert any('"task_create" takes no "nmae"; did you mean "name"?' in each for each in found)
    assert any('"services" has no tool "task_cancel"' in each for each in found)


@pytest.mark.parametrize("name", SHIPPED)
def test_the_shipped_graphs_are_right(name: str) -> None:
    checked = read_graph(SHIPPED[name])
    assert checked.warnings == (
        'server "services" cannot be asked now: its tools were not looked at',
    )
    assert len(checked.graph.nodes) == {"home_services": 21, "salon": 7}[name]
    again = json.dumps(json.loads(SHIPPED[name]), indent=1)
    assert read_graph(again).sha256 == checked.sha256
    assert json.loads(read_graph(again).body) == json.loads(SHIPPED[name])


def test_what_is_worth_a_look_is_a_warning() -> None:
    def change(graph: Raw) -> None:
        del node(graph, "Empathize")["say"]["ms"]
        node(graph, "Empathize")["branching_conditions"] += [
            {"condition": "is angry", "child_node": "Plan"}
        ]

    warnings = read_graph(json.dumps(changed(change))).warnings
    assert 'node Empathize: say: nothing is said in "ms"' in warnings
    assert any("branching_conditions[1]: an intent without a rule" in each for each in warnings)


def test_rules_may_name_what_the_engine_knows() -> None:
    state = ServiceCallState(task_id="t")
    for name in BESIDE:
        state.context[name] = "a field of the context"
        assert value_of(state, name) != "a field of the context", name
    assert not BESIDE & ENGINE_FIELDS


def places(value: Any, place: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:  # noqa: ANN401 - any JSON
    yield place
    if isinstance(value, list):
        value = dict(enumerate(value))
    for key, each in value.items() if isinstance(value, dict) else ():
        yield from places(each, (*place, key))


PLACES = list(places(json.loads(SHIPPED["salon"])))[1:]
ODD: st.SearchStrategy[object] = st.sampled_from(
    [None, True, 0, -1, 2.5, "", "Plan", "{", "ä\ud800", [], [[]], {}, {"": {}}]
)


@given(st.lists(st.tuples(st.sampled_from(PLACES), ODD | st.just("gone")), min_size=1, max_size=4))
def test_no_file_breaks_the_check(changes: list[tuple[tuple[Any, ...], Any]]) -> None:
    graph = json.loads(SHIPPED["salon"])
    for place, value in changes:
        at = graph
        try:
            for part in place[:-1]:
                at = at[part]
            if value == "gone":
                del at[place[-1]]
            else:
                at[place[-1]] = copy.deepcopy(value)  # one drawn twice would be in itself
        except (KeyError, IndexError, TypeError):
            continue
    for error in errors(graph):
        assert error
        assert "Traceback" not in error
