"""Albums, edited messages, voice notes and what cannot be used, as a channel brings them."""

from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.conversation import FilesRead, Limits
from domain.errors import AttachmentMissingError, SpeechUnavailableError
from domain.messages import Unusable
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.agents.expenses.workflow.player import Player
from tests.fakes.attachments import image
from tests.fakes.speech import voice
from tests.local.waiting import eventually
from tests.workflows.chat import content_of
from tests.workflows.promises import handled, taken

SAVED = replies.Saved.topic
ALBUM = replies.SavedTogether.topic
CORRECTED = replies.Corrected.topic


class TestAlbums:
    @pytest.mark.parametrize(
        ("words", "topic"),
        [("tmr i pay 50 for gym", replies.AskToSave.topic), ("no, 12", topics.AskToEnter.topic)],
    )
    async def test_words_that_come_while_it_is_read_are_answered_and_change_nothing(
        self, chat: Chat, words: str, topic: str
    ) -> None:
        chat.limit(has_model=False)
        await chat.tell("Starbucks 15.50")
        player = Player(chat)
        await player.do("@hold reading")
        await player.do("@photos Tesco,Petronas,Tesco")
        await player.do(words)
        await chat.told(topic)
        await player.do("@release")
        await chat.told(ALBUM)
        assert {card.amount for card in chat.saved} == {Decimal("15.50"), 1, 2, 3}

    @pytest.mark.real_server
    async def test_cancel_while_it_gathers_drops_all_of_it(self, chat: Chat) -> None:
        first, second, third = Player(chat).receipts("Tesco,Tesco,Tesco")
        await chat.album(first, second)
        await chat.say("/cancel")
        await chat.told(topics.Cancelled.topic)
        await chat.quiet((await chat.album(third))[-1])
        assert chat.saved == []
        assert chat.topics == [topics.Cancelled.topic]

    async def test_albums_that_are_read_at_once_are_counted_and_shown_in_one(
        self, chat: Chat
    ) -> None:
        chat.reader.gate.clear()
        one, two, three, four = Player(chat).receipts("Tesco,Tesco,Tesco,Tesco")
        await chat.album(one, two, album="first")
        await chat.album(three, four, album="second")
        await taken(chat, chat.sent)
        assert (await chat.status()).files == FilesRead(read=0, of=4)
        chat.reader.gate.set()
        summary = await chat.said(replies.SavedTogether)
        assert [card.number for card in summary.cards] == [1, 2, 3, 4]
        assert (await chat.status()).files is None

    async def test_photos_sent_one_by_one_are_shown_in_one_when_many_are_read_at_once(
        self, chat: Chat
    ) -> None:
        chat.reader.gate.clear()
        for photo in Player(chat).receipts("Tesco,Tesco,Tesco,Tesco,Tesco"):
            await chat.photo(photo)
        await taken(chat, chat.sent)
        chat.reader.gate.set()
        summary = await chat.said(replies.SavedTogether)
        assert [card.number for card in summary.cards] == [1, 2, 3, 4, 5]
        assert chat.topics == [ALBUM]

    async def test_words_that_are_understood_late_hold_for_each_receipt_of_a_photo(
        self, chat: Chat
    ) -> None:
        chat.rules.unsure.add("understand")
        player = Player(chat)
        await player.do("@hold understand")
        await player.do("@photos Tesco+Petronas | paid cash")

        async def has_two_tasks() -> bool:
            return len((await chat.status()).tasks) > 1

        await eventually(has_two_tasks)
        await player.do("@release")
        await chat.told(ALBUM)
        assert [card.payment_method for card in chat.saved] == ["Cash", "Cash"]

    @pytest.mark.real_server
    @pytest.mark.shows("safety 4")
    async def test_a_run_that_ends_between_receipts_of_a_photo_saves_each_once(
        self, chat: Chat
    ) -> None:
        chat.limit(max_events=40, max_history=6)
        player = Player(chat)
        await player.do("@hold saving")
        await player.do("@photos Tesco+Petronas+Starbucks~")
        for _ in range(8):
            await chat.say("/status")
        await player.do("@release")
        await chat.told(replies.AskReading.topic)
        await chat.tell("31")
        assert len(await chat.runs()) > 1
        saved = {card.merchant: card.task_id for card in chat.saved}
        assert set(saved) == {"Petronas", "Starbucks", "Tesco"}
        assert len(set(saved.values())) == len(chat.saved) == 3


