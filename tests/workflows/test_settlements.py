"""Who waits for an answer is told with the delivery of it that nothing more will be said."""

import pytest

from domain.conversation import ConversationState
from domain.replies import Settlement
from tests.toy.chat import ToyChat
from tests.toy.note import AskText, Kept
from tests.workflows.interruptions import points_of
from tests.workflows.promises import run_id

pytestmark = pytest.mark.real_server


async def waits(chat: ToyChat, text: str, **how: object) -> Settlement:
    """Says something and waits until that is dealt with."""
    return await chat.channel.until_settled(await chat.say(text, awaited=True, **how))


async def deliveries(chat: ToyChat) -> int:
    """How many there were in the run so far."""
    points = points_of([await chat.handle.fetch_history()])
    return [point.what for point in points].count("deliver")


async def test_it_comes_with_the_last_reply(chat: ToyChat) -> None:
    settlement = await waits(chat, "note milk")
    assert chat.topics == [Kept.topic]
    assert (settlement.state, settlement.questions) == (ConversationState.IDLE, ())
    assert await deliveries(chat) == 1
    await waits(chat, "/help")
    assert await deliveries(chat) == 2


async def test_it_tells_which_questions_are_open(chat: ToyChat) -> None:
    settlement = await waits(chat, "note")
    question = (await chat.told(AskText.topic)).question
    assert (settlement.state, settlement.questions) == (ConversationState.WAITING, (question,))


async def test_what_brings_no_reply_is_told_by_itself(chat: ToyChat) -> None:
    await waits(chat, "hello", addressed=False)
    assert chat.topics == []
    assert await deliveries(chat) == 1


async def test_it_waits_until_all_that_goes_on_is_over(chat: ToyChat) -> None:
    gate = await chat.hold_file()
    message_id = await chat.say("note milk", awaited=True)
    await chat.told(Kept.topic)
    assert chat.channel.settlements == []
    gate.set()
    await chat.channel.until_settled(message_id)
    assert chat.notes.texts == ["milk", "a picture of photo"]
    assert chat.topics[-1] == Kept.topic


async def test_it_outlives_the_run(chat: ToyChat) -> None:
    chat.limit(quiet_events=1)
    gate = await chat.hold_model("converse", "tell me a story")
    message_id = await chat.say("note milk", awaited=True)
    gate.set()
    await chat.channel.until_settled(message_id)
    first = await run_id(chat)
    await waits(chat, "note bread")
    await waits(chat, "/help")
    assert await run_id(chat) != first


async def test_nothing_is_told_where_nobody_waits(chat: ToyChat) -> None:
    await chat.tell("note milk", "/help")
    await chat.quiet(await chat.say("hello", addressed=False))
    assert chat.channel.settlements == []
    assert await deliveries(chat) == 2
