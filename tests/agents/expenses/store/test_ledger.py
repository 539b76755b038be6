import asyncio
from datetime import date, time
from decimal import Decimal

import asyncpg
import pytest

from agents.expenses.details import Mention
from agents.expenses.ledger import SaveOutcome, SaveRequest
from agents.expenses.reading import LineItem
from agents.expenses.shown import Change, MoneyKind, Provenance
from domain.errors import NotFoundError, StorageRejectedError
from tests.adapters.postgres.requests import ANN, BOB
from tests.agents.expenses.store.requests import DAY, Book, amending, finding, saving, task, undoing

IMAGE = "a" * 64
TOTAL = {"amount": Provenance(source="photo", evidence="TOTAL 15.50")}


async def written(book: Book) -> tuple[int, int]:
    """How many rows there are, and how many changes."""
    return await book.count("transactions"), await book.count("transaction_changes")


async def test_what_was_saved_is_found_again_as_a_card(book: Book) -> None:
    stored = await book.save(
        3,
        merchant="Starbucks",
        item="latte",
        payment_method="cash",
        reference="INV-7",
        tax=Decimal("0.93"),
        items=(LineItem(name="Latte", quantity=Decimal(1), amount=Decimal("15.50")),),
        attachment_sha256=IMAGE,
        provenance=TOTAL,
        confidence=0.9,
    )
    assert stored == await book.row(3)
    assert stored.saved_at.utcoffset() is not None
    assert not stored.deleted
    card = stored.card
    assert card.task_id == task(3)
    assert (card.number, card.merchant, card.item) == (3, "Starbucks", "latte")
    assert (card.amount, card.currency, card.tax) == (Decimal("15.50"), "MYR", Decimal("0.93"))
    assert (card.occurred_on, card.category) == (DAY, "Food & Drink")
    assert (card.payment_method, card.reference) == ("cash", "INV-7")
    assert (card.item_count, card.from_photo) == (1, True)
    assert card.provenance == TOTAL


async def test_twenty_saves_of_one_task_at_once_make_one_row_and_one_change(book: Book) -> None:
    first, *others = await asyncio.gather(*(book.save() for _ in range(20)))
    assert others == [first] * 19
    assert first.card.number == 1
    assert await written(book) == (1, 1)


async def test_the_same_receipt_from_two_tasks_at_once_is_saved_once(book: Book) -> None:
    outcomes = await asyncio.gather(
        *(book.ledger.save(saving(n, merchant="Tesco")) for n in range(1, 9))
    )
    assert await book.count("transactions") == 1
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
    book: Book, first: SaveRequest, second: SaveRequest
) -> None:
    original = (await book.ledger.save(first)).saved
    assert await book.ledger.save(second) == SaveOutcome(duplicate_of=original)
    assert await written(book) == (1, 1)


@pytest.mark.parametrize(
    "other",
    [
        saving(2, merchant="Shell", amount=Decimal("15.51")),
        saving(2, merchant="Shell", currency="SGD"),
        saving(2, merchant="Shell", occurred_on=date(2026, 3, 13)),
        saving(2, merchant="Shell 2"),
        saving(2, merchant="Shell", force=True),
        saving(2, merchant="Shell", user_id=BOB),
    ],
    ids=["amount", "currency", "date", "merchant", "forced", "person"],
)
async def test_a_receipt_that_differs_is_saved(book: Book, other: SaveRequest) -> None:
    await book.save(merchant="Shell")
    saved = (await book.ledger.save(other)).saved
    assert saved is not None
    assert saved.card.number == 2


@pytest.mark.shows("platform 19")
@pytest.mark.parametrize(
    ("first", "second", "same"),
    [
        (time(9, 15), time(13, 40), False),
        (time(9, 15, 30), time(9, 15), True),
        (time(9, 15), time(9, 20), True),
        (time(9, 15), time(9, 21), False),
        (time(9, 15), None, True),
        (None, time(9, 15), True),
    ],
)
async def test_two_like_receipts_are_two_where_their_times_of_day_differ(
    book: Book, first: time | None, second: time | None, *, same: bool
) -> None:
    row = await book.save(1, merchant="ZUS Coffee", occurred_at=first)
    assert row.card.occurred_at == first
    again = await book.ledger.save(saving(2, merchant="ZUS Coffee", occurred_at=second))
    assert (again.duplicate_of == row, again.saved is None) == (same, same)


