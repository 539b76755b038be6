"""The agent's stores beside the platform's, on one fresh database."""

import pytest

from adapters.postgres.stores import Stores
from tests.agents.expenses.store.requests import Book


@pytest.fixture
def book(stores: Stores) -> Book:
    return Book(stores.database)
