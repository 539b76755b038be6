from collections.abc import AsyncIterator

import pytest

from tests.bot.telegram.staff.desk import Desk, staff_desk


@pytest.fixture
async def desk() -> AsyncIterator[Desk]:
    async with staff_desk() as one:
        yield one
