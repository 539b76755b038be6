"""What operators are given fits together: rules, dashboard, runbooks, and what is measured."""

import ast
import json
import re
import shutil
import subprocess
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from tests.test_structure import parsed

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
def made_by_the_code() -> set[str]:
    """Every text that stands alone in the code: the names of metrics are among them."""
    return {
        node.value
        for path in code_files()
        for node in ast.walk(parsed(path))
        if isinstance(node, ast.Constant) and isinstance(node.value, str)
    }


def code_files() -> Iterator[Path]:
    yield from ROOT.glob("*.py")
    for folder in ("activities", "adapters", "agents", "bot", "workflows"):
        yield from (ROOT / folder).rglob("*.py")


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
    measured = {*made_by_the_code(), *OF_THE_SDK, *OF_THE_SERVER, *OF_PROMETHEUS}
    unknown = {place: names_in(asked) - measured for place, asked in expressions().items()}
    assert {place: names for place, names in unknown.items() if names} == {}


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
