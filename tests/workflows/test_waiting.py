"""What its sender sent too fast waits in the conversation for its time; nothing of it is lost."""

from datetime import timedelta

import pytest

from domain.commands import Command
from domain.conversation import ConversationState
from domain.topics import Cancelled
from tests.toy.chat import ToyChat

pytestmark = pytest.mark.skips_time

MINUTE = timedelta(minutes=1)


async def send_early(chat: ToyChat, text: str, wait: timedelta = MINUTE) -> None:
    """Sends what may be taken up only after ``wait``."""
    await chat.post(text, text, not_before=await chat.env.get_current_time() + wait)


@pytest.mark.shows("safety 26")
async def test_it_is_taken_up_when_its_time_has_come_and_in_the_order_in_which_it_came(
    chat: ToyChat,
) -> None:
    await chat.tell("note milk")
    await send_early(chat, "note eggs")
    await send_early(chat, "note salt", 2 * MINUTE)
    assert (await chat.status()).state is ConversationState.WORKING
    assert chat.notes.texts == ["milk"]
    await chat.env.sleep(MINUTE)
    await chat.told("toy.kept", 2)
    assert chat.notes.texts == ["milk", "eggs"]
    await chat.env.sleep(MINUTE)
    await chat.quiet()
    assert chat.notes.texts == ["milk", "eggs", "salt"]


async def test_somebody_elses_message_and_commands_do_not_wait_behind_it(chat: ToyChat) -> None:
    await send_early(chat, "note eggs")
    await send_early(chat, "/status")
    await chat.say("note milk")
    await chat.told("toy.kept")
    await chat.told(f"conversation.{Command.STATUS}")
    assert chat.notes.texts == ["milk"]


async def test_a_cancel_drops_what_waits_and_says_so(chat: ToyChat) -> None:
    await send_early(chat, "note eggs")
    await chat.say("/cancel")
    assert (await chat.said(Cancelled)).texts == ("note eggs",)
    await chat.env.sleep(2 * MINUTE)
    await chat.quiet()
    assert chat.notes.texts == []
