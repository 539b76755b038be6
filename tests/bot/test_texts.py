"""Every topic is worded, in plain words and in the person's own notation."""

import re
from datetime import date
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts.catalogue import Catalogue, UnwordableReplyError, catalogue_for
from bot.texts.formats import shown
from bot.texts.wording import TOPICS, worded
from domain.agents.transaction import Problem
from domain.replies import Card, Change, Provenance, Reply
from domain.topics import ConversationTopic, PressAction, TransactionTopic
from domain.understanding import InsightMeasure, QuestionKind, Topic
from tests.bot.samples import CARD, OTHER, TASK, choice, filled, formats, insight, reply

ALL_TOPICS = [*TransactionTopic, *ConversationTopic]
QUESTIONS = [
    TransactionTopic.ASK_AMOUNT,
    TransactionTopic.ASK_MERCHANT,
    TransactionTopic.ASK_DATE,
    TransactionTopic.ASK_CATEGORY,
    TransactionTopic.ASK_BETTER_IMAGE,
]
BARE = Card(task_id=TASK, number=1)


def text(of: Reply, locale: str = "en_MY", timezone: str = "Asia/Kuala_Lumpur") -> str:
    return worded(of, formats(locale, timezone)).text()


def assert_readable(said: str) -> None:
    assert said.strip()
    assert not re.search(r"[{}]|None|Decimal|conversation:|transaction\.", said)


@pytest.mark.parametrize("topic", ALL_TOPICS)
@pytest.mark.parametrize("locale", ["en_MY", "de_DE", "ms_MY", "zz_ZZ", "nonsense"])
def test_every_topic_is_worded_without_leftovers(topic: str, locale: str) -> None:
    wording = worded(filled(topic), formats(locale))
    assert_readable(wording.text())
    assert all(button.label for button in wording.buttons)


@pytest.mark.parametrize("topic", sorted(set(ALL_TOPICS) - {ConversationTopic.INSIGHT}))
@pytest.mark.parametrize("cards", [(), (BARE,)])
def test_a_topic_with_the_least_it_can_have_is_still_worded(
    topic: str, cards: tuple[Card, ...]
) -> None:
    assert_readable(text(reply(topic, *cards)))


def test_the_table_of_topics_has_no_entry_that_nothing_says() -> None:
    assert set(TOPICS) == set(ALL_TOPICS)


def test_an_unknown_topic_is_an_error_and_not_silence() -> None:
    with pytest.raises(UnwordableReplyError):
        worded(reply("transaction.sung"), formats())


def test_a_place_without_its_value_is_an_error() -> None:
    with pytest.raises(UnwordableReplyError):
        Catalogue.of("en", {"a.ftl": "hi = Hi { $name }"}).text("hi")


def test_braces_in_a_value_stay_as_they_are() -> None:
    card = CARD.model_copy(update={"merchant": "{amount} & Sons"})
    assert "{amount} & Sons" in text(reply(TransactionTopic.SAVED, card))


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
    line = shown(value).replace("\u2060", "")  # what keeps an address from being a link
    assert line.isprintable() or all(c.isprintable() or c == " " for c in line)
    assert "\x1b" not in line
    assert "\n" not in line


def test_today_is_the_persons_own() -> None:
    card = CARD.model_copy(update={"occurred_on": date(2026, 11, 20)})
    assert "yesterday" in text(reply(TransactionTopic.SAVED, card))
    assert "today" in text(reply(TransactionTopic.SAVED, card), timezone="Pacific/Pago_Pago")


def test_an_older_date_is_written_out() -> None:
    card = CARD.model_copy(update={"occurred_on": date(2026, 3, 2)})
    assert "2 Mar 2026" in text(reply(TransactionTopic.SAVED, card))


