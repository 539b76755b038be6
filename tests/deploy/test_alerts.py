"""What operators are given fits together: rules, dashboard, runbooks, and what is measured."""

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Collection, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from agents import SLUGS
from agents.registry import queues_of
from bot.gateway import files_queue, reply_queue
from domain.activity_calls import MAIN_QUEUE, MODEL_QUEUE

pytestmark = pytest.mark.shows("models 14", "models 15")


ROOT = Path(__file__).parents[2]
PROMETHEUS = ROOT / "deploy" / "prometheus"
ALERTS = (PROMETHEUS / "alerts.yml").read_text()
DASHBOARD = json.loads((ROOT / "deploy/grafana/dashboards/steward.json").read_text())
OPERATIONS = (ROOT / "docs" / "operations.md").read_text()

OF_THE_SDK = {
    "temporal_activity_schedule_to_start_latency": {"task_queue"},
    "temporal_num_pollers": {"task_queue", "poller_type"},
    "temporal_request_failure": {"operation", "status_code"},
    "temporal_sticky_cache_miss": set[str](),
    "temporal_sticky_cache_size": set[str](),
    "temporal_worker_task_slots_available": {"task_queue", "worker_type"},
    "temporal_worker_task_slots_used": {"task_queue", "worker_type"},
    "temporal_workflow_task_execution_failed": {"workflow_type", "failure_reason"},
    "temporal_workflow_task_schedule_to_start_latency": {"task_queue"},
}
"""As the SDK's exporter names them and their labels, seen at a worker; the SDK's documentation
explains them."""

OF_THE_SERVER = {
    "approximate_backlog_count": {"taskqueue", "task_type"},
    "persistence_latency": {"operation"},
    "service_latency": {"operation", "service_name"},
}
OF_PROMETHEUS = {"up", "ALERTS"}

_NO_METRIC = re.compile(r'"[^"]*"|\[[^\]]*\]|\{[^}]*\}|\b(?:by|on|without)\s*\([^)]*\)|\b[\d.]+\w*')
_NAME = re.compile(r"[a-zA-Z_]\w*(?!\w|\s*\()")
_WORDS = {"and", "or", "unless", "offset", "by", "on", "without"}
_PARTS = ("_bucket", "_sum", "_count")


def names_in(expression: str) -> set[str]:
    """Metrics of an expression, histograms without the ending of their parts."""
    found = set(_NAME.findall(_NO_METRIC.sub(" ", expression))) - _WORDS
    return {_whole(name) for name in found}


def _whole(name: str) -> str:
    part = next((part for part in _PARTS if name.endswith(part)), "")
    whole = name.removesuffix(part)
    return name if whole == "approximate_backlog" else whole


def alerts() -> dict[str, str]:
    """The text of each rule by its name."""
    parts = re.split(r"^ +- alert: (\w+)\n", ALERTS, flags=re.MULTILINE)[1:]
    return dict(zip(parts[::2], parts[1::2], strict=True))


def expression_of(rule: str) -> str:
    found = re.search(r"expr: (.*?)\n        for:", rule, re.DOTALL)
    assert found is not None
    return found[1].removeprefix(">-")


def panels() -> list[dict[str, Any]]:
    return [panel for panel in DASHBOARD["panels"] if panel["type"] != "row"]


@cache
def source() -> Mapping[Path, str]:
    """The code that makes metrics and their labels, by its files."""
    folders = ("activities", "adapters", "agents", "bot", "workflows")
    paths = [*ROOT.glob("*.py"), *(p for name in folders for p in (ROOT / name).rglob("*.py"))]
    return {path: path.read_text() for path in paths}


def is_in_the_code(name: str) -> bool:
    """Whether it stands in quotes, as names of metrics and values of labels do."""
    return any(f'"{name}"' in text for text in source().values())


def expressions() -> dict[str, str]:
    found = {name: expression_of(rule) for name, rule in alerts().items()}
    for panel in panels():
        for target in panel["targets"]:
            found[f"{panel['title']} {target['refId']}"] = target["expr"]
    return found


