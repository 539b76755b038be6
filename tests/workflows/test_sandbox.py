"""The sandbox is on, and real: no module of a workflow reads a clock or rolls dice unnoticed.

Each module on disk gets functions appended while it is imported here, which read the wall clock,
the monotonic clock, today's date and a random number. A workflow in the production sandbox calls
them: each call must be refused. A module that is passed through is not imported by the sandbox,
has no such function, and fails the test as well. What may be passed through is pure: its source is
looked at, for there nothing else would refuse.
"""

import ast
import sys
from collections.abc import Iterator, Sequence
from importlib.machinery import ModuleSpec, PathFinder, SourceFileLoader
from pathlib import Path
from types import ModuleType

import pytest
from temporalio.testing import WorkflowEnvironment
from temporalio.worker import Worker

from tests.given import given_id
from tests.workflows.clock_probe import MUST_NOT, ClockProbe, appended
from wiring.sandbox import sandbox
from wiring.worker import WORKFLOWS

pytestmark = pytest.mark.filterwarnings("ignore:Module .* was imported after initial workflow load")

ROOT = Path(__file__).parents[2]

ENTRIES = [workflow.__module__ for workflow in WORKFLOWS]
"""The modules that a worker loads; these import the others."""

REFUSED = "RestrictedWorkflowAccessError"

PACKAGES = ("workflows",)
"""Folders of which each module runs in workflows."""

AGENT_FILES = ("agents/*/workflow.py", "agents/*/workflow/**/*.py", "agents/*/ticket.py")
"""Files of agents that run in workflows and need its SDK or the desk; their others are pure."""


def modules() -> list[str]:
    files = [file for package in PACKAGES for file in (ROOT / package).rglob("*.py")]
    files += [file for pattern in AGENT_FILES for file in ROOT.glob(pattern)]
    names = [".".join(f.relative_to(ROOT).with_suffix("").parts) for f in sorted(set(files))]
    return [name.removesuffix(".__init__") for name in names]


MODULES = modules()


class Appending(SourceFileLoader):
    """Loads a module with the probing functions behind its own source; nothing is cached."""

    def get_data(self, path: str) -> bytes:
        source = super().get_data(path)
        return source + appended().encode() if path.endswith(".py") else source

    def path_stats(self, path: str) -> dict[str, float]:
        raise OSError(path)  # as for a file without cached bytecode

    def set_data(self, path: str, data: bytes, *, _mode: int = 0o666) -> None:  # type: ignore[override]
        """Bytecode of the altered source must not reach the disk."""


class AppendingFinder:
    """Finds ``MODULES`` for import; everything else is left to the other finders."""

    @staticmethod
    def find_spec(
        name: str, path: Sequence[str] | None = None, target: ModuleType | None = None
    ) -> ModuleSpec | None:
        spec = PathFinder.find_spec(name, path, target) if name in MODULES else None
        if spec is not None and spec.origin is not None:
            spec.loader = Appending(name, spec.origin)
        return spec


@pytest.fixture(autouse=True, scope="module")
def _only_toys() -> None:
    """Not here: every agent of the tree is looked at."""


@pytest.fixture(scope="module")
def appending() -> Iterator[None]:
    finder = AppendingFinder()
    sys.meta_path.insert(0, finder)
    yield
    sys.meta_path.remove(finder)


@pytest.fixture(scope="module")
async def readings(
    dev_server: WorkflowEnvironment,
    appending: None,  # noqa: ARG001 - must be in place when the sandbox imports
) -> dict[str, dict[str, str]]:
    """By module, what the sandbox made of each reading."""
    queue = given_id()
    worker = Worker(
        dev_server.client, task_queue=queue, workflows=[ClockProbe], workflow_runner=sandbox()
    )
    async with worker:
        return await dev_server.client.execute_workflow(
            ClockProbe.run, args=[ENTRIES, MODULES], id=queue, task_queue=queue
        )


@pytest.mark.shows("platform 12")
@pytest.mark.parametrize("module", MODULES)
async def test_no_workflow_module_reads_a_clock_or_rolls_dice(
    module: str, readings: dict[str, dict[str, str]]
) -> None:
    assert readings[module] == dict.fromkeys(MUST_NOT, REFUSED)


def source_of(module: str) -> Path | None:
    path = ROOT.joinpath(*module.split("."))
    found = (path.with_suffix(".py"), path / "__init__.py")
    return next((file for file in found if file.exists()), None)


def imported_by(module: str) -> set[str]:
    """Every module that one imports, in whatever way, and those that may be names in them."""
    source = source_of(module)
    nodes = list(ast.walk(ast.parse(source.read_text(encoding="utf-8")))) if source else []
    plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
    froms = [node for node in nodes if isinstance(node, ast.ImportFrom) and node.module]
    names = {f"{node.module}.{alias.name}" for node in froms for alias in node.names}
    return plain | names | {node.module or "" for node in froms}


def reached(entries: Sequence[str]) -> list[str]:
    """Our own modules that workflows load, by any way of imports."""
    found: set[str] = set()
    waiting = list(entries)
    while waiting:
        module = waiting.pop()
        if module not in found and source_of(module) is not None:
            found.add(module)
            waiting += imported_by(module)
    return sorted(found)


REACHED = reached(MODULES)
IMPURE = frozenset({"time", "random", "secrets", "os", "socket", "threading", "uuid", "zoneinfo"})
"""No clock, no chance, no process, no network, and no time zones of this machine: two machines
with different ones would replay the same history differently."""
OF_NOW = frozenset({"now", "today", "utcnow"})


def test_pure_modules_are_reached() -> None:
    assert {"domain.messages", "agents.contract"} <= set(REACHED) - set(MODULES)


@pytest.mark.parametrize("module", REACHED)
def test_what_workflows_load_is_pure_or_in_the_sandbox(module: str) -> None:
    assert not imported_by(module) & IMPURE
    if module in MODULES:
        return  # there the sandbox refuses
    source = source_of(module)
    assert source is not None
    calls = {
        f"{node.value.id}.{node.attr}"
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name)
    }
    assert not calls & {f"{kind}.{name}" for kind in ("datetime", "date") for name in OF_NOW}


def test_the_clock_decides_nothing() -> None:
    """In a replay a step may be told a later time (``Session.now``): a branch would go another way.

    What waits, waits for a timer.
    """
    found = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for module in MODULES
        if (path := ROOT.joinpath(*module.split(".")).with_suffix(".py")).exists()
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.Compare)
        for part in ast.walk(node)
        if isinstance(part, ast.Attribute) and part.attr in {"now", "time"}
    ]
    assert found == []
