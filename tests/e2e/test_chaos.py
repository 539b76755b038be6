"""Nothing is lost and nothing saved twice while the bot and the worker are killed.

``make chaos`` runs the same with a thousand updates.
"""

import pytest

from tests.e2e.chaos import Load, rampage
from tests.local.stack_fixture import short_folder


@pytest.mark.timeout(300)
async def test_every_message_is_answered_and_saved_once_while_bot_and_worker_are_killed() -> None:
    # A house of its own: two bots must not share a queue of replies.
    load = Load(people=10, messages=6, photos=3, kills=2)
    with short_folder() as folder:
        outcome = await rampage(load, folder / "data")
    assert outcome.broken == []
    assert outcome.rows == load.updates - 6, "each tenth of the texts is talk"
