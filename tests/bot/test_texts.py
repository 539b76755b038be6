"""Every topic is worded, in plain words and in the person's own notation."""

import re
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pydantic import ValidationError
from structlog.testing import capture_logs

from agents.expenses.meaning import QuestionKind
from agents.expenses.replies import Saved
from agents.expenses.shown import Card, Provenance
from bot.texts.catalogue import Catalogue, catalogue_for
from bot.texts.formats import shown as shown_text
from bot.texts.wording import PLATFORM, topics, worded
from domain.errors import UnknownTopicError, UnwordableReplyError
from domain.preferences import PreferenceField
from domain.replies import Choice, Content, Reply
from domain.tasks import Shown
from domain.topics import (
    CONTENTS,
    AskPreference,
    BudgetUsedUp,
    Cancelled,
    CancelledTooLate,
    Empty,
    Erased,
    Expired,
    Failed,
    GeneralAnswer,
    GeneralTopic,
    Help,
    Noted,
    NotOffered,
    Preference,
    PressAction,
    Privacy,
    Resumed,
    Start,
    Status,
    TaskLine,
    TooMany,
    Unworded,
    Usage,
)
from domain.understanding import Person, Topic
from domain.usage import Budget, Spent
from tests.bot.samples import (
    CARD,
    EXPENSE_TOPICS,
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
from tests.bot.samples import usage as some_usage
from tests.given import mentions

ALL_TOPICS = [*(content.topic for content in CONTENTS), *EXPENSE_TOPICS]
LOCALES = ("en_MY", "de_DE", "ms_MY", "es_ES", "fr_FR")
BARE = Card(task_id=TASK, number=1)
UNNAMED = BARE.model_copy(update={"amount": Decimal(45), "currency": "MYR"})
ERASED = {"messages": 4, "files": 0, "expenses": 1}
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
@pytest.mark.parametrize("locale", LOCALES)
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


def test_an_unknown_topic_is_one_that_a_newer_version_may_know() -> None:
    newer = Reply(id="r", topic="carts.closed", content={"items": 3})
    with pytest.raises(UnknownTopicError):
        worded(newer, formats())
    assert UnknownTopicError("newer").retryable


def test_content_that_is_not_the_topics_breaks_its_words_and_has_a_plain_stand_in() -> None:
    broken = reply(Saved(card=CARD)).model_copy(update={"content": {"card": "x"}})
    with pytest.raises(ValidationError):
        worded(broken, formats())
    for locale in LOCALES:
        assert_readable(text(Unworded(), locale))


def test_fields_and_locales_that_this_version_does_not_know_are_no_trouble() -> None:
    for locale in ("zz_ZZ", "nonsense"):
        assert text(Saved(card=CARD), locale).startswith("✅ Saved")
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
    help_ = text(Help(about=STRANGER, question="address")).splitlines()
    assert "Here is what I can do" in help_[0]
    assert "still waiting for your answer" in help_[-1]
    assert "still waiting" not in text(Help())


def test_what_it_can_do_is_told_by_the_agents_that_are_enabled() -> None:
    for content in (Start(), Help(), GeneralTopic(about=Topic.CAPABILITIES)):
        with_expenses, without = text(content), text(content, agents=())
        assert re.search(r"spend|expense", with_expenses)
        assert not re.search(r"spend|expense|receipt", without)
        assert_readable(without)


def test_the_greeting_and_each_state_have_their_own_words() -> None:
    said = text(Start())
    assert said.splitlines()[0] == "👋 Hi, I'm Steward. I keep track of what you spend."
    assert "/help" in said
    assert len({text(Status(state=state)) for state in ("idle", "working", "waiting")}) == 3
    assert text(Status(state="idle")) == "😌 All done. What's next?"


def test_a_place_without_its_value_is_an_error() -> None:
    with pytest.raises(UnwordableReplyError):
        Catalogue.of("en", {"a.ftl": "hi = Hi { $name }"}).text("hi")


@pytest.mark.parametrize(
    ("locale", "amount", "currency", "expected"),
    [
        ("en_MY", "15.5", "MYR", "RM15.50"),
        ("de_DE", "15.5", "EUR", "15,50\u00a0€"),
        ("fr_FR", "1234.5", "EUR", "1\u202f234,50\u00a0€"),
        ("es_ES", "15.5", "USD", "15,50\u00a0US$"),
        ("ms_MY", "15.5", "MYR", "RM15.50"),
        ("en_MY", "1500", "JPY", "1,500"),
        ("en_MY", "1500.00", "JPY", "1,500"),
        ("en_MY", "15.50", "AFN", "15.50"),
        ("en_US", "15.5", "MYR", "MYR\u00a015.50"),
        ("en_MY", "12.345", "MYR", "RM12.345"),
    ],
)
def test_amounts_are_written_as_the_person_writes_them(
    locale: str, amount: str, currency: str, expected: str
) -> None:
    assert expected in formats(locale).money(Decimal(amount), currency)


@pytest.mark.parametrize(
    ("locale", "day", "times"),
    [
        ("en_MY", "Thu, 26 Nov", "2:00–4:00 pm"),
        ("ms_MY", "Khamis, 26 Nov", "2:00–4:00 PTG"),
        ("de_DE", "Do., 26. Nov.", "14:00–16:00 Uhr"),
        ("es_ES", "jue, 26 nov", "14:00–16:00"),
        ("fr_FR", "jeu. 26 nov.", "14:00–16:00"),
    ],
)
def test_a_day_of_the_week_and_a_span_of_hours_are_written_as_the_person_writes_them(
    locale: str, day: str, times: str
) -> None:
    begins = datetime(2026, 11, 26, 14, tzinfo=UTC)
    there = replace(formats(locale), zone=ZoneInfo("UTC"))
    assert there.weekday(begins.date()) == day
    assert there.clock_range(begins, begins + timedelta(hours=2)) == times


@pytest.mark.parametrize(
    ("locale", "whole", "fine"),
    [
        ("en_MY", "26%", "26.4%"),
        ("ms_MY", "26%", "26.4%"),
        ("de_DE", "26\u00a0%", "26,4\u00a0%"),
        ("es_ES", "26\u00a0%", "26,4\u00a0%"),
        ("fr_FR", "26\u00a0%", "26,4\u00a0%"),
    ],
)
def test_a_share_is_written_as_the_person_writes_it(locale: str, whole: str, fine: str) -> None:
    share = Decimal("0.2641")
    assert formats(locale).percent(share) == whole
    assert formats(locale).percent(share, tenths=True) == fine


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


ONE, TWO = shown(CARD), shown(OTHER)
SHOP, OTHER_SHOP = "#1 Kopi Corner", "#10 Bus Co"
MORE, WENT_WRONG = "I have questions about them", "Something went wrong"


def working(**parts: object) -> Status:
    return Status(state="working", tasks=(line(CARD, **parts),))


@pytest.mark.shows("15.5")
@pytest.mark.parametrize(
    ("content", "expected"),
    [
        (Cancelled(texts=("lunch 5",)), ["“lunch 5”"]),
        (Cancelled(by="operator", reason="maintenance"), ["operator", "maintenance"]),
        (Cancelled(tasks=(ONE, TWO)), ["I dropped these"]),
        (Cancelled(tasks=(ONE,)), ["I dropped this"]),
        (Cancelled(tasks=(ONE,), working=2), ["still working on 2 more"]),
        (Cancelled(unread=9), ["👍 Stopped. 9 photos were not read."]),
        (Cancelled(tasks=(ONE,), unread=1), ["I dropped this", "The photo was not read."]),
        (CancelledTooLate(task=ONE), [SHOP]),
        (CancelledTooLate(task=ONE, unchanged=True), ["stays as it was"]),
        (Noted(tasks=(ONE,)), ["I'll ask about it next", SHOP]),
        (Noted(tasks=(ONE,), later=True), ["about it later", SHOP]),
        (Noted(tasks=(ONE, TWO), later=True), [f"Noted 2 more. {MORE}", SHOP, OTHER_SHOP]),
        (
            Noted(tasks=(ONE, TWO), first=True),
            ["Noted 2. I have a few questions:", SHOP, OTHER_SHOP],
        ),
        (working(doing="read image"), ["reading the photo"]),
        (working(doing="wait for the database"), ["waiting for my records"]),
        (working(missing=("merchant", "reference")), ["to be confirmed: shop"]),
        (
            Status(
                state="working",
                tasks=(
                    *(line(CARD, unread=True) for _ in range(7)),
                    *(line(CARD, asks=True) for _ in range(3)),
                ),
            ),
            ["⏳ Reading 7 photos\n❓ Questions about #1, #1 and #1"],
        ),
        (Status(state="waiting", agent="carts", waiting_for="confirm"), ["your yes or no"]),
        (Failed(code="timeout", tasks=(ONE,)), ["took too long", SHOP]),
        (Failed(), [WENT_WRONG]),
        (Failed(code="something.new"), [WENT_WRONG]),
        (Unworded(), ["What you sent is kept"]),
        (GeneralAnswer(text="fine\x1b[2J\nnext line"), ["fine[2J\nnext line"]),
        (Privacy(retention_days=14), ["14 days"]),
        (Privacy(retention_days=1), ["1 day."]),
        (Privacy(), ["some time", "your expenses and every change to them"]),
        (Erased(counts=ERASED), ["1 expense, 4 messages and 0 files"]),
        (Erased(counts={"messages": 4, "dreams": 2}), ["4 messages and 0 files"]),
    ],
)
def test_a_reply_says_in_plain_words_what_it_is_about(
    content: Content, expected: list[str]
) -> None:
    said = text(content)
    assert [part for part in expected if part not in said] == []
    assert "missing: shop" not in said


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
    # Last, next to where one writes: the list of all that can be done is long.
    assert any(asked_about in line for line in help_.splitlines()[-2:])
    assert "Here is what I can do" in help_.splitlines()[0]
    status = text(STATUS.model_copy(update={"waiting_for": kind.value}))
    assert "since 12:00" in status
    assert "to be confirmed: amount, category" in status
    assert "tomorrow, 12:00" in status


@pytest.mark.parametrize("what", ["tasks", "messages", "dreams"])
def test_too_many_says_how_many_there_may_be(what: str) -> None:
    assert mentions(text(TooMany(what=what, limit=50)), "50") is (what != "dreams")


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
    of_no_task = CARD.model_copy(update={"task_id": ""})
    assert worded(reply(Expired(tasks=(shown(of_no_task),))), formats()).numbers == {}


@pytest.mark.shows("15.1")
def test_each_offline_answer_has_its_own_words() -> None:
    for topic in Topic:
        assert catalogue_for("en").has(f"topic.{topic.value}")
        assert_readable(text(GeneralTopic(about=topic)))


# What the models used


LATELY: dict[str, object] = {
    "days": 7,
    "calls": 12,
    "lately": Spent(tokens=50000, cost=Decimal("0.031")),
}
NOTHING = Spent()
COSTS = {"0.000001234": "0.0000013", "0.019": "0.019", "0.121": "0.13", "12.3": "12.30"}


def usage(parts: dict[str, object] | None = None, locale: str = "en_MY") -> str:
    return text(Usage(usage=some_usage(**LATELY | (parts or {}))), locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_whose_limit_is_used_up_is_told_and_until_when_and_tokens_never(locale: str) -> None:
    told_of_tokens = usage({"token_limit": 20000}, locale)
    assert "oken" not in told_of_tokens
    assert not mentions(told_of_tokens, "4100")
    for limits in ({}, {"token_limit": 20000}):
        last = usage({**limits, "all_used_up": True}).splitlines()[-1]
        assert last.startswith("Today's limit for everybody is used up. Until 8:00")
    told = {text(BudgetUsedUp(whose=whose), locale) for whose in Budget}
    assert len(told) == len(Budget)
    midnight_utc_in_kuala_lumpur = ("8:00", "08:00", "8.00")
    assert all(any(clock in each for clock in midnight_utc_in_kuala_lumpur) for each in told)


NONE_TODAY: dict[str, object] = {"calls": 0, "calls_today": 0}
UNPRICED: dict[str, object] = {"today": NOTHING, "lately": NOTHING, "calls": 3, "unpriced": 3}


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ({}, "📊 AI model: 3 calls, about US$0.0022 today.\nIn the last 7 days: 12 calls, about"),
        ({"calls_today": 1}, "1 call,"),
        (NONE_TODAY, "not used today"),
        (
            NONE_TODAY | {"has_model": False},
            "📊 No AI model is set up here. I work by my own rules, which cost nothing.",
        ),
        (UNPRICED, "I don't know the price of 3"),
    ],
)
def test_today_and_the_last_days_are_told_in_calls_and_money(
    parts: dict[str, object], shown: str
) -> None:
    assert shown in usage(parts)
    assert "about" not in usage(UNPRICED)  # no cost is made up


