"""What a message looks like, the buttons under it, and what they carry."""

from collections.abc import Iterator

import pytest
from aiogram.types import InlineKeyboardMarkup
from aiogram.utils.formatting import sizeof
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.categories import CATEGORIES
from agents.expenses.ledger import THE_SAVE
from agents.expenses.replies import AskCategory, AskMerchant, Saved
from bot.telegram.address import Address
from bot.telegram.callback import (
    MAX_BYTES,
    PageChange,
    Refused,
    RefusedPressError,
    UncarriableError,
    codes,
    packed,
    packed_option,
    packed_page,
    unpacked,
)
from bot.telegram.keyboards import keyboard_for, label_of, turned
from bot.telegram.rendering import MAX_UNITS, rendered
from bot.texts.cards import all_texts
from bot.texts.catalogue import catalogue_of
from bot.texts.speech import CardView, Wording
from bot.texts.wording import worded
from domain.errors import UnwordableReplyError
from domain.messages import ButtonPress
from domain.replies import Reply
from domain.topics import PressAction
from tests.bot.samples import CARD, choice, formats, reply


def bold(text: str, offset: int, length: int) -> str:
    """What an entity covers, counted in UTF-16 units as Telegram does."""
    encoded = text.encode("utf-16-le")
    return encoded[offset * 2 : (offset + length) * 2].decode("utf-16-le")


def test_a_card_has_a_bold_title_and_stands_apart() -> None:
    card = CardView(3, "Kopi 🍵 · RM15.50", ("🍔 Food & Drink",))
    (part,) = rendered(Wording(lead="✅ Saved", cards=(card,), tail=("note",)))
    assert part.text == "✅ Saved\n\n#3 Kopi 🍵 · RM15.50\n🍔 Food & Drink\n\nnote"
    (entity,) = part.entities
    assert entity.type == "bold"
    assert bold(part.text, entity.offset, entity.length) == "Kopi 🍵 · RM15.50"
    (part,) = rendered(Wording(lead="✅ Done", cards=(CardView(7, ""),)))
    assert part.text == "✅ Done\n#7"
    name = "<b>Bad</b> *Shop* [x](http://example.com) `y`"
    (part,) = rendered(Wording(lead="", cards=(CardView(1, name, ()),)))
    assert part.text == f"#1 {name}"
    assert [e.type for e in part.entities] == ["bold"]


def test_a_long_reply_is_divided_between_cards() -> None:
    cards = tuple(CardView(n, f"Shop {n}", ("x" * 30,)) for n in range(1, 6))
    parts = rendered(Wording(lead="All", cards=cards), limit=100)
    assert len(parts) > 1
    for part in parts:
        lines = part.text.split("\n")
        assert lines[-1] == "x" * 30  # no card is torn apart
        assert sizeof(part.text) <= 100


def test_an_emoji_is_never_cut_in_half() -> None:
    parts = rendered(Wording(lead="a" + "😀" * 5000))
    assert "".join(part.text for part in parts) == "a" + "😀" * 5000
    assert all(sizeof(part.text) <= MAX_UNITS for part in parts)


def test_nothing_to_say_is_a_defect_and_not_an_empty_message() -> None:
    with pytest.raises(UnwordableReplyError):
        rendered(Wording(lead=" "))


words = st.text(st.characters(exclude_categories=["Cs", "Cc"]), min_size=1, max_size=60).filter(
    str.strip
)


@given(words, st.lists(words, max_size=5), st.lists(words, max_size=4), st.integers(10, 80))
def test_every_part_fits_and_no_word_is_lost(
    lead: str, titles: list[str], tail: list[str], limit: int
) -> None:
    cards = tuple(CardView(n, title, ("line",)) for n, title in enumerate(titles, 1))
    wording = Wording(lead=lead, cards=cards, tail=tuple(tail))
    parts = rendered(wording, limit=limit)
    assert all(0 < sizeof(part.text) <= limit for part in parts)
    for part in parts:
        for entity in part.entities:
            assert entity.offset + entity.length <= sizeof(part.text)
    said = "".join("".join(part.text.split()) for part in parts)
    assert said == "".join(wording.text().split())


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


