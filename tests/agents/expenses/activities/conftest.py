"""Activities run alone, in the SDK's environment for testing them."""

import pytest

from domain.understanding import Person
from tests.activities.running import Attempt
from tests.agents.expenses.activities.desk import PHOTO, Desk


@pytest.fixture
def attempt() -> Attempt:
    return Attempt()


@pytest.fixture
def person() -> Person:
    return Person(user_id="ali")


@pytest.fixture
async def desk() -> Desk:
    desk = Desk()
    await desk.attachments.put("ali", PHOTO, b"bytes")
    return desk
