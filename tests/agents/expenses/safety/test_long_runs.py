"""No text holds the process up: what a person or a receipt says is looked at in about linear time.

Everything is compared with an ordinary text of the same length on the same machine.
"""

from collections.abc import Callable
from decimal import Decimal

import pytest

from adapters.model.which_agent import Rules
from agents.expenses.card import CARD
from agents.expenses.details import Mention
from agents.expenses.meaning import ExpenseTask, QuestionKind, RecogniseRequest
from agents.expenses.model.receipt_evidence import checked_against_lines
from agents.expenses.offline.answers import recognise as plain_answer
from agents.expenses.offline.engine import OfflineEngine
from domain.understanding import ConverseRequest, TaskPhase, TaskView, UnderstandRequest
from tests.agents.expenses.offline.talking import MALAYSIAN, said
from tests.agents.expenses.reader.paper import read
from tests.safety.long_texts import slow_ones

pytestmark = pytest.mark.shows("safety 30")


RULES = Rules({CARD.slug: OfflineEngine()})


def understand(text: str) -> None:
    task = TaskView(task_id="t", agent=CARD.slug, phase=TaskPhase.DONE)
    asking = task.model_copy(
        update={"phase": TaskPhase.WAITING, "question": QuestionKind.AMOUNT.value}
    )
    for tasks, asked in (((asking,), "t"), ((task,), None)):
        request = UnderstandRequest(
            person=MALAYSIAN,
            said=(said(text[:1_000]),),
            tasks=tasks,
            open_question=asked,
            agents=(CARD,),
        )
        RULES.understand(request)


def recognise(text: str) -> None:
    for question in QuestionKind:
        task = ExpenseTask(
            task_id="t",
            phase=TaskPhase.WAITING,
            question=question,
            known=Mention(amount=Decimal(5)),
        )
        plain_answer(RecogniseRequest(person=MALAYSIAN, said=said(text), task=task))


def converse(text: str) -> None:
    RULES.converse(ConverseRequest(person=MALAYSIAN, said=said(text)))


def receipt(text: str) -> None:
    rows = ("SHOP SDN BHD", "TOTAL | 12.50", *[text[:300]] * 8)
    checked_against_lines(rows, read(*rows))


@pytest.mark.parametrize("look", [understand, recognise, converse, receipt])
def test_no_text_takes_much_longer_than_an_ordinary_one(look: Callable[[str], None]) -> None:
    assert slow_ones(look) == {}
