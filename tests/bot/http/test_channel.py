"""A reply over HTTP is an event of its session: once, its owner's, and in words."""

import pytest

from adapters.postgres.stores import Stores
from bot.buttons import Ends
from bot.http.channel import HttpChannel
from bot.http.contract import ChannelSession, EventKind, HungUp, ReplyView
from bot.http.hub import EventHub
from domain.conversation import conversation_id
from domain.errors import RecipientGoneError, UnknownTopicError
from domain.replies import Delivery, File, Reply
from domain.sessions import session_for
from domain.topics import Erased, GeneralAnswer, PressAction
from tests.bot import samples
from tests.bot.samples import NOW, choice, reply

ANN = "http:page:" + "a" * 32
KEY = session_for(ANN, b"8 bytes!")
TASK = f"{conversation_id('http', KEY)}/expenses/1"
REPORT = File(sha256="ab" * 32, name="../March\n2026.csv", mime_type="text/csv")


def asked(text: str = "Is it lunch?", **parts: object) -> Reply:
    choices = (choice(PressAction.ANSWER, TASK, label="Lunch", value="lunch"),)
    return reply(GeneralAnswer(text=text), choices=choices, **parts)


def delivery(shown: Reply, *, recorded: bool = True, locale: str = "en_MY") -> Delivery:
    return samples.delivery(
        shown, channel="http", chat_id=KEY, user_id=ANN, recorded=recorded, locale=locale
    )


@pytest.fixture
async def channel(stores: Stores) -> HttpChannel:
    await stores.channel_events.open(
        ChannelSession(session_id=KEY, user_id=ANN, locale="en_MY", timezone="Asia/Kuala_Lumpur")
    )
    return HttpChannel(
        stores.channel_events,
        EventHub(stores.channel_events, stores.channel_events),
        lambda: NOW,
    )


async def views(channel: HttpChannel) -> list[ReplyView]:
    events = await channel.log.read(KEY, 0, 100, kinds=frozenset({EventKind.REPLY}))
    return [ReplyView.model_validate(event.payload) for event in events]


async def test_a_reply_comes_with_its_buttons_and_files(channel: HttpChannel) -> None:
    said = asked(files=(REPORT,), edits="earlier/r1")
    delivered = await channel.show(delivery(said), said)
    (view,) = await views(channel)
    assert (view.id, view.text, view.replaces) == (said.id, "Is it lunch?", "earlier/r1")
    (button,) = view.choices
    assert (button.label, button.action, button.subject) == ("Lunch", PressAction.ANSWER, TASK)
    assert (button.value, button.ends) == ("lunch", Ends.ALL)
    (file,) = view.files
    assert file.url == f"/api/v1/chat/sessions/{KEY}/files/{REPORT.sha256}"
    assert "\n" not in file.name
    assert (delivered.text, delivered.channel_ref) == (view.text, said.id)


@pytest.mark.shows("http 2")
async def test_a_reply_that_is_delivered_again_is_one_event_with_its_first_words(
    channel: HttpChannel,
) -> None:
    said = asked()
    again = asked("Is it dinner?").model_copy(update={"id": said.id})
    shown = [await channel.show(delivery(one), one) for one in (said, again)]
    assert [one.text for one in shown] == ["Is it lunch?"] * 2
    assert len(await views(channel)) == 1


@pytest.mark.shows("calls A14, A15")
async def test_that_a_call_is_over_is_told_once_behind_the_reply_that_says_so(
    channel: HttpChannel,
) -> None:
    goodbye = asked("Goodbye?", node="GOODBYE", heard_out=True)
    said = asked("It is over?", hung_up="success").model_copy(update={"id": "over/r1"})
    for one in (goodbye, said, said):
        await channel.show(delivery(one), one)  # nobody is on the line: nothing is waited for
    events = await channel.log.read(KEY, 0, 100)
    assert [event.kind for event in events] == [EventKind.REPLY, EventKind.REPLY, EventKind.HANGUP]
    assert (await views(channel))[0].node == "GOODBYE"
    ended = HungUp.model_validate(events[-1].payload)
    assert (ended.reason, ended.hangup_status) == ("completed", "success")


@pytest.mark.shows("http 2")
async def test_nothing_is_shown_in_a_session_that_is_gone_or_another_s(
    channel: HttpChannel, stores: Stores
) -> None:
    said = asked()
    theirs = delivery(said).model_copy(update={"user_id": "http:page:" + "b" * 32})
    with pytest.raises(RecipientGoneError):
        await channel.show(theirs, said)
    assert await views(channel) == []
    await stores.erasure.erase(ANN)
    with pytest.raises(RecipientGoneError):
        await channel.show(delivery(said), said)


async def test_that_everything_was_deleted_is_told_and_kept_nowhere(
    channel: HttpChannel, stores: Stores
) -> None:
    newer = Reply(id="r1", topic="weather.report")
    with pytest.raises(UnknownTopicError):  # a topic of a newer version is left to that
        await channel.show(delivery(newer), newer)
    await stores.erasure.erase(ANN)
    erased = reply(Erased(counts={"messages": 2}))
    async with stores.channel_events.listening() as news:
        delivered = await channel.show(delivery(erased, recorded=False, locale="de_DE"), erased)
        told = (await anext(news)).told
    assert told is not None
    assert ReplyView.model_validate(told.payload).text == delivered.text
    assert await views(channel) == []
