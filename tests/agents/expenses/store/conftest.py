"""The agent's stores beside the platform's, on one fresh database."""

import pytest

from adapters.postgres.stores import Stores
from agents.expenses.store.stores import ExpenseStores


@pytest.fixture
def expenses(stores: Stores) -> ExpenseStores:
    return ExpenseStores.on(stores.database)
