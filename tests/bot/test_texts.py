"""Every topic is worded, in plain words and in the person's own notation."""

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from structlog.testing import capture_logs

from agents.expenses.card import Card, Provenance
from agents.expenses.meaning import QuestionKind
from agents.expenses.replies import CONTENTS as EXPENSE_CONTENTS
from agents.expenses.replies import Saved
from bot.texts.catalogue import Catalogue, catalogue_for
from bot.texts.formats import shown as shown_text
from bot.texts.wording import PLATFORM, topics, worded
from domain.errors import UnknownTopicError, UnwordableReplyError
from domain.replies import Choice, Content, Reply
from domain.tasks import Shown
from domain.topics import (
    CONTENTS,
    Cancelled,
    CancelledTooLate,
    Empty,
    Expired,
    Failed,
    GeneralAnswer,
    GeneralTopic,
    Help,
    Noted,
    NotOffered,
    PressAction,
    Resumed,
    Start,
    Status,
    TaskLine,
    TooMany,
    Unworded,
)
from domain.understanding import Topic
from tests.bot.samples import (
    CARD,
    NOW,
    OTHER,
    PLATFORM_CONTENTS,
    STATUS,
    TASK,
    choice,
    filled,
    formats,
    line,
    reply,
    shown,
)
from tests.given import mentions

ALL_TOPICS = [content.topic for content in (*CONTENTS, *EXPENSE_CONTENTS)]
BARE = Card(task_id=TASK, number=1)
UNNAMED = BARE.model_copy(update={"amount": Decimal(45), "currency": "MYR"})
STRANGER = Shown(task_id="t/carts/7", agent="carts", number=7, card={"items": 3})
"""A task of an agent that is not in this tree."""


def text(of: Content, locale: str = "en_MY", agents: tuple[str, ...] | None = None) -> str:
    how = formats(locale)
    if agents is not None:
        how = type(how)(how.catalogue, how.locale, how.zone, how.now, agents)
    return worded(reply(of), how).text()


def assert_readable(said: str) -> None:
    assert said.strip()
    assert not re.search(r"[{}]|None|Decimal|conversation:|expenses\.|  \S", said)


@pytest.mark.shows("15.3")
@pytest.mark.parametrize("locale", ["en_MY", "de_DE", "ms_MY"])
def test_every_topic_is_worded_without_leftovers(locale: str) -> None:
    with capture_logs() as logs:
        for topic in ALL_TOPICS:
            wording = worded(filled(topic), formats(locale))
            assert_readable(re.sub(r"(?m)^   ", "", wording.text()))
            assert all(button.label for button in wording.buttons), topic
            assert topics()[topic].spoken(filled(topic), formats()).content.topic == topic
    assert logs == []
    assert {content.topic for content in PLATFORM_CONTENTS} == {c.topic for c in CONTENTS}
    assert {content.topic for content in CONTENTS} <= set(PLATFORM)


@pytest.mark.parametrize("locale", ["zz_ZZ", "nonsense"])
def test_a_locale_that_nobody_knows_is_written_in_english(locale: str) -> None:
    assert text(Saved(card=CARD), locale).startswith("✅ Saved")


def test_an_unknown_topic_is_one_that_a_newer_version_may_know() -> None:
    newer = Reply(id="r", topic="carts.closed", content={"items": 3})
    with pytest.raises(UnknownTopicError):
        worded(newer, formats())
    assert UnknownTopicError("newer").retryable


def test_content_that_is_not_the_topics_breaks_its_words_and_has_a_plain_stand_in() -> None:
    broken = reply(Saved(card=CARD)).model_copy(update={"content": {"card": "x"}})
    with pytest.raises(ValidationError):
        worded(broken, formats())
    for locale in ("en_MY", "de_DE", "ms_MY"):
        assert_readable(text(Unworded(), locale))
    assert "Nothing is lost" in text(Unworded())


def test_fields_that_this_version_does_not_know_are_no_trouble() -> None:
    said = reply(Empty()).model_copy(update={"content": {"mood": "cheerful"}})
    assert worded(said, formats()).text() == text(Empty())