class TestListsOfDoubts:
    async def test_a_yes_sent_before_a_list_is_shown_saves_nothing_of_it(self, chat: Chat) -> None:
        player = Player(chat)
        await player.do("@photos Tesco~,Tesco~,Tesco~")
        chat.channel.hold()
        await chat.photo(*player.receipts("Tesco~,Tesco~"))
        await chat.channel.held()
        sent = await chat.say("yes")
        await taken(chat, chat.sent)
        chat.channel.release()
        await chat.quiet(sent)
        assert chat.saved == []
        assert chat.topics[-1] == replies.AskTogether.topic
        await chat.tell("yes")
        await chat.told(replies.SavedTogether.topic)
        assert len(chat.saved) == 5

    @pytest.mark.parametrize("edited", [0, 2])
    async def test_a_yes_to_a_list_holds_for_the_rows_that_were_not_edited_since(
        self, chat: Chat, edited: int
    ) -> None:
        await Player(chat).do("@photos Tesco~,Tesco~,Tesco~")
        shown = await chat.told(replies.AskTogether.topic)
        yes, *edits = (
            choice.press
            for choice in shown.choices
            if choice.press.action in {topics.PressAction.YES, topics.PressAction.EDIT}
        )
        await chat.quiet(await chat.send(await chat._message(press=edits[edited])))
        assert chat.topics[-1] != replies.AskTogether.topic
        await chat.quiet(await chat.send(await chat._message(press=yes)))
        assert topics.StaleButton.topic not in chat.topics
        left = {1, 2, 3} - {edited + 1}
        assert {card.number for card in chat.saved} == left

    async def test_a_cancel_with_a_number_drops_that_row_of_a_list_of_doubts(
        self, chat: Chat
    ) -> None:
        player = Player(chat)
        await player.do("@photos Tesco~,Tesco~,Tesco~")
        await chat.told(replies.AskTogether.topic)
        await chat.tell("/cancel 3")
        await chat.tell("yes")
        summary = await chat.said(replies.SavedTogether)
        assert [card.number for card in summary.cards] == [1, 2]

    async def test_an_order_to_edit_is_asked_what_before_the_list_goes_on(self, chat: Chat) -> None:
        await chat.tell("Starbucks 15.50")
        await Player(chat).do("@photos Tesco~,Tesco~,Tesco~")
        await chat.tell("edit #1")
        assert chat.topics[-1] == replies.AskEdit.topic
        await chat.tell("20")
        assert chat.saved[0].amount == 20
        assert chat.topics[-1] == replies.AskTogether.topic
        await chat.tell("edit #3")
        assert (await chat.said(replies.AskReading)).card.number == 3

    @pytest.mark.parametrize("words", ["#1, #2 and #4 are food", "1, 2 y 4 son comida"])
    async def test_several_rows_get_a_category_by_their_numbers(
        self, chat: Chat, words: str
    ) -> None:
        await chat.tell("Starbucks 15.50")
        await Player(chat).do("@photos Foo,Bar,Baz")
        await chat.tell(words)
        await chat.tell("status")
        found = {card.number: card.category for card in chat.saved}
        assert found == dict.fromkeys((1, 2, 4), "Food & Drink")
        assert not any(card.item for card in chat.saved)

    async def test_an_amount_with_a_comma_is_of_no_listed_rows(self, chat: Chat) -> None:
        await Player(chat).do("@photos Foo,Bar,Baz")
        await chat.tell("1,2 war der Kaffee")
        assert [(card.number, card.amount) for card in chat.saved] == [(4, Decimal("1.20"))]
        assert chat.topics[-1] == replies.AskTogether.topic
        assert len((await chat.said(replies.AskTogether)).doubts) == 3

    @pytest.mark.parametrize("total", ["30", "thirty"])
    async def test_what_several_listed_rows_were_together_is_given_to_none(
        self, chat: Chat, total: str
    ) -> None:
        await Player(chat).do("@photos Foo,Bar,Baz")
        await chat.tell(f"#2 and #3 were {total} in total", "yes")
        amounts = {card.number: card.amount for card in chat.saved}
        assert amounts == {1: 1, 2: 2, 3: 3}

    @pytest.mark.parametrize("words", ["#2 is right", "the #2 is fine", "yes #2"])
    async def test_a_row_that_is_called_right_is_saved_as_it_is_listed(
        self, chat: Chat, words: str
    ) -> None:
        await Player(chat).do("@photos Tesco~,Tesco~,Tesco~")
        await chat.told(replies.AskTogether.topic)
        await chat.tell(words)
        await chat.told(replies.Saved.topic)
        assert [(card.number, card.amount) for card in chat.saved] == [(2, Decimal(2))]

    async def test_an_undo_takes_back_what_was_saved_last_and_not_the_highest_number(
        self, chat: Chat
    ) -> None:
        player = Player(chat)
        await player.do("@photos Tesco~,Tesco~,Tesco~")
        await player.do("#3: 15")
        await player.do("#2 is right")
        await player.do("all right")
        await chat.tell("undo")
        undone = await chat.said(replies.Deleted)
        assert undone.card.number in {1, 2}

    async def test_a_yes_behind_a_changed_row_saves_the_others_as_shown(self, chat: Chat) -> None:
        player = Player(chat)
        await player.do("@photos Tesco~,Tesco~,Tesco~")
        await player.do("@hold saving")
        await player.do("#2: 12.50")
        sent = await chat.say("yes")
        await handled(chat, sent)
        await player.do("@release")
        assert {card.number for card in chat.saved} == {1, 2, 3}
        assert topics.GeneralTopic.topic not in chat.topics

    async def test_a_cancel_while_a_row_is_saved_lets_a_photo_be_read(self, chat: Chat) -> None:
        player = Player(chat)
        await player.do("@photos Tesco~,Tesco~,Tesco~")
        chat.reader.gate.clear()
        chat.reader.started.clear()
        await chat.photo(*player.receipts("Aeon"))
        await chat.reader.started.wait()
        gate = chat.ledger.hold_saves()
        chat.ledger.saving.clear()
        await chat.say("#2: 12.50")
        await chat.ledger.saving.wait()
        sent = await chat.say("/cancel")
        await handled(chat, sent)
        gate.set()
        chat.reader.gate.set()
        await chat.quiet(sent)
        await chat.told(replies.Saved.topic)
        assert {card.number for card in chat.saved} == {2, 4}


