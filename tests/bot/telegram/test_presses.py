"""Through aiogram's own dispatcher, as updates come in."""

from typing import Any

import pytest
from aiogram import Dispatcher
from aiogram.exceptions import TelegramBadRequest, TelegramNetworkError
from aiogram.methods import AnswerCallbackQuery, EditMessageReplyMarkup
from aiogram.types import (
    CallbackQuery,
    Chat,
    InaccessibleMessage,
    InlineKeyboardMarkup,
    Message,
    Update,
    User,
)

from agents.expenses.replies import AskCategory, Saved, SavedTogether
from bot.handover import TemporalUnreachableError
from bot.telegram.address import Address
from bot.telegram.callback import packed
from bot.telegram.handlers.presses import Presses, setup
from bot.telegram.identity import SentBy
from bot.telegram.keyboards import keyboard_for
from bot.texts.catalogue import catalogue_of
from bot.texts.wording import worded
from domain.messages import ButtonPress
from domain.replies import Reply
from domain.topics import AskErase, PressAction, Start
from tests.bot.samples import CARD, NOW, choice, formats, reply
from tests.bot.telegram.telegram import FakeTelegram, FixedLocales, MemoryConversations

ANA = User(id=5, is_bot=False, first_name="Ana", language_code="en")
BEN = User(id=6, is_bot=False, first_name="Ben", language_code="de")
PRIVATE, GROUP, SHARED = Address(5), Address(-77, 5), Address(-77)
MESSAGE = 100


class Phone:
    """Someone who presses buttons."""

    def __init__(self, said: Reply | None = None, address: Address = PRIVATE) -> None:
        self.address = address
        self.telegram, self.gateway, self.locales = (
            FakeTelegram(),
            MemoryConversations(),
            FixedLocales(),
        )
        self.bot = self.telegram.bot()
        presses = Presses(self.gateway, self.telegram.sender(), self.locales, lambda: NOW)
        self.dispatcher = Dispatcher()
        self.dispatcher.include_router(setup(presses))
        self.keyboard: InlineKeyboardMarkup | None = None
        if said is not None:
            self.shows(said)

    def shows(self, said: Reply) -> InlineKeyboardMarkup:
        buttons = worded(said, formats()).buttons
        self.keyboard = keyboard_for(said, buttons, self.address, catalogue_of("en"))
        assert self.keyboard is not None
        return self.keyboard

    async def press(self, text: str, by: User = ANA, address: Address | None = None) -> None:
        assert self.keyboard is not None
        rows = self.keyboard.inline_keyboard
        data = next(b.callback_data for row in rows for b in row if b.text == text)
        assert data is not None
        await self.send(data, by, address)
        for edit in self.telegram.of(EditMessageReplyMarkup):
            self.keyboard = edit.reply_markup

    def message(self) -> Message:
        chat = Chat(id=self.address.chat, type="private" if self.address.chat > 0 else "group")
        return Message(message_id=MESSAGE, date=NOW, chat=chat, reply_markup=self.keyboard)

    async def send(
        self,
        data: str | None,
        by: User = ANA,
        address: Address | None = None,
        message: Message | InaccessibleMessage | None = None,
        **parts: Any,  # noqa: ANN401 - fields of an update
    ) -> None:
        seen = None if "inline_message_id" in parts else message or self.message()
        given = {"message": seen} | parts
        query = CallbackQuery(id="q", from_user=by, chat_instance="1", data=data, **given)
        caller = SentBy(by.id, address or self.address, by.language_code)
        update = Update(update_id=31 + len(self.gateway.attempts), callback_query=query)
        await self.dispatcher.feed_update(self.bot, update, caller=caller)

    def texts(self) -> list[str]:
        rows = self.keyboard.inline_keyboard if self.keyboard else []
        return [button.text for row in rows for button in row]


def saved(address: Address = PRIVATE) -> Reply:
    task = f"{address.conversation}/expenses/1"
    choices = [choice(PressAction.EDIT, task), choice(PressAction.UNDO, task)]
    return reply(Saved(card=CARD), choices=choices)