def test_names_are_found_in_an_expression() -> None:
    expression = (
        'histogram_quantile(0.95, sum by (le, tool) (rate(a_seconds_bucket{tool="x y"}[$__r])))'
        ' > 30 and max(b_total offset 15m) or c{d=~"e"} == 2 unless vector(0)'
    )
    assert names_in(expression) == {"a_seconds", "b_total", "c"}


def test_whatever_is_asked_for_is_measured_by_somebody() -> None:
    measured = {*OF_THE_SDK, *OF_THE_SERVER, *OF_PROMETHEUS}
    asked = {name for expression in expressions().values() for name in names_in(expression)}
    assert [name for name in asked - measured if not is_in_the_code(name)] == []


def test_each_alert_leads_to_its_runbook_is_tried_and_each_runbook_has_an_alert() -> None:
    tried = (PROMETHEUS / "alerts_test.yml").read_text()
    for name, rule in alerts().items():
        assert re.search(r"severity: (critical|warning|info)\b", rule), name
        assert "summary: " in rule, name
        assert f"runbook: docs/operations.md#{name.lower()}\n" in rule
        section = OPERATIONS.partition(f"\n### {name}\n")[2].partition("\n##")[0]
        assert all(word in section for word in ("**Means:**", "**Look:**", "**Do:**")), name
        assert name in tried
    assert set(re.findall(r"^### (Steward\w+)$", OPERATIONS, re.MULTILINE)) == set(alerts())


def test_each_panel_says_what_it_shows_in_which_unit() -> None:
    ids = [panel["id"] for panel in DASHBOARD["panels"]]
    assert len(set(ids)) == len(ids)
    for panel in panels():
        assert panel["description"], panel["title"]
        assert panel["fieldConfig"]["defaults"]["unit"], panel["title"]


def test_no_two_panels_cover_each_other() -> None:
    taken: set[tuple[int, int]] = set()
    for panel in DASHBOARD["panels"]:
        at = panel["gridPos"]
        cells = {
            (x, y)
            for x in range(at["x"], at["x"] + at["w"])
            for y in range(at["y"], at["y"] + at["h"])
        }
        assert not cells & taken, panel["title"]
        assert at["x"] + at["w"] <= 24, panel["title"]
        taken |= cells


@pytest.mark.parametrize(
    "arguments",
    [("check", "config", "prometheus.yml"), ("test", "rules", "alerts_test.yml")],
    ids=["the configuration is valid", "the rules fire when they should and only then"],
)
def test_prometheus_itself_agrees(arguments: tuple[str, ...]) -> None:
    promtool = shutil.which("promtool")
    if promtool is None:
        pytest.skip("promtool is not installed; Debian's package prometheus has it")
    done = subprocess.run(  # noqa: S603 - our own arguments
        [promtool, *arguments], cwd=PROMETHEUS, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr


# Labels that rules and dashboard ask for are those that the metrics carry.

LABELS_OF_PROMETHEUS = {"job", "instance", "alertname", "alertstate", "le"}
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
    raise AssertionError(f"a parenthesis is not closed: {text}")


@cache
def carried() -> Mapping[str, set[str]]:
    """Labels of each metric that Steward's code makes, as it gives them."""
    found: dict[str, set[str]] = {}
    for text in source().values():
        if "create_" not in text:
            continue  # it makes no metric
        tree = ast.parse(text)
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
        if label not in LABELS_OF_PROMETHEUS | known.get(metric, set())
    }
    assert unknown == set()


def test_whatever_a_label_is_compared_with_is_a_value_of_it() -> None:
    unknown = {
        (place, label, value)
        for place, expression in expressions().items()
        for metric, label, values in matchers(expression)
        if metric in carried() or label == "task_queue"
        for value in values.split("|")
        if value not in QUEUES and not is_in_the_code(value)
    }
    assert unknown == set()


def test_a_legend_names_labels_that_are_left_of_the_series() -> None:
    for panel in panels():
        for target in panel["targets"]:
            shown = set(re.findall(r"\{\{\s*(\w+)\s*\}\}", target.get("legendFormat", "")))
            left = {label for _, label in asked_for(target["expr"])}
            assert shown <= left, panel["title"]
