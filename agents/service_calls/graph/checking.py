"""Finds everything that is wrong with a graph file at once. Pure."""

import difflib
import json
import re
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from zoneinfo import available_timezones

from pydantic import BaseModel, JsonValue, ValidationError
from pydantic_core import ErrorDetails

from agents.service_calls.context import COURSE, FLAGS
from agents.service_calls.exchange import CallEnd
from agents.service_calls.graph.next_node import last_nodes
from agents.service_calls.graph.shapes import (
    APPOINTMENT,
    BESIDE,
    ENGINE_FIELDS,
    INTERNAL,
    MANDATORY,
    OWN_RESULTS,
    PLACES,
    STEWARD,
    TICKET_OPEN,
    TOOL_PLACES,
    Argument,
    Condition,
    GlobalCondition,
    Graph,
    Node,
    NodeToolCall,
    Part,
    Rule,
)

MAX_TEMPLATE = 4_000

ToolSchema = Mapping[str, JsonValue]
"""JSON schema of a tool's arguments."""

_APPOINTED = ("appointment_details", "assigned_employee_id", "assigned_employee_name")
"""Fields that a booking writes."""
_BESIDE_SETS = frozenset({"outcome", "priority"})
_PRIORITIES = ("normal", "urgent")
_WRITERS = frozenset({"engine", "template"})
_KEY = "idempotency_key"
"""An argument that the engine gives."""
_LANGUAGE = re.compile(r"[a-z]{2,3}")
_PLACE = re.compile(r"\{([^{}]*)\}")
_FLAG = "_flag"

_STAND_INS: Mapping[str, JsonValue] = {
    "node_name": "", "node_action": "internal", "agent_profile_type": "internal", "condition": "",
    "default_next_node": None, "child_node": None, "when": {"all": []}, "if": {"all": []},
    "say": {}, "tool": "", "server": "", "role": "", "name": "", "type": "string",
    "arrays": {"rule": "APPEND"}, "scalar_fields": {"rule": "UPDATE if meaningful"},
}  # fmt: skip
"""In place of what is missing or cannot be read, so that the rest is looked at as well."""
_FORMS = {
    "waits": 'must be true, false or {"seconds": {"text": …, "voice": …}}',
    "say": "must be texts by language (with asks: by field, then by language), each one or a list",
}

Place = tuple[str | int, ...]


def _meant(name: str, known: Iterable[str]) -> str:
    close = difflib.get_close_matches(name, sorted(known), n=1)
    return f'; did you mean "{close[0]}"?' if close else ""


def _keys(part: type[BaseModel] = Part) -> Iterator[str]:
    for each in part.__subclasses__():
        yield from (field.alias or name for name, field in each.model_fields.items())


