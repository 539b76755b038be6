"""Activities run alone, in the SDK's environment for testing them."""

import pytest

from tests.activities.running import Attempt
from tests.agents.expenses.activities.desk import PHOTO, Desk


@pytest.fixture
def attempt() -> Attempt:
    return Attempt()


@pytest.fixture
async def desk(attempt: Attempt) -> Desk:
    desk = Desk(attempt)
    await desk.attachments.put("ali", PHOTO, b"bytes")
    return desk
