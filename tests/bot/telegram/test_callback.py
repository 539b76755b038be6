import pytest

from agents.expenses.categories import CATEGORIES
from agents.expenses.ledger import THE_SAVE
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
from bot.texts.cards import all_texts
from domain.messages import ButtonPress
from domain.topics import PressAction

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


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("action", [*PressAction, "expenses.save_anyway"])
@pytest.mark.parametrize(
    "value",
    [
        "",
        "15.50",
        "2026-11-21",
        *CATEGORIES,
        "Kedai Kopi Pak Haji Ramli & Anak Lelaki Sdn Bhd",
        "a|b",
    ],
)
def test_a_press_comes_back_as_it_went(address: Address, action: str, value: str) -> None:
    label = value or "Edit"
    sent = press(action, question(address), value)
    data = packed(sent, address, label)
    assert len(data.encode()) <= MAX_BYTES
    assert unpacked(data, label, address, ANA) == sent


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("task", ["12-1a2b3c", "123456-1a2b3c"])
@pytest.mark.parametrize("value", [THE_SAVE, "c3-1a2b3c4d", "c1234-1a2b3c4d"])
def test_an_undo_carries_the_change_that_its_card_shows(
    address: Address, task: str, value: str
) -> None:
    sent = press(PressAction.UNDO, f"{address.conversation}/expenses/{task}", value)
    data = packed(sent, address, "Undo")
    assert len(data.encode()) <= MAX_BYTES
    assert unpacked(data, "Undo", address, ANA) == sent


@pytest.mark.parametrize("address", ADDRESSES)
@pytest.mark.parametrize("question", ["procurement/1234-1a2b3c/q12", "service/1-1a2b3c/q1"])
def test_a_yes_carries_the_digest_of_what_was_shown(address: Address, question: str) -> None:
    sent = press(PressAction.YES, f"{address.conversation}/{question}", "0123456789abcdef")
    data = packed(sent, address, "Yes")
    assert len(data.encode()) <= MAX_BYTES
    assert unpacked(data, "Yes", address, ANA) == sent


def test_every_action_has_a_code_of_its_own() -> None:
    own = [button.action for texts in all_texts() for button in texts.buttons]
    assert set(codes()) == {*PressAction, *own}
    assert len(set(codes().values())) == len(codes())


def test_a_category_is_the_same_in_every_language() -> None:
    sent = press(PressAction.ANSWER, question(PRIVATE), "Groceries")
    assert unpacked(packed(sent, PRIVATE, "Lebensmittel"), "Runcit", PRIVATE, ANA) == sent


def test_other_subjects_are_carried_too() -> None:
    for subject in ("language", f"telegram:{PRIVATE.chat_id}:99"):
        sent = press(PressAction.PREFER, subject, "de")
        assert unpacked(packed(sent, PRIVATE, "Deutsch"), "Deutsch", PRIVATE, ANA) == sent


@pytest.mark.parametrize("address", ADDRESSES)
def test_the_question_before_everything_is_deleted_fits(address: Address) -> None:
    sent = press(PressAction.ERASE, "erase:8f14e45f-ceea-467f-a9d1-3b6c1b2c4d5e")
    data = packed(sent, address, "Delete")
    assert len(data.encode()) < MAX_BYTES - 10
    assert unpacked(data, "Delete", address, ANA) == sent


@pytest.mark.parametrize("subject", ["a/b", "~" + "A" * 22, ":x", "/x", "telegram:6:7"])
def test_a_subject_that_would_come_back_as_another_is_not_carried(subject: str) -> None:
    with pytest.raises(UncarriableError):
        packed(press(PressAction.ERASE, subject), PRIVATE, "Delete")


def test_what_does_not_fit_is_not_cut() -> None:
    sent = press(PressAction.ANSWER, question(PRIVATE), "x" * 60)
    with pytest.raises(UncarriableError):
        packed(sent, PRIVATE, "another label")


def refused(data: str, address: Address, presser: int, label: str = "") -> Refused:
    with pytest.raises(RefusedPressError) as caught:
        unpacked(data, label, address, presser)
    return caught.value.refused


def test_another_members_press_is_not_theirs_to_make() -> None:
    data = packed(press(PressAction.UNDO, f"{MEMBER.conversation}/expenses/1"), MEMBER, "Undo")
    assert refused(data, Address(GROUP, BEN), BEN) is Refused.NOT_YOURS


def test_any_member_may_press_in_a_shared_group() -> None:
    sent = press(PressAction.UNDO, f"{SHARED.conversation}/expenses/1")
    assert unpacked(packed(sent, SHARED, "Undo"), "Undo", SHARED, BEN) == sent


def test_a_button_is_out_of_date_once_the_conversation_is_another() -> None:
    data = packed(press(PressAction.UNDO, f"{MEMBER.conversation}/expenses/1"), MEMBER, "Undo")
    assert refused(data, SHARED, ANA) is Refused.OUT_OF_DATE
    assert refused(data, Address(-77, ANA), ANA) is Refused.OUT_OF_DATE
    assert refused(data, PRIVATE, ANA) is Refused.OUT_OF_DATE


def test_a_changed_label_is_never_taken_for_the_value() -> None:
    shop = "Kedai Kopi Pak Haji Ramli & Anak Lelaki"
    data = packed(press(PressAction.ANSWER, question(PRIVATE), shop), PRIVATE, shop)
    assert refused(data, PRIVATE, ANA, label="Save everything") is Refused.UNKNOWN
    assert refused(data, PRIVATE, ANA) is Refused.UNKNOWN


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


def test_a_subject_of_another_conversation_goes_on_no_button() -> None:
    theirs = press(PressAction.UNDO, f"conversation:telegram:{BEN}/expenses/1")
    with pytest.raises(UncarriableError):
        packed(theirs, PRIVATE, "Undo")


@pytest.mark.parametrize("address", ADDRESSES)
def test_pages_and_their_categories_come_back_as_they_went(address: Address) -> None:
    turn = PageChange(2, question(address))
    assert unpacked(packed_page(turn, address), "More …", address, ANA) == turn
    for category in CATEGORIES:
        data = packed_option(category, question(address), address)
        assert len(data.encode()) <= MAX_BYTES
        expected = press(PressAction.ANSWER, question(address), category)
        assert unpacked(data, "any label", address, ANA) == expected


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
