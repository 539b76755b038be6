"""Nothing is lost and nothing shown twice while everything is killed under clients that reconnect.

``python -m tests.e2e.http.crowd`` runs the same with 200 messages from 20 clients.
"""

import pytest

from tests.e2e.house import House
from tests.e2e.http.crowd import Load, rampage


@pytest.mark.shows("http 15")
@pytest.mark.timeout(600)
async def test_each_reply_comes_once_and_each_row_is_saved_once_while_all_three_are_killed(
    house: House,
) -> None:
    load = Load(people=4, messages=4, kills=1)
    outcome = await rampage(load, house)
    assert outcome.broken == []
    assert outcome.rows == load.people * load.messages
