"""What is shipped imports only what is declared: a tool of the tests must not stand in for it."""

import ast
import re
import sys
import tomllib
from collections.abc import Iterator
from importlib.metadata import packages_distributions
from pathlib import Path

from tests.test_structure import parsed

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
SHIPPED = PROJECT["tool"]["hatch"]["build"]["targets"]["wheel"]["only-include"]
OURS = {Path(name).stem for name in SHIPPED}


def plain(name: str) -> str:
    return re.split(r"[\[<>=!~; ]", name, maxsplit=1)[0].lower().replace("_", "-").replace(".", "-")


def declared() -> set[str]:
    extras = PROJECT["project"]["optional-dependencies"]
    own = [each for name in ("local", "voice", "speech", "speech-piper") for each in extras[name]]
    listed = [*PROJECT["project"]["dependencies"], *own]
    return {plain(name) for name in listed}


def modules() -> Iterator[Path]:
    for name in SHIPPED:
        path = ROOT / name
        yield from path.rglob("*.py") if path.is_dir() else [path]


def imported(path: Path) -> Iterator[str]:
    for node in ast.walk(parsed(path)):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module.partition(".")[0]


def test_everything_that_is_imported_is_declared() -> None:
    provided = packages_distributions()
    known = declared()
    missing = {
        name: str(path.relative_to(ROOT))
        for path in modules()
        for name in imported(path)
        if name not in OURS
        and name not in sys.stdlib_module_names
        and not known & {plain(each) for each in provided.get(name, [])}
    }
    assert missing == {}