@pytest.mark.parametrize("field", ["date", "occurred_on"])
def test_a_date_that_the_receipt_did_not_have_is_said_to_be_assumed(field: str) -> None:
    origin = {field: Provenance(source="inferred")}
    photo = CARD.model_copy(update={"from_photo": True, "provenance": origin})
    words = CARD.model_copy(update={"provenance": origin})
    assert "today (not on the receipt)" in text(reply(TransactionTopic.SAVED, photo))
    assert "not on the receipt" not in text(reply(TransactionTopic.SAVED, words))


def test_a_card_with_only_a_purpose_says_that_no_shop_was_named() -> None:
    card = CARD.model_copy(update={"merchant": None, "item": "gas"})
    said = text(reply(TransactionTopic.SAVED, card))
    assert "gas" in said
    assert "no shop named" in said


def test_a_saved_card_names_what_the_photo_said_otherwise() -> None:
    change = Change(field="amount", before="16.50", after="15.50")
    said = text(reply(TransactionTopic.SAVED, CARD, changes=(change,)))
    assert "The photo said RM16.50" in said


def test_a_correction_shows_the_old_and_the_new_value() -> None:
    change = Change(field="amount", before="16.50", after="15.50")
    said = text(reply(TransactionTopic.CORRECTED, CARD, changes=(change,)))
    assert "amount: RM16.50 → RM15.50" in said


def test_a_corrected_currency_keeps_the_old_amount_in_the_old_one() -> None:
    changes = (
        Change(field="amount", before="30", after="28"),
        Change(field="currency", before="USD", after="MYR"),
    )
    said = text(reply(TransactionTopic.CORRECTED, CARD, changes=changes))
    assert "US$30.00 → RM28.00" in said
    assert "currency: USD → MYR" in said


def test_a_late_save_says_so() -> None:
    assert "late" in text(reply(TransactionTopic.SAVED, CARD, facts={"late": "1"}))


@pytest.mark.parametrize("topic", QUESTIONS)
@pytest.mark.parametrize("problem", [*Problem, "", "something_new"])
@pytest.mark.parametrize("attempt", ["1", "2", "3", "x"])
def test_every_question_has_words_for_every_problem(topic: str, problem: str, attempt: str) -> None:
    facts = {"problem": problem, "attempt": attempt, "which": "1"}
    for value in ("", "banana", "12.345", "2031-01-01"):
        for card in (BARE, CARD.model_copy(update={"from_photo": True})):
            assert_readable(text(reply(topic, card, facts=facts | {"value": value})))


@pytest.mark.parametrize("topic", QUESTIONS)
def test_a_second_attempt_is_put_in_other_words_with_an_example(topic: str) -> None:
    first, second, third = (
        text(reply(topic, CARD, facts={"attempt": attempt, "problem": "missing"}))
        for attempt in "123"
    )
    assert first.splitlines()[0] != second.splitlines()[0]
    assert re.search(r"example|Pick one|Or type it", second)
    assert "keep it as a draft" in third
    assert "keep it as a draft" not in second


def test_a_question_about_one_of_several_receipts_says_which() -> None:
    said = text(reply(TransactionTopic.ASK_AMOUNT, CARD, facts={"which": "1"}))
    assert said.startswith("About #1 (Kopi Corner)")


def test_the_name_of_a_shop_is_not_repeated_within_a_question() -> None:
    photo = CARD.model_copy(update={"from_photo": True, "category": None})
    for facts in ({"which": "1"}, {"which": "1", "attempt": "2"}, {}):
        said = text(reply(TransactionTopic.ASK_CATEGORY, photo, facts=facts))
        assert said.count("Kopi Corner") == 1
        assert ("About #1" in said) is ("which" in facts)


def test_a_receipt_that_is_still_unread_is_shown_without_an_assumed_date() -> None:
    origin = {"date": Provenance(source="inferred")}
    known = {"from_photo": True, "provenance": origin, "occurred_on": date(2026, 11, 21)}
    said = text(reply(ConversationTopic.STATUS, BARE.model_copy(update=known)))
    assert "#1 receipt · no amount yet" in said
    assert "📅" not in said