def test_long_labels_have_a_row_of_their_own_and_are_found_by_what_they_carry() -> None:
    long = "Restoran Nasi Kandar Pelita"
    choices = [choice(PressAction.ANSWER, QUESTION, label=s, value=s) for s in ("A", long, "B")]
    built = keyboard(reply(AskMerchant(card=CARD), choices=choices))
    assert built is not None
    assert texts(built) == [["A"], [long], ["B"]]
    assert pressed(built, long) == ButtonPress(
        action=PressAction.ANSWER, subject=QUESTION, value=long
    )
    data = built.inline_keyboard[1][0].callback_data
    assert data is not None
    assert label_of(built, data) == long
    assert label_of(built, "something else") == ""
    assert label_of(None, data) == ""


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


ANA, BEN = 7_123_456_789, 7_987_654_321
PRIVATE = Address(ANA)
GROUP = -1_002_345_678_901
MEMBER = Address(GROUP, ANA)
SHARED = Address(GROUP)
ADDRESSES = (PRIVATE, MEMBER, SHARED)


def question(address: Address) -> str:
    return f"{address.conversation}/expenses/1234-1a2b3c/q56"


def press(action: str, subject: str, value: str = "") -> ButtonPress:
    return ButtonPress(action=action, subject=subject, value=value)


VALUES = ("", "15.50", "2026-11-21", *CATEGORIES, "Kedai Kopi Pak Haji Ramli & Anak Lelaki", "a|b")


def carried(address: Address) -> Iterator[ButtonPress]:
    """What buttons carry, with the longest of each kind."""
    for action in (*PressAction, "expenses.save_anyway"):
        yield from (press(action, question(address), value) for value in VALUES)
    for task in ("12-1a2b3c", "123456-1a2b3c"):  # and the change that a card shows
        for value in (THE_SAVE, "c3-1a2b3c4d", "c1234-1a2b3c4d"):
            yield press(PressAction.UNDO, f"{address.conversation}/expenses/{task}", value)
    for asked in ("procurement/1234-1a2b3c/q12", "service/1-1a2b3c/q1"):  # and a digest
        yield press(PressAction.YES, f"{address.conversation}/{asked}", "0123456789abcdef")
    for subject in ("language", f"telegram:{address.chat_id}:99"):
        yield press(PressAction.PREFER, subject, "de")
    yield press(PressAction.ERASE, "erase:8f14e45f-ceea-467f-a9d1-3b6c1b2c4d5e")


@pytest.mark.parametrize("address", ADDRESSES)
def test_presses_and_pages_come_back_as_they_went(address: Address) -> None:
    for sent in carried(address):
        label = sent.value or "Edit"
        data = packed(sent, address, label)
        assert len(data.encode()) <= MAX_BYTES, sent
        assert unpacked(data, label, address, ANA) == sent
    turn = PageChange(2, question(address))
    assert unpacked(packed_page(turn, address), "More …", address, ANA) == turn
    for category in CATEGORIES:
        data = packed_option(category, question(address), address)
        assert len(data.encode()) <= MAX_BYTES
        expected = press(PressAction.ANSWER, question(address), category)
        assert unpacked(data, "any label", address, ANA) == expected
    shared = press(PressAction.ANSWER, question(SHARED), "Groceries")
    # A category is the same in every language, and any member may press in a shared group.
    assert unpacked(packed(shared, SHARED, "Lebensmittel"), "Runcit", SHARED, BEN) == shared


def test_every_action_has_a_code_of_its_own() -> None:
    own = [button.action for texts in all_texts() for button in texts.buttons]
    assert set(codes()) == {*PressAction, *own}
    assert len(set(codes().values())) == len(codes())


