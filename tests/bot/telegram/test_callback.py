from collections.abc import Iterator

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
def test_a_press_comes_back_as_it_went(address: Address) -> None:
    for sent in carried(address):
        label = sent.value or "Edit"
        data = packed(sent, address, label)
        assert len(data.encode()) <= MAX_BYTES, sent
        assert unpacked(data, label, address, ANA) == sent
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
