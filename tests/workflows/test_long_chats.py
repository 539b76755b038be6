"""A chat of many turns stays as it was: its runs are short and carry on no more than before."""

from collections.abc import Awaitable, Callable, Sequence

import pytest

from domain.activity_calls import MAIN_QUEUE
from domain.conversation import (
    MAX_SEEN_IDS,
    MAX_SHOWN_REFS,
    Carried,
    ConversationStart,
    Limits,
    SeenIds,
    ShownRefs,
)
from tests.toy.chat import ToyChat
from workflows.conversation import Conversation

pytestmark = pytest.mark.real_server

EVENTS, TURNS = 60, 5
"""As of the settings, but shorter: with a model a turn has up to 40 events."""


@pytest.fixture
def limits() -> Limits:
    return Limits(quiet_events=EVENTS, quiet_turns=TURNS, max_history=6, has_model=True)


async def runs_of(chat: ToyChat) -> tuple[list[int], list[int]]:
    """Of each run how many events it has, and how many bytes it was begun with."""
    events, begun = [], []
    for run_id in await chat.runs():
        history = await chat.client.get_workflow_handle(chat.id, run_id=run_id).fetch_history()
        events.append(len(history.events))
        given = history.events[0].workflow_execution_started_event_attributes.input.payloads
        begun.append(sum(len(payload.data) for payload in given))
    return events, begun


async def talk(chat: ToyChat, texts: Sequence[str]) -> None:
    """Says each text when all that the last one brought was shown and noted."""
    for text in texts:
        await chat.tell(text)


async def chatter(chat: ToyChat, texts: Sequence[str]) -> None:
    """Says each text as soon as the last one is answered."""
    for text in texts:
        before = len(chat.channel.shown)
        await chat.say(text)
        await chat.channel.until(lambda shown, before=before: len(shown) > before)  # type: ignore[misc]
    await chat.quiet()


@pytest.mark.parametrize("says", [talk, chatter])
async def test_no_run_is_long_and_none_has_only_few_turns(
    chat: ToyChat, says: Callable[[ToyChat, Sequence[str]], Awaitable[None]]
) -> None:
    await says(chat, [f"note {n}" for n in range(40)])
    assert chat.notes.texts == [str(n) for n in range(40)]
    events, _ = await runs_of(chat)
    assert max(events) < 4 * EVENTS  # of some 700: a busy machine needs more events for a turn
    assert len(events) <= 40 / TURNS + 1


async def test_a_run_takes_some_turns_also_where_each_asks_a_model(chat: ToyChat) -> None:
    chat.rules.unsure = {"understand"}
    await talk(chat, [f"note {n}" for n in range(12)])
    assert len(await chat.runs()) <= 12 / TURNS + 1


async def test_what_is_carried_on_does_not_grow_with_the_turns(chat: ToyChat) -> None:
    """Of a chat that had a thousand of them before."""
    ids = [f"test:{chat.chat_id}:before-{n}" for n in range(MAX_SEEN_IDS)]
    replies = {f"m-{n}": f"{chat.id}/toy/{n}-abcdef/r{n}-12345678" for n in range(MAX_SHOWN_REFS)}
    carried = Carried(seen=SeenIds(ids=dict.fromkeys(ids)), shown=ShownRefs(by_ref=replies))
    start = ConversationStart(
        channel="test",
        chat_id=chat.chat_id,
        person=chat.person,
        reply_queue=chat.reply_queue,
        carried=carried,
    )
    await chat.client.start_workflow(Conversation.run, start, id=chat.id, task_queue=MAIN_QUEUE)
    await talk(chat, [f"note {n:02}" for n in range(40)])
    _, begun = await runs_of(chat)
    assert begun[-1] < 1.05 * begun[len(begun) // 2]
