"""Orders that name what is kept as recurring, where they are about something else at hand."""

from decimal import Decimal

import pytest
from pydantic import JsonValue

from agents.expenses.details import Mention
from agents.expenses.features.recurring.tools import KEEP_RECURRING, REMOVE_RECURRING
from agents.expenses.meaning import Kind, QuestionKind
from tests.agents.expenses.offline.talking import act, saved, waiting

KEPT: dict[str, JsonValue] = {
    "recurring": [
        {"name": name, "amount": "54.90", "currency": "MYR", "every": "month", "anchor": day}
        for name, day in (("Netflix", "2026-02-20"), ("lunch", "2026-03-01"))
    ]
}
PAID = saved(Mention(merchant="Netflix", amount=Decimal("54.90")))


@pytest.mark.parametrize(
    "text", ["delete Netflix", "remove Netflix", "lösche Netflix", "borra Netflix"]
)
def test_the_row_just_saved_is_taken_back_and_what_recurs_stays(text: str) -> None:
    found = act(text, tasks=(PAID,), looked_up=KEPT)
    assert (found.kind, found.task_id) == (Kind.UNDO, PAID.task_id)


@pytest.mark.parametrize("text", ["I unsubscribed from Netflix", "Netflix kündigen"])
def test_what_takes_no_row_back_stops_what_recurs(text: str) -> None:
    found = act(text, tasks=(PAID,), looked_up=KEPT)
    assert found.call is not None
    assert (found.call.name, found.sure) == (REMOVE_RECURRING.name, True)


@pytest.mark.parametrize("question", [QuestionKind.IMPORT, QuestionKind.PROPOSAL])
@pytest.mark.parametrize(
    "text", ["drop Netflix", "enlève Netflix", "cancel lunch", "delete lunch", "lunch is now 12"]
)
def test_while_a_question_is_open_nothing_that_recurs_is_changed(
    text: str, question: QuestionKind
) -> None:
    asked = waiting(question, Mention(item="lunch", amount=Decimal(12)))
    found = act(text, tasks=(asked,), asked=asked.task_id, looked_up=KEPT)
    changes = found.call is not None and found.call.name in {
        KEEP_RECURRING.name,
        REMOVE_RECURRING.name,
    }
    assert not (changes and found.sure)
