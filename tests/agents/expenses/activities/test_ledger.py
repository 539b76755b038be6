"""Saving, correcting and undoing: each write counts once, and only for its owner."""

from datetime import date
from decimal import Decimal

import pytest
from temporalio.common import RetryPolicy

from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.card import Provenance
from agents.expenses.details import InsightQuery, Mention
from agents.expenses.ledger import (
    AmendRequest,
    FindRequest,
    InsightRequest,
    RestoreRequest,
    SaveRequest,
    UndoRequest,
)
from domain.errors import StorageRejectedError, StorageUnavailableError
from tests.activities.running import Attempt
from tests.agents.expenses.fakes.ledger import InMemoryLedger

TASK = "c/expenses/1"
CHAT = "conversation:test:1"


def saving(**parts: object) -> SaveRequest:
    return SaveRequest.model_validate(
        {
            "user_id": "ali",
            "conversation_id": CHAT,
            "task_id": TASK,
            "number": 1,
            "turn_number": 1,
            "merchant": "Kopitiam",
            "item": None,
            "amount": "15.50",
            "currency": "MYR",
            "occurred_on": date(2026, 3, 10),
            "timezone": "Asia/Kuala_Lumpur",
            "category": "Food & Drink",
            **parts,
        }
    )


def amending(user_id: str = "ali", amount: str = "16.50") -> AmendRequest:
    return AmendRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=TASK,
        change_id=f"{TASK}/c1",
        changes=Mention(amount=Decimal(amount)),
        provenance=Provenance(source="text"),
    )


def undoing(user_id: str = "ali") -> UndoRequest:
    return UndoRequest(user_id=user_id, conversation_id=CHAT, change_id=f"{TASK}/c2")


def restoring(user_id: str = "ali") -> RestoreRequest:
    return RestoreRequest(
        user_id=user_id, conversation_id=CHAT, task_id=TASK, change_id=f"{TASK}/c3"
    )


def finding(user_id: str = "ali") -> FindRequest:
    return FindRequest(user_id=user_id, conversation_id=CHAT, task_id=TASK)


@pytest.fixture
def rows() -> InMemoryLedger:
    return InMemoryLedger()


@pytest.fixture
def ledger(rows: InMemoryLedger) -> KeepLedger:
    return KeepLedger(rows)


async def test_a_retried_save_leaves_one_row(
    attempt: Attempt, ledger: KeepLedger, rows: InMemoryLedger
) -> None:
    first = await attempt.run(ledger.save_expense, saving())
    again = await attempt.repeated(2).run(ledger.save_expense, saving())
    assert first.saved == again.saved
    assert len(rows.live) == 1


@pytest.mark.parametrize(("attempts", "late"), [(3, False), (0, True)])
async def test_a_save_that_is_tried_until_it_works_came_late(
    attempt: Attempt,
    ledger: KeepLedger,
    attempts: int,
    late: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    patient = attempt.under(RetryPolicy(maximum_attempts=attempts))
    assert (await patient.run(ledger.save_expense, saving())).late is late


async def test_what_seems_saved_already_is_told_and_saved_only_on_purpose(
    attempt: Attempt, ledger: KeepLedger, rows: InMemoryLedger
) -> None:
    first = await attempt.run(ledger.save_expense, saving())
    twin = saving(task_id="c/expenses/2", number=2)
    refused = await attempt.run(ledger.save_expense, twin)
    assert (refused.saved, refused.duplicate_of) == (None, first.saved)
    forced = await attempt.run(ledger.save_expense, twin.model_copy(update={"force": True}))
    assert forced.saved is not None
    assert len(rows.live) == 2


async def test_a_correction_an_undo_and_a_restore_reach_the_row(
    attempt: Attempt, ledger: KeepLedger
) -> None:
    await attempt.run(ledger.save_expense, saving())
    amended = await attempt.run(ledger.amend_expense, amending())
    assert [(c.before, c.after) for c in amended.changes] == [("15.50", "16.50")]
    undone = await attempt.run(ledger.undo_expense, undoing())
    assert undone.stored is not None
    assert undone.stored.card.amount == Decimal("15.50")
    deleted = await attempt.run(ledger.undo_expense, undoing())
    assert deleted.stored is not None
    assert deleted.stored.deleted
    restored = await attempt.run(ledger.restore_expense, restoring())
    assert not restored.deleted
    found = await attempt.run(ledger.find_expense, finding())
    assert found.stored == restored


async def test_nobody_touches_or_sees_the_row_of_another_person(
    attempt: Attempt, ledger: KeepLedger, rows: InMemoryLedger
) -> None:
    await attempt.run(ledger.save_expense, saving())
    before = dict(rows.rows)
    amended = await attempt.fails(ledger.amend_expense, amending("siti"))
    restored = await attempt.fails(ledger.restore_expense, restoring("siti"))
    for failure in (amended, restored):
        assert (failure.type, failure.non_retryable) == ("not_found", True)
    assert (await attempt.run(ledger.undo_expense, undoing("siti"))).stored is None
    assert (await attempt.run(ledger.find_expense, finding("siti"))).stored is None
    assert rows.rows == before


async def test_spending_is_summed_for_this_person_only(
    attempt: Attempt, ledger: KeepLedger
) -> None:
    await attempt.run(ledger.save_expense, saving())
    await attempt.run(ledger.save_expense, saving(task_id="d/transaction/1", user_id="siti"))
    request = InsightRequest(user_id="ali", conversation_id=CHAT, query=InsightQuery())
    insight = await attempt.run(ledger.summarise_spending, request)
    assert [(t.currency, t.amount, t.count) for t in insight.totals] == [
        ("MYR", Decimal("15.50"), 1)
    ]


@pytest.mark.parametrize(
    ("error", "final"),
    [(StorageUnavailableError("away"), False), (StorageRejectedError("refused"), True)],
)
async def test_only_an_outage_is_tried_again(
    attempt: Attempt,
    ledger: KeepLedger,
    rows: InMemoryLedger,
    error: StorageUnavailableError | StorageRejectedError,
    final: bool,  # noqa: FBT001 - pytest hands it over by name
) -> None:
    rows.failure = error
    query = InsightRequest(user_id="ali", conversation_id=CHAT, query=InsightQuery())
    failures = [
        await attempt.fails(ledger.save_expense, saving()),
        await attempt.fails(ledger.amend_expense, amending()),
        await attempt.fails(ledger.undo_expense, undoing()),
        await attempt.fails(ledger.restore_expense, restoring()),
        await attempt.fails(ledger.find_expense, finding()),
        await attempt.fails(ledger.summarise_spending, query),
    ]
    assert {(f.type, f.non_retryable) for f in failures} == {(error.code, final)}
    assert {f.details for f in failures} == {(error.user_text,)}