@pytest.mark.parametrize(
    ("subject", "value"),
    [
        *((subject, "") for subject in ("a/b", "~" + "A" * 22, ":x", "/x", "telegram:6:7")),
        (f"conversation:telegram:{BEN}/expenses/1", ""),  # of another conversation
        (question(PRIVATE), "x" * 60),  # it does not fit, and is not cut
    ],
)
def test_what_would_come_back_as_something_else_goes_on_no_button(subject: str, value: str) -> None:
    with pytest.raises(UncarriableError):
        packed(press(PressAction.ANSWER, subject, value), PRIVATE, "another label")


def refused(data: str, address: Address, presser: int, label: str = "") -> Refused:
    with pytest.raises(RefusedPressError) as caught:
        unpacked(data, label, address, presser)
    return caught.value.refused


@pytest.mark.parametrize(
    ("seen_at", "presser", "why"),
    [
        (Address(GROUP, BEN), BEN, Refused.NOT_YOURS),
        (SHARED, ANA, Refused.OUT_OF_DATE),  # the conversation is another one now
        (Address(-77, ANA), ANA, Refused.OUT_OF_DATE),
        (PRIVATE, ANA, Refused.OUT_OF_DATE),
    ],
)
def test_a_button_is_its_members_and_its_conversations(
    seen_at: Address, presser: int, why: Refused
) -> None:
    data = packed(press(PressAction.UNDO, f"{MEMBER.conversation}/expenses/1"), MEMBER, "Undo")
    assert refused(data, seen_at, presser) is why


@pytest.mark.shows("safety 33")
def test_forged_data_is_refused() -> None:
    good = packed(press(PressAction.UNDO, f"{PRIVATE.conversation}/expenses/1"), PRIVATE, "U")
    _, action, owner, place, subject, _ = good.split("|")
    theirs = f"conversation:telegram:{BEN}/expenses/1"
    forgeries = [
        "",
        "p",
        "||||||",
        "x" * 64,
        good + "|more",
        f"p|zz|{owner}|{place}|{subject}|",
        f"p|{action}|{owner}|{place}|{theirs}|",
        f"p|{action}|{owner}|{place}|telegram:{BEN}:1|",
        f"p|an|{owner}|{place}|{subject}|#AAAAAAAA",
        f"p|an|{owner}|{place}|{subject}|?15",
        f"c|{owner}|{place}|{subject}|AAAAAAAA",
        f"g|one|{owner}|{place}|{subject}",
    ]
    assert {refused(data, PRIVATE, ANA) for data in forgeries} == {Refused.UNKNOWN}
    # A changed label is never taken for the value.
    shop = "Kedai Kopi Pak Haji Ramli & Anak Lelaki"
    data = packed(press(PressAction.ANSWER, question(PRIVATE), shop), PRIVATE, shop)
    for label in ("Save everything", ""):
        assert refused(data, PRIVATE, ANA, label=label) is Refused.UNKNOWN


@pytest.mark.parametrize("hidden", ["\x00", "\x1b", "\u202e", "\u2060", "\U000e0041"])
@pytest.mark.parametrize("place", [0, 2, -1])
def test_a_press_has_no_hidden_characters(hidden: str, place: int) -> None:
    parts = packed(press(PressAction.ANSWER, question(PRIVATE), "15.50"), PRIVATE, "x").split("|")
    parts[place] += hidden
    with pytest.raises(RefusedPressError) as refused:
        unpacked("|".join(parts), "x", PRIVATE, ANA)
    assert refused.value.refused is Refused.UNKNOWN
    value = f"Kopi{hidden}"
    with pytest.raises(UncarriableError):
        packed(press(PressAction.ANSWER, question(PRIVATE), value), PRIVATE, "other")


def test_numbers_to_press_share_a_row_by_fives() -> None:
    choices = [choice(PressAction.ANSWER, QUESTION, label=f"#{n}") for n in range(7)]
    built = keyboard(reply(AskMerchant(card=CARD), choices=choices))
    assert built is not None
    assert texts(built) == [["#0", "#1", "#2", "#3", "#4"], ["#5", "#6"]]
