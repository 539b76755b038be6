import asyncio
from datetime import date
from decimal import Decimal

import asyncpg
import pytest

from agents.expenses.card import Change, Provenance
from agents.expenses.details import Mention
from agents.expenses.ledger import AmendOutcome, SaveOutcome, StoredTransaction
from agents.expenses.reading import LineItem
from agents.expenses.store.stores import ExpenseStores
from domain.errors import NotFoundError, StorageRejectedError
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import DAY, amending, finding, saving, task, undoing

IMAGE = "a" * 64


def saved(outcome: SaveOutcome) -> StoredTransaction:
    assert outcome.saved is not None
    assert outcome.duplicate_of is None
    return outcome.saved


async def rows(expenses: ExpenseStores, table: str) -> int:
    async with expenses.database.connection() as connection:
        count: int = await connection.fetchval(f"SELECT count(*) FROM {table}")  # noqa: S608 - a literal
    return count


async def test_what_was_saved_is_found_again_as_a_card(expenses: ExpenseStores) -> None:
    request = saving(
        3,
        merchant="Starbucks",
        item="latte",
        payment_method="cash",
        reference="INV-7",
        tax=Decimal("0.93"),
        items=(LineItem(name="Latte", quantity=Decimal(1), amount=Decimal("15.50")),),
        attachment_sha256=IMAGE,
        provenance={"amount": Provenance(source="photo", evidence="TOTAL 15.50")},
        confidence=0.9,
    )

    stored = saved(await expenses.ledger.save(request))

    assert stored == await expenses.ledger.find(finding(3))
    assert stored.saved_at.utcoffset() is not None
    assert not stored.deleted
    card = stored.card
    assert card.task_id == request.task_id
    assert (card.number, card.merchant, card.item) == (3, "Starbucks", "latte")
    assert (card.amount, card.currency, card.tax) == (Decimal("15.50"), "MYR", Decimal("0.93"))
    assert (card.occurred_on, card.category) == (DAY, "Food & Drink")
    assert (card.payment_method, card.reference) == ("cash", "INV-7")
    assert (card.item_count, card.from_photo) == (1, True)
    assert card.provenance == request.provenance


async def test_twenty_saves_of_one_task_at_once_make_one_row_and_one_change(
    expenses: ExpenseStores,
) -> None:
    outcomes = await asyncio.gather(*(expenses.ledger.save(saving(1)) for _ in range(20)))

    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert saved(outcomes[0]).card.number == 1
    assert await rows(expenses, "transactions") == 1
    assert await rows(expenses, "transaction_changes") == 1


async def test_the_same_receipt_from_two_tasks_at_once_is_saved_once(
    expenses: ExpenseStores,
) -> None:
    outcomes = await asyncio.gather(
        *(expenses.ledger.save(saving(n, merchant="Tesco")) for n in range(1, 9))
    )

    assert await rows(expenses, "transactions") == 1
    winner = next(outcome.saved for outcome in outcomes if outcome.saved is not None)
    assert [outcome.duplicate_of for outcome in outcomes if outcome.saved is None] == [winner] * 7


@pytest.mark.parametrize(
    ("first", "second"),
    [
        (saving(1, merchant="ZUS Coffee"), saving(2, merchant=" zus  coffee ")),
        (
            saving(1, merchant=None, item="Lunch"),
            saving(2, merchant=None, item="lunch", category="Other"),
        ),
        (
            saving(1, amount=Decimal(9), merchant="Shell"),
            saving(2, amount=Decimal("9.00"), merchant="Shell"),
        ),
        (
            saving(1, attachment_sha256=IMAGE),
            saving(2, attachment_sha256=IMAGE, amount=Decimal(99)),
        ),
    ],
    ids=["case and space", "item", "notation of the amount", "image"],
)
async def test_a_repeated_receipt_is_noticed_and_not_written(
    expenses: ExpenseStores, first: object, second: object
) -> None:
    original = saved(await expenses.ledger.save(first))  # type: ignore[arg-type]  # parametrized

    outcome = await expenses.ledger.save(second)  # type: ignore[arg-type]  # parametrized

    assert outcome == SaveOutcome(duplicate_of=original)
    assert await rows(expenses, "transactions") == 1
    assert await rows(expenses, "transaction_changes") == 1