async def test_the_same_image_is_the_same_receipt_whatever_time_is_read(book: Book) -> None:
    row = await book.save(1, attachment_sha256=IMAGE, occurred_at=time(9, 15))
    again = saving(2, attachment_sha256=IMAGE, occurred_at=time(21, 15))
    assert (await book.ledger.save(again)).duplicate_of == row


async def test_another_receipt_on_the_same_photo_is_no_repetition(book: Book) -> None:
    await book.save(1, attachment_sha256=IMAGE)
    row = await book.save(2, attachment_sha256=IMAGE, attachment_part=1)
    again = saving(3, attachment_sha256=IMAGE, attachment_part=1)
    assert await book.ledger.save(again) == SaveOutcome(duplicate_of=row)
    assert await book.ledger.find_by_image(ANN, IMAGE, 1) == row
    assert await book.ledger.find_by_image(ANN, IMAGE, 2) is None


async def test_a_receipt_may_be_saved_again_once_the_first_row_was_undone(book: Book) -> None:
    await book.save(1, merchant="Shell", attachment_sha256=IMAGE)
    await book.undo("u1", 1)
    again = await book.save(2, merchant="Shell", attachment_sha256=IMAGE)
    assert await book.ledger.find_by_image(ANN, IMAGE) == again


@pytest.mark.parametrize(
    ("amount", "currency"),
    [("1E+9", "IDR"), ("0.1000", "MYR"), ("123456789012345678901234567890.123456789", "MYR")],
)
async def test_amounts_come_back_exactly(book: Book, amount: str, currency: str) -> None:
    stored = await book.save(amount=Decimal(amount), currency=currency)
    assert stored.card.amount == Decimal(amount)
    assert await book.row() == stored


@pytest.mark.shows("11.1")
@pytest.mark.parametrize("amount", ["0", "-5", "NaN", "Infinity"])
async def test_an_impossible_amount_is_refused_for_good(book: Book, amount: str) -> None:
    with pytest.raises(StorageRejectedError) as caught:
        await book.ledger.save(saving().model_copy(update={"amount": Decimal(amount)}))
    assert not caught.value.retryable
    assert await written(book) == (0, 0)


async def test_a_row_without_merchant_and_item_is_refused(book: Book) -> None:
    with pytest.raises(StorageRejectedError, match="transactions_named"):
        await book.save(merchant=None, item=None)


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        *((text, text) for text in ("'; DROP TABLE transactions; -- $1", '%_\\ " {} :a %(x)s')),
        ("كوبي ☕ 咖啡 \u200f\u202e", "كوبي ☕ 咖啡 \u200f\u202e"),
        ("\\u0000\x00", "\\u0000\ufffd"),  # the database cannot hold it
    ],
)
async def test_text_is_stored_as_it_is_whatever_it_says(book: Book, text: str, kept: str) -> None:
    source = {"merchant": Provenance(source="photo", evidence=text)}
    await book.save(
        merchant=text,
        item=text,
        reference=text,
        category=text,
        provenance=source,
        category_chosen=True,
    )
    card = await book.card()
    assert [card.merchant, card.item, card.reference, card.category] == [kept] * 4
    assert card.provenance["merchant"].evidence == kept
    assert await book.learned(kept) == kept


async def test_a_correction_changes_the_row_and_says_what_it_was(book: Book) -> None:
    await book.save(provenance=TOTAL)
    outcome = await book.amend(
        1, "c1", amount="16.50", occurred_on="2026-03-13", merchant="Kedai 1"
    )
    assert outcome.changes == (
        Change(field="amount", before="15.50", after="16.50"),
        Change(field="occurred_on", before="2026-03-14", after="2026-03-13"),
    )
    card = outcome.stored.card
    assert (card.amount, card.occurred_on) == (Decimal("16.50"), date(2026, 3, 13))
    assert card.provenance["amount"].source == "answer"
    assert "merchant" not in card.provenance
    assert outcome.stored == await book.row()


