"""A graph as a drawing for Mermaid. Pure."""

from collections.abc import Iterator

from agents.service_calls.graph.shapes import Graph, Node

_LONGEST = 60
_SAFE = str.maketrans({
    '"': "'", "<": "‹", ">": "›", "|": "/", "\n": " ", "#": "", ";": ",",
    "{": "(", "}": ")", "[": "(", "]": ")", "`": "'",
})  # fmt: skip


def drawn(graph: Graph) -> str:
    return "\n".join(("flowchart TD", *(f"  {line}" for line in _lines(graph))))


def _lines(graph: Graph) -> Iterator[str]:
    """Ways by rule are drawn through, those that only a model takes dotted, defaults thick."""
    ids = {node.node_name: f"n{n}" for n, node in enumerate(graph.nodes, start=1)}
    yield "begin((start))"
    yield f"begin --> {ids[graph.start]}"
    for node in graph.nodes:
        yield _box(ids[node.node_name], node)
    yield "finish((end))"
    for node in graph.nodes:
        here = ids[node.node_name]
        for condition in node.branching_conditions:
            line = "-->" if condition.when is not None else "-.->"
            there = ids.get(condition.child_node or "", "finish")
            yield f'{here} {line}|"{_label(condition.condition)}"| {there}'
        yield f"{here} ==> {ids.get(node.default_next_node or '', 'finish')}"
    for condition in graph.global_conditions:
        if condition.child_node is not None:
            there = ids[condition.child_node]
            yield f'anywhere(("anywhere")) -->|"{_label(condition.condition)}"| {there}'


def _box(name: str, node: Node) -> str:
    label = _label(node.node_name) + (" ⏳" if node.waits else "")
    if node.replies:
        return f'{name}("{label}")'
    if node.extracts:
        return f'{name}[/"{label}"/]'
    return f'{name}[["{label}"]]' if node.calls or node.tools else f'{name}{{"{label}"}}'


def _label(text: str) -> str:
    short = text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
    return short.translate(_SAFE)
