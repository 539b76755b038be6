from aiogram.types import InlineKeyboardMarkup

from agents.expenses.categories import CATEGORIES
from agents.expenses.replies import AskCategory, AskMerchant, Saved
from bot.telegram.address import Address
from bot.telegram.callback import PageChange, unpacked
from bot.telegram.keyboards import keyboard_for, label_of, turned
from bot.texts.catalogue import catalogue_of
from bot.texts.wording import worded
from domain.messages import ButtonPress
from domain.replies import Reply
from domain.topics import PressAction
from tests.bot.samples import CARD, choice, formats, reply

ADDRESS = Address(5)
TASK = f"{ADDRESS.conversation}/expenses/1"
QUESTION = f"{TASK}/q1"
ENGLISH = catalogue_of("en")


def keyboard(said: Reply) -> InlineKeyboardMarkup | None:
    return keyboard_for(said, worded(said, formats()).buttons, ADDRESS, ENGLISH)


def asked(*suggestions: str, out: tuple[PressAction, ...] = ()) -> InlineKeyboardMarkup:
    choices = [
        *(choice(PressAction.ANSWER, QUESTION, label=s, value=s) for s in suggestions),
        *(choice(action, QUESTION) for action in out),
    ]
    said = reply(AskCategory(card=CARD), question=QUESTION, choices=choices)
    built = keyboard(said)
    assert built is not None
    return built


def texts(built: InlineKeyboardMarkup) -> list[list[str]]:
    return [[button.text for button in row] for row in built.inline_keyboard]


def pressed(built: InlineKeyboardMarkup, text: str) -> ButtonPress | PageChange:
    data = next(b.callback_data for r in built.inline_keyboard for b in r if b.text == text)
    assert data is not None
    return unpacked(data, text, ADDRESS, 5)


def test_a_reply_has_those_of_its_choices_that_a_button_can_carry() -> None:
    choices = [choice(PressAction.EDIT, TASK), choice(PressAction.UNDO, TASK)]
    built = keyboard(reply(Saved(card=CARD), choices=choices))
    assert built is not None
    assert texts(built) == [["Edit", "Undo"]]
    assert pressed(built, "Undo") == ButtonPress(action=PressAction.UNDO, subject=TASK)
    assert keyboard(reply(Saved(card=CARD))) is None
    long = choice(PressAction.ANSWER, QUESTION, label="x…", value="x" * 300)
    assert keyboard(reply(AskMerchant(card=CARD), choices=[long])) is None


def test_long_labels_have_a_row_of_their_own() -> None:
    long = "Restoran Nasi Kandar Pelita"
    choices = [choice(PressAction.ANSWER, QUESTION, label=s, value=s) for s in ("A", long, "B")]
    built = keyboard(reply(AskMerchant(card=CARD), choices=choices))
    assert built is not None
    assert texts(built) == [["A"], [long], ["B"]]
    assert pressed(built, long) == ButtonPress(
        action=PressAction.ANSWER, subject=QUESTION, value=long
    )


def test_a_category_question_offers_suggestions_then_more() -> None:
    built = asked("Groceries", "Kopi habit", out=(PressAction.DROP, PressAction.KEEP))
    assert texts(built) == [
        ["🛒 Groceries", "Kopi habit"],
        ["Drop it", "Keep as draft"],
        ["More …", "Type your own"],
    ]


def test_the_pages_show_every_category_once_and_end_where_they_began() -> None:
    first = asked("Groceries", "Pets")
    built, seen = first, list[str]()
    turns = 0
    while True:
        following = built.inline_keyboard[-1][0]
        turn = pressed(built, following.text)
        assert isinstance(turn, PageChange)
        built = turned(built, turn, ADDRESS, ENGLISH)
        if texts(built) == texts(first):
            break
        turns += 1
        assert texts(built)[0] == ["🛒 Groceries", "Pets"]
        rows = built.inline_keyboard[1:-1]
        for button in (b for row in rows for b in row):
            press = pressed(built, button.text)
            assert isinstance(press, ButtonPress)
            assert press.subject == QUESTION
            seen.append(press.value)
    assert built == first
    assert turns == 3
    for page in (0, 99, -5):
        assert turned(first, PageChange(page, QUESTION), ADDRESS, ENGLISH) == first
    assert sorted(seen) == sorted(set(CATEGORIES) - {"Groceries"})


def test_the_label_of_a_button_is_found_by_what_it_carries() -> None:
    built = asked("Pets")
    data = built.inline_keyboard[0][0].callback_data
    assert data is not None
    assert label_of(built, data) == "Pets"
    assert label_of(built, "something else") == ""
    assert label_of(None, data) == ""
