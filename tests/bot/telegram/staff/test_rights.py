"""The doctor names what the bot lacks in the staff's chat."""

from collections.abc import Sequence

import pytest

from bot.telegram.staff.rights import check_staff_chat
from domain.health import Health
from tests.bot.telegram.staff.desk import STAFF, TOKEN
from tests.telegram.emulator import running_emulator


@pytest.mark.shows("support bad input")
@pytest.mark.parametrize(
    ("rights", "forum", "health", "named"),
    [
        (("can_manage_topics", "can_delete_messages"), True, Health.OK, ""),
        (("can_manage_topics",), True, Health.DEGRADED, "Delete Messages"),
        (("can_delete_messages",), True, Health.DEGRADED, "Manage Topics"),
        ((), True, Health.DEGRADED, "administrator"),
        (("can_manage_topics",), False, Health.DEGRADED, "turn on topics"),
    ],
)
async def test_a_missing_right_is_named(
    rights: Sequence[str], *, forum: bool, health: Health, named: str
) -> None:
    async with running_emulator(TOKEN) as tg:
        tg.forum(STAFF, "Staff", members=[], rights=rights).forum = forum
        finding = await check_staff_chat(TOKEN, tg.base_url, STAFF)
        elsewhere = await check_staff_chat(TOKEN, tg.base_url, STAFF - 1)
    assert finding.health is health
    assert named in finding.detail + finding.advice
    # A chat without the bot is down, and yet not required.
    assert (elsewhere.health, elsewhere.required) == (Health.DOWN, False)
    assert "not in the chat" in elsewhere.detail
    assert (await check_staff_chat(None, "", STAFF)).advice == "set TELEGRAM_BOT_TOKEN"
