"""Writes what is generated in docs: requirements.md and scenarios.md, each criterion with the tests
that show it, and tools.yaml, what can be asked for.

``docs/criteria.toml`` holds the criteria. A test names what it shows by
``@pytest.mark.shows("1.1")``, a file by its ``pytestmark``, a scenario by ``"shows"`` in its first
line. ``make docs`` calls this.
"""

import ast
import json
import tomllib
from collections import defaultdict
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import yaml

from agents import SLUGS
from agents.registry import tools_of

ROOT = Path(__file__).parents[1]
DOCS = ROOT / "docs"
SCENARIOS = ROOT / "tests" / "scenarios"

HEADS = {
    "requirements.md": (
        "groups",
        """# Requirements

What Steward must do, and the tests that show it. Written by `make docs` from `criteria.toml`
and the marks of the tests; a criterion without a test says why.""",
    ),
    "scenarios.md": (
        "scenarios",
        """# Scenarios

How a conversation with Steward goes, and the tests that show it. Written by `make docs`.
A file in `tests/scenarios` is a conversation that is played as it stands.""",
    ),
}

TOOLS_HEAD = """# What can be asked for, by the tools' own definitions. Written by `make docs`.
# Each is called by words, by its command, by a model, and by POST /api/v1/tools/{name} (http.md).
"""

Shown = dict[str, list[tuple[str, str]]]
"""By the id of a criterion, the tests that show it: file and name, empty for a whole file."""


def criteria(kind: str) -> list[dict[str, Any]]:
    groups: list[dict[str, Any]] = tomllib.loads((DOCS / "criteria.toml").read_text())[kind]
    return groups


def shown_by_tests() -> Shown:
    shown: Shown = defaultdict(list)
    for path in sorted((ROOT / "tests").rglob("test_*.py")):
        file = path.relative_to(ROOT).as_posix()
        for name, criterion in _marks(ast.parse(path.read_text(encoding="utf-8")).body):
            shown[criterion].append((file, name))
    for path in sorted(SCENARIOS.rglob("*.jsonl")):
        for criterion in json.loads(path.read_text().partition("\n")[0]).get("shows", ()):
            shown[criterion].append((path.relative_to(ROOT).as_posix(), ""))
    return shown


def _marks(body: list[ast.stmt], prefix: str = "") -> Iterator[tuple[str, str]]:
    for node in body:
        match node:
            case ast.Assign(targets=[ast.Name(id="pytestmark")]):
                yield from (("", criterion) for criterion in _named(node.value))
            case ast.ClassDef() | ast.FunctionDef() | ast.AsyncFunctionDef():
                for decorator in node.decorator_list:
                    yield from ((prefix + node.name, criterion) for criterion in _named(decorator))
                if isinstance(node, ast.ClassDef):
                    yield from _marks(node.body, f"{prefix}{node.name}::")


def _named(node: ast.expr) -> Iterator[str]:
    for call in ast.walk(node):
        if isinstance(call, ast.Call) and ast.unparse(call.func) == "pytest.mark.shows":
            yield from (str(arg.value) for arg in call.args if isinstance(arg, ast.Constant))


def document(name: str, shown: Shown) -> str:
    """The whole text of one of the two documents."""
    kind, head = HEADS[name]
    parts = [head]
    for group in criteria(kind):
        rows = ["| # | criterion | shown by |", "| --- | --- | --- |"]
        notes: Mapping[str, str] = group.get("notes", {})
        for number, text in group["criteria"].items():
            by = [*_cells(shown.get(number, ())), *([notes[number]] if number in notes else [])]
            rows.append(f"| {number.removeprefix('scenario ')} | {text} | {'<br>'.join(by)} |")
        intro = [group["intro"]] if "intro" in group else []
        parts += [f"## {group['title']}", *intro, "\n".join(rows)]
    return "\n\n".join(parts) + "\n"


def _cells(tests: list[tuple[str, str]] | tuple[()]) -> Iterator[str]:
    by_file: dict[str, list[str]] = defaultdict(list)
    for file, name in tests:
        by_file[file].append(name)
    for file, names in by_file.items():
        listed = ", ".join(f"`{name}`" for name in dict.fromkeys(names) if name)
        yield f"`{file}`" + (f": {listed}" if listed else "")


def tools() -> str:
    """The whole text of docs/tools.yaml."""
    listed = {
        name: {
            "agent": slug,
            "purpose": tool.purpose,
            "effect": tool.effect.value,
            "arguments": tool.arguments.model_json_schema(),
            "result": tool.result.model_json_schema(),
        }
        for name, (slug, tool) in tools_of(SLUGS).items()
    }
    text: str = yaml.safe_dump(listed, sort_keys=False, allow_unicode=True, width=100)
    return TOOLS_HEAD + text


def main() -> None:
    shown = shown_by_tests()
    for name in HEADS:
        (DOCS / name).write_text(document(name, shown))
    (DOCS / "tools.yaml").write_text(tools())


if __name__ == "__main__":
    main()
