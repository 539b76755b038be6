"""Albums, edited messages, voice notes and what cannot be used, as a channel brings them."""

import asyncio
from decimal import Decimal

import pytest

from agents.expenses import replies
from domain import topics
from domain.conversation import Limits
from domain.errors import AttachmentMissingError, SpeechUnavailableError
from domain.messages import Attachment, Unusable
from domain.topics import PressAction
from domain.understanding import UnderstandRequest
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.fakes.attachments import image
from tests.fakes.speech import voice
from tests.workflows.chat import content_of

SAVED = replies.Saved.topic
ALBUM = replies.SavedTogether.topic
CORRECTED = replies.Corrected.topic
EDIT_UNKNOWN = topics.EditUnknown.topic


def receipts(chat: Chat, count: int) -> list[Attachment]:
    """Pictures of receipts over 1.00, 2.00 and so on."""
    album = [image(f"part {n}") for n in range(count)]
    for number, attachment in enumerate(album):
        chat.reader.will_read(receipt(attachment, merchant="Tesco", total=f"{number + 1}.00"))
    return album


async def dealt_with(chat: Chat, *message_ids: str) -> None:
    for message_id in message_ids:
        await chat.quiet(message_id)


def amounts(chat: Chat) -> set[Decimal | None]:
    return {card.amount for card in chat.saved}