@pytest.mark.parametrize(
    ("tokens", "cost", "limits", "shown"),
    [
        *((0, cost, {}, shown) for cost, shown in COSTS.items()),
        (5000, "0.00212", {"token_limit": 20000}, "25%"),
        (5000, "0.00212", {"token_limit": 20000, "cost_limit": Decimal("0.004")}, "53%"),
        (20000, "0.00212", {"token_limit": 20000}, "is used up"),
        (30000, "0.00212", {"token_limit": 20000}, "is used up"),
    ],
)
def test_what_was_used_is_never_told_too_low_and_of_a_limit_as_its_part(
    tokens: int, cost: str, limits: dict[str, object], shown: str
) -> None:
    assert shown in usage({"today": Spent(tokens=tokens, cost=Decimal(cost)), **limits})


# Preferences, privacy and deletion


ANN = Person(user_id="ann", currency="CHF", timezone="Asia/Tokyo")


def labels(field: PreferenceField, person: Person = ANN, locale: str = "en_MY") -> list[str]:
    choices = tuple(
        choice(PressAction.PREFER, field.value, value, value) for value in field.offered(person)
    )
    asked = reply(AskPreference(field=field, current=field.of(person)), choices=choices)
    return [button.label for button in worded(asked, formats(locale)).buttons]


