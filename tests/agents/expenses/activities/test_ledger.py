"""Saving, correcting and undoing: what the ledger does and refuses, as Temporal sees it."""

from decimal import Decimal

import pytest
from temporalio.common import RetryPolicy

from agents.expenses.activities.ledger import KeepLedger
from agents.expenses.details import Mention
from agents.expenses.ledger import AmendRequest
from domain.errors import StorageRejectedError, StorageUnavailableError
from tests.activities.running import Attempt
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.fakes.ledger import InMemoryLedger
from tests.agents.expenses.store.requests import amending, finding, restoring, saving, undoing


def correcting(user_id: str = ANN) -> AmendRequest:
    return amending(1, "c1", user_id=user_id, changes=Mention(amount=Decimal("16.50")))


@pytest.fixture
def rows() -> InMemoryLedger:
    return InMemoryLedger()


@pytest.fixture
def ledger(rows: InMemoryLedger) -> KeepLedger:
    return KeepLedger(rows)


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
    first = await attempt.run(ledger.save_expense, saving(1, merchant="Zus"))
    again = await attempt.repeated(2).run(ledger.save_expense, saving(1, merchant="Zus"))
    assert again.saved == first.saved
    refused = await attempt.run(ledger.save_expense, saving(2, merchant="Zus"))
    assert (refused.saved, refused.duplicate_of) == (None, first.saved)
    forced = await attempt.run(ledger.save_expense, saving(2, merchant="Zus", force=True))
    assert forced.saved is not None
    assert len(rows.live) == 2


async def test_a_correction_an_undo_and_a_restore_reach_the_row(
    attempt: Attempt, ledger: KeepLedger
) -> None:
    await attempt.run(ledger.save_expense, saving())
    amended = await attempt.run(ledger.amend_expense, correcting())
    assert [(c.before, c.after) for c in amended.changes] == [("15.50", "16.50")]
    assert amended.stored.card.amount == Decimal("16.50")
    undone, deleted = [
        (await attempt.run(ledger.undo_expense, undoing(undo))).stored for undo in ("u1", "u2")
    ]
    assert undone is not None
    assert undone.card.amount == Decimal("15.50")
    assert deleted is not None
    assert deleted.deleted
    restored = await attempt.run(ledger.restore_expense, restoring(1, "r1"))
    assert not restored.deleted
    assert (await attempt.run(ledger.find_expense, finding(1))).stored == restored


async def test_nobody_touches_or_sees_the_row_of_another_person(
    attempt: Attempt, ledger: KeepLedger, rows: InMemoryLedger
) -> None:
    await attempt.run(ledger.save_expense, saving())
    before = dict(rows.rows)
    for failure in (
        await attempt.fails(ledger.amend_expense, correcting(BOB)),
        await attempt.fails(ledger.restore_expense, restoring(1, "r1", user_id=BOB)),
    ):
        assert (failure.type, failure.non_retryable) == ("not_found", True)
    assert (await attempt.run(ledger.undo_expense, undoing("u1", user_id=BOB))).stored is None
    assert (await attempt.run(ledger.find_expense, finding(1, user_id=BOB))).stored is None
    assert rows.rows == before


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
    failures = [
        await attempt.fails(ledger.save_expense, saving()),
        await attempt.fails(ledger.amend_expense, correcting()),
        await attempt.fails(ledger.undo_expense, undoing("u1")),
        await attempt.fails(ledger.restore_expense, restoring(1, "r1")),
        await attempt.fails(ledger.find_expense, finding(1)),
    ]
    assert {(f.type, f.non_retryable) for f in failures} == {(error.code, final)}
    assert {f.details for f in failures} == {(error.user_text,)}
