"""What the conversation promises whatever the agents do: order, durability, one voice."""

from datetime import UTC, datetime, timedelta
from decimal import Decimal

import pytest
from temporalio.api.sdk.v1 import WorkflowMetadata

from agents.expenses import replies
from agents.expenses.meaning import CategorizeRequest, Decided, DecideRequest
from domain import topics
from domain.conversation import ConversationState, Limits, Recalled
from domain.errors import ModelUnavailableError, UnusableAttachmentError
from domain.history import History, Speaker
from domain.messages import ButtonPress, Message
from domain.topics import PressAction
from domain.understanding import (
    Act,
    ActKind,
    ConverseRequest,
    SummariseRequest,
    UnderstandRequest,
)
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.workflows.chat import content_of

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
    while not chat.saved:
        await chat.status()
    assert (await chat.status()).replies_pending == 1
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


async def test_a_caption_adds_to_the_photo_and_another_amount_is_asked_about(chat: Chat) -> None:
    attachment = image("captioned")
    chat.reader.will_read(receipt(attachment))
    await chat.quiet(await chat.photo(attachment, caption="Kopitiam 12, cash"))
    asked = await chat.told(replies.AskAmount.topic)
    await chat.press(PressAction.ANSWER, asked, "9.00")
    await chat.told(SAVED)
    (card,) = chat.saved
    assert (card.merchant, card.amount) == ("Kedai Kopi", Decimal("9.00"))
    assert card.payment_method == "Cash"


async def test_a_caption_that_says_what_is_wrong_overrules_the_photo(chat: Chat) -> None:
    attachment = image("captioned")
    chat.reader.will_read(receipt(attachment))
    await chat.quiet(await chat.photo(attachment, caption="the total was 12"))
    await chat.told(SAVED)
    assert [(c.merchant, c.amount) for c in chat.saved] == [("Kedai Kopi", Decimal(12))]


@pytest.mark.shows("safety 2")
@pytest.mark.real_server  # the other one may lose a cancel of what ends at that moment
@pytest.mark.parametrize("caption", ["not mine, ignore", "salah gambar", "gehört meinem Chef"])
async def test_a_picture_that_its_caption_disowns_is_not_saved(chat: Chat, caption: str) -> None:
    attachment = image("of somebody else")
    chat.reader.will_read(receipt(attachment))
    await chat.quiet(await chat.photo(attachment, caption=caption))
    await chat.told(topics.Cancelled.topic)
    assert chat.saved == []


async def test_a_stale_button_is_answered_and_not_applied(chat: Chat) -> None:
    await chat.tell("Zyxxo 20")
    asked = await chat.told(replies.AskCategory.topic)
    await chat.press(PressAction.ANSWER, asked, asked.choices[0].press.value)
    await chat.told(SAVED)
    await chat.press(PressAction.ANSWER, asked, asked.choices[1].press.value)
    await chat.told(topics.StaleButton.topic)
    assert [card.category for card in chat.saved] == [asked.choices[0].label]