def test_a_task_of_an_agent_that_is_gone_is_shown_by_its_number() -> None:
    for content in (
        Cancelled(tasks=(STRANGER,)),
        CancelledTooLate(task=STRANGER),
        Expired(tasks=(STRANGER,)),
        NotOffered(tasks=(STRANGER,)),
        Noted(tasks=(STRANGER,)),
        Resumed(task=STRANGER),
        Status(
            state="waiting",
            agent="carts",
            waiting_for="address",
            tasks=(TaskLine.model_validate(STRANGER.model_dump() | {"missing": ("address",)}),),
        ),
    ):
        said = text(content)
        assert "#7" in said
        assert_readable(re.sub(r"(?m)^   ", "", said))
    assert "Here is what I can do" in text(Help(about=STRANGER, question="address"))


def test_what_it_can_do_is_told_by_the_agents_that_are_enabled() -> None:
    for content in (Start(), Help(), GeneralTopic(about=Topic.CAPABILITIES), Status(state="idle")):
        with_expenses, without = text(content), text(content, agents=())
        assert re.search(r"spend|expense", with_expenses)
        assert not re.search(r"spend|expense|receipt", without)
        assert_readable(without)


def test_the_greeting_says_what_to_send() -> None:
    said = text(Start())
    assert said.splitlines()[0] == "👋 Hi, I'm Steward."
    assert "“Starbucks 15.50”" in said
    assert "/help" in said
    idle = text(Status(state="idle"))
    assert idle == (
        "😌 All done, nothing is waiting. Send me an expense or a photo."
        " Or tell me what you need to buy. Or tell me what is wrong with our service."
        " Or tell me what has to be repaired."
    )


def test_a_place_without_its_value_is_an_error() -> None:
    with pytest.raises(UnwordableReplyError):
        Catalogue.of("en", {"a.ftl": "hi = Hi { $name }"}).text("hi")


@pytest.mark.parametrize(
    ("locale", "amount", "currency", "expected"),
    [
        ("en_MY", "15.5", "MYR", "RM15.50"),
        ("de_DE", "15.5", "EUR", "15,50 €"),
        ("en_MY", "1500", "JPY", "1,500"),
        ("en_US", "15.5", "MYR", "MYR 15.50"),
        ("en_MY", "12.345", "MYR", "RM12.345"),
    ],
)
def test_amounts_are_written_as_the_person_writes_them(
    locale: str, amount: str, currency: str, expected: str
) -> None:
    assert expected in formats(locale).money(Decimal(amount), currency)


@given(
    st.decimals(), st.sampled_from(["MYR", "JPY", "KWD", None]), st.sampled_from(["en_MY", "de"])
)
def test_every_number_can_be_written(amount: Decimal, currency: str | None, locale: str) -> None:
    assert 0 < len(formats(locale).money(amount, currency)) < 80


@given(st.text())
def test_a_shown_value_is_one_line_without_control_characters(value: str) -> None:
    line = shown_text(value).replace("\u2060", "")  # what keeps an address from being a link
    assert line.isprintable() or all(c.isprintable() or c == " " for c in line)
    assert "\x1b" not in line
    assert "\n" not in line


@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (Cancelled(texts=("lunch 5",)), ["“lunch 5”"]),
        (Cancelled(by="operator", reason="maintenance"), ["operator", "maintenance"]),
        (Cancelled(tasks=(shown(CARD), shown(OTHER))), ["I dropped these"]),
        (Cancelled(tasks=(shown(CARD),)), ["I dropped this"]),
        (CancelledTooLate(task=shown(CARD)), ["#1 Kopi Corner"]),
        (CancelledTooLate(task=shown(CARD), unchanged=True), ["stays as it was"]),
    ],
)
def test_a_cancel_names_what_was_dropped_and_what_came_too_late(
    content: Content, expected: list[str]
) -> None:
    worded_as = text(content)
    assert [part for part in expected if part not in worded_as] == []


@pytest.mark.parametrize(
    ("cards", "parts", "expected"),
    [
        ([CARD], {}, "I'll ask about it next"),
        ([CARD], {"later": True}, "in its turn"),
        ([CARD, OTHER], {"later": True}, "Noted 2 more. I have questions about them"),
        ([CARD, OTHER], {"first": True}, "Got all 2. I have questions about them"),
    ],
)
def test_what_must_wait_is_named_by_its_cards(
    cards: list[Card], parts: dict[str, bool], expected: str
) -> None:
    said = text(Noted(tasks=tuple(shown(card) for card in cards), **parts))
    assert expected in said
    assert all(f"#{card.number} {card.merchant or card.item}" in said for card in cards)


