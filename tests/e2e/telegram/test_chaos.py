"""Nothing is lost and nothing saved twice while the bot and the worker are killed.

``make chaos`` runs the same with a thousand updates.
"""

import pytest

from tests.e2e.chaos import Chaos, Load
from tests.e2e.telegram.conftest import Telegram


@pytest.mark.soak
@pytest.mark.shows("telegram 2")
@pytest.mark.timeout(600)
async def test_every_message_is_answered_and_saved_once_while_bot_and_worker_are_killed(
    telegram: Telegram,
) -> None:
    load = Load(people=4, messages=5, photos=1, kills=2)
    first_id = telegram.new_ids(load.people)
    outcome = await Chaos(telegram.house, telegram.bot, telegram.tg, load, first_id).run()
    assert outcome.broken == []
    assert outcome.rows == load.updates - 2, "each tenth of the texts is talk"
