"""Where a file of an agent may run follows from its name: what has no other name is pure."""

from functools import cache
from pathlib import Path

import pytest

from tests.workflows.test_sandbox import imported_by, reached

ROOT = Path(__file__).parents[1]

IN_WORKERS = frozenset(
    {
        *(
            "activities",
            "bind",
            "collections",
            "commands",
            "doctor",
            "parts",
            "sample",
            "servers",
            "settings",
        ),
        *("command_groups", "graph_commands", "kb_commands", "staff_commands"),  # of operators
        *("notices", "recognise", "store", "words"),  # of features
        *("book_words", "drawing", "report_store", "report_words"),  # of files
        *("collection", "reading"),  # of browsing
        *("import_duplicates", "handlers", "nodes", "passing", "records", "staffed", "transfers"),
        *("triage_file",),
    }
)
"""They may reach the outside, and no file of another name imports them."""
IN_WORKFLOWS = frozenset(
    {
        "workflow",
        "scheduled_run",
        "buttons",
        "cases",
        "ticket_workflow",
        "triage_workflow",
        "engine",
        "play",
        "trial",
    }
)
"""They may use Temporal's SDK."""
OUTSIDE = frozenset(
    {
        *("activities", "adapters", "bot", "local", "settings", "wiring"),
        *("aiogram", "aiohttp", "alembic", "asyncpg", "babel", "cryptography", "cv2"),
        *("dateparser", "httpx2", "jsonschema", "mcp", "numpy", "onnxruntime", "openai"),
        *("opentelemetry", "PIL", "pypdfium2", "rapidfuzz", "rapidocr", "sqlalchemy"),
        *("structlog", "tiktoken"),
    }
)
TEMPORAL = "temporalio"


def modules(*patterns: str) -> list[str]:
    files = {file for pattern in patterns for file in ROOT.glob(pattern)}
    names = (".".join(f.relative_to(ROOT).with_suffix("").parts) for f in sorted(files))
    return [name for name in names if name.rpartition(".")[2] not in {"__init__", *IN_WORKERS}]


CONTRACT = ("capabilities", "contract", "desk", "handler_desk", "tool_user")
PURE = modules(
    *(f"agents/{name}.py" for name in CONTRACT),
    "agents/*/*.py",
    "agents/*/features/*/*.py",
    "agents/*/case/*.py",
)
OF_WORKFLOWS = modules("workflows/**/*.py", "agents/*/handlers/*.py")


@cache
def roots(module: str) -> frozenset[str]:
    """The packages that one of our own modules imports."""
    return frozenset(name.partition(".")[0] for name in imported_by(module))


def needed(module: str) -> set[str]:
    """The packages that a module needs, by whatever way of imports."""
    return {root for each in reached([module]) for root in roots(each)}


def test_each_kind_of_file_is_there() -> None:
    assert {"agents.expenses.features.budgets.budget", "agents.support.case.ticket_case"} <= set(
        PURE
    )
    assert "workflows.desk" in OF_WORKFLOWS


@pytest.mark.parametrize("module", [*PURE, *OF_WORKFLOWS])
def test_it_reaches_the_outside_by_activities_alone(module: str) -> None:
    own = module in OF_WORKFLOWS or module.rpartition(".")[2] in IN_WORKFLOWS
    assert not needed(module) & (OUTSIDE if own else {*OUTSIDE, TEMPORAL})