@pytest.mark.parametrize("field", PreferenceField)
def test_a_setting_names_what_was_what_is_and_what_cannot_be(field: PreferenceField) -> None:
    values = {
        PreferenceField.CURRENCY: ("MYR", "USD", "US Dollar"),
        PreferenceField.LANGUAGE: ("en_MY", "de_AT", "German (Austria)"),
        PreferenceField.TIMEZONE: ("Asia/Kuala_Lumpur", "America/New_York", "America/New York"),
    }
    before, after, shown = values[field]
    said = text(Preference(field=field, before=before, after=after))
    assert shown in said
    same = text(Preference(field=field, before=after, after=after))
    assert same != said
    # A refused value is named before the question.
    current = field.of(ANN)
    asked = text(AskPreference(field=field, current=current))
    refused = text(AskPreference(field=field, current=current, refused="banana\x1b[31m"))
    assert refused.endswith(asked)
    assert "banana" in refused
    assert "\x1b" not in refused


@pytest.mark.parametrize("locale", LOCALES)
def test_ones_own_value_comes_first_and_each_language_by_its_own_name(locale: str) -> None:
    assert labels(PreferenceField.CURRENCY)[0] == "CHF"
    assert labels(PreferenceField.TIMEZONE)[0] == "Tokyo"
    assert labels(PreferenceField.TIMEZONE).count("Tokyo") == 1
    each = ["English", "Melayu", "Deutsch", "Español", "Français"]
    assert labels(PreferenceField.LANGUAGE, locale=locale) == each


def test_where_nothing_was_deleted_nothing_is_counted() -> None:
    plain = text(Erased(counts=dict.fromkeys(ERASED, 0)))
    assert not mentions(plain, "0")
    assert plain == text(Erased())
