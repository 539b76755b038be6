"""The platform's histories know no agents but toys."""

from collections.abc import Iterator

import pytest

from tests.replay.recording import only
from tests.toy.chat import TOYS


@pytest.fixture(autouse=True)
def _only_toys() -> Iterator[None]:
    with only({slug: TOYS[slug] for slug in ("toy", "box")}):
        yield
