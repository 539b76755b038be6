"""Without any other agent of the tree."""

from collections.abc import Iterator

import pytest

from tests.agents.expenses.replay.record import EXPENSES
from tests.replay.recording import only


@pytest.fixture(autouse=True)
def _only_expenses() -> Iterator[None]:
    with only(EXPENSES):
        yield
