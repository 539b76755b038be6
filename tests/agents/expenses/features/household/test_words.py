"""An invitation in each channel."""

from adapters.postgres.stores import Stores
from agents.expenses.features.household.replies import HouseholdInvited
from agents.expenses.features.household.tools import Invited
from bot.http.channel import HttpChannel
from bot.http.hub import EventHub
from bot.texts.wording import worded
from domain.channel_events import ChannelSession
from tests.adapters.postgres.requests import ANN
from tests.agents.expenses.features.household.samples import AT
from tests.bot.samples import delivery, formats, reply
from tests.bot.telegram.telegram import ME
from tests.bot.telegram.test_channel import Room

INVITED = HouseholdInvited(invited=Invited(code="ABCDEFGHJK", expires_at=AT))


def test_a_code_is_to_be_typed_where_a_channel_has_no_links() -> None:
    said = worded(reply(INVITED), formats("en_MY")).text()
    assert "“join ABCDEFGHJK”" in said
    assert "open" not in said


async def test_the_page_shows_a_link_that_opens_it_with_the_code(stores: Stores) -> None:
    log = stores.channel_events
    session = ChannelSession(session_id="s", user_id=ANN, locale="en_MY", timezone="UTC")
    await log.open(session)
    origin = "https://steward.example"
    channel = HttpChannel(log, EventHub(log, log), lambda: AT, origin=origin)
    said = reply(INVITED)
    shown = await channel.show(delivery(said, channel="http", chat_id="s", user_id=ANN), said)
    assert f"{origin}/#household_ABCDEFGHJK" in shown.text


async def test_telegram_shows_a_link_that_opens_the_bot_with_the_code() -> None:
    room = Room()
    room.channel.chat_link = room.telegram.sender().chat_link
    await room.show(reply(INVITED))
    link = f"https://t.me/{ME.username}?start=household_ABCDEFGHJK"
    assert link in room.texts()[0]
