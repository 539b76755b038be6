"""A conversation is its person's: who can start workflows and send signals gets no further."""

import json

import pytest
from temporalio.client import WorkflowFailureError
from temporalio.exceptions import ApplicationError

from domain.activity_calls import MAIN_QUEUE
from domain.conversation import ConversationStart
from domain.understanding import Person
from tests.toy import note
from tests.toy.chat import ToyChat
from workflows.conversation import NOT_THEIRS, Conversation


async def test_what_somebody_else_sends_is_not_heard(chat: ToyChat) -> None:
    await chat.tell("note milk")
    await chat.send((await chat._message(text="note eggs")).model_copy(update={"sender_id": "eve"}))
    await chat.tell("note bread")
    assert chat.topics.count(note.Kept.topic) == 2
    assert "eggs" not in json.dumps(await chat.handle.query("history"))


@pytest.mark.shows("safety 28")
@pytest.mark.parametrize("victim", ["test:bob", "test:ali"], ids=["person", "chat"])
async def test_a_conversation_for_somebody_elses_person_ends_before_it_says_a_word(
    chat: ToyChat, victim: str
) -> None:
    """In an own chat with a victim's person, and in a victim's chat under another id."""
    own = "eve" if victim == "test:bob" else chat.chat_id
    start = ConversationStart(
        channel="test", chat_id=own, person=Person(user_id=victim), reply_queue=chat.reply_queue
    )
    message = (await chat._message(text="my notes")).model_copy(update={"sender_id": victim})
    handle = await chat.client.start_workflow(
        Conversation.run,
        start,
        id="conversation:test:eve",
        task_queue=MAIN_QUEUE,
        start_signal="receive",
        start_signal_args=[message],
    )
    with pytest.raises(WorkflowFailureError) as failed:
        await handle.result()
    assert isinstance(failed.value.cause, ApplicationError)
    assert failed.value.cause.type == NOT_THEIRS
    assert chat.channel.shown == []
    assert chat.users.known == {}
