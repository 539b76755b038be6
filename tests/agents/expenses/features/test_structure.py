"""A feature can be removed, and stands alone."""

from pathlib import Path

import pytest

from agents.expenses.features import FEATURES
from tests.test_structure import run_in, without

LIST = Path("agents/expenses/features/__init__.py")
_PASSES = """
import sys
import cli, worker
import pytest
from agents.expenses.features import FEATURES
assert sys.argv[1] not in FEATURES
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
THE_REST = (
    "tests/agents/expenses/offline/test_sentences.py",
    "tests/agents/expenses/words/test_words.py",
    "tests/agents/expenses/features/test_calls.py",
    "tests/agents/expenses/model/test_written_expenses.py",
)


@pytest.mark.timeout(600)
@pytest.mark.parametrize("feature", FEATURES)
def test_without_its_folder_and_its_place_in_the_list_the_rest_passes(
    tmp_path: Path, feature: str
) -> None:
    project = without(tmp_path / "project", feature)
    listed = project / LIST
    left = tuple(name for name in FEATURES if name != feature)
    line = f"FEATURES: tuple[str, ...] = {FEATURES!r}"
    text = listed.read_text()
    assert line.replace("'", '"') in text
    listed.write_text(text.replace(line.replace("'", '"'), f"FEATURES: tuple[str, ...] = {left}"))
    done = run_in(project, "-c", _PASSES, feature, *THE_REST)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]