class ReadableParts:
    """The file as a graph. What cannot be read is noted, and replaced by something harmless."""

    def __init__(self, raw: JsonValue) -> None:
        self.errors: list[str] = []
        self.broken: set[str] = set()
        """Names of nodes that hold such things: what is missing there may be only misspelt."""
        self._raw: JsonValue = json.loads(json.dumps(raw))
        self._mended: set[Place] = set()
        self.graph = self._read()

    def _read(self) -> Graph | None:
        for _ in range(40):
            try:
                return Graph.model_validate_json(json.dumps(self._raw), strict=True, extra="forbid")
            except ValidationError as error:
                found = error.errors(include_url=False)
            places = {self._place(each): each for each in found}
            deepest = {
                p: e
                for p, e in places.items()
                if not any(p == o[: len(p)] for o in places if o != p)
            }
            noted = [self._note(place, each) for place, each in deepest.items()]
            mended = [
                self._mend(place, deepest[place])
                for place in sorted(deepest, key=str, reverse=True)
            ]
            if not (all(noted) and all(mended)):
                return None
        return None

    def _place(self, error: ErrorDetails) -> Place:
        """Without what stands in no file: the names of alternatives."""
        at: JsonValue = self._raw
        place: list[str | int] = []
        for part in error["loc"]:
            if isinstance(at, dict) and part in at:
                at = at[str(part)]
            elif isinstance(at, list) and isinstance(part, int) and part < len(at):
                at = at[part]
            else:
                continue
            place.append(part)
        return (*place, error["loc"][-1]) if error["type"] == "missing" else tuple(place)

    def _note(self, place: Place, error: ErrorDetails) -> bool:
        """False where this was mended before: then it cannot be."""
        if place in self._mended:
            return False
        if any(mended[: len(place)] == place for mended in self._mended):
            return True  # what is wrong with it now is what was taken out of it
        self.errors.append(_at(self._raw, place, _words(place, error)))
        if place[:1] == ("nodes",) and len(place) > 1:
            self.broken.add(_name(self._raw, place))
        return True

    def _mend(self, place: Place, error: ErrorDetails) -> bool:
        if not place:
            return False
        self._mended.add(place)
        at: JsonValue = self._raw
        for part in place[:-1]:
            at = at[part]  # type: ignore[index]  # the place was walked before
        last = place[-1]
        if isinstance(at, list) and isinstance(last, int):
            del at[last]
        elif not isinstance(at, dict) or not isinstance(last, str):
            return False
        elif error["type"] != "extra_forbidden" and last in _STAND_INS:
            at[last] = _STAND_INS[last]
        elif error["type"] != "missing":
            del at[last]
        else:
            return False
        return True


def _name(raw: JsonValue, place: Place) -> str:
    nodes = raw.get("nodes") if isinstance(raw, dict) else None
    at = place[1]
    node = (
        nodes[at] if isinstance(nodes, list) and isinstance(at, int) and at < len(nodes) else None
    )
    name = node.get("node_name") if isinstance(node, dict) else None
    return name if isinstance(name, str) and name else f"nodes[{at}]"


def _at(raw: JsonValue, place: Place, words: str) -> str:
    node = len(place) > 1 and place[0] == "nodes"
    rest = "".join(f"[{p}]" if isinstance(p, int) else f".{p}" for p in place[2 if node else 0 :])
    where = [f"node {_name(raw, place)}"] if node else []
    return ": ".join([*where, *filter(None, [rest.lstrip(".")]), words])


def _words(place: Place, error: ErrorDetails) -> str:
    last, given = place[-1] if place else "", error["input"]
    told = error.get("ctx", {})
    known = {
        "extra_forbidden": f"there is no such key{_meant(str(last), _keys())}",
        "missing": "is missing",
        "too_long": "has more than 200 nodes",
        "too_short": "is empty",
        "value_error": str(told.get("error", error["msg"])),
    }
    if error["type"] in known:
        return known[error["type"]]
    if error["type"] in {"enum", "literal_error"}:
        allowed = re.findall(r"'([^']*)'", str(told.get("expected", "")))
        meant = _meant(str(given), allowed)
        if last == "said":
            return f'no act is called "{given}"{meant}'
        return f"{json.dumps(given)} is none of {', '.join(allowed)}{meant}"
    form = next((_FORMS[str(part)] for part in reversed(place) if part in _FORMS), "")
    return form or error["msg"].replace("Input should be", "must be")


