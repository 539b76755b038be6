"""The platform's histories know no agent but the toy."""

from collections.abc import Iterator

import pytest

from tests.replay.record import TOY
from tests.replay.recording import only


@pytest.fixture(autouse=True)
def _only_the_toy() -> Iterator[None]:
    with only(TOY):
        yield
