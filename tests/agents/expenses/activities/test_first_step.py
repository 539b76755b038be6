"""Saving where the words are read: only what leaves nothing to ask, and once."""

from dataclasses import dataclass, field
from datetime import date
from decimal import Decimal

import pytest
from pydantic import JsonValue

from agents.expenses.activities.categorize import Categorize
from agents.expenses.activities.first_step import SaveAtOnce
from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.rules import AdaptiveDecisions, ExpenseLimits, ExpenseState
from domain.errors import StorageUnavailableError
from domain.tasks import FirstStepRequest, Opening
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.fakes.models import ScriptedModels
from tests.agents.expenses.fakes.reading import InMemoryReadings


def opening(**told: JsonValue) -> FirstStepRequest:
    return FirstStepRequest(
        opening=Opening(
            task_id="c/expenses/3",
            number=3,
            details={"merchant": "Starbucks", "amount": "15.50", **told},
            evidence="Starbucks 15.50",
        ),
        person=Person(user_id="ali"),
        conversation_id="c",
        turn_number=2,
        today=date(2026, 3, 10),
    )


@dataclass
class Desk:
    """The step with its ports in memory."""

    attempt: Attempt
    ledger: InMemoryLedger = field(default_factory=InMemoryLedger)
    limits: ExpenseLimits = field(default_factory=ExpenseLimits)

    async def begin(self, request: FirstStepRequest) -> ExpenseState | None:
        categorize = Categorize(
            ScriptedModels(), OfflineEngine(), self.ledger, InMemoryReadings(), threshold=0.8
        )
        step = SaveAtOnce(categorize, KeepLedger(self.ledger), lambda: self.limits)
        begun = await self.attempt.run(step.begin, request)
        return ExpenseState.model_validate(begun) if begun is not None else None


@pytest.fixture
def desk(attempt: Attempt) -> Desk:
    return Desk(attempt)


async def test_a_shop_with_a_known_category_is_saved_with_its_task(desk: Desk) -> None:
    state = await desk.begin(opening())
    assert state is not None
    assert state.saved == desk.ledger.live[0]
    assert (state.saved.task_id, state.saved.number) == ("c/expenses/3", 3)
    assert (state.saved.amount, state.saved.category) == (Decimal("15.50"), "Food & Drink")
    assert state.saved.occurred_on == date(2026, 3, 10)
    assert not state.announced


async def test_done_twice_it_is_one_row(desk: Desk) -> None:
    assert await desk.begin(opening()) == await desk.begin(opening())
    assert len(desk.ledger.live) == 1


@pytest.mark.parametrize(
    "told",
    [{"amount": None}, {"merchant": "Zyxxo"}, {"occurred_on": "2026-04-01"}],
    ids=["no amount", "no sure category", "a day to come"],
)
async def test_what_is_to_be_asked_about_is_left_to_the_task(
    desk: Desk, told: dict[str, JsonValue]
) -> None:
    assert await desk.begin(opening(**told)) is None
    assert desk.ledger.live == []


async def test_a_row_like_one_of_another_task_is_left_to_the_task(desk: Desk) -> None:
    await desk.begin(opening())
    again = opening()
    other = again.opening.model_copy(update={"task_id": "c/expenses/4", "number": 4})
    assert await desk.begin(again.model_copy(update={"opening": other})) is None
    assert len(desk.ledger.live) == 1


async def test_nothing_is_saved_where_a_model_decides_each_step(desk: Desk) -> None:
    desk.limits = ExpenseLimits(adaptive_decisions=AdaptiveDecisions.ALWAYS)
    assert await desk.begin(opening()) is None
    assert desk.ledger.live == []


async def test_an_outage_is_told(desk: Desk) -> None:
    desk.ledger.fail_with_outage()
    failure = await desk.attempt.fails(desk.begin, opening())
    assert failure.type == StorageUnavailableError.code