@pytest.mark.parametrize(
    "other",
    [
        saving(2, merchant="Shell", amount=Decimal("15.51")),
        saving(2, merchant="Shell", currency="SGD"),
        saving(2, merchant="Shell", occurred_on=date(2026, 3, 13)),
        saving(2, merchant="Shell 2"),
        saving(2, merchant="Shell", force=True),
        saving(2, merchant="Shell", user_id="terminal:bob"),
    ],
    ids=["amount", "currency", "date", "merchant", "forced", "person"],
)
async def test_a_receipt_that_differs_is_saved(expenses: ExpenseStores, other: object) -> None:
    await expenses.ledger.save(saving(1, merchant="Shell"))

    assert saved(await expenses.ledger.save(other)).card.number == 2  # type: ignore[arg-type]  # parametrized


async def test_another_receipt_on_the_same_photo_is_no_repetition(expenses: ExpenseStores) -> None:
    second = saving(2, attachment_sha256=IMAGE, attachment_part=1)
    await expenses.ledger.save(saving(1, attachment_sha256=IMAGE))
    row = saved(await expenses.ledger.save(second))

    again = saving(3, attachment_sha256=IMAGE, attachment_part=1)
    assert await expenses.ledger.save(again) == SaveOutcome(duplicate_of=row)
    assert await expenses.ledger.find_by_image(ANN, IMAGE, 1) == row
    assert await expenses.ledger.find_by_image(ANN, IMAGE, 2) is None


async def test_a_receipt_may_be_saved_again_once_the_first_row_was_undone(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1, merchant="Shell", attachment_sha256=IMAGE))
    await expenses.ledger.undo(undoing("u1", 1))

    assert saved(await expenses.ledger.save(saving(2, merchant="Shell", attachment_sha256=IMAGE)))
    found = await expenses.ledger.find_by_image(ANN, IMAGE)
    assert found is not None
    assert found.card.number == 2


@pytest.mark.parametrize(
    ("amount", "currency"),
    [
        ("12.345", "KWD"),
        ("1E+9", "IDR"),
        ("0.01", "MYR"),
        ("9999999.99", "MYR"),
        ("0.1000", "MYR"),
        ("123456789012345678901234567890.123456789", "MYR"),
    ],
)
async def test_amounts_come_back_exactly(
    expenses: ExpenseStores, amount: str, currency: str
) -> None:
    stored = saved(await expenses.ledger.save(saving(1, amount=Decimal(amount), currency=currency)))

    assert stored.card.amount == Decimal(amount)
    assert await expenses.ledger.find(finding(1)) == stored


@pytest.mark.shows("11.1")
@pytest.mark.parametrize("amount", ["0", "-5", "NaN", "Infinity"])
async def test_an_impossible_amount_is_refused_for_good(
    expenses: ExpenseStores, amount: str
) -> None:
    request = saving(1).model_copy(update={"amount": Decimal(amount)})

    with pytest.raises(StorageRejectedError) as caught:
        await expenses.ledger.save(request)

    assert not caught.value.retryable
    assert await rows(expenses, "transactions") == 0
    assert await rows(expenses, "transaction_changes") == 0


async def test_a_row_without_merchant_and_item_is_refused(expenses: ExpenseStores) -> None:
    with pytest.raises(StorageRejectedError, match="transactions_named"):
        await expenses.ledger.save(saving(1, merchant=None, item=None))


@pytest.mark.parametrize(
    "text",
    [
        "'; DROP TABLE transactions; --",
        "Robert'); DELETE FROM users; --",
        "$1 || pg_sleep(5)",
        '%_\\ " {} :name %(x)s',
        "كوبي ☕ 咖啡 \u200f\u202e",
    ],
)
async def test_text_is_stored_as_it_is_whatever_it_says(expenses: ExpenseStores, text: str) -> None:
    request = saving(
        1,
        merchant=text,
        item=text,
        reference=text,
        category=text,
        provenance={"merchant": Provenance(source="photo", evidence=text)},
        category_chosen=True,
    )

    await expenses.ledger.save(request)

    found = await expenses.ledger.find(finding(1))
    assert found is not None
    assert (found.card.merchant, found.card.item, found.card.reference) == (text, text, text)
    assert found.card.provenance["merchant"].evidence == text
    assert await expenses.preferences.learned_category(ANN, text) == text


async def test_a_character_that_the_database_cannot_hold_is_shown_as_replaced(
    expenses: ExpenseStores,
) -> None:
    request = saving(
        1,
        merchant="a\x00b",
        provenance={"merchant": Provenance(source="text", evidence="\\u0000\x00")},
    )

    card = saved(await expenses.ledger.save(request)).card

    assert card.merchant == "a\ufffdb"
    assert card.provenance["merchant"].evidence == "\\u0000\ufffd"


