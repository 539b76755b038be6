"""Features can be removed, and stand alone."""

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
cli.add_commands_of_agents()
assert not set(sys.argv[1].split(",")) & set(FEATURES.names)
sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", *sys.argv[2:]]))
"""
THE_REST = (
    "tests/agents/expenses/offline/test_sentences.py",
    "tests/agents/expenses/words/test_words.py",
    "tests/agents/expenses/features/test_calls.py",
    "tests/agents/expenses/model/test_written_expenses.py",
)


def passes_without(project: Path, *features: str) -> None:
    """The features' folders and their places in the list are gone; the rest's tests pass."""
    without(project, *features)
    listed = project / LIST
    text = listed.read_text()
    for name in features:
        line = f'    "{name}",\n'
        assert text.count(line) == 1
        text = text.replace(line, "")
    listed.write_text(text)
    done = run_in(project, "-c", _PASSES, ",".join(features), *THE_REST)
    assert done.returncode == 0, done.stdout[-4000:] + done.stderr[-4000:]


@pytest.mark.timeout(600)
def test_without_all_of_them_the_rest_passes(tmp_path: Path) -> None:
    passes_without(tmp_path / "project", *FEATURES.names)


@pytest.mark.soak
@pytest.mark.timeout(600)
@pytest.mark.parametrize("feature", FEATURES.names)
def test_without_one_of_them_the_others_pass(tmp_path: Path, feature: str) -> None:
    passes_without(tmp_path / "project", feature)