def test_a_question_about_a_photo_says_what_was_read() -> None:
    card = CARD.model_copy(update={"amount": None, "from_photo": True})
    said = text(reply(TransactionTopic.ASK_AMOUNT, card))
    assert "So far I have: Kopi Corner, today" in said


@pytest.mark.parametrize("attempt", ["1", "2"])
@pytest.mark.parametrize("from_photo", [True, False])
def test_an_answer_that_changed_something_else_is_noted(attempt: str, *, from_photo: bool) -> None:
    card = CARD.model_copy(update={"merchant": "Zus", "category": None, "from_photo": from_photo})
    facts = {"noted": "1", "attempt": attempt}
    said = text(reply(TransactionTopic.ASK_CATEGORY, card, facts=facts))
    assert said.startswith("👌 Noted. So far I have: Zus, RM15.50, today.")
    named = text(reply(TransactionTopic.ASK_CATEGORY, card, facts={**facts, "which": "1"}))
    assert named.startswith("👌 Noted. About #1, so far I have: Zus, RM15.50, today.")


def test_what_was_typed_is_not_repeated_when_nothing_else_changed() -> None:
    assert "So far" not in text(reply(TransactionTopic.ASK_CATEGORY, CARD))


def test_a_doubtful_value_is_not_said_to_be_known() -> None:
    card = CARD.model_copy(update={"from_photo": True})
    facts = {"problem": "unsure"}
    said = text(reply(TransactionTopic.ASK_AMOUNT, card, facts=facts))
    assert "So far I have: Kopi Corner, today" in said
    assert said.count("RM15.50") == 1


def test_an_assumed_date_alone_is_not_worth_telling() -> None:
    origin = {"date": Provenance(source="inferred")}
    known = {"from_photo": True, "provenance": origin, "occurred_on": date(2026, 11, 21)}
    said = text(reply(TransactionTopic.ASK_BETTER_IMAGE, BARE.model_copy(update=known)))
    assert "So far" not in said


def test_a_duplicate_of_several_questions_says_which_and_shows_the_saved_one() -> None:
    said = text(reply(TransactionTopic.ASK_DUPLICATE, CARD, OTHER, facts={"which": "1"}))
    assert said.startswith("About #1 (Kopi Corner)")
    assert "#10 Bus Co" in said


def test_a_cancel_names_the_words_that_it_dropped() -> None:
    facts = {"by": "person", "text": "lunch 5"}
    assert "“lunch 5”" in text(reply(ConversationTopic.CANCELLED, facts=facts))


def test_what_is_being_done_is_told_in_words() -> None:
    facts = {"state": "working", f"doing.{TASK}": "read image"}
    assert "reading the photo" in text(reply(ConversationTopic.STATUS, CARD, facts=facts))


def test_the_amount_that_is_known_stands_in_the_question_for_the_shop() -> None:
    card = BARE.model_copy(update={"amount": Decimal(45), "currency": "MYR"})
    assert "RM45.00" in text(reply(TransactionTopic.ASK_MERCHANT, card))


def test_a_doubtful_amount_is_shown_with_the_question() -> None:
    facts = {"problem": "unsure", "value": "9.00"}
    assert "Is it RM9.00?" in text(reply(TransactionTopic.ASK_AMOUNT, CARD, facts=facts))


def test_suggested_amounts_and_dates_are_written_as_the_person_writes_them() -> None:
    amounts = (choice(PressAction.ANSWER, label="1.25"), choice(PressAction.ANSWER, value="1250"))
    said = worded(reply(TransactionTopic.ASK_AMOUNT, CARD, choices=amounts), formats())
    assert [b.label for b in said.buttons] == ["RM1.25", "RM1,250.00"]
    day = (choice(PressAction.ANSWER, label="2026-11-02"),)
    said = worded(reply(TransactionTopic.ASK_DATE, CARD, choices=day), formats())
    assert [b.label for b in said.buttons] == ["2 Nov 2026"]


@pytest.mark.parametrize("action", [*PressAction])
def test_every_button_without_a_label_is_named(action: PressAction) -> None:
    said = worded(reply(TransactionTopic.SAVED, CARD, choices=(choice(action),)), formats())
    assert said.buttons[0].label


