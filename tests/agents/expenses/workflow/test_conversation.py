"""What the conversation promises whatever the agents do: order, durability, one voice."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from temporalio.api.sdk.v1 import WorkflowMetadata

from agents.expenses import replies
from agents.expenses.meaning import Decided, DecideRequest
from domain import topics
from domain.conversation import ConversationState, Limits, Recalled, RecalledDraft
from domain.errors import ModelUnavailableError, UnusableAttachmentError
from domain.history import History, Speaker
from domain.messages import ButtonPress, Message
from domain.topics import PressAction
from domain.understanding import Act, ActKind, SummariseRequest, UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.workflows.promises import reply_waits

SAVED = replies.Saved.topic


async def test_a_message_delivered_three_times_is_taken_once(chat: Chat) -> None:
    message_id = await chat.say("Starbucks 15.50")
    chat.sent = 0
    await chat.say("Starbucks 15.50")
    chat.sent = 0
    await chat.say("Starbucks 15.50")
    await chat.quiet(message_id)
    assert len(chat.saved) == 1
    assert chat.topics == [SAVED]


@pytest.mark.shows("scenario 37")
async def test_replies_wait_for_a_channel_that_is_down_and_come_once(chat: Chat) -> None:
    chat.channel.down = True
    await chat.say("Starbucks 15.50")
    await reply_waits(chat)
    assert len(chat.saved) == (await chat.status()).replies_pending == 1
    chat.channel.down = False
    await chat.told(SAVED)
    await chat.quiet()
    assert chat.topics == [SAVED]


async def test_a_chat_that_is_gone_ends_the_conversation(chat: Chat) -> None:
    chat.channel.gone = True
    await chat.say("Starbucks 15.50")
    await chat.handle.result()
    assert chat.topics == []


async def test_whoever_is_back_before_a_chat_that_was_gone_is_closed_is_heard(chat: Chat) -> None:
    await chat.tell("lunch")
    gate = chat.drafts.hold()
    chat.channel.gone = True
    await chat.say("/help")
    await chat.drafts.keeping.wait()
    chat.channel.gone = False
    await chat.say("Starbucks 15.50")
    gate.set()
    await chat.told(SAVED)
    assert (await chat.tell("/status")).state is ConversationState.IDLE


@pytest.mark.shows("2.4", "3.4", "14.1")
async def test_history_holds_both_sides_in_order(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "/help")
    history = await chat.handle.query("history")
    entries = history["entries"]
    assert [e["speaker"] for e in entries] == ["person", "steward", "person", "steward"]
    assert entries[0]["text"] == "Starbucks 15.50"
    assert entries[1]["text"] == SAVED
    assert entries[2]["text"] == "/help"


async def test_the_first_message_of_a_run_is_in_the_history_once(chat: Chat) -> None:
    said = Message(
        id="m", sender_id="test:ali", sent_at=datetime(2026, 1, 5, tzinfo=UTC), text="hello"
    )
    history = History()
    history.append(Speaker.PERSON, "long ago", datetime(2026, 1, 1, tzinfo=UTC))
    history.append(Speaker.PERSON, said.text, said.sent_at)
    chat.transcript.recalled = Recalled(history=history)
    await chat.send(said)
    await chat.told(topics.GeneralTopic.topic)
    entries = (await chat.handle.query("history"))["entries"]
    assert [e["text"] for e in entries if e["speaker"] == "person"] == ["long ago", "hello"]


async def test_drafts_of_a_chat_that_ended_are_known_again(chat: Chat) -> None:
    await chat.tell("lunch", "later")
    (kept,) = chat.drafts.kept.values()
    draft = RecalledDraft(task_id=kept.task_id, agent=kept.agent, state=kept.state)
    chat.transcript.recalled = Recalled(tasks_started=1, drafts=(draft,))
    await chat.handle.terminate()
    await chat.tell("/status")
    assert [task.number for task in (await chat.said(topics.Status)).drafts] == [1]
    await chat.tell("resume", "12")
    await chat.told(replies.Saved.topic)
    assert [card.item for card in chat.saved] == ["lunch"]


@pytest.mark.shows("12.4")
async def test_a_failing_engine_is_reported_and_the_conversation_goes_on(chat: Chat) -> None:
    at_once = timedelta(milliseconds=10)
    chat.understanding.failures["converse"] = ModelUnavailableError("down", retry_after=at_once)
    await chat.say("tell me a story")
    failed = await chat.said(topics.Failed)
    assert failed.reason == ModelUnavailableError.user_text
    await chat.tell("Starbucks 15.50")
    assert len(chat.saved) == 1


@pytest.mark.shows("12.1")
async def test_an_unusable_file_gets_its_reason_and_leaves_no_task(chat: Chat) -> None:
    attachment = image("broken")
    chat.reader.will_fail(attachment, UnusableAttachmentError("bad", user_text="It is torn."))
    await chat.quiet(await chat.photo(attachment))
    assert (await chat.said(replies.Unreadable)).reason == "It is torn."
    assert (await chat.status()).state is ConversationState.IDLE


async def test_a_caption_makes_up_for_an_unusable_file(chat: Chat) -> None:
    attachment = image("broken")
    chat.reader.will_fail(attachment, UnusableAttachmentError("bad", user_text="It is torn."))
    await chat.quiet(await chat.photo(attachment, caption="Tesco 54.20"))
    await chat.told(SAVED)
    assert [card.amount for card in chat.saved] == [Decimal("54.20")]


@pytest.mark.shows("safety 2")
@pytest.mark.real_server  # the other one may lose a cancel of what ends at that moment
async def test_a_picture_that_its_caption_disowns_is_not_saved(chat: Chat) -> None:
    captions = ("not mine, ignore", "salah gambar", "gehört meinem Chef")
    for count, caption in enumerate(captions, 1):
        attachment = image(caption)
        chat.reader.will_read(receipt(attachment))
        await chat.quiet(await chat.photo(attachment, caption=caption))
        await chat.told(topics.Cancelled.topic, count)
    assert chat.saved == []


async def test_a_button_without_a_value_takes_back_the_last_change_of_its_row(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 16.50")
    task_id = chat.saved[0].task_id
    await chat.push(ButtonPress(action=PressAction.UNDO, subject=task_id))
    await chat.told(replies.Reverted.topic)
    assert [card.amount for card in chat.saved] == [Decimal("15.50")]


async def test_an_undo_ends_the_question_what_to_edit(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "it was 16.50")
    await chat.press(PressAction.EDIT, await chat.told(replies.Corrected.topic))
    await chat.told(replies.AskEdit.topic)
    await chat.tell("/undo")
    await chat.told(replies.Reverted.topic)
    await chat.quiet()
    assert chat.topics[-1] == replies.Reverted.topic
    await chat.tell("it was 17")
    corrected = await chat.said(replies.Corrected, 2)
    assert [(c.before, c.after) for c in corrected.changes] == [("15.50", "17")]


@pytest.mark.shows("safety 11")
async def test_undo_of_another_persons_row_finds_nothing(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    task_id = chat.saved[0].task_id
    chat.ledger.owners[task_id] = "somebody else"
    await chat.push(ButtonPress(action=PressAction.UNDO, subject=task_id))
    await chat.told(topics.NothingToUndo.topic)
    assert len(chat.saved) == 1


class TestManyMessages:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_history=4, has_model=True)

    @pytest.mark.shows("14.4", "14.5")
    async def test_each_is_in_the_context_of_the_next_or_in_its_summary(self, chat: Chat) -> None:
        chat.rules.unsure.add("understand")
        said = [f"Starbucks {number}.50" for number in range(1, 9)]
        await chat.tell(*said)
        folded: set[str] = set()
        contexts = []
        for request in chat.understanding.asked:
            if isinstance(request, SummariseRequest):
                folded |= {entry.text for entry in request.entries}
            elif isinstance(request, UnderstandRequest):
                shown = {entry.text for entry in request.history}
                contexts.append(shown)
                before = said[: said.index(request.said[-1].text) + 1]
                assert set(before) <= shown | folded
                assert not folded or request.summary
        assert folded, "nothing was summarised"
        assert max(len(context) for context in contexts) > 4
        assert all(len(context) < 2 * 4 + 2 for context in contexts)


@pytest.mark.real_server
class TestContinueAsNew:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(max_events=60, max_history=6, retry_delay=timedelta(milliseconds=10))

    @pytest.mark.shows("13.1", "14.5")
    async def test_many_turns_pass_and_nothing_is_lost_or_taken_twice(self, chat: Chat) -> None:
        texts = [f"Starbucks {number}.50" for number in range(1, 10)]
        await chat.tell(*texts)
        await chat.told(SAVED, count=len(texts))
        sent, chat.sent = chat.sent, 0
        await chat.say(texts[0])
        chat.sent = sent
        await chat.tell("/status")
        assert chat.topics.count(SAVED) == len(chat.topics) - 1
        assert len(await chat.runs()) > 1
        assert {f"Starbucks {card.amount}" for card in chat.saved} == set(texts)
        assert len({card.task_id for card in chat.saved}) == len(chat.saved) == len(texts)
        history = await chat.handle.query("history")
        assert history["summary"]
        assert len(history["entries"]) <= 2 * 6

    @pytest.mark.shows("3.5", "9.3")
    async def test_an_open_question_goes_on_waiting_and_is_not_put_again(self, chat: Chat) -> None:
        await chat.tell("lunch")
        await chat.told(replies.AskAmount.topic)
        for _ in range(8):
            await chat.tell("/status")
        assert len(await chat.runs()) > 1
        assert chat.topics.count(replies.AskAmount.topic) == 1
        await chat.tell("12.30")
        await chat.told(SAVED)
        assert [(c.item, c.amount) for c in chat.saved] == [("lunch", Decimal("12.30"))]


@pytest.mark.shows("5.2", "5.5", "14.3")
async def test_a_decision_sees_problems_and_history_and_its_reason_is_shown_to_the_operator(
    chat: Chat,
) -> None:
    expense = Act(kind=ActKind.OPEN, agent="expenses", details={"currency": "USD"})
    chat.understanding.understood = [(expense,)]
    chat.models.decided = Decided(action="request_amount", reason="The sum matters most.")
    await chat.tell("/help", "I bought something in dollars")
    await chat.told(replies.AskAmount.topic)
    (request,) = (r for r in chat.understanding.asked if isinstance(r, DecideRequest))
    assert set(request.problems) == {"merchant: missing", "amount: missing", "category: missing"}
    assert request.history[0].text == "/help"
    metadata = await chat.handle.query("__temporal_workflow_metadata", result_type=WorkflowMetadata)
    assert "The sum matters most." in metadata.current_details
    assert "still needed: merchant, amount" in metadata.current_details
