import pytest

from tests.activities.running import Attempt
from tests.adapters.model.conftest import server

__all__ = ["server"]


@pytest.fixture
def attempt() -> Attempt:
    return Attempt()
