"""Questions about what is saved, each with the query that it asks, and sentences that only look
like one.
"""

from datetime import timedelta

import pytest

from agents.expenses.details import Hint, InsightQuery
from agents.expenses.meaning import Kind, Meaning
from domain.history import Entry, Speaker
from tests.agents.expenses.offline.talking import SENT_AT, Row, acts, name_row, read_rows


def asked(row: Row) -> Meaning:
    before = row.get("after", [])
    history = tuple(
        Entry(speaker=Speaker.PERSON, text=text, at=SENT_AT - timedelta(minutes=len(before) - n))
        for n, text in enumerate(before)
    )
    return acts(row["text"], history=history)[0]


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

    assert plain(found.query) == expected(row)
    if row["expect"] is None:
        assert found.hint is not Hint.SPENDING
    else:
        assert found.kind is Kind.INSIGHTS


@pytest.mark.parametrize(
    "text",
    [
        "how much did I spend on grab and petrol",
        "how much do I spend on weekends",
        "how much did I spend in dollars",
    ],
)
def test_what_no_query_says_is_not_answered_with_another(text: str) -> None:
    assert asked({"text": text}).hint is Hint.SPENDING
