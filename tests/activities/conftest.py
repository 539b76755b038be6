"""Activities run alone, in the SDK's environment for testing them."""

import pytest

from domain.understanding import Person
from tests.activities.running import Attempt


@pytest.fixture
def attempt() -> Attempt:
    return Attempt()


@pytest.fixture
def person() -> Person:
    return Person(user_id="ali")
