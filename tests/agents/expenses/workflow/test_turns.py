"""Several unfinished expenses: one question at a time, and the person knows of the others."""

from decimal import Decimal

from agents.expenses import replies
from domain import topics
from domain.messages import ButtonPress, Message
from domain.topics import PressAction
from tests.agents.expenses.fakes.reading import receipt
from tests.agents.expenses.workflow.chat import ExpenseChat as Chat
from tests.agents.expenses.workflow.chat import cards_of
from tests.fakes.attachments import image

SAVED = replies.Saved.topic
NOTED = topics.Noted.topic
ALBUM = replies.SavedTogether.topic
ASK_AMOUNT = replies.AskAmount.topic
ASK_MERCHANT = replies.AskMerchant.topic
ASK_CATEGORY = replies.AskCategory.topic


async def album_of(chat: Chat, *merchants: str | None) -> None:
    """Sends an album; a receipt whose shop cannot be read is asked about."""
    album = [image(f"part {number}") for number in range(len(merchants))]
    for number, (attachment, merchant) in enumerate(zip(album, merchants, strict=True), 1):
        chat.reader.will_read(receipt(attachment, merchant=merchant, total=f"{number}.00"))
    for message_id in await chat.album(*album):
        await chat.quiet(message_id)


def numbers(noted: topics.Noted) -> list[int]:
    return [task.number for task in noted.tasks]


class TestWhatMustWait:
    async def test_an_unfinished_expense_is_noted_and_the_open_question_put_again(
        self, chat: Chat
    ) -> None:
        await chat.tell("lunch", "Zyxxo 20")
        assert list(chat.topics) == [ASK_AMOUNT, NOTED, ASK_AMOUNT]
        (card,) = cards_of((await chat.said(topics.Noted)).tasks)
        assert (card.number, card.merchant, card.amount) == (2, "Zyxxo", Decimal(20))
        assert "Noted: #2 Zyxxo · RM20.00" in chat.screen
        await chat.tell("12.30")
        assert chat.topics[-1] == ASK_CATEGORY
        assert chat.topics.count(NOTED) == 1

    async def test_one_after_the_other_is_noted_once_each(self, chat: Chat) -> None:
        await chat.tell("lunch", "Zyxxo 20", "Blorpo 30")
        assert list(chat.topics) == [ASK_AMOUNT, NOTED, ASK_AMOUNT, NOTED, ASK_AMOUNT]
        assert numbers(await chat.said(topics.Noted, count=2)) == [3]
        assert "in its turn" in chat.screen

    async def test_photos_read_at_the_same_time_are_noted_together(self, chat: Chat) -> None:
        photos = [image(f"burst {number}") for number in range(4)]
        for number, attachment in enumerate(photos, 1):
            chat.reader.will_read(receipt(attachment, merchant=None, total=f"{number}.00"))
        await chat.tell("lunch")
        chat.reader.gate.clear()
        sent = [await chat.photo(attachment) for attachment in photos]
        await chat.reader.started.wait()
        chat.reader.gate.set()
        for message_id in sent:
            await chat.quiet(message_id)
        assert list(chat.topics) == [ASK_AMOUNT, NOTED, ASK_AMOUNT]
        assert numbers(await chat.said(topics.Noted)) == [2, 3, 4, 5]

    async def test_what_comes_next_is_not_called_a_failed_answer(self, chat: Chat) -> None:
        await chat.tell("lunch", "banana")
        assert (await chat.said(replies.AskAmount)).attempt == 2
        await chat.tell("what did I spend this week?")
        assert (await chat.said(replies.AskAmount, count=3)).attempt == 1

    async def test_status_waits_for_the_person_also_when_others_wait_their_turn(
        self, chat: Chat
    ) -> None:
        await chat.tell("lunch", "Zyxxo 20", "/status")
        status = await chat.said(topics.Status)
        assert status.state == "waiting"
        assert [task.queued for task in status.tasks] == [False, True]
        assert chat.screen.count("I'll ask about it in its turn") == 1