class TestLongAlbums:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(quiet_events=8)

    @pytest.mark.real_server
    async def test_continue_as_new_waits_until_the_album_is_complete(self, chat: Chat) -> None:
        first, second = Player(chat).receipts("Tesco,Tesco")
        await chat.album(first)
        await chat.reader.started.wait()
        await chat.album(second)
        summary = await chat.said(replies.SavedTogether)
        await chat.quiet()
        assert len(summary.cards) == 2

    @pytest.mark.real_server
    async def test_a_list_of_doubts_is_accepted_after_continue_as_new(self, chat: Chat) -> None:
        player = Player(chat)
        await player.do("@photos Tesco~,Tesco~,Tesco~")
        await chat.told(replies.AskTogether.topic)
        await chat.tell("/status", "/status")
        assert len(await chat.runs()) > 1
        question = (await chat.status()).open_question
        assert question is not None
        assert question.topic == replies.AskTogether.topic
        await player.do("@press 1 yes")
        summary = await chat.said(replies.SavedTogether)
        assert [card.amount for card in summary.cards] == [1, 2, 3]

    @pytest.mark.real_server
    async def test_an_edit_is_understood_after_continue_as_new(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.tell("/status", "/status")
        assert len(await chat.runs()) > 1
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        await chat.told(CORRECTED)
        assert [card.amount for card in chat.saved] == [Decimal("16.50")]


class TestEdits:
    async def test_the_same_edit_redelivered_is_dropped(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        edit = await chat._message(text="Starbucks 16.50", ref="1", edits="1")
        for _ in range(3):
            await chat.send(edit)
        await chat.told(CORRECTED)
        await chat.quiet()
        assert chat.topics == [SAVED, CORRECTED]


class TestUnusable:
    async def test_each_kind_is_answered_once(self, chat: Chat) -> None:
        for kind in Unusable:
            await chat.quiet(await chat.post(kind.value, unusable=kind))
        found = [content_of(reply, topics.Unsupported).what for reply in chat.channel.shown]
        assert found == [kind.value for kind in Unusable]

    async def test_its_caption_is_understood(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50", unusable=Unusable.VIDEO))
        await chat.told(SAVED)
        assert chat.topics == [topics.Unsupported.topic, SAVED]

    async def test_a_location_that_moves_is_answered_once(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", unusable=Unusable.LOCATION))
        await chat.quiet(await chat.post("1", unusable=Unusable.LOCATION, edits="1"))
        assert chat.topics == [topics.Unsupported.topic]


class TestVoice:
    async def test_its_caption_goes_first(self, chat: Chat) -> None:
        recording = voice("captioned")
        chat.speech.will_hear(recording, "grab 12")
        await chat.quiet(await chat.post("1", "Starbucks 15.50", attachments=(recording,)))
        await chat.told(SAVED, count=2)
        numbered = {card.number: card.amount for card in chat.saved}
        assert numbered == {1: Decimal("15.50"), 2: Decimal(12)}

    @pytest.mark.shows("telegram 12")
    @pytest.mark.parametrize("silent", [True, False])
    async def test_what_cannot_be_heard_is_said_with_the_reason(
        self, chat: Chat, *, silent: bool
    ) -> None:
        recording = voice("unheard")
        chat.speech.will_hear(recording, " ")
        chat.speech.failure = None if silent else SpeechUnavailableError("not set up")
        await chat.quiet(await chat.post("1", attachments=(recording,)))
        (reply,) = chat.channel.shown
        said = content_of(reply, topics.Unsupported)
        code = "speech.empty" if silent else "speech.unavailable"
        assert (said.what, said.code) == ("voice", code)
        assert said.reason

    async def test_another_failure_is_told_as_one_and_later_words_go_on(self, chat: Chat) -> None:
        recording = voice("lost")
        chat.speech.will_hear(recording, "lost")
        chat.speech.gate.clear()
        await chat.post("1", attachments=(recording,))
        await chat.speech.started.wait()
        chat.speech.failure = AttachmentMissingError("gone")
        await chat.say("Starbucks 15.50")
        chat.speech.gate.set()
        failed = await chat.said(topics.Failed)
        await chat.told(SAVED)
        assert failed.code == "attachment.missing"

    async def test_a_recording_beside_a_photo_is_heard_too(self, chat: Chat) -> None:
        recording, attachment = voice("beside"), image("beside")
        chat.speech.will_hear(recording, "amount is 15.50")
        chat.reader.will_read(receipt(attachment))
        await chat.quiet(await chat.post("1", attachments=(attachment, recording)))
        await chat.told(SAVED)
        assert [card.amount for card in chat.saved] == [Decimal("15.50")]


async def test_a_failure_to_understand_names_its_code(chat: Chat) -> None:
    chat.understanding.failures["converse"] = AttachmentMissingError("gone")
    await chat.tell("how are you?")
    assert (await chat.said(topics.Failed)).code == "attachment.missing"
