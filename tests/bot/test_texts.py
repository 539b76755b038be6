"""Every topic is worded, in plain words and in the person's own notation."""

import re
from datetime import UTC, datetime
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError

from agents.expenses.card import Card, Provenance
from agents.expenses.meaning import QuestionKind
from agents.expenses.replies import CONTENTS as EXPENSE_CONTENTS
from agents.expenses.replies import Saved
from bot.texts.catalogue import Catalogue, catalogue_for
from bot.texts.formats import shown as shown_text
from bot.texts.wording import PLATFORM, topics, worded
from domain.errors import UnknownTopicError, UnwordableReplyError
from domain.replies import Content, Reply
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
@pytest.mark.parametrize("topic", ALL_TOPICS)
@pytest.mark.parametrize("locale", ["en_MY", "de_DE", "ms_MY", "zz_ZZ", "nonsense"])
def test_every_topic_is_worded_without_leftovers(topic: str, locale: str) -> None:
    wording = worded(filled(topic), formats(locale))
    assert_readable(re.sub(r"(?m)^   ", "", wording.text()))
    assert all(button.label for button in wording.buttons)


def test_every_topic_of_the_platform_and_its_agents_has_words() -> None:
    assert {content.topic for content in CONTENTS} <= set(PLATFORM)
    assert set(ALL_TOPICS) <= set(topics())


def test_the_words_of_a_topic_are_for_its_own_content() -> None:
    for topic in ALL_TOPICS:
        spoken = topics()[topic].spoken(filled(topic), formats())
        assert spoken.content.topic == topic


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


def test_a_cancel_names_the_words_that_it_dropped() -> None:
    assert "“lunch 5”" in text(Cancelled(texts=("lunch 5",)))


def test_a_cancel_by_an_operator_says_so_with_its_reason() -> None:
    said = text(Cancelled(by="operator", reason="maintenance"))
    assert "operator" in said
    assert "maintenance" in said


def test_several_that_were_dropped_are_named_in_the_plural() -> None:
    assert "I dropped these" in text(Cancelled(tasks=(shown(CARD), shown(OTHER))))
    assert "I dropped this" in text(Cancelled(tasks=(shown(CARD),)))


def test_a_cancel_that_came_too_late_names_what_was_done() -> None:
    assert "#1 Kopi Corner" in text(CancelledTooLate(task=shown(CARD)))
    kept = text(CancelledTooLate(task=shown(CARD), unchanged=True))
    assert "stays as it was" in kept


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
def test_what_is_being_done_is_told_in_words() -> None:
    task = line(CARD, doing="read image")
    assert "reading the photo" in text(Status(state="working", tasks=(task,)))
    own = line(CARD, doing="wait for the database")
    assert "waiting for my records" in text(Status(state="working", tasks=(own,)))


def test_a_receipt_that_is_still_unread_is_shown_without_an_assumed_date() -> None:
    origin = {"date": Provenance(source="inferred")}
    known = {"from_photo": True, "provenance": origin, "occurred_on": NOW.date()}
    card = BARE.model_copy(update=known)
    said = text(Status(state="working", tasks=(line(card),)))
    assert "#1 receipt · no amount yet" in said
    assert "📅" not in said


def test_a_value_in_doubt_is_not_called_missing() -> None:
    task = line(CARD, missing=("merchant", "reference"))
    said = text(Status(state="waiting", tasks=(task,)))
    assert "to be confirmed: shop" in said
    assert "missing: shop" not in said


@pytest.mark.shows("4.2")
@pytest.mark.parametrize("kind", [*QuestionKind])
def test_help_speaks_about_the_open_question_first(kind: QuestionKind) -> None:
    said = text(Help(about=shown(CARD), question=kind.value))
    asked_about = "the table" if kind is QuestionKind.IMPORT else "Kopi Corner"
    assert asked_about in said.splitlines()[0]
    assert "Here is what I can do" in said


