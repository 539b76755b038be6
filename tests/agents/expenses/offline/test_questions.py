"""Questions about what is saved, each with the query that it asks, and sentences that only look
like one.
"""

from datetime import date, timedelta

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind, Meaning, QuestionKind
from agents.expenses.offline.insights import query_in
from agents.expenses.spending import InsightMeasure, InsightQuery
from agents.expenses.tools import EXPLAIN_WORDS, SUMMARISE_SPENDING, Hint, WordsToExplain
from domain.history import Entry, Speaker
from tests.agents.expenses.offline.talking import (
    MALAYSIAN,
    SENT_AT,
    Row,
    act,
    acts,
    name_row,
    read_rows,
    waiting,
)


def asked(row: Row) -> Meaning:
    before = row.get("after", [])
    history = tuple(
        Entry(speaker=Speaker.PERSON, text=text, at=SENT_AT - timedelta(minutes=len(before) - n))
        for n, text in enumerate(before)
    )
    return acts(row["text"], history=history)[0]


def query_of(act: Meaning) -> InsightQuery | None:
    """The question that an act calls a tool with."""
    if act.call is None or act.call.name != SUMMARISE_SPENDING.name:
        return None
    return InsightQuery.model_validate_json(act.call.arguments)


def hint_of(act: Meaning) -> Hint | None:
    if act.call is None or act.call.name != EXPLAIN_WORDS.name:
        return None
    return WordsToExplain.model_validate_json(act.call.arguments).hint


def plain(query: InsightQuery | None) -> Row | None:
    """Names of shops in any case, as the ledger looks them up."""
    if query is None:
        return None
    shown = query.model_dump(mode="json", exclude_defaults=True)
    names = {"merchant", "item"} & shown.keys()
    return shown | {name: shown[name].casefold() for name in names}


def expected(row: Row) -> Row | None:
    return plain(InsightQuery.model_validate(row["expect"])) if row["expect"] is not None else None


ROWS = [*read_rows("questions.jsonl"), *read_rows("questions_fresh.jsonl")]


@pytest.mark.shows("safety 18")
@pytest.mark.parametrize("row", ROWS, ids=name_row)
def test_a_question_asks_what_was_meant(row: Row) -> None:
    found = asked(row)

    assert plain(query_of(found)) == expected(row)
    if row["expect"] is None:
        assert hint_of(found) is not Hint.SPENDING
    else:
        assert found.kind is Kind.CALL


@pytest.mark.parametrize(
    "text",
    [
        "how much did I spend on grab and petrol",
        "how much do I spend on weekends",
        "how much did I spend at Dollar Tree",
        "how much did I spend this year and in 2018",
    ],
)
def test_what_no_query_says_is_not_answered_with_another(text: str) -> None:
    assert hint_of(asked({"text": text})) is Hint.SPENDING


def test_on_its_first_day_a_week_is_told_as_a_week_and_averaged_over_a_day() -> None:
    monday = date(2026, 3, 9)
    total = query_in("what did I spend this week?", MALAYSIAN, monday)
    average = query_in("what do I spend a day on average this week?", MALAYSIAN, monday)
    assert total is not None
    assert average is not None
    assert (total.since, total.until) == (monday, date(2026, 3, 15))
    assert (average.since, average.until) == (monday, monday)


@pytest.mark.parametrize(
    ("text", "sure"),
    [
        ("what have I spent most on this week, and was it more than last week?", False),
        ("how much did I spend this week? is that more than last week?", False),
        ("wie viel hab ich diese Woche ausgegeben und war das mehr als letzte Woche?", False),
        ("what have I spent most on this week?", True),
        ("was it more than last week?", True),
    ],
)
def test_of_two_questions_in_one_rules_are_not_sure(text: str, *, sure: bool) -> None:
    (act,) = acts(text)
    assert act.sure is sure


@pytest.mark.parametrize(
    "text",
    ["what have I spent most on this week?", "what was the most expensive thing I bought today?"],
)
def test_what_most_was_spent_on_is_the_largest(text: str) -> None:
    query = query_of(acts(text)[0])
    assert query is not None
    assert query.measure is InsightMeasure.LARGEST


def test_a_question_follows_another_also_while_a_category_is_asked() -> None:
    before, at = "what did I spend this week?", SENT_AT - timedelta(minutes=1)
    history = (Entry(speaker=Speaker.PERSON, text=before, at=at),)
    asking = waiting(QuestionKind.CATEGORY, Mention(merchant="Unihakka", amount="8.60"))
    found = act("and in March 2018?", history=history, tasks=(asking,), asked=asking.task_id)
    query = query_of(found)
    assert query is not None
    assert (query.since, query.until) == (date(2018, 3, 1), date(2018, 3, 31))
    answered = act("groceries", history=history, tasks=(asking,), asked=asking.task_id)
    assert answered.kind is not Kind.CALL


@pytest.mark.parametrize("text", ["how much in euros", "in euros?", "and in euro?", "dalam euro?"])
def test_a_sum_is_asked_for_in_another_currency_behind_a_question(text: str) -> None:
    at = SENT_AT - timedelta(minutes=1)
    history = (Entry(speaker=Speaker.PERSON, text="what did I spend this week?", at=at),)
    query = query_of(act(text, history=history))
    assert query is not None
    assert (query.since, query.into) == (date(2026, 3, 9), "EUR")


@pytest.mark.parametrize(
    "text",
    [
        "how many expenses in euros",
        "which expenses were in dollars",
        "largest expenses in USD",
        "spending by category in euros",
        "average spending per month in euros",
        "wie viele Ausgaben in Euro",
        "what did I pay in dollars",
        "wie viel habe ich in Dollar bezahlt",
        "what did I spend in the US in dollars",
        "how much in rand steam",
        "how much in pounds steam",
    ],
)
def test_only_a_total_is_asked_for_in_another_currency(text: str) -> None:
    found = act(text)
    query = query_of(found)
    assert query is None or (query.into is None and not found.sure)


def test_a_currency_that_begins_a_name_leaves_it_whole() -> None:
    query = query_of(act("what did i spend in real canadian superstore"))
    assert query is not None
    assert query.merchant == "real canadian superstore"


def test_a_list_behind_which_a_currency_is_named_stays_one() -> None:
    at = SENT_AT - timedelta(minutes=1)
    history = (Entry(speaker=Speaker.PERSON, text="list my expenses this week", at=at),)
    query = query_of(act("in euros?", history=history))
    assert query is None or query.into is None
