import pytest

from adapters.model.openai.client import ModelClient
from tests.adapters.model.conftest import server
from tests.adapters.model.openai.conftest import client, config
from tests.agents.expenses.model.asked import AskedAboutExpenses

__all__ = ["client", "config", "server"]


@pytest.fixture
def engine(client: ModelClient) -> AskedAboutExpenses:
    return AskedAboutExpenses(client)