def question(*values: str) -> Reply:
    subject = f"{PRIVATE.conversation}/expenses/1/q1"
    choices = [choice(PressAction.ANSWER, subject, label=v, value=v) for v in values]
    return reply(AskCategory(card=CARD), question=subject, choices=choices)


async def test_a_press_is_handed_over_and_only_then_answered() -> None:
    phone = Phone(saved())
    phone.gateway.failures.append(TemporalUnreachableError("down"))
    with pytest.raises(TemporalUnreachableError):
        await phone.press("Undo")
    assert phone.telegram.calls == []
    phone.gateway.attempts.clear()
    await phone.press("Undo")
    (heard,) = phone.gateway.sent
    assert heard.press == ButtonPress(
        action=PressAction.UNDO, subject=f"{PRIVATE.conversation}/expenses/1"
    )
    assert (heard.id, heard.sender_id, heard.text) == ("telegram:5:31", "telegram:5", "Undo")
    assert heard.sent_at == NOW
    assert phone.telegram.notes == [None]


async def test_an_example_says_its_words_as_often_as_it_is_pressed() -> None:
    phone = Phone(reply(Start()))
    for label in ("lunch 12.50", "🧾 A receipt", "lunch 12.50"):
        await phone.press(label)
    heard = [(m.text, m.press, m.command) for m in phone.gateway.sent]
    assert heard == [
        ("lunch 12.50", None, None),
        ("/help receipt", None, "help"),
        ("lunch 12.50", None, None),
    ]
    assert phone.telegram.of(EditMessageReplyMarkup) == []
    empty = packed(ButtonPress(action=PressAction.SAY, subject=""), PRIVATE, "")
    await phone.send(empty)
    assert len(phone.gateway.sent) == len(heard)
    assert phone.telegram.notes[-1] == "🤔 I can't use that button."


async def test_buttons_stay_while_an_expense_is_edited_and_go_with_an_answer() -> None:
    phone = Phone(saved())
    await phone.press("Edit")
    assert phone.telegram.of(EditMessageReplyMarkup) == []
    phone.shows(question("Pets"))
    await phone.press("Pets")
    assert [m.press.value for m in phone.gateway.sent if m.press] == ["", "Pets"]
    (edit,) = phone.telegram.of(EditMessageReplyMarkup)
    assert (edit.chat_id, edit.message_id, edit.reply_markup) == (5, MESSAGE, None)


async def test_a_press_counts_also_when_telegram_takes_no_answer() -> None:
    phone = Phone(question("Pets"))
    phone.telegram.failing = [
        lambda m: TelegramBadRequest(m, "Bad Request: query is too old"),
        lambda m: TelegramNetworkError(m, "broken"),
    ]
    await phone.press("Pets")
    assert len(phone.gateway.sent) == 1


@pytest.mark.shows("safety 33")
async def test_another_members_press_is_refused_in_their_language() -> None:
    phone = Phone(saved(GROUP), GROUP)
    phone.locales.locale = "en_MY"
    await phone.press("Undo", by=BEN, address=Address(-77, 6))
    assert phone.gateway.sent == []
    (answer,) = phone.telegram.of(AnswerCallbackQuery)
    assert answer.text == catalogue_of("en").text("telegram.press.not_yours")
    assert answer.show_alert


@pytest.mark.parametrize("status", ["left", "kicked"])
async def test_who_left_a_group_presses_nothing_of_what_it_shares(status: str) -> None:
    phone = Phone(saved(SHARED), SHARED)
    phone.telegram.statuses[BEN.id] = status
    await phone.press("Undo", by=BEN)
    assert phone.gateway.sent == []
    assert phone.telegram.notes == [catalogue_of("de").text("telegram.press.not_member")]
    await phone.press("Undo", by=ANA)
    assert [m.press.action for m in phone.gateway.sent if m.press] == [PressAction.UNDO]


