"""Without any other agent of the tree."""

from collections.abc import Iterator

import pytest

from tests.agents.service_calls.replay.record import SERVICE_CALLS
from tests.replay.recording import only


@pytest.fixture(autouse=True)
def _only_service_calls() -> Iterator[None]:
    with only(SERVICE_CALLS):
        yield
