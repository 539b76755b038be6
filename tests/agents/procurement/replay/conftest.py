"""Without any other agent of the tree."""

from collections.abc import Iterator

import pytest

from tests.agents.procurement.replay.record import PROCUREMENT
from tests.replay.recording import only


@pytest.fixture(autouse=True)
def _only_procurement() -> Iterator[None]:
    with only(PROCUREMENT):
        yield
