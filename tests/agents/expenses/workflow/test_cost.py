"""What a turn costs the server: its activities, and changes of search attributes."""

from collections import Counter

import pytest
from temporalio.api.enums.v1 import EventType

from agents.expenses.replies import Saved
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat

ACTIVITY = EventType.EVENT_TYPE_ACTIVITY_TASK_SCHEDULED
SEARCH = EventType.EVENT_TYPE_UPSERT_WORKFLOW_SEARCH_ATTRIBUTES

pytestmark = pytest.mark.real_server


async def activities(chat: ExpenseChat) -> Counter[str]:
    """How many of each were scheduled in the run so far."""
    history = await chat.handle.fetch_history()
    return Counter(
        event.activity_task_scheduled_event_attributes.activity_type.name
        for event in history.events
        if event.event_type == ACTIVITY
    )


async def upserts(chat: ExpenseChat) -> int:
    """Those that say something of the chat; another one says which changes of the code it knows."""
    history = await chat.handle.fetch_history()
    changes = [e for e in history.events if e.event_type == SEARCH]
    told = [e.upsert_workflow_search_attributes_event_attributes for e in changes]
    return sum("TemporalChangeVersion" not in t.search_attributes.indexed_fields for t in told)


async def test_a_sure_expense_takes_reading_and_delivering(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "Tesco 20")
    turns = {"understand_by_rules": 2, "deliver": 2}
    assert await activities(chat) == {"begin_conversation": 1, **turns}
    assert len(chat.saved) == 2


async def test_an_answer_takes_reading_categorizing_saving_and_delivering(
    chat: ExpenseChat,
) -> None:
    await chat.tell("lunch")
    before = await activities(chat)
    await chat.tell("12.50")
    assert await activities(chat) - before == {
        "understand_by_rules": 1,
        "categorize_by_rules": 1,
        "save_expense": 1,
        "deliver": 1,
    }


async def test_a_photo_takes_fetching_reading_categorizing_saving_and_delivering(
    chat: ExpenseChat,
) -> None:
    await chat.tell("/help")
    before = await activities(chat)
    photo = chat.files.lay("starbucks")
    chat.reader.will_read(receipt(chat.files.stored("starbucks"), total="15.50"))
    await chat.quiet(await chat.photo(photo))
    wanted = ("fetch_attachment", "read_receipt", "categorize_by_rules", "save_expense", "deliver")
    assert await activities(chat) - before == dict.fromkeys(wanted, 1)


async def test_search_attributes_change_when_a_chat_comes_to_rest(chat: ExpenseChat) -> None:
    await chat.tell("Starbucks 15.50", "Tesco 20", "Grab 12")
    assert await upserts(chat) == 1, "idle, as it was after the first"
    await chat.tell("lunch")
    assert await upserts(chat) == 2, "now it waits"


async def test_little_is_carried_into_the_next_run(chat: ExpenseChat) -> None:
    """Forty messages and the ten expenses that can be corrected at once. Beside these an id of each
    message is kept, and where its answer stands."""
    chat.limit(quiet_events=1, quiet_turns=20)
    for number in range(1, 21):
        await chat.say(f"Starbucks {number}.50")
        await chat.told(Saved.topic, number)
    await chat.tell("/status")
    first = (await chat.handle.fetch_history()).events[0]
    begun = first.workflow_execution_started_event_attributes
    assert begun.continued_execution_run_id
    assert sum(len(payload.data) for payload in begun.input.payloads) < 28 * 1024