def test_buttons_of_several_cards_tell_which_card_they_are_for() -> None:
    undo = (choice(PressAction.UNDO), choice(PressAction.UNDO, subject=OTHER.task_id))
    said = worded(reply(TransactionTopic.ALBUM_SAVED, CARD, OTHER, choices=undo), formats())
    assert [b.label for b in said.buttons] == ["Undo #1", "Undo #10"]


@pytest.mark.parametrize(
    ("action", "label", "expected"),
    [
        (PressAction.UNDO, "#16", "Undo #16"),
        (PressAction.RESUME, "Kopi Corner", "Resume Kopi Corner"),
        (PressAction.RESUME, "45", "Resume RM45.00"),
        (PressAction.ANSWER, "Groceries", "Groceries"),
    ],
)
def test_a_button_says_what_it_does_and_for_what(
    action: PressAction, label: str, expected: str
) -> None:
    button = choice(action, label=label)
    said = worded(reply(TransactionTopic.EXPIRED, CARD, choices=(button,)), formats())
    assert [b.label for b in said.buttons] == [expected]


@pytest.mark.parametrize(
    ("facts", "expected"),
    [
        ({"photos": "2", "asking": "0"}, "Saved 2 expenses"),
        ({"photos": "4", "asking": "1"}, "Saved 2 of 4"),
    ],
)
def test_a_summary_of_several_says_how_many_were_saved(
    facts: dict[str, str], expected: str
) -> None:
    assert expected in text(reply(TransactionTopic.ALBUM_SAVED, CARD, OTHER, facts=facts))


@pytest.mark.parametrize(
    ("cards", "facts", "expected"),
    [
        ([CARD], {}, "I'll ask about it next"),
        ([CARD], {"later": "1"}, "in its turn"),
        ([CARD, OTHER], {"later": "1"}, "Noted 2 more. I have questions about them"),
        ([CARD, OTHER], {"first": "1"}, "Got all 2. I have questions about them"),
    ],
)
def test_what_must_wait_is_named_by_its_cards(
    cards: list[Card], facts: dict[str, str], expected: str
) -> None:
    said = text(reply(TransactionTopic.NOTED, *cards, facts=facts))
    assert expected in said
    assert all(f"#{card.number} {card.merchant or card.item}" in said for card in cards)


def test_a_summary_of_one_still_says_where_it_differs_from_the_photo() -> None:
    change = Change(field="amount", before="9.00", after="15.50")
    facts = {"photos": "2", "asking": "1"}
    said = text(reply(TransactionTopic.ALBUM_SAVED, CARD, changes=(change,), facts=facts))
    assert "The photo said RM9.00" in said
    assert "a question about 1 more" in said


def test_several_that_were_dropped_are_named_in_the_plural() -> None:
    assert "I dropped these" in text(reply(ConversationTopic.CANCELLED, CARD, OTHER))
    assert "I dropped this" in text(reply(ConversationTopic.CANCELLED, CARD))


def test_a_value_in_doubt_is_not_called_missing() -> None:
    facts = {"state": "waiting", f"missing.{CARD.task_id}": "merchant,reference"}
    said = text(reply(ConversationTopic.STATUS, CARD, facts=facts))
    assert "to be confirmed: shop" in said
    assert "missing: shop" not in said


def test_a_value_from_the_photo_is_explained_by_its_line() -> None:
    said = text(reply(TransactionTopic.PROVENANCE, CARD, facts={"field": "amount"}))
    assert "RM15.50 stands on the photo" in said
    assert "“TOTAL 15.50”" in said


@pytest.mark.parametrize(
    "source", ["photo", "text", "injected", "answer", "inferred", "learned", "dreamt"]
)
@pytest.mark.parametrize("evidence", ["", "what it says"])
@pytest.mark.parametrize("field", ["amount", "date", "category", "currency", "tax", "colour"])
def test_every_origin_of_every_field_is_worded(source: str, evidence: str, field: str) -> None:
    origin = Provenance(source=source, evidence=evidence)
    card = CARD.model_copy(update={"provenance": {field: origin}})
    assert_readable(text(reply(TransactionTopic.PROVENANCE, card, facts={"field": field})))