@pytest.mark.shows("4.3")
@pytest.mark.parametrize("kind", [*QuestionKind])
def test_status_says_what_is_awaited_since_when_and_until_when(kind: QuestionKind) -> None:
    said = text(STATUS.model_copy(update={"waiting_for": kind.value}))
    assert "waiting since 12:00" in said
    assert "to be confirmed: amount, category" in said
    assert "22 Nov 2026, 12:00" in said


def test_status_says_that_a_yes_or_no_is_awaited() -> None:
    since = datetime(2026, 11, 21, 4, 0, tzinfo=UTC)
    said = text(Status(state="waiting", agent="carts", waiting_for="confirm", since=since))
    assert "your yes or no" in said


@pytest.mark.parametrize("state", ["idle", "working", "waiting"])
def test_each_state_has_its_own_status(state: str) -> None:
    said = text(Status(state=state))
    others = {"idle", "working", "waiting"} - {state}
    assert all(said != text(Status(state=other)) for other in others)


@pytest.mark.parametrize("what", ["tasks", "messages", "dreams"])
def test_too_many_says_how_many_there_may_be(what: str) -> None:
    said = text(TooMany(what=what, limit=50))
    assert mentions(said, "50") is (what != "dreams")


def test_a_failure_is_told_by_its_code_and_names_its_tasks() -> None:
    said = text(Failed(code="timeout", tasks=(shown(CARD),)))
    assert "took too long" in said
    assert "#1 Kopi Corner" in said
    assert "Something went wrong" in text(Failed())
    assert "Something went wrong" in text(Failed(code="something.new"))


@pytest.mark.parametrize("action", [*PressAction])
def test_every_button_without_a_label_is_named(action: PressAction) -> None:
    said = worded(reply(Empty(), choices=(choice(action),)), formats())
    assert said.buttons[0].label


def test_buttons_of_an_agent_have_its_own_words() -> None:
    asked = reply(Empty(), choices=(choice("expenses.save_anyway"), choice("carts.pay")))
    assert [b.label for b in worded(asked, formats()).buttons] == ["Save anyway", "This one"]


@pytest.mark.parametrize(
    ("action", "label", "expected"),
    [
        (PressAction.UNDO, "#16", "Undo #16"),
        (PressAction.ANSWER, "Groceries", "Groceries"),
    ],
)
def test_a_button_says_what_it_does_and_for_what(
    action: PressAction, label: str, expected: str
) -> None:
    said = worded(reply(Empty(), choices=(choice(action, label=label),)), formats())
    assert [b.label for b in said.buttons] == [expected]


@pytest.mark.parametrize(
    ("card", "expected"),
    [
        (CARD, "Resume Kopi Corner"),
        (BARE.model_copy(update={"amount": Decimal(45), "currency": "MYR"}), "Resume RM45.00"),
    ],
)
def test_a_draft_is_resumed_by_its_name(card: Card, expected: str) -> None:
    said = reply(Expired(tasks=(shown(card),)), choices=(choice(PressAction.RESUME),))
    assert [b.label for b in worded(said, formats()).buttons] == [expected]


def test_what_a_reply_names_is_known_by_its_numbers() -> None:
    said = worded(reply(Expired(tasks=(shown(CARD), shown(OTHER)))), formats())
    assert said.numbers == {1: CARD.task_id, 10: OTHER.task_id}
    assert worded(reply(STATUS), formats()).numbers == {1: CARD.task_id}


@pytest.mark.shows("15.1")
@pytest.mark.parametrize("topic", [*Topic])
def test_each_offline_answer_has_its_own_words(topic: Topic) -> None:
    assert catalogue_for("en").has(f"topic.{topic.value}")
    assert_readable(text(GeneralTopic(about=topic)))


def test_a_models_own_words_are_shown_without_escape_codes() -> None:
    said = text(GeneralAnswer(text="fine\x1b[2J\nnext line"))
    assert said == "fine[2J\nnext line"


def test_there_is_a_sample_of_every_topic() -> None:
    assert {content.topic for content in PLATFORM_CONTENTS} == {c.topic for c in CONTENTS}