class GraphCheck:
    """What a file means, looked at as a whole."""

    def __init__(
        self, graph: Graph, broken: frozenset[str], tools: Mapping[str, ToolSchema] | None
    ) -> None:
        self._graph, self._broken, self._tools = graph, broken, tools
        self._nodes: dict[str, Node] = {}
        for node in graph.nodes:
            self._nodes.setdefault(node.node_name, node)
        self._known = graph.fields.keys() | ENGINE_FIELDS
        self._asked = {name.partition(".")[0] for name in tools or ()}

    def errors(self) -> Iterator[str]:
        graph = self._graph
        names = [node.node_name for node in graph.nodes]
        for name in dict.fromkeys(name for name in names if names.count(name) > 1):
            yield f'node {name}: node_name: {names.count(name)} nodes are called "{name}"'
        if graph.timezone not in available_timezones():
            yield f'timezone: there is no time zone "{graph.timezone}"'
        if graph.start_node:
            yield from self._node(graph.start_node, "start_node")
        for node in graph.nodes:
            if node.node_name:
                yield from (f"node {node.node_name}: {each}" for each in self._of_node(node))
        for n, condition in enumerate(graph.global_conditions):
            place = f"global_conditions[{n}]"
            yield from self._condition(condition, place)
            yield from self._texts(condition.say, f"{place}.say")
        for name, words in graph.services.items():
            yield from self._texts(words.names, f"services.{name}.names")
            yield from self._texts(words.trade, f"services.{name}.trade")
        yield from self._fields()
        yield from self._ways()

    # A node

    def _of_node(self, node: Node) -> Iterator[str]:
        if len(node.prompt_templates) > MAX_TEMPLATE:
            yield f"prompt_templates: longer than {MAX_TEMPLATE:,} characters"
        kind = "extraction" if node.extracts else node.node_action
        if kind in {"extraction", "reply", INTERNAL} and (node.calls or node.tools):
            yield f"{'calls' if node.calls else 'tools'}: {kind} nodes have none"
        yield from self._named(node)
        yield from self._said(node)
        if node.navigator == "model" and not any(c.child_node for c in node.branching_conditions):
            yield "navigator: there is no way that a model could choose"
        for n, use in enumerate(node.calls):
            yield from self._use(use, f"calls[{n}]")
        for n, name in enumerate(node.tools):
            yield from self._tool(name, f"tools[{n}]")
        for field in _written(node):
            known = self._graph.fields.get(field)
            if known and not {node.node_name, node.agent_profile_type} & {*known.updated_by}:
                yield f"{field}: this node writes it, and its updated_by does not name the node"

    def _named(self, node: Node) -> Iterator[str]:
        if node.default_next_node is not None:
            yield from self._node(node.default_next_node, "default_next_node")
        for n, condition in enumerate(node.branching_conditions):
            yield from self._condition(condition, f"branching_conditions[{n}]")
        for n, field in enumerate(node.asks):
            yield from self._field(field, f"asks[{n}]")
        for n, field in enumerate(node.expected_context_fields):
            if not field.endswith(_FLAG):
                yield from self._field(field, f"expected_context_fields[{n}]")
        if node.skip_when is not None:
            yield from self._rule(node.skip_when, "skip_when")

    def _node(self, name: str, place: str) -> Iterator[str]:
        if name not in self._nodes:
            yield f'{place}: no node is called "{name}"{_meant(name, self._nodes)}'

    def _field(self, name: str, place: str, beside: Collection[str] = ()) -> Iterator[str]:
        if name == FLAGS and beside:
            yield f"{place}: rules look at no flags: they read path and context"
        elif name not in self._known and name not in beside:
            meant = _meant(name, [*self._known, *beside])
            yield f'{place}: no field is called "{name}" in field_semantics{meant}'

    def _condition(self, condition: Condition, place: str) -> Iterator[str]:
        if condition.child_node is not None:
            yield from self._node(condition.child_node, f"{place}.child_node")
        if condition.when is not None:
            yield from self._rule(condition.when, f"{place}.when")
        for name, value in condition.sets.items():
            yield from self._field(name, f"{place}.sets", _BESIDE_SETS)
            allowed = {"outcome": tuple(CallEnd), "priority": _PRIORITIES}.get(name, (value,))
            if value not in allowed:
                meant = _meant(value, allowed)
                yield f'{place}.sets.{name}: "{value}" is none of {", ".join(allowed)}{meant}'

    def _rule(self, rule: Rule, place: str) -> Iterator[str]:
        if rule.visited is not None:
            yield from self._node(rule.visited, f"{place}.visited")
        for name, least in (rule.visits or {}).items():
            yield from self._node(name, f"{place}.visits")
            if least < 1:
                yield f"{place}.visits.{name}: must be 1 or more"
        for key in ("set", "not_set", "changed"):
            field = getattr(rule, key)
            if field is not None:
                yield from self._field(field, f"{place}.{key}", BESIDE)
        for field in rule.equals or ():
            yield from self._field(field, f"{place}.equals", BESIDE)
        for key, parts in (("all", rule.all), ("any", rule.any)):
            for n, part in enumerate(parts or ()):
                yield from self._rule(part, f"{place}.{key}[{n}]")
        if rule.not_ is not None:
            yield from self._rule(rule.not_, f"{place}.not")

    def _said(self, node: Node) -> Iterator[str]:
        for n, choice in enumerate(node.say_if):
            yield from self._rule(choice.when, f"say_if[{n}].when")
            yield from self._texts(choice.say, f"say_if[{n}].say")
        if not node.asks:
            yield from self._texts(node.say, "say")
            return
        for field, said in node.say.items():
            if field not in node.asks:
                yield f'say: "{field}" is none of the fields in asks{_meant(field, node.asks)}'
            elif isinstance(said, dict):
                yield from self._texts(said, f"say.{field}")
            else:
                yield f"say.{field}: must be texts by language"

    def _texts(self, said: Mapping[str, object], place: str) -> Iterator[str]:
        for language, wording in said.items():
            if not isinstance(wording, str | list):
                yield f"{place}.{language}: {_FORMS['say']}"
                continue
            if not _LANGUAGE.fullmatch(language):
                yield f'{place}: "{language}" is no code of a language'
            for text in [wording] if isinstance(wording, str) else wording:
                yield from self._places(text, f"{place}.{language}", PLACES)

    def _places(self, text: str, place: str, beside: Collection[str]) -> Iterator[str]:
        for name in _PLACE.findall(text):
            if name not in self._known and name not in beside:
                meant = _meant(name, [*self._known, *beside])
                yield f'{place}: "{{{name}}}" stands for no field{meant}'

    def _use(self, use: NodeToolCall, place: str) -> Iterator[str]:
        if use.if_ is not None:
            yield from self._rule(use.if_, f"{place}.if")
        for name, argument in use.arguments.items():
            yield from self._argument(argument, f"{place}.arguments.{name}")
        for field, pointer in use.results.items():
            yield from self._field(field, f"{place}.results", OWN_RESULTS)
            if pointer and not pointer.startswith("/"):
                yield f'{place}.results.{field}: "{pointer}" is no JSON pointer: it begins with "/"'
        # A server that takes no photos is given none.
        given = [name for name, argument in use.arguments.items() if not argument.photos]
        yield from self._tool(f"{use.server}.{use.tool}", f"{place}.tool", given)

    def _argument(self, argument: Argument, place: str) -> Iterator[str]:
        if argument.context is not None:
            yield from self._field(argument.context, f"{place}.context", BESIDE)
        if argument.text is not None:
            yield from self._places(argument.text, f"{place}.text", TOOL_PLACES)

    def _tool(self, name: str, place: str, given: Collection[str] | None = None) -> Iterator[str]:
        server, _, tool = name.partition(".")
        if not server or not tool:
            yield f'{place}: "{name}" must be a server and its tool: "server.tool"'
            return
        if server == STEWARD and tool != TICKET_OPEN:
            yield f'{place}: "{server}" has no tool "{tool}"{_meant(tool, [TICKET_OPEN])}'
        if self._tools is None or server not in self._asked:
            return
        schema = self._tools.get(name)
        if schema is None:
            own = [each.partition(".")[2] for each in self._tools if each.startswith(f"{server}.")]
            yield f'{place}: "{server}" has no tool "{tool}"{_meant(tool, own)}'
        elif given is not None:
            at = place.removesuffix(".tool")
            takes, needs = _listed(schema.get("properties")), _listed(schema.get("required"))
            for argument in given:
                if argument not in takes:
                    meant = _meant(argument, takes)
                    yield f'{at}.arguments: "{tool}" takes no "{argument}"{meant}'
            for argument in needs:
                if argument not in given and argument != _KEY:
                    yield f'{at}.arguments: "{tool}" needs "{argument}"'

    # The context

    def _fields(self) -> Iterator[str]:
        graph, schema = self._graph, self._graph.global_context_schema_semantics
        for field in graph.initial_context_template.template:
            yield from self._field(field, "initial_context_template.template")
        writers = self._nodes.keys() | _WRITERS | {*type(graph.agent_profile).model_fields}
        for name, meaning in graph.fields.items():
            for writer in meaning.updated_by:
                if writer not in writers:
                    place = f"global_context_schema_semantics.field_semantics.{name}.updated_by"
                    meant = _meant(writer, self._nodes)
                    yield f'{place}: no node is called "{writer}"{meant}'
        written = {field for node in graph.nodes for field in _written(node)}
        for name in dict.fromkeys((*MANDATORY, *schema.mandatory_fields)):
            place = "global_context_schema_semantics.mandatory_fields"
            if name not in graph.fields:
                yield from self._field(name, place)
            elif name not in written and not self._broken:
                yield f'{place}: no node writes "{name}"'
            if name not in schema.mandatory_fields:
                yield f'{place}: "{name}" is missing: no task is made without it'

    # The ways through it

    def _successors(self, node: Node) -> Iterator[str | None]:
        """A misspelt name counts as what was meant: it is an error of its own."""
        for name in (*(c.child_node for c in node.branching_conditions), node.default_next_node):
            yield self._closest(name)

    def _closest(self, name: str | None) -> str | None:
        if name is None or name in self._nodes:
            return name
        return next(iter(difflib.get_close_matches(name, self._nodes, n=1)), None)

    def _ways(self) -> Iterator[str]:
        graph = self._graph
        ways = {name: {*self._successors(node)} for name, node in self._nodes.items()}
        anywhere = {self._closest(c.child_node) for c in graph.global_conditions} - {None}
        reached = _reached([self._closest(graph.start), *anywhere], ways)
        back: dict[str, set[str | None]] = {name: set() for name in ways}
        for name, there in ways.items():
            for other in there - {None}:
                back[str(other)].add(name)
        ending = _reached([name for name, there in ways.items() if None in there], back)
        saved = anywhere & ending
        last = last_nodes(graph)
        for name in self._nodes:
            if not name:
                continue
            if name not in reached:
                yield f"node {name}: no way leads to it"
            if name not in ending and (not saved or name in last):
                yield f"node {name}: from it no end (null) can be reached"
        yield from self._loops()

    def _loops(self) -> Iterator[str]:
        """Loops of nodes that never wait, with nothing that ends them."""
        passing = {n: node for n, node in self._nodes.items() if not node.waits}
        every = {n: {*self._successors(node)} for n, node in passing.items()}
        rings = {n: ring for n in passing if n in (ring := _ring(n, every, passing))}
        endless = {
            n: {*self._unlimited(node, rings.get(n, frozenset()))} for n, node in passing.items()
        }
        told: set[str] = set()
        for name in passing:
            ring = _ring(name, endless, passing)
            if name not in ring or name in told or ring & self._broken:
                continue
            told |= ring
            way = " → ".join([*(n for n in passing if n in ring), name])
            yield (
                f"node {name}: the loop {way} never waits,"
                " and no attempts, visits or tool limits it"
            )

    def _unlimited(self, node: Node, ring: frozenset[str]) -> Iterator[str | None]:
        """Ways that can be taken again and again. An act is used up, so it ends by itself."""
        anywhere = (
            () if node.node_name in last_nodes(self._graph) else self._graph.global_conditions
        )
        for condition in (*anywhere, *node.branching_conditions):
            goal = self._closest(condition.child_node)
            if isinstance(condition, GlobalCondition) and condition.child_node is None:
                continue
            if condition.when is None or not _limits(condition.when, said=True):
                yield goal
            elif goal not in ring and _limits(condition.when, said=False):
                return
        yield self._closest(node.default_next_node)

    # What is no error

    def warnings(self) -> Iterator[str]:
        graph = self._graph
        for node in graph.nodes:
            ruled = {c.child_node for c in node.branching_conditions if c.when is not None}
            for n, condition in enumerate(node.branching_conditions):
                if condition.when is None and condition.child_node not in ruled:
                    place = f"node {node.node_name}: branching_conditions[{n}]"
                    yield f"{place}: an intent without a rule beside it: no way without a model"
            for field in node.asks or ("",):
                if node.leaves_words(field):
                    of = f" to ask for {field}" if field else ""
                    yield (
                        f"node {node.node_name}: it has no text{of}: a model words it from its"
                        " role, node_goal and prompt_templates, and without one a plain sentence"
                        " is said"
                    )
        spoken = dict(self._spoken())
        languages = {language for said in spoken.values() for language in said}
        for place, said in spoken.items():
            for language in sorted(languages - said):
                yield f'{place}: nothing is said in "{language}"'
        used = {use.server for node in graph.nodes for use in node.calls}
        used |= {name.partition(".")[0] for node in graph.nodes for name in node.tools}
        for server in sorted(used - self._asked - {STEWARD}):
            yield f'server "{server}" cannot be asked now: its tools were not looked at'

    def _spoken(self) -> Iterator[tuple[str, set[str]]]:
        """Places of texts, and their languages."""
        for node in self._graph.nodes:
            at = f"node {node.node_name}"
            if node.replies and not node.asks:
                yield f"{at}: say", {*node.say}
            for field in node.asks:
                said = node.say.get(field)
                yield f"{at}: say.{field}", {*said} if isinstance(said, dict) else set()
            for n, choice in enumerate(node.say_if):
                yield f"{at}: say_if[{n}].say", {*choice.say}
        for n, condition in enumerate(self._graph.global_conditions):
            if condition.say:
                yield f"global_conditions[{n}].say", {*condition.say}


