"""An invitation in each channel."""

from agents.expenses.features.household.replies import HouseholdInvited
from agents.expenses.features.household.tools import Invited
from bot.texts.wording import worded
from tests.agents.expenses.features.household.samples import AT
from tests.bot.samples import formats, reply
from tests.bot.telegram.telegram import ME
from tests.bot.telegram.test_channel import Room

INVITED = HouseholdInvited(invited=Invited(code="ABCDEFGHJK", expires_at=AT))


def test_a_code_is_to_be_typed_where_a_channel_has_no_links() -> None:
    said = worded(reply(INVITED), formats("en_MY")).text()
    assert "“join ABCDEFGHJK”" in said
    assert "open" not in said


async def test_telegram_shows_a_link_that_opens_the_bot_with_the_code() -> None:
    room = Room()
    room.channel.chat_link = room.telegram.sender().chat_link
    await room.show(reply(INVITED))
    link = f"https://t.me/{ME.username}?start=household_ABCDEFGHJK"
    assert link in room.texts()[0]