class TestAlbums:
    async def test_questions_come_in_the_order_of_the_numbers(self, chat: Chat) -> None:
        await album_of(chat, None, "Tesco", None, None)
        asked = [await chat.said(replies.AskMerchant)]
        for count, shop in enumerate(("petronas", "shell", "mydin"), 2):
            await chat.tell(shop)
            if count < 4:
                asked.append(await chat.said(replies.AskMerchant, count=count))
        assert [question.card.number for question in asked] == [1, 3, 4]

    async def test_one_saved_says_that_there_are_questions(self, chat: Chat) -> None:
        await album_of(chat, "Tesco", None, None)
        summary = await chat.said(replies.SavedTogether)
        assert (summary.opened, summary.asking) == (3, 2)
        assert list(chat.topics) == [ALBUM, ASK_MERCHANT]
        assert "questions about 2 more" in chat.screen

    async def test_none_saved_says_so_before_the_first_question(self, chat: Chat) -> None:
        await album_of(chat, None, None, None, None)
        assert list(chat.topics) == [NOTED, ASK_MERCHANT]
        assert numbers(await chat.said(topics.Noted)) == [1, 2, 3, 4]

    async def test_an_older_question_is_put_again_behind_the_summary(self, chat: Chat) -> None:
        await chat.tell("lunch")
        await album_of(chat, "Tesco", None, None)
        assert list(chat.topics) == [ASK_AMOUNT, ALBUM, ASK_AMOUNT]

    async def test_an_older_question_is_put_again_when_none_was_saved(self, chat: Chat) -> None:
        await chat.tell("lunch")
        await album_of(chat, None, None)
        assert list(chat.topics) == [ASK_AMOUNT, NOTED, ASK_AMOUNT]


class TestCancel:
    async def test_no_question_comes_while_several_are_dropped(self, chat: Chat) -> None:
        await chat.tell("lunch", "Zyxxo 20", "Blorpo 30")
        before = len(chat.topics)
        await chat.tell("/cancel")
        assert list(chat.topics[before:]) == [topics.Cancelled.topic]
        assert "I dropped these" in chat.screen

    async def test_the_next_question_comes_behind_what_was_dropped(self, chat: Chat) -> None:
        await chat.tell("lunch", "Zyxxo 20")
        asked = await chat.told(ASK_AMOUNT, count=2)
        before = len(chat.topics)
        await chat.quiet(await chat.say("/cancel", reply_to=asked.id))
        assert list(chat.topics[before:]) == [topics.Cancelled.topic, ASK_CATEGORY]
        assert "I dropped this" in chat.screen


class TestGroups:
    async def overheard(self, chat: Chat, text: str) -> Message:
        message = await chat._message(text=text)
        return message.model_copy(update={"addressed": False})

    async def test_talk_among_people_is_not_answered(self, chat: Chat) -> None:
        await chat.quiet(await chat.send(await self.overheard(chat, "hello")))
        assert list(chat.topics) == []

    async def test_an_expense_and_an_answer_are_taken(self, chat: Chat) -> None:
        await chat.quiet(await chat.send(await self.overheard(chat, "lunch")))
        await chat.told(ASK_AMOUNT)
        await chat.quiet(await chat.send(await self.overheard(chat, "12.30")))
        await chat.told(SAVED)
        assert [card.amount for card in chat.saved] == [Decimal("12.30")]


async def test_a_button_of_the_question_before_its_repeat_still_answers(chat: Chat) -> None:
    await chat.tell("Zyxxo 20")
    asked = await chat.told(ASK_CATEGORY)
    await chat.tell("Blorpo 30")
    await chat.told(NOTED)
    press = next(c.press for c in asked.choices if c.press.action == PressAction.ANSWER)
    await chat.push(ButtonPress(**press.model_dump()))
    await chat.told(SAVED)
    assert len(chat.saved) == 1


async def test_talk_while_a_category_is_asked_changes_and_saves_nothing(chat: Chat) -> None:
    await chat.tell("Zyxxo 20")
    await chat.told(ASK_CATEGORY)
    await chat.tell("gate 23 is closed", "my flight is at 6:45", "only 3 more days")
    assert chat.saved == []
    await chat.press(PressAction.ANSWER)
    await chat.told(SAVED)
    assert [(card.merchant, card.amount) for card in chat.saved] == [("Zyxxo", Decimal(20))]


async def test_a_wish_that_names_nothing_is_answered_with_what_would_work(chat: Chat) -> None:
    await chat.tell("lunch 12", "change the cake to 13")
    hinted = await chat.said(replies.Hinted)
    assert hinted.heard == "cake"
    assert [card.item for card in hinted.cards] == ["lunch"]
    assert [card.amount for card in chat.saved] == [Decimal(12)]