def _written(node: Node) -> tuple[str, ...]:
    """Fields of the context that a node writes; those of the engine are everybody's."""
    fields = [field for field in node.expected_context_fields if not field.endswith(_FLAG)]
    for use in node.calls:
        fields += [field for field in use.results if field not in OWN_RESULTS]
        fields += _APPOINTED if APPOINTMENT in use.results else ()
    for condition in node.branching_conditions:
        fields += [f for f in condition.sets if f not in _BESIDE_SETS and f != COURSE]
    return tuple(dict.fromkeys(field for field in fields if field not in ENGINE_FIELDS))


def _limits(rule: Rule, *, said: bool) -> bool:
    if rule.attempts is not None or rule.visits is not None or rule.tool is not None:
        return True
    if said and rule.said is not None:
        return True
    parts: Sequence[Rule] = (*(rule.all or ()), *(rule.any or ()))
    return any(_limits(part, said=said) for part in parts) or (
        rule.not_ is not None and _limits(rule.not_, said=False)
    )


def _reached(begin: Iterable[str | None], ways: Mapping[str, set[str | None]]) -> set[str]:
    seen: set[str] = set()
    left = [name for name in begin if name is not None]
    while left:
        name = left.pop()
        if name not in seen and name in ways:
            seen.add(name)
            left += [other for other in ways[name] if other is not None]
    return seen


def _ring(
    name: str, ways: Mapping[str, set[str | None]], within: Collection[str]
) -> frozenset[str]:
    """The nodes that are reached from a node and lead back to it; without it where none does."""
    inside = {n: {o for o in there if o in within} for n, there in ways.items()}
    there = _reached(inside[name], inside)
    return frozenset(other for other in there if name in _reached(inside[other], inside))


def _listed(value: JsonValue) -> tuple[str, ...]:
    """Names in a part of a schema: keys of an object, or texts of a list."""
    names = value if isinstance(value, dict | list) else ()
    return tuple(name for name in names if isinstance(name, str))
