"""What an operator reads in a chat's timeline."""

from collections.abc import AsyncIterator

from temporalio.converter import PayloadConverter

from tests.toy.chat import ToyChat


async def steps(chat: ToyChat) -> AsyncIterator[str]:
    """The summaries of what a chat did, in order."""
    history = await chat.handle.fetch_history()
    for event in history.events:
        if event.user_metadata.HasField("summary"):
            yield PayloadConverter.default.from_payload(event.user_metadata.summary, str)


async def test_each_step_says_which_message_or_task_it_is_for(chat: ToyChat) -> None:
    chat.rules.unsure.add("understand")
    await chat.tell("note milk", "note eggs", "/help")
    assert [step async for step in steps(chat)] == [
        "begin",
        "message 1 · understand by rules",
        "message 1 · understand",
        "toy 1 · keep",
        "reply · toy.kept 1",
        "message 2 · understand by rules",
        "message 2 · understand",
        "toy 2 · keep",
        "reply · toy.kept 2",
        "reply · conversation.help",
    ]
