"""An operator may ask a conversation for its status at any moment: it goes on the same after."""

import asyncio
from contextlib import suppress

import pytest
from temporalio.exceptions import TemporalError

from agents.expenses.replies import Saved
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat
from tests.fakes.attachments import image
from workflows.conversation import Conversation


@pytest.mark.real_server
async def test_queries_at_any_moment_change_nothing(chat: ExpenseChat) -> None:
    """What they met by chance is replayed when the chat ends, as every test's history is."""
    await chat.tell("/help")
    asking = [asyncio.create_task(_ask(chat)) for _ in range(3)]
    for turn in range(2):
        album = [image(f"{turn}-{n}") for n in range(4)]
        for number, attachment in enumerate(album):
            chat.reader.will_read(receipt(attachment, merchant="Tesco", total=f"{number + 1}.00"))
        await chat.album(*album, album=f"album {turn}")
        for number in range(4):
            await chat.say(f"Starbucks {turn * 10 + number + 1}.50")
    await chat.told(Saved.topic, count=2)
    for each in asking:
        each.cancel()
    await chat.quiet()


async def _ask(chat: ExpenseChat) -> None:
    while True:
        with suppress(TemporalError):
            await chat.handle.query(Conversation.status)
