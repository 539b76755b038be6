"""Labels that rules and dashboard ask for are those that the metrics carry."""

import ast
import re
from collections.abc import Collection, Iterator, Mapping
from functools import cache

import pytest

from agents import SLUGS
from agents.registry import queues_of
from bot.gateway import files_queue, reply_queue
from domain.calls import MAIN_QUEUE, MODEL_QUEUE
from tests.deploy.test_alerts import (
    OF_THE_SDK,
    OF_THE_SERVER,
    code_files,
    expressions,
    made_by_the_code,
    names_in,
    panels,
)
from tests.test_structure import parsed

pytestmark = pytest.mark.shows("models 15")


OF_PROMETHEUS = {"job", "instance", "alertname", "alertstate", "le"}
_CHANNELS = (reply_queue("telegram", ""), files_queue("telegram", ""), reply_queue("http", ""))
QUEUES = {MAIN_QUEUE, MODEL_QUEUE, *queues_of(SLUGS), *_CHANNELS}
_SELECTED = re.compile(r"\b([a-zA-Z_]\w*)\{([^}]*)\}")
_MATCHER = re.compile(r'(\w+)\s*(=~|!~|=|!=)\s*"([^"]*)"')
_BY = re.compile(r"\bby\s*\(([^)]*)\)\s*\(")


def matchers(expression: str) -> Iterator[tuple[str, str, str]]:
    """Metric, label and value of each condition in braces."""
    for metric, conditions in _SELECTED.findall(expression):
        (whole,) = names_in(metric)
        for label, _, value in _MATCHER.findall(conditions):
            yield whole, label, value


def asked_for(expression: str) -> set[tuple[str, str]]:
    """Metrics with the labels by which they are chosen or summed up."""
    found = {(metric, label) for metric, label, _ in matchers(expression)}
    for by in _BY.finditer(expression):
        labels = {label.strip() for label in by[1].split(",")}
        inner = _until_closed(expression[by.end() :])
        found |= {(metric, label) for metric in names_in(inner) for label in labels}
    return found


def _until_closed(text: str) -> str:
    depth = 1
    for at, character in enumerate(text):
        depth += {"(": 1, ")": -1}.get(character, 0)
        if not depth:
            return text[:at]
    msg = f"a parenthesis is not closed: {text}"
    raise AssertionError(msg)


@cache
def carried() -> Mapping[str, set[str]]:
    """Labels of each metric that Steward's code makes, as it gives them."""
    found: dict[str, set[str]] = {}
    for path in code_files():
        if "create_" not in path.read_text():
            continue  # it makes no metric
        tree = parsed(path)
        attributes = dict(_makers(tree))
        for function in ast.walk(tree):
            if isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                metrics = attributes | dict(_makers(function))
                for metric, labels in _given(function, metrics):
                    found.setdefault(metric, set()).update(labels)
    return found


def _given(function: ast.AST, metrics: Mapping[str, str]) -> Iterator[tuple[str, Collection[str]]]:
    """Metrics that are measured in a function, each time with the labels given."""
    dicts = dict(_assigned(function, ast.Dict))
    for call in ast.walk(function):
        match call:
            case ast.Call(func=ast.Attribute(value=used, attr="add" | "record" | "set"), args=args):
                metric = _made(used) or metrics.get(_name(used))
                if metric is not None:
                    yield metric, _keys(args[1], dicts) if len(args) > 1 else ()
            case ast.Attribute(value=used, attr="set") if metrics.get(_name(used)):
                yield metrics[_name(used)], ()  # handed on, to be called with the value alone


def _makers(scope: ast.AST) -> Iterator[tuple[str, str]]:
    for name, call in _assigned(scope, ast.Call):
        metric = _made(call)
        if metric is not None:
            yield name, metric


def _assigned(tree: ast.AST, kind: type[ast.expr]) -> Iterator[tuple[str, ast.expr]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Assign) and isinstance(node.value, kind):
            yield _name(node.targets[0]), node.value


def _name(node: ast.expr) -> str:
    match node:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def _made(node: ast.expr) -> str | None:
    """The metric that ``meter.create_…("name", …)`` makes."""
    match node:
        case ast.Call(
            func=ast.Attribute(attr=maker), args=[ast.Constant(value=str() as name), *_]
        ) if re.match(r"create_(counter|gauge|histogram)", maker):
            return name
    return None


def _keys(node: ast.expr, dicts: Mapping[str, ast.expr]) -> set[str]:
    if isinstance(node, ast.Name):
        node = dicts[node.id]
    assert isinstance(node, ast.Dict), ast.unparse(node)
    found: set[str] = set()
    for key, value in zip(node.keys, node.values, strict=True):
        if key is None:  # **others
            found |= _keys(value, dicts)
        else:
            assert isinstance(key, ast.Constant)
            found.add(str(key.value))
    return found


def test_labels_are_found_in_an_expression_and_in_the_code() -> None:
    expression = 'sum by (le, a) (rate(x_bucket{b="c"}[5m])) / max by (d) (y) > 1'
    assert asked_for(expression) == {("x", "b"), ("x", "le"), ("x", "a"), ("y", "d")}
    assert carried()["llm_tokens_total"] == {"provider", "model", "type"}
    assert carried()["agent_tool_errors_total"] == {"tool", "error_type"}
    assert carried()["agent_questions"] == {"agent"}
    assert carried()["database_up"] == set()


def test_whatever_a_metric_is_asked_by_is_a_label_of_it() -> None:
    known: Mapping[str, set[str]] = {**carried(), **OF_THE_SDK, **OF_THE_SERVER}
    unknown = {
        (place, metric, label)
        for place, expression in expressions().items()
        for metric, label in asked_for(expression)
        if label not in OF_PROMETHEUS | known.get(metric, set())
    }
    assert unknown == set()


def test_whatever_a_label_is_compared_with_is_a_value_of_it() -> None:
    known = made_by_the_code() | QUEUES
    unknown = {
        (place, label, value)
        for place, expression in expressions().items()
        for metric, label, values in matchers(expression)
        if metric in carried() or label == "task_queue"
        for value in values.split("|")
        if value not in known
    }
    assert unknown == set()


def test_a_legend_names_labels_that_are_left_of_the_series() -> None:
    for panel in panels():
        for target in panel["targets"]:
            shown = set(re.findall(r"\{\{\s*(\w+)\s*\}\}", target.get("legendFormat", "")))
            left = {label for _, label in asked_for(target["expr"])}
            assert shown <= left, panel["title"]
