"""A database of the test, and an operator's place on it."""

from pathlib import Path

import pytest

from tests.agents.operating import Operating

SAMPLES = Path(__file__).parents[3] / "local" / "samples"


@pytest.fixture
def operating(database_url: str) -> Operating:
    return Operating(database_url)