class TestAlbums:
    @pytest.mark.shows("telegram 7")
    async def test_parts_that_are_read_at_once_are_shown_in_one_summary(self, chat: Chat) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 4)))
        summary = await chat.said(replies.SavedTogether)
        assert [card.amount for card in summary.cards] == [Decimal(n) for n in range(1, 5)]
        assert (summary.opened, summary.asking) == (4, 0)
        assert SAVED not in chat.topics

    async def test_a_part_that_comes_late_joins_while_the_first_is_being_read(
        self, chat: Chat
    ) -> None:
        first, second = receipts(chat, 2)
        chat.reader.gate.clear()
        await chat.album(first)
        await chat.reader.started.wait()
        await chat.album(second)
        chat.reader.gate.set()
        summary = await chat.said(replies.SavedTogether)
        assert len(summary.cards) == 2

    @pytest.mark.shows("telegram 7")
    async def test_questions_come_one_after_another_behind_the_summary(self, chat: Chat) -> None:
        album = receipts(chat, 4)
        for attachment in album[:2]:
            chat.reader.will_read(receipt(attachment, merchant=None, total="7.00"))
        await dealt_with(chat, *await chat.album(*album))
        summary = await chat.said(replies.SavedTogether)
        assert (summary.opened, summary.asking) == (4, 2)
        assert chat.topics == [ALBUM, replies.AskMerchant.topic]
        await chat.tell("petronas")
        await chat.told(replies.AskMerchant.topic, count=2)
        await chat.tell("shell")
        assert {card.merchant for card in chat.saved} == {"Tesco", "Petronas", "Shell"}

    @pytest.mark.shows("safety 5")
    async def test_one_answer_serves_the_questions_of_all_receipts(self, chat: Chat) -> None:
        album = receipts(chat, 4)
        for number, attachment in enumerate(album):
            reading = receipt(attachment, merchant=f"Zyxxo {number}", total=f"{number + 1}.00")
            chat.reader.will_read(reading)
        await dealt_with(chat, *await chat.album(*album))
        await chat.told(replies.AskCategory.topic)
        await chat.tell("all food")
        await chat.quiet()
        assert [card.category for card in chat.saved] == ["Food & Drink"] * 4
        assert chat.topics.count(replies.AskCategory.topic) == 1

    async def test_a_part_after_the_summary_gets_its_own_card_and_the_caption(
        self, chat: Chat
    ) -> None:
        first, second, late = receipts(chat, 3)
        await dealt_with(chat, *await chat.album(first, second, caption="paid by cash"))
        await chat.told(ALBUM)
        await dealt_with(chat, *await chat.album(late))
        await chat.told(SAVED)
        assert [card.payment_method for card in chat.saved] == ["Cash"] * 3

    async def test_a_caption_holds_for_all_receipts_but_its_amount_for_none(
        self, chat: Chat
    ) -> None:
        await dealt_with(
            chat, *await chat.album(*receipts(chat, 3), caption="Kopitiam 12, cash, yesterday")
        )
        summary = await chat.said(replies.SavedTogether)
        assert {card.merchant for card in summary.cards} == {"Tesco"}
        assert {card.payment_method for card in summary.cards} == {"Cash"}
        assert len({card.occurred_on for card in summary.cards}) == 1
        assert amounts(chat) == {Decimal(1), Decimal(2), Decimal(3)}

    async def test_an_album_of_one_is_a_photo_whose_caption_may_correct_the_amount(
        self, chat: Chat
    ) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 1), caption="it was 12"))
        await chat.told(SAVED)
        assert [(c.merchant, c.amount) for c in chat.saved] == [("Tesco", Decimal(12))]

    @pytest.mark.shows("safety 2")
    @pytest.mark.parametrize("caption", ["from my trips", "from Dubai", "hotel breakfast"])
    async def test_a_caption_never_becomes_the_shop_of_receipts_whose_shop_was_read(
        self, chat: Chat, caption: str
    ) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 2), caption=caption))
        summary = await chat.said(replies.SavedTogether)
        assert [card.merchant for card in summary.cards] == ["Tesco", "Tesco"]

    async def test_of_several_captions_each_is_about_its_own_part(self, chat: Chat) -> None:
        parts = receipts(chat, 3)
        captions = ("not mine, ignore", "paid by cash", "")
        messages = [
            await chat.post(f"part/{n}", caption, attachments=(part,), album="trip")
            for n, (part, caption) in enumerate(zip(parts, captions, strict=True))
        ]
        await dealt_with(chat, *messages)
        assert len((await chat.said(topics.Cancelled)).tasks) == 1
        await chat.quiet()
        paid = {(card.amount, card.payment_method) for card in chat.saved}
        assert paid == {(Decimal(2), "Cash"), (Decimal(3), None)}

    async def test_ignore_these_as_caption_saves_none_of_them(self, chat: Chat) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 3), caption="ignore these"))
        assert len((await chat.said(topics.Cancelled)).tasks) == 3
        assert chat.saved == []

    @pytest.mark.real_server
    async def test_cancel_while_it_gathers_drops_all_of_it(self, chat: Chat) -> None:
        first, second, third = receipts(chat, 3)
        await chat.album(first, second)
        await chat.say("/cancel")
        await chat.told(topics.Cancelled.topic)
        await dealt_with(chat, *await chat.album(third))
        assert chat.saved == []
        assert chat.topics == [topics.Cancelled.topic]

    async def test_a_correction_while_it_gathers_is_taken_in_before_the_save(
        self, chat: Chat
    ) -> None:
        await chat.album(*receipts(chat, 2))
        await chat.quiet(await chat.say("paid by card"))
        await chat.told(ALBUM)
        assert "Card" in {card.payment_method for card in chat.saved}

    async def test_a_large_album_has_one_button_for_each_expense(self, chat: Chat) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 5)))
        shown = await chat.told(ALBUM)
        undone = {choice.press.subject for choice in shown.choices}
        assert len(shown.choices) == len(undone) == len(chat.saved) == 5
        assert {choice.press.action for choice in shown.choices} == {PressAction.UNDO}

    async def test_talk_as_caption_says_nothing(self, chat: Chat) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 2), caption="our lovely trip"))
        assert chat.topics == [ALBUM]

    async def test_two_albums_at_once_have_a_summary_each(self, chat: Chat) -> None:
        one, two, three, four = receipts(chat, 4)
        await chat.album(one, two, album="first")
        await chat.album(three, four, album="second")
        await chat.told(ALBUM, count=2)
        together = [r for r in chat.channel.shown if r.topic == ALBUM]
        sizes = [len(content_of(r, replies.SavedTogether).cards) for r in together]
        assert sizes == [2, 2]


class TestAlbumsWithoutInjection:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(context_injection=False)

    async def test_an_album_is_one_album_also_when_messages_wait(self, chat: Chat) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 3)))
        assert chat.topics == [ALBUM]


