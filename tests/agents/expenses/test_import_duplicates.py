"""Which rows of a table seem to be saved already."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.import_duplicates import duplicates_in
from agents.expenses.importing import StandingRow
from agents.expenses.shown import MoneyKind
from agents.expenses.tables.tabulating import TableRow

DAY = date(2026, 3, 14)


def row(line: int, merchant: str = "Kopi Pagi", day: date = DAY) -> TableRow:
    return TableRow(
        line=line,
        kind=MoneyKind.EXPENSE,
        merchant=merchant,
        amount=Decimal(5),
        currency="MYR",
        occurred_on=day,
    )


def saved(task_id: str, day: date = DAY) -> StandingRow:
    return StandingRow(
        task_id=task_id,
        kind=MoneyKind.EXPENSE,
        amount=Decimal(5),
        currency="MYR",
        occurred_on=day,
        merchant="Kopi Pagi",
    )


def test_a_saved_row_stands_for_one_row_of_the_table() -> None:
    twice = [row(1), row(2)]
    assert duplicates_in(twice, [saved("a")]).saved == {0}
    assert duplicates_in(twice, [saved("a"), saved("b")]).saved == {0, 1}


def test_the_same_day_goes_before_the_day_beside_it() -> None:
    beside = date(2026, 3, 13)
    rows = [row(1, day=beside), row(2)]
    assert duplicates_in(rows, [saved("a")]).saved == {1}
    assert duplicates_in(rows, [saved("a"), saved("b", beside)]).saved == {0, 1}
    assert duplicates_in([row(1, day=date(2026, 3, 12))], [saved("a")]).saved == set()


def test_what_was_saved_as_spent_is_known_though_it_reads_as_a_transfer_now() -> None:
    moved = row(1).model_copy(update={"kind": MoneyKind.TRANSFER})
    came_in = row(1).model_copy(update={"kind": MoneyKind.INCOME})
    assert duplicates_in([moved], [saved("a")]).saved == {0}
    assert duplicates_in([came_in], [saved("a")]).saved == set()


def test_the_row_with_the_same_reference_is_the_one_that_is_saved() -> None:
    rows = [row(1).model_copy(update={"reference": ref}) for ref in ("486248", "486249")]
    second = saved("a").model_copy(update={"reference": "486249"})
    assert duplicates_in(rows, [second]).saved == {1}
    elsewhere = second.model_copy(update={"merchant": "Warung"})
    assert duplicates_in(rows, [elsewhere]).saved == {1}


def test_what_came_back_is_not_its_payment_with_the_same_reference() -> None:
    payment = row(1).model_copy(update={"reference": "R77"})
    refund = payment.model_copy(update={"kind": MoneyKind.INCOME})
    known = saved("a").model_copy(update={"reference": "R77"})
    assert duplicates_in([refund, payment], [known]).saved == {1}
    moved = payment.model_copy(update={"kind": MoneyKind.TRANSFER, "merchant": "Warung"})
    assert duplicates_in([moved], [known]).saved == {0}


def test_a_changed_row_stands_once_and_a_deleted_one_only_where_no_live_one_does() -> None:
    changed = saved("a").model_copy(update={"amount": Decimal(6)})
    rows = [row(1), row(2).model_copy(update={"amount": Decimal(6)})]
    assert duplicates_in(rows, [changed, saved("a")]).saved == {0}
    deleted = saved("b").model_copy(update={"deleted": True})
    both = duplicates_in([row(1), row(2)], [deleted, saved("a")])
    assert both.saved == {0}
    assert both.deleted == {1}
    assert not duplicates_in([row(1)], [deleted, saved("a")]).deleted


def part(
    amount: int, reference: str | None = None, kind: MoneyKind = MoneyKind.EXPENSE
) -> TableRow:
    told = {"amount": Decimal(amount), "reference": reference, "kind": kind}
    return row(1).model_copy(update=told)


@pytest.mark.parametrize(
    "parts",
    [
        [part(3), part(2)],
        [part(3), part(2, kind=MoneyKind.TRANSFER)],
        [part(6), part(1, kind=MoneyKind.INCOME)],
        [part(3, kind=MoneyKind.TRANSFER), part(2, kind=MoneyKind.TRANSFER)],
    ],
)
def test_a_payment_that_was_saved_whole_stands_for_all_its_parts(parts: list[TableRow]) -> None:
    other = row(2, merchant="Warung")
    assert duplicates_in([*parts, other], [saved("a")]).saved == {0, 1}
    deleted = saved("a").model_copy(update={"deleted": True})
    assert duplicates_in([*parts, other], [deleted]).deleted == {0, 1}


def test_parts_are_known_one_by_one_before_their_sum() -> None:
    parts = [part(3), part(2)]
    known = [saved(str(each.amount)).model_copy(update={"amount": each.amount}) for each in parts]
    assert duplicates_in([*parts, row(2)], [saved("a"), *known]).saved == {0, 1, 2}
    assert duplicates_in([*parts, row(2)], [saved("a")]).saved == {2}


def test_parts_are_known_by_the_number_of_their_payment() -> None:
    numbered = saved("a").model_copy(update={"reference": "101", "merchant": "Warung"})
    assert duplicates_in([part(3, "101/1"), part(2, "101/2")], [numbered]).saved == {0, 1}
    assert not duplicates_in([part(3, "102/1"), part(2, "102/2")], [numbered]).saved
