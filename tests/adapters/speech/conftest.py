import pytest

from tests.adapters.model.conftest import server
from tests.adapters.model.gateway.doubles import Calls

__all__ = ["server"]


@pytest.fixture
def calls() -> Calls:
    return Calls()
