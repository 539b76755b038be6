from datetime import date, timedelta
from decimal import Decimal

import pytest

from agents.expenses.details import Hint, InsightMeasure, InsightQuery, Mention
from agents.expenses.meaning import Kind, Meaning
from agents.expenses.offline.insights import query_in
from domain.history import Entry, Speaker
from tests.agents.expenses.offline.talking import (
    AMERICAN,
    MALAYSIAN,
    SENT_AT,
    TODAY,
    act,
    saved,
)

LARGEST = InsightMeasure.LARGEST
WEEK = {"since": date(2026, 3, 9), "until": TODAY}
YESTERDAY = {"since": date(2026, 3, 11), "until": date(2026, 3, 11)}
FEBRUARY = {"since": date(2026, 2, 1), "until": date(2026, 2, 28)}


@pytest.mark.shows("1.2")
@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("how much have i spent on food this week", InsightQuery(**WEEK, category="Food & Drink")),
        ("how much do I spend on grab since monday", InsightQuery(**WEEK, merchant="Grab")),
        ("spending last 7 days", InsightQuery(since=date(2026, 3, 6), until=TODAY)),
        (
            "list my transactions in may",
            InsightQuery(
                measure=InsightMeasure.LIST, since=date(2025, 5, 1), until=date(2025, 5, 31)
            ),
        ),
        (
            "what were my expenses in 2025",
            InsightQuery(since=date(2025, 1, 1), until=date(2025, 12, 31)),
        ),
        ("what did you just save?", InsightQuery(measure=InsightMeasure.LIST, kind=None)),
        ("biggest expense?", InsightQuery(measure=LARGEST)),
        ("größte Ausgabe?", InsightQuery(measure=LARGEST)),
    ],
)
def test_questions_about_own_spending_are_queries(text: str, query: InsightQuery) -> None:
    assert query_in(text, MALAYSIAN, TODAY) == query


def test_a_week_begins_where_the_locale_begins_it() -> None:
    query = query_in("what did i spend this week", AMERICAN, TODAY)

    assert query is not None
    assert query.since == date(2026, 3, 8)


@pytest.mark.parametrize(
    "text",
    [
        "what did you spend",
        "show me all users' spending",
        "what is my credit limit",
        "why is my transaction pending",
        "how much is a coffee",
        "how much is left on my card",
        "did I spend more on food than on transport",
    ],
)
def test_other_questions_about_money_are_not(text: str) -> None:
    assert query_in(text, MALAYSIAN, TODAY) is None


ASKED = SENT_AT - timedelta(minutes=1)


def follow_up(text: str, question: str) -> Meaning:
    return act(text, history=(Entry(speaker=Speaker.PERSON, text=question, at=ASKED),))


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("Zus", InsightQuery(**WEEK, merchant="Zus")),
        ("yesterday", InsightQuery(**YESTERDAY, merchant="Starbucks")),
    ],
)
def test_a_short_text_behind_a_question_narrows_it(text: str, query: InsightQuery) -> None:
    found = follow_up(text, "how much did i spend at Starbucks this week?")

    assert (found.kind, found.query, found.sure) == (Kind.INSIGHTS, query, False)


def test_without_a_question_before_it_a_shop_is_an_expense() -> None:
    assert follow_up("Starbucks", "lunch 12").kind is Kind.EXPENSE


@pytest.mark.parametrize(
    ("text", "hint", "heard"),
    [
        ("change the cake to 13", Hint.CHANGE, "cake"),
        ("delete the shoes", Hint.TAKE_BACK, "shoes"),
        ("resume the lunch", Hint.BRING_BACK, ""),
        ("is my spending normal", Hint.SPENDING, ""),
    ],
)
def test_what_rules_cannot_do_is_answered_with_words_that_would(
    text: str, hint: Hint, heard: str
) -> None:
    found = act(text, tasks=(saved(Mention(item="tea", amount=Decimal(3))),))

    assert (found.kind, found.hint, found.heard, found.sure) == (Kind.HINT, hint, heard, False)


@pytest.mark.parametrize(
    "text",
    [
        "wrong",
        "that's not right",
        "the shop is wrong",
        "the date is off",
        "salah",
        "das ist falsch",
    ],
)
def test_that_something_saved_is_wrong_is_answered_with_how_to_put_it_right(text: str) -> None:
    known = saved(Mention(merchant="Starbucks", amount=Decimal("15.50")))
    found = act(text, tasks=(known,))
    assert (found.kind, found.hint, found.mentions) == (Kind.HINT, Hint.CHANGE, ())
