"""The sandbox is on, and real: no module of a workflow reads a clock or rolls dice unnoticed.

A module that is passed through the sandbox is pure: its source is looked at, for there nothing
else would refuse.
"""

import ast
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import pytest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from tests.given import given_id
from tests.workflows.clock_probe import READINGS, ClockProbe
from wiring.sandbox import sandbox

ROOT = Path(__file__).parents[2]

OF_WORKFLOWS = (
    "workflows/**/*.py",
    "agents/*/workflow.py",
    "agents/*/workflow/**/*.py",
    "agents/*/ticket_workflow.py",
    "agents/*/triage_workflow.py",
    "agents/*/cases.py",
    "agents/*/features/*/workflow.py",
)
"""Files that run in workflows and need its SDK or the desk; the others of an agent are pure."""


def modules(*patterns: str) -> list[str]:
    files = {file for pattern in patterns for file in ROOT.glob(pattern)}
    names = [".".join(f.relative_to(ROOT).with_suffix("").parts) for f in sorted(files)]
    return [name.removesuffix(".__init__") for name in names]


MODULES = modules(*OF_WORKFLOWS)


@pytest.fixture(autouse=True, scope="module")
def _only_toys() -> None:
    """Not here: every agent of the tree is looked at."""


@pytest.mark.shows("platform 12")
async def test_no_workflow_module_reads_a_clock_or_rolls_dice(
    dev_server: WorkflowEnvironment,
) -> None:
    queue, runner = given_id(), sandbox()
    passed = runner.restrictions.passthrough_modules
    shared = {
        module for module in MODULES for name in passed if f"{module}.".startswith(f"{name}.")
    }
    assert shared == set()
    async with Worker(
        dev_server.client, task_queue=queue, workflows=[ClockProbe], workflow_runner=runner
    ):
        readings = await dev_server.client.execute_workflow(
            ClockProbe.run, id=queue, task_queue=queue
        )
    assert readings == dict.fromkeys(READINGS, "RestrictedWorkflowAccessError")


@cache
def tree_of(module: str) -> tuple[ast.AST, ...]:
    """All that stands in one of our own modules."""
    path = ROOT.joinpath(*module.split("."))
    found = [f for f in (path.with_suffix(".py"), path / "__init__.py") if f.exists()]
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in found)
    return tuple(node for tree in trees for node in ast.walk(tree))


@cache
def imported_by(module: str) -> frozenset[str]:
    """Every module that one imports, in whatever way, and those that may be names in them."""
    nodes = tree_of(module)
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    names = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
    return frozenset(plain | names | {node.module or "" for node in froms})


def reached(entries: Sequence[str]) -> list[str]:
    """Our own modules that workflows load, by any way of imports."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        if module not in found and tree_of(module):
            found.add(module)
            waiting += imported_by(module)
    return sorted(found)


OF_FEATURES = modules(
    *(f"agents/*/features/*/{name}.py" for name in ("tools", "replies", "workflow"))
)
"""Features are found by name: no import leads to them."""
REACHED = reached([*MODULES, *OF_FEATURES])
IMPURE = frozenset({"time", "random", "secrets", "os", "socket", "threading", "uuid", "zoneinfo"})
"""No clock, no chance, no process, no network, and no time zones of this machine: two machines
with different ones would replay the same history differently."""
OF_NOW = frozenset({"now", "today", "utcnow"})


def test_pure_modules_are_reached() -> None:
    assert {"domain.messages", "agents.contract"} <= set(REACHED) - set(MODULES)


@pytest.mark.parametrize("module", REACHED)
def test_what_workflows_load_is_pure(module: str) -> None:
    assert not imported_by(module) & IMPURE
    calls = {
        f"{node.value.id}.{node.attr}"
        for node in tree_of(module)
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert not calls & {f"{kind}.{name}" for kind in ("datetime", "date") for name in OF_NOW}
    if module not in MODULES:  # the sandbox may share it, and would share with it what it imports
        assert not imported_by(module) & set(MODULES)


def test_the_clock_decides_nothing() -> None:
    """In a replay a step may be told a later time (``Session.now``): a branch would go another way.

    What waits, waits for a timer.
    """
    found = [
        f"{module}:{node.lineno}"
        for module in MODULES
        for node in tree_of(module)
        if isinstance(node, ast.Compare)
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and part.attr in {"now", "time"}
    ]
    assert found == []
