import pytest

from tests.adapters.model.conftest import server
from tests.agents.support.model.doubles import Triage
from tests.model_server import ScriptedModelServer

__all__ = ["server"]


@pytest.fixture
def triage(server: ScriptedModelServer) -> Triage:
    return Triage(server)