@pytest.mark.parametrize("kind", [*QuestionKind])
def test_help_speaks_about_the_open_question_first(kind: QuestionKind) -> None:
    said = text(reply(ConversationTopic.HELP, CARD, facts={"question": kind.value}))
    assert "Kopi Corner" in said.splitlines()[0]
    assert "Here is what I can do" in said


@pytest.mark.parametrize("kind", [*QuestionKind])
def test_status_says_what_is_awaited_since_when_and_until_when(kind: QuestionKind) -> None:
    facts = filled(ConversationTopic.STATUS).facts | {"waiting_for": kind.value}
    said = text(reply(ConversationTopic.STATUS, CARD, facts=facts))
    assert "waiting since 12:00" in said
    assert "to be confirmed: amount, category" in said
    assert "22 Nov 2026, 12:00" in said


@pytest.mark.parametrize("state", ["idle", "working", "waiting"])
def test_each_state_has_its_own_status(state: str) -> None:
    said = text(reply(ConversationTopic.STATUS, facts={"state": state}))
    others = {"idle", "working", "waiting"} - {state}
    assert all(said != text(reply(ConversationTopic.STATUS, facts={"state": o})) for o in others)


def test_figures_keep_currencies_apart_and_list_categories() -> None:
    said = text(filled(ConversationTopic.INSIGHT))
    assert "RM120.40 in 5 expenses and US$30.00 in 1 expense" in said
    assert "🍔 Food & Drink: RM80.40" in said
    assert "Since 16 Nov 2026" in said


@pytest.mark.parametrize("measure", [*InsightMeasure])
@pytest.mark.parametrize("since", [None, date(2026, 11, 1), date(2026, 11, 21)])
@pytest.mark.parametrize("until", [None, date(2026, 11, 9), date(2026, 11, 21)])
def test_every_period_is_worded(
    measure: InsightMeasure, since: date | None, until: date | None
) -> None:
    for cards in ((), (CARD,)):
        found = insight(measure=measure, since=since, until=until, cards=cards)
        assert_readable(
            text(reply(ConversationTopic.INSIGHT, facts={"insight": found.model_dump_json()}))
        )


def test_no_figures_are_said_to_be_none() -> None:
    empty = insight(totals=(), by_category=())
    said = text(reply(ConversationTopic.INSIGHT, facts={"insight": empty.model_dump_json()}))
    assert "nothing saved" in said


def test_an_unreadable_figure_is_an_error() -> None:
    with pytest.raises(UnwordableReplyError):
        text(reply(ConversationTopic.INSIGHT, facts={"insight": "{"}))


@pytest.mark.parametrize("topic", [*Topic])
def test_each_offline_answer_has_its_own_words(topic: Topic) -> None:
    assert catalogue_for("en").has(f"topic.{topic.value}")
    assert_readable(text(reply(ConversationTopic.GENERAL_TOPIC, facts={"topic": topic.value})))


def test_a_models_own_words_are_shown_without_escape_codes() -> None:
    said = text(reply(ConversationTopic.GENERAL_ANSWER, text="fine\x1b[2J\nnext line"))
    assert said == "fine[2J\nnext line"


def test_a_cancel_by_an_operator_says_so_with_its_reason() -> None:
    said = text(filled(ConversationTopic.CANCELLED))
    assert "operator" in said
    assert "maintenance" in said


def test_a_photo_of_several_receipts_is_said_to_be_one_with_the_first_question_only() -> None:
    first = text(reply(TransactionTopic.ASK_AMOUNT, CARD, facts={"several": "3"}))
    assert "3 receipts" in first
    again = text(reply(TransactionTopic.ASK_AMOUNT, CARD, facts={"several": "3", "attempt": "2"}))
    assert "3 receipts" not in again
