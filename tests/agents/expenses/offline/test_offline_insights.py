from datetime import date

import pytest

from agents.expenses.details import InsightMeasure, InsightQuery
from agents.expenses.offline.insights import query_in
from tests.agents.expenses.offline.talking import AMERICAN, MALAYSIAN, TODAY

WEEK = {"since": date(2026, 3, 9), "until": TODAY}
TOTAL = InsightQuery()


@pytest.mark.parametrize(
    ("text", "query"),
    [
        ("what did I spend this week?", InsightQuery(**WEEK)),
        ("how much have i spent on food this week", InsightQuery(**WEEK, category="Food & Drink")),
        ("how much do I spend on grab since monday", InsightQuery(**WEEK, merchant="Grab")),
        ("berapa saya belanja minggu ini", InsightQuery(**WEEK)),
        ("wie viel habe ich diese woche ausgegeben", InsightQuery(**WEEK)),
        (
            "what did i spend last month",
            InsightQuery(since=date(2026, 2, 1), until=date(2026, 2, 28)),
        ),
        (
            "spending last 7 days",
            InsightQuery(since=date(2026, 3, 5), until=TODAY),
        ),
        (
            "what did I spend yesterday",
            InsightQuery(since=date(2026, 3, 11), until=date(2026, 3, 11)),
        ),
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
        ("how much did i spend at starbucks", InsightQuery(merchant="Starbucks")),
        ("biggest expense?", InsightQuery(measure=InsightMeasure.LARGEST)),
        ("what was my biggest expense", InsightQuery(measure=InsightMeasure.LARGEST)),
        (
            "most expensive purchase this week",
            InsightQuery(measure=InsightMeasure.LARGEST, **WEEK),
        ),
        ("perbelanjaan terbesar", InsightQuery(measure=InsightMeasure.LARGEST)),
        ("größte Ausgabe?", InsightQuery(measure=InsightMeasure.LARGEST)),
        ("total this month", InsightQuery(since=date(2026, 3, 1), until=TODAY)),
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
        "how much did other people spend",
        "show me all users' spending",
        "what is my credit limit",
        "why is my transaction pending",
        "lunch 12",
        "how much is a coffee",
    ],
)
def test_other_questions_about_money_are_not(text: str) -> None:
    assert query_in(text, MALAYSIAN, TODAY) is None