async def test_a_correction_changes_the_row_and_says_what_it_was(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(
        saving(1, provenance={"amount": Provenance(source="photo", evidence="TOTAL 15.50")})
    )

    outcome = await expenses.ledger.amend(
        amending(
            1,
            "c1",
            changes=Mention(
                amount=Decimal("16.50"), occurred_on=date(2026, 3, 13), merchant="Kedai 1"
            ),
        )
    )

    assert outcome.changes == (
        Change(field="amount", before="15.50", after="16.50"),
        Change(field="occurred_on", before="2026-03-14", after="2026-03-13"),
    )
    card = outcome.stored.card
    assert (card.amount, card.occurred_on) == (Decimal("16.50"), date(2026, 3, 13))
    assert card.provenance["amount"].source == "answer"
    assert "merchant" not in card.provenance
    assert outcome.stored == await expenses.ledger.find(finding(1))


async def test_a_repeated_correction_is_made_once_and_tells_the_same(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    request = amending(1, "c1", changes=Mention(amount=Decimal(20)))

    outcomes = await asyncio.gather(*(expenses.ledger.amend(request) for _ in range(10)))

    assert all(outcome == outcomes[0] for outcome in outcomes)
    assert outcomes[0].changes == (Change(field="amount", before="15.50", after="20"),)
    assert await rows(expenses, "transaction_changes") == 2


async def test_a_late_repetition_does_not_bring_an_old_correction_back(
    expenses: ExpenseStores,
) -> None:
    await expenses.ledger.save(saving(1))
    same = amending(1, "c1", changes=Mention(amount=Decimal("15.5")))
    unchanged = await expenses.ledger.amend(same)
    await expenses.ledger.amend(amending(1, "c2", changes=Mention(amount=Decimal(30))))

    repeated = await expenses.ledger.amend(same)

    assert unchanged.changes == repeated.changes == ()
    assert repeated.stored.card.amount == Decimal(30)


async def test_corrections_at_once_all_count_one_after_the_other(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))

    outcomes: list[AmendOutcome] = await asyncio.gather(
        *(
            expenses.ledger.amend(amending(1, f"c{n}", changes=Mention(amount=Decimal(n))))
            for n in range(1, 6)
        )
    )

    links = {outcome.changes[0].before: outcome.changes[0].after for outcome in outcomes}
    value: str | None = "15.50"
    for _ in range(5):
        value = links[value]
    found = await expenses.ledger.find(finding(1))
    assert found is not None
    assert found.card.amount == Decimal(value or 0)


async def test_a_deleted_row_cannot_be_corrected(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.undo(undoing("u1"))

    with pytest.raises(NotFoundError):
        await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal(1))))


async def test_a_correction_to_an_impossible_amount_leaves_the_row_alone(
    expenses: ExpenseStores,
) -> None:
    before = saved(await expenses.ledger.save(saving(1)))

    with pytest.raises(StorageRejectedError):
        await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal(-1))))

    assert await expenses.ledger.find(finding(1)) == before


async def test_nothing_is_found_that_was_never_saved(expenses: ExpenseStores) -> None:
    assert await expenses.ledger.find(finding(1)) is None
    assert await expenses.ledger.find_by_image(ANN, IMAGE) is None
    with pytest.raises(NotFoundError):
        await expenses.ledger.amend(amending(1, "c1", changes=Mention(item="x")))


async def test_the_audit_tells_each_side_of_every_change(expenses: ExpenseStores) -> None:
    await expenses.ledger.save(saving(1))
    await expenses.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal("16.50"))))
    await expenses.ledger.undo(undoing("u1"))

    async with expenses.database.connection() as connection:
        lines = await connection.fetch(
            """
            SELECT kind, before #>> '{values,amount}', after #>> '{values,amount}', undone_by
            FROM transaction_changes WHERE task_id = $1 ORDER BY position
            """,
            task(1),
        )
    assert [tuple(line) for line in lines] == [
        ("created", None, "15.50", None),
        ("edited", "15.50", "16.50", undoing("u1").change_id),
        ("reverted", "16.50", "15.50", None),
    ]


async def test_nobody_waits_for_somebody_elses_unfinished_save(
    expenses: ExpenseStores, database_url: str
) -> None:
    unfinished = await asyncpg.connect(database_url)
    await unfinished.execute("SELECT pg_advisory_lock(hashtextextended($1, 0))", f"ledger:{ANN}")

    async with asyncio.timeout(5):
        outcome = await expenses.ledger.save(saving(1, user_id=BOB))
    assert outcome.saved is not None
    with pytest.raises(TimeoutError):
        async with asyncio.timeout(0.2):
            await expenses.ledger.save(saving(2, user_id=ANN))

    await unfinished.close()
    assert (await expenses.ledger.save(saving(2, user_id=ANN))).saved is not None