async def test_a_repeated_correction_is_made_once_and_tells_the_same(book: Book) -> None:
    await book.save()
    first, *others = await asyncio.gather(*(book.amend(1, "c1", amount=20) for _ in range(10)))
    assert others == [first] * 9
    assert first.changes == (Change(field="amount", before="15.50", after="20"),)
    assert await written(book) == (1, 2)


async def test_a_late_repetition_does_not_bring_an_old_correction_back(book: Book) -> None:
    await book.save()
    unchanged = await book.amend(1, "c1", amount="15.5")
    await book.amend(1, "c2", amount=30)
    repeated = await book.amend(1, "c1", amount="15.5")
    assert unchanged.changes == repeated.changes == ()
    assert repeated.stored.card.amount == Decimal(30)


async def test_corrections_at_once_all_count_one_after_the_other(book: Book) -> None:
    await book.save()
    outcomes = await asyncio.gather(*(book.amend(1, f"c{n}", amount=n) for n in range(1, 6)))
    links = {outcome.changes[0].before: outcome.changes[0].after for outcome in outcomes}
    value: str | None = "15.50"
    for _ in range(5):
        value = links[value]
    assert (await book.card()).amount == Decimal(value or 0)


async def test_a_row_that_is_deleted_or_never_was_cannot_be_corrected(book: Book) -> None:
    await book.save()
    await book.undo("u1")
    for number in (1, 2):
        with pytest.raises(NotFoundError):
            await book.amend(number, "c1", amount=1)
    assert await book.ledger.find(finding(2)) is None
    assert await book.ledger.find_by_image(ANN, IMAGE) is None


async def test_a_correction_to_an_impossible_amount_leaves_the_row_alone(book: Book) -> None:
    before = await book.save()
    with pytest.raises(StorageRejectedError):
        await book.ledger.amend(amending(1, "c1", changes=Mention(amount=Decimal(-1))))
    assert await book.row() == before


async def test_the_audit_tells_each_side_of_every_change(book: Book) -> None:
    await book.save()
    await book.amend(1, "c1", amount="16.50")
    await book.undo("u1")
    lines = await book.query(
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
    book: Book, database_url: str
) -> None:
    unfinished = await asyncpg.connect(database_url)
    await unfinished.execute("SELECT pg_advisory_lock(hashtextextended($1, 0))", f"ledger:{ANN}")
    anns = asyncio.ensure_future(book.save(2))
    await book.save(1, user_id=BOB)
    waiting = """
        SELECT count(*) FROM pg_locks, pg_sleep(0.01)
        WHERE locktype = 'advisory' AND NOT granted
    """
    while not await unfinished.fetchval(waiting):
        assert not anns.done()
    await unfinished.close()
    assert await anns == await book.row(2)


@pytest.mark.shows("platform 14")
async def test_an_income_and_an_expense_of_one_name_and_amount_are_no_duplicates(
    book: Book,
) -> None:
    await book.save(1, merchant="Ali")
    came_in = await book.save(2, kind=MoneyKind.INCOME, merchant="Ali", category="Refund")
    assert came_in.card.kind is MoneyKind.INCOME
    third = saving(3, kind=MoneyKind.INCOME, merchant="Ali", category="Refund")
    assert (await book.ledger.save(third)).duplicate_of == came_in


@pytest.mark.shows("platform 15")
async def test_what_turns_out_to_be_income_is_an_expense_again_after_an_undo(book: Book) -> None:
    before = await book.save()
    amended = await book.amend(1, "c1", kind=MoneyKind.INCOME, category="Salary")
    assert (amended.stored.card.kind, amended.stored.card.category) == (MoneyKind.INCOME, "Salary")
    assert amended.changes[0] == Change(field="kind", before="expense", after="income")
    assert (await book.undo("u1")).stored == before