class TestLongAlbums:
    @pytest.fixture
    def limits(self) -> Limits:
        return Limits(quiet_events=8)

    @pytest.mark.real_server
    async def test_continue_as_new_waits_until_the_album_is_complete(self, chat: Chat) -> None:
        first, second = receipts(chat, 2)
        await chat.album(first)
        await asyncio.wait_for(chat.reader.started.wait(), 10)
        await chat.album(second)
        summary = await chat.said(replies.SavedTogether)
        await chat.quiet()
        assert len(summary.cards) == 2

    @pytest.mark.real_server
    async def test_an_edit_is_understood_after_continue_as_new(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.tell("/status", "/status")
        assert len(await chat.runs()) > 1
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        await chat.told(CORRECTED)
        assert amounts(chat) == {Decimal("16.50")}


class TestEdits:
    @pytest.mark.shows("telegram 8")
    async def test_a_saved_row_is_corrected_and_can_be_undone(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        reply = await chat.told(CORRECTED)
        (change,) = content_of(reply, replies.Corrected).changes
        assert (change.field, change.before, change.after) == ("amount", "15.50", "16.50")
        await chat.press(PressAction.UNDO, reply)
        await chat.told(replies.Reverted.topic)
        assert amounts(chat) == {Decimal("15.50")}

    async def test_an_edit_back_to_the_first_text_changes_the_row_back(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        await chat.quiet(await chat.edit("1", "Starbucks 15.50"))
        await chat.told(CORRECTED, count=2)
        assert amounts(chat) == {Decimal("15.50")}

    async def test_an_edit_that_says_the_same_says_nothing(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.quiet(await chat.edit("1", "Starbucks 15.50"))
        await chat.quiet(await chat.edit("1", "starbucks  15.50!"))
        assert chat.topics == [SAVED]

    async def test_what_the_edit_repeats_does_not_undo_a_later_correction(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.tell("no, it was 16.50")
        await chat.quiet(await chat.edit("1", "Starbucks 15.50 cash"))
        await chat.told(CORRECTED, count=2)
        (card,) = chat.saved
        assert (card.amount, card.payment_method) == (Decimal("16.50"), "Cash")

    async def test_a_correction_that_was_made_already_is_not_said_again(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.tell("no, it was 16.50")
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        assert chat.topics == [SAVED, CORRECTED]

    async def test_several_expenses_are_corrected_pairwise(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "coffee 5, then grab 12"))
        await chat.quiet(await chat.edit("1", "coffee 6, then grab 12"))
        await chat.told(CORRECTED)
        assert amounts(chat) == {Decimal(6), Decimal(12)}
        assert chat.topics.count(CORRECTED) == 1

    async def test_another_number_of_expenses_changes_nothing(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "coffee 5"))
        await chat.quiet(await chat.edit("1", "coffee 5, then grab 12"))
        await chat.told(EDIT_UNKNOWN)
        assert amounts(chat) == {Decimal(5)}

    @pytest.mark.shows("telegram 8")
    async def test_an_open_draft_is_completed(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "lunch"))
        await chat.told(replies.AskAmount.topic)
        await chat.quiet(await chat.edit("1", "lunch 12.30"))
        await chat.told(SAVED)
        assert [(c.item, c.amount) for c in chat.saved] == [("lunch", Decimal("12.30"))]

    async def test_a_plain_answer_that_is_edited_changes_the_row(self, chat: Chat) -> None:
        await chat.tell("lunch")
        await chat.quiet(await chat.post("2", "12.30"))
        await chat.told(SAVED)
        await chat.quiet(await chat.edit("2", "13.20"))
        await chat.told(CORRECTED)
        assert amounts(chat) == {Decimal("13.20")}

    async def test_an_answer_that_made_no_sense_can_be_edited_into_one(self, chat: Chat) -> None:
        await chat.tell("lunch")
        await chat.quiet(await chat.post("2", "banana"))
        await chat.quiet(await chat.edit("2", "12.30"))
        await chat.told(SAVED)
        assert amounts(chat) == {Decimal("12.30")}

    async def test_a_text_edited_while_it_is_understood_is_understood_anew(
        self, chat: Chat
    ) -> None:
        gate = chat.understanding.hold("understand")
        await chat.post("1", "Starbucks 15.50")
        await chat.understanding.called(UnderstandRequest, 1)
        await chat.edit("1", "Starbucks 25.50")
        await chat.understanding.called(UnderstandRequest, 2)
        gate.set()
        await chat.told(SAVED)
        await chat.quiet()
        assert amounts(chat) == {Decimal("25.50")}

    @pytest.mark.parametrize("words", ["never mind", "cancel", "/undo"])
    async def test_a_text_taken_back_while_it_is_understood_drops_nothing_else(
        self, chat: Chat, words: str
    ) -> None:
        await chat.tell("lunch")
        gate = chat.understanding.hold("understand")
        await chat.post("1", "coffee 5, then grab 12")
        await chat.understanding.called(UnderstandRequest, 1)
        await chat.edit("1", words)
        cancelled = await chat.said(topics.Cancelled)
        gate.set()
        await chat.quiet()
        assert cancelled.texts == ("coffee 5, then grab 12",)
        assert chat.saved == []
        assert (await chat.status()).waiting_for == "amount"

    @pytest.mark.parametrize("words", ["never mind", "undo", "/cancel"])
    async def test_taking_back_is_about_its_own_row_only(self, chat: Chat, words: str) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.quiet(await chat.post("2", "grab 12"))
        await chat.tell("lunch")
        await chat.quiet(await chat.edit("1", words))
        await chat.told(replies.Deleted.topic)
        assert amounts(chat) == {Decimal(12)}
        assert (await chat.status()).waiting_for == "amount"

    async def test_taking_back_an_open_draft_drops_it(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "lunch"))
        await chat.quiet(await chat.edit("1", "never mind"))
        await chat.told(topics.Cancelled.topic)
        assert not (await chat.status()).tasks

    async def test_small_talk_edited_into_an_expense_is_a_new_expense(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "hello"))
        await chat.quiet(await chat.edit("1", "Starbucks 15.50"))
        await chat.told(SAVED)
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        await chat.told(CORRECTED)
        assert amounts(chat) == {Decimal("16.50")}

    @pytest.mark.parametrize("words", ["Starbucks 16.50", "no, it was 16.50", "undo", "/cancel"])
    async def test_an_edit_of_an_unknown_message_changes_nothing(
        self, chat: Chat, words: str
    ) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.quiet(await chat.edit("0", words))
        await chat.told(EDIT_UNKNOWN)
        assert amounts(chat) == {Decimal("15.50")}
        assert len(chat.saved) == 1

    async def test_a_question_in_place_of_an_unknown_message_is_answered(self, chat: Chat) -> None:
        await chat.tell("Starbucks 15.50")
        await chat.quiet(await chat.edit("0", "what did I spend this week?"))
        await chat.told(replies.Spending.topic)

    async def test_an_edited_caption_corrects_its_photo(self, chat: Chat) -> None:
        attachment = image("captioned")
        chat.reader.will_read(receipt(attachment))
        await chat.quiet(await chat.post("1", "it was 12", attachments=(attachment,)))
        await chat.quiet(await chat.edit("1", "it was 13, cash"))
        await chat.told(CORRECTED)
        (card,) = chat.saved
        assert (card.amount, card.payment_method) == (Decimal(13), "Cash")

    async def test_a_caption_added_while_the_photo_is_read_is_taken_in(self, chat: Chat) -> None:
        attachment = image("uncaptioned")
        chat.reader.will_read(receipt(attachment))
        chat.reader.gate.clear()
        await chat.post("1", attachments=(attachment,))
        await chat.reader.started.wait()
        await chat.edit("1", "paid by card, from Dubai")
        chat.reader.gate.set()
        await chat.told(SAVED)
        await chat.quiet()
        assert [(c.merchant, c.payment_method) for c in chat.saved] == [("Kedai Kopi", "Card")]

    async def test_an_edited_album_caption_corrects_every_receipt(self, chat: Chat) -> None:
        await dealt_with(chat, *await chat.album(*receipts(chat, 2), caption="Kopitiam"))
        await chat.told(ALBUM)
        await chat.quiet(await chat.edit("album/0", "Kopitiam 99 cash"))
        await chat.told(CORRECTED, count=2)
        assert {card.payment_method for card in chat.saved} == {"Cash"}
        assert amounts(chat) == {Decimal(1), Decimal(2)}

    async def test_an_edit_of_a_row_that_is_gone_changes_nothing(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.tell("undo")
        await chat.quiet(await chat.edit("1", "Starbucks 16.50"))
        await chat.told(EDIT_UNKNOWN)
        assert chat.saved == []

    async def test_a_nonsense_edit_of_an_expense_changes_nothing(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        await chat.quiet(await chat.edit("1", "how are you?"))
        await chat.told(EDIT_UNKNOWN)
        assert amounts(chat) == {Decimal("15.50")}

    async def test_the_same_edit_redelivered_is_dropped(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50"))
        edit = await chat._message(text="Starbucks 16.50", ref="1", edits="1")
        for _ in range(3):
            await chat.send(edit)
        await chat.told(CORRECTED)
        await chat.quiet()
        assert chat.topics == [SAVED, CORRECTED]


class TestUnusable:
    @pytest.mark.parametrize("kind", list(Unusable))
    async def test_each_kind_is_answered_once(self, chat: Chat, kind: Unusable) -> None:
        await chat.quiet(await chat.post("1", unusable=kind))
        assert chat.topics == [topics.Unsupported.topic]
        assert content_of(chat.channel.shown[0], topics.Unsupported).what == kind.value

    async def test_its_caption_is_understood(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", "Starbucks 15.50", unusable=Unusable.VIDEO))
        await chat.told(SAVED)
        assert chat.topics == [topics.Unsupported.topic, SAVED]

    async def test_a_location_that_moves_is_answered_once(self, chat: Chat) -> None:
        await chat.quiet(await chat.post("1", unusable=Unusable.LOCATION))
        await chat.quiet(await chat.post("1", unusable=Unusable.LOCATION, edits="1"))
        assert chat.topics == [topics.Unsupported.topic]


async def note_being_heard(chat: Chat, text: str) -> None:
    """Sends a voice note and returns while it is listened to."""
    recording = voice(text)
    chat.speech.will_hear(recording, text)
    chat.speech.gate.clear()
    await chat.post("1", attachments=(recording,))
    await chat.speech.started.wait()


class TestVoice:
    @pytest.mark.shows("telegram 12")
    async def test_a_voice_note_is_shown_and_saved_like_typed_text(self, chat: Chat) -> None:
        recording = voice("note")
        chat.speech.will_hear(recording, "Starbucks 15.50")
        await chat.quiet(await chat.post("1", attachments=(recording,)))
        heard = await chat.said(topics.VoiceHeard)
        await chat.told(SAVED)
        assert heard.text == "Starbucks 15.50"
        assert amounts(chat) == {Decimal("15.50")}
        await chat.quiet(await chat.edit("1", "16.50"))
        await chat.told(CORRECTED)

    async def test_it_answers_a_question(self, chat: Chat) -> None:
        await chat.tell("lunch")
        recording = voice("answer")
        chat.speech.will_hear(recording, "12.30")
        await chat.quiet(await chat.post("1", attachments=(recording,)))
        await chat.told(SAVED)
        assert amounts(chat) == {Decimal("12.30")}

    @pytest.mark.shows("safety 3")
    async def test_two_numbers_in_one_breath_are_asked_about(self, chat: Chat) -> None:
        recording = voice("note")
        chat.speech.will_hear(recording, "Starbucks 1650")
        await chat.quiet(await chat.post("1", attachments=(recording,)))
        asked = await chat.told(replies.AskAmount.topic)
        assert chat.saved == []
        await chat.press(PressAction.ANSWER, asked, "16.50")
        await chat.told(SAVED)
        assert amounts(chat) == {Decimal("16.50")}

    async def test_its_caption_goes_first(self, chat: Chat) -> None:
        recording = voice("captioned")
        chat.speech.will_hear(recording, "grab 12")
        await chat.quiet(await chat.post("1", "Starbucks 15.50", attachments=(recording,)))
        await chat.told(SAVED, count=2)
        numbered = {card.number: card.amount for card in chat.saved}
        assert numbered == {1: Decimal("15.50"), 2: Decimal(12)}

    async def test_words_typed_meanwhile_wait_and_join_in(self, chat: Chat) -> None:
        await note_being_heard(chat, "coffee 15")
        await chat.say("I mean 25 not 15")
        assert (await chat.status()).state == "working"
        chat.speech.gate.set()
        await chat.told(SAVED)
        await chat.quiet()
        assert amounts(chat) == {Decimal(25)}

    async def test_a_photo_decides_nothing_until_the_note_is_heard(self, chat: Chat) -> None:
        await note_being_heard(chat, "amount is 15.50")
        attachment = image("photo")
        chat.reader.will_read(receipt(attachment))
        await chat.photo(attachment)
        await chat.reader.started.wait()
        chat.speech.gate.set()
        await chat.told(SAVED)
        await chat.quiet()
        assert amounts(chat) == {Decimal("15.50")}

    async def test_cancel_while_it_is_heard_drops_it(self, chat: Chat) -> None:
        await note_being_heard(chat, "Starbucks 15.50")
        await chat.say("/cancel")
        await chat.told(topics.Cancelled.topic)
        chat.speech.gate.set()
        await chat.quiet()
        assert chat.saved == []
        assert topics.VoiceHeard.topic not in chat.topics

    async def test_cancel_while_its_words_are_understood_drops_them(self, chat: Chat) -> None:
        gate = chat.understanding.hold("understand")
        recording = voice("slow")
        chat.speech.will_hear(recording, "Starbucks 15.50")
        await chat.post("1", attachments=(recording,))
        await chat.understanding.called(UnderstandRequest, 1)
        await chat.say("/cancel")
        cancelled = await chat.said(topics.Cancelled)
        gate.set()
        await chat.quiet()
        assert cancelled.texts == ("Starbucks 15.50",)
        assert chat.saved == []

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
        await note_being_heard(chat, "lost")
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
        assert amounts(chat) == {Decimal("15.50")}


async def test_a_failure_to_understand_names_its_code(chat: Chat) -> None:
    chat.understanding.failures["converse"] = AttachmentMissingError("gone")
    await chat.tell("how are you?")
    assert (await chat.said(topics.Failed)).code == "attachment.missing"