@pytest.mark.shows("15.5")
@pytest.mark.parametrize(
    ("parts", "expected"),
    [
        ({"doing": "read image"}, "reading the photo"),
        ({"doing": "wait for the database"}, "waiting for my records"),
        ({"missing": ("merchant", "reference")}, "to be confirmed: shop"),
    ],
)
def test_what_is_being_done_and_what_is_in_doubt_is_told_in_words(
    parts: dict[str, object], expected: str
) -> None:
    status = text(Status(state="working", tasks=(line(CARD, **parts),)))
    assert expected in status
    assert "missing: shop" not in status


def test_a_receipt_that_is_still_unread_is_shown_without_an_assumed_date() -> None:
    origin = {"date": Provenance(source="inferred")}
    known = {"from_photo": True, "provenance": origin, "occurred_on": NOW.date()}
    card = BARE.model_copy(update=known)
    said = text(Status(state="working", tasks=(line(card),)))
    assert "#1 receipt · no amount yet" in said
    assert "📅" not in said


@pytest.mark.shows("4.2", "4.3")
@pytest.mark.parametrize("kind", [*QuestionKind])
def test_help_and_status_speak_about_the_open_question(kind: QuestionKind) -> None:
    help_ = text(Help(about=shown(CARD), question=kind.value))
    asked_about = "the table" if kind is QuestionKind.IMPORT else "Kopi Corner"
    assert asked_about in help_.splitlines()[0]
    assert "Here is what I can do" in help_
    status = text(STATUS.model_copy(update={"waiting_for": kind.value}))
    assert "waiting since 12:00" in status
    assert "to be confirmed: amount, category" in status
    assert "22 Nov 2026, 12:00" in status


def test_each_state_has_its_own_status() -> None:
    assert len({text(Status(state=state)) for state in ("idle", "working", "waiting")}) == 3
    asked = Status(state="waiting", agent="carts", waiting_for="confirm", since=NOW)
    assert "your yes or no" in text(asked)


@pytest.mark.parametrize("what", ["tasks", "messages", "dreams"])
def test_too_many_says_how_many_there_may_be(what: str) -> None:
    assert mentions(text(TooMany(what=what, limit=50)), "50") is (what != "dreams")


def test_a_failure_is_told_by_its_code_and_names_its_tasks() -> None:
    said = text(Failed(code="timeout", tasks=(shown(CARD),)))
    assert "took too long" in said
    assert "#1 Kopi Corner" in said
    assert "Something went wrong" in text(Failed())
    assert "Something went wrong" in text(Failed(code="something.new"))


def test_a_models_own_words_are_shown_without_escape_codes() -> None:
    said = text(GeneralAnswer(text="fine\x1b[2J\nnext line"))
    assert said == "fine[2J\nnext line"


@pytest.mark.parametrize(
    ("content", "pressed", "expected"),
    [
        (Empty(), choice("expenses.save_anyway"), "Save anyway"),
        (Empty(), choice("carts.pay"), "This one"),
        (Empty(), choice(PressAction.UNDO, label="#16"), "Undo #16"),
        (Empty(), choice(PressAction.ANSWER, label="Groceries"), "Groceries"),
        (Expired(tasks=(shown(CARD),)), choice(PressAction.RESUME), "Resume Kopi Corner"),
        (Expired(tasks=(shown(UNNAMED),)), choice(PressAction.RESUME), "Resume RM45.00"),
    ],
)
def test_a_button_says_what_it_does_and_for_what(
    content: Content, pressed: Choice, expected: str
) -> None:
    buttons = worded(reply(content, choices=(pressed,)), formats()).buttons
    assert [button.label for button in buttons] == [expected]


def test_what_a_reply_names_is_known_by_its_numbers() -> None:
    wording = worded(reply(Expired(tasks=(shown(CARD), shown(OTHER)))), formats())
    assert wording.numbers == {1: CARD.task_id, 10: OTHER.task_id}
    assert worded(reply(STATUS), formats()).numbers == {1: CARD.task_id}


@pytest.mark.shows("15.1")
def test_each_offline_answer_has_its_own_words() -> None:
    for topic in Topic:
        assert catalogue_for("en").has(f"topic.{topic.value}")
        assert_readable(text(GeneralTopic(about=topic)))