async def test_edit_by_words_changes_the_saved_row(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    await chat.press(PressAction.EDIT)
    await chat.told(replies.AskEdit.topic)
    await chat.tell("amount 16.50")
    await chat.told(replies.Corrected.topic)
    assert [card.amount for card in chat.saved] == [Decimal("16.50")]
    assert (await chat.status()).state is ConversationState.IDLE


async def test_an_edit_that_is_not_wanted_any_more_changes_nothing(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    await chat.press(PressAction.EDIT)
    await chat.told(replies.AskEdit.topic)
    await chat.tell("/cancel")
    assert (await chat.status()).state is ConversationState.IDLE
    assert len(chat.saved) == 1


@pytest.mark.shows("safety 11")
async def test_undo_of_another_persons_row_finds_nothing(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    task_id = chat.saved[0].task_id
    chat.ledger.owners[task_id] = "somebody else"
    await chat.push(ButtonPress(action=PressAction.UNDO, subject=task_id))
    await chat.told(topics.NothingToUndo.topic)
    assert len(chat.saved) == 1


@pytest.mark.shows("6.3", "11.1")
@pytest.mark.parametrize(
    "text", ["Starbucks 0", "Starbucks -5", "Starbucks 123456789012", "Starbucks 5 on 1 Jan 1970"]
)
async def test_an_impossible_value_is_asked_about_and_not_saved(chat: Chat, text: str) -> None:
    await chat.tell(text)
    assert chat.saved == []
    assert chat.topics[-1] in {replies.AskAmount.topic, replies.AskDate.topic}


class TestAtEachStep:
    """A message or a cancel at any step of a photo's way is taken in, or takes effect."""

    async def _hold(self, chat: Chat, step: str) -> None:
        attachment = image(step)
        chat.reader.will_read(receipt(attachment))
        if step == "reading":
            chat.reader.gate.clear()
            await chat.photo(attachment)
            await chat.reader.started.wait()
        else:
            chat.understanding.hold(step)
            await chat.photo(attachment)
            await chat.understanding.started[step].wait()

    def _go_on(self, chat: Chat, step: str) -> None:
        chat.reader.gate.set()
        if step in chat.understanding.gates:
            chat.understanding.gates[step].set()

    @pytest.mark.shows("17.3", "17.5")
    @pytest.mark.parametrize("step", ["reading", "categorize"])
    async def test_a_correction_is_in_the_saved_row(self, chat: Chat, step: str) -> None:
        await self._hold(chat, step)
        await chat.say("amount is 15.50")
        if step == "categorize":
            await chat.understanding.called(CategorizeRequest, 2)
        self._go_on(chat, step)
        await chat.told(SAVED)
        assert [card.amount for card in chat.saved] == [Decimal("15.50")]

    @pytest.mark.shows("4.1")
    @pytest.mark.parametrize("step", ["reading", "categorize"])
    async def test_a_cancel_saves_nothing(self, chat: Chat, step: str) -> None:
        await self._hold(chat, step)
        await chat.say("/cancel")
        await chat.told(topics.Cancelled.topic)
        self._go_on(chat, step)
        await chat.quiet()
        assert chat.saved == []

    async def test_a_cancel_while_saving_says_that_it_is_saved(self, chat: Chat) -> None:
        gate = chat.ledger.hold_saves()
        await chat.say("Starbucks 15.50")
        await chat.ledger.saving.wait()
        cancel = await chat.say("/cancel")
        while cancel not in (await chat.status()).handled:
            pass
        gate.set()
        saved = await chat.told(topics.CancelledTooLate.topic)
        assert [c.press.action for c in saved.choices] == [PressAction.UNDO]
        assert not content_of(saved, topics.CancelledTooLate).unchanged
        assert len(chat.saved) == 1
        assert topics.Cancelled.topic not in chat.topics

    @pytest.mark.shows("scenario 17")
    async def test_a_correction_while_saving_is_written_and_shown(self, chat: Chat) -> None:
        gate = chat.ledger.hold_saves()
        await chat.say("Starbucks 15.50")
        await chat.ledger.saving.wait()
        correction = await chat.say("no, 16.50")
        while correction not in (await chat.status()).handled:
            pass
        gate.set()
        assert (await chat.said(replies.Saved)).card.amount == Decimal("16.50")
        assert len(chat.saved) == 1

    @pytest.mark.shows("1.4")
    async def test_talk_while_an_answer_is_being_made_gets_an_answer_each(self, chat: Chat) -> None:
        gate = chat.understanding.hold("converse")
        await chat.say("hello")
        await chat.understanding.called(ConverseRequest, 1)
        await chat.say("what can you do?")
        gate.set()
        await chat.told(topics.GeneralTopic.topic, count=2)


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
    async def test_many_turns_pass_and_nothing_is_lost(self, chat: Chat) -> None:
        for number in range(12):
            await chat.tell(f"Starbucks {number + 1}.50")
        await chat.told(SAVED, count=12)
        history = await chat.handle.query("history")
        start = (await chat.handle.describe()).raw_description.workflow_execution_info
        assert start.execution.run_id != start.first_run_id
        assert {card.amount for card in chat.saved} == {
            Decimal(f"{number + 1}.50") for number in range(12)
        }
        assert len({card.task_id for card in chat.saved}) == 12
        assert history["summary"]
        assert len(history["entries"]) <= 2 * 6

    @pytest.mark.shows("3.5", "9.3")
    async def test_an_open_question_goes_on_waiting_and_is_not_put_again(self, chat: Chat) -> None:
        await chat.tell("lunch")
        await chat.told(replies.AskAmount.topic)
        for _ in range(8):
            await chat.tell("/status")
        info = (await chat.handle.describe()).raw_description.workflow_execution_info
        assert info.execution.run_id != info.first_run_id
        assert chat.topics.count(replies.AskAmount.topic) == 1
        await chat.tell("12.30")
        await chat.told(SAVED)
        assert [(c.item, c.amount) for c in chat.saved] == [("lunch", Decimal("12.30"))]

    async def test_a_repeat_from_before_is_still_dropped(self, chat: Chat) -> None:
        await chat.tell(*(f"Starbucks {n}.20" for n in range(1, 8)))
        sent = chat.sent
        chat.sent = 0
        await chat.say("Starbucks 1.20")
        chat.sent = sent
        await chat.tell("/status")
        assert len(chat.saved) == 7
        assert replies.AskDuplicate.topic not in chat.topics


async def test_an_impossible_correction_is_refused_with_its_reason(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50", "no, it was 123456789012")
    asked = await chat.said(replies.AskEdit)
    assert (asked.field, asked.problem) == ("amount", "absurd")
    assert "far too big" in chat.screen
    await chat.tell("amount 16.50")
    await chat.told(replies.Corrected.topic)
    assert [card.amount for card in chat.saved] == [Decimal("16.50")]


async def test_undo_in_reply_to_a_card_takes_back_that_one(chat: Chat) -> None:
    await chat.tell("Starbucks 15.50")
    first = await chat.told(SAVED)
    await chat.tell("grab 12")
    await chat.quiet(await chat.say("undo", reply_to=first.id))
    await chat.told(replies.Deleted.topic)
    assert [card.merchant for card in chat.saved] == ["Grab"]


async def test_undo_after_two_expenses_at_once_takes_back_the_last_named(chat: Chat) -> None:
    await chat.tell("coffee 5, then grab 12")
    await chat.told(replies.SavedTogether.topic)
    await chat.tell("undo")
    await chat.told(replies.Deleted.topic)
    assert [card.item for card in chat.saved] == ["coffee"]


async def test_what_was_noted_beside_the_question_is_acknowledged(chat: Chat) -> None:
    await chat.tell("lunch", "change the merchant to Zus")
    asked = await chat.said(replies.AskAmount, count=2)
    assert asked.noted
    assert asked.attempt == 1


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