async def test_what_was_taken_back_offers_no_buttons_any_more() -> None:
    phone = Phone()
    first, second = (f"{PRIVATE.conversation}/expenses/{n}-1a2b3c" for n in (1, 2))
    choices = [
        choice(action, task, label=f"#{n}")
        for n, task in ((1, first), (2, second))
        for action in (PressAction.EDIT, PressAction.UNDO)
    ]
    phone.shows(reply(SavedTogether(cards=(CARD, CARD), opened=2), choices=choices))
    before = phone.texts()
    undo = next(text for text in before if "#1" in text and "Undo" in text)
    await phone.press(undo)
    assert phone.texts() == [text for text in before if "#2" in text]
    await phone.press(next(text for text in phone.texts() if "Undo" in text))
    assert phone.texts() == []


async def test_forged_data_and_a_game_are_answered_and_never_applied() -> None:
    phone = Phone(saved())
    theirs = "p|un|5|AAAA|conversation:telegram:6/expenses/1|"
    for data in ("x", "", theirs, "p|un|6|AAAA|/expenses/1|"):
        await phone.send(data)
    await phone.send(None, game_short_name="g")
    assert phone.gateway.sent == []
    assert len(phone.telegram.notes) == 5
    assert all(phone.telegram.notes)
    assert phone.telegram.notes[-1] == catalogue_of("en").text("telegram.press.not_here")


async def test_pages_of_categories_unfold_in_place_without_the_conversation() -> None:
    phone = Phone(question("Groceries", "Pets"))
    await phone.press("More …")
    assert phone.gateway.sent == []
    assert phone.texts()[:3] == ["🛒 Groceries", "Pets", "🍔 Food & Drink"]
    await phone.press("More …")
    assert "💡 Bills & Utilities" in phone.texts()
    await phone.press("💡 Bills & Utilities")
    assert [m.press.value for m in phone.gateway.sent if m.press] == ["Bills & Utilities"]
    assert phone.keyboard is None


async def test_what_is_no_press_for_the_conversation_is_still_answered() -> None:
    phone = Phone(question("Pets"))
    phone.telegram.failing = [lambda m: TelegramNetworkError(m, "broken")]
    await phone.press("More …")  # the page cannot be turned
    await phone.press("Type your own")
    assert phone.telegram.notes == [None, catalogue_of("en").text("expenses.type_your_own")]
    assert phone.gateway.sent == []


async def test_under_a_message_too_old_to_read_a_press_counts_and_a_page_does_not() -> None:
    phone = Phone()
    old = InaccessibleMessage(chat=Chat(id=5, type="private"), message_id=MESSAGE, date=0)
    undo = phone.shows(saved()).inline_keyboard[0][1]
    more = phone.shows(question("Pets")).inline_keyboard[-1][0]
    for button in (undo, more):
        await phone.send(button.callback_data, message=old)
    assert [m.press.action for m in phone.gateway.sent if m.press] == [PressAction.UNDO]
    assert phone.telegram.notes == [None, catalogue_of("en").text("telegram.press.out_of_date")]


@pytest.mark.parametrize(
    ("status", "erased"), [("creator", True), ("administrator", True), ("member", False)]
)
async def test_only_an_admin_deletes_everything_that_a_group_shares(
    status: str, *, erased: bool
) -> None:
    phone = Phone(erasing(SHARED), SHARED)
    phone.telegram.statuses[BEN.id] = status
    await phone.press(label(PressAction.ERASE), by=BEN)
    assert [m.press.action for m in phone.gateway.sent if m.press] == [PressAction.ERASE] * erased
    refusal = catalogue_of("de").text("telegram.erase_not_admin")
    assert phone.telegram.notes == [None if erased else refusal]
    # A member may decide against it, and delete what is their own.
    shared, own = (Phone(erasing(address), address) for address in (SHARED, GROUP))
    await shared.press(label(PressAction.KEEP_DATA), by=BEN)
    await own.press(label(PressAction.ERASE))
    assert (len(shared.gateway.sent), len(own.gateway.sent)) == (1, 1)


def erasing(address: Address) -> Reply:
    subject = f"{address.conversation}/erase/1"
    choices = [choice(action, subject) for action in (PressAction.ERASE, PressAction.KEEP_DATA)]
    return reply(AskErase(), choices=choices)


def label(action: PressAction) -> str:
    buttons = worded(erasing(PRIVATE), formats()).buttons
    return next(button.label for button in buttons if button.press.action == action)
