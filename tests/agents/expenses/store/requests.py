"""Requests with the usual values filled in; a test names only what it is about."""

from datetime import date, time
from decimal import Decimal
from typing import TypedDict, Unpack

from asyncpg import Record

from agents.expenses.details import Mention
from agents.expenses.ledger import (
    AmendOutcome,
    AmendRequest,
    FindRequest,
    RestoreRequest,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
)
from agents.expenses.reading import LineItem
from agents.expenses.shown import Card, MoneyKind, Provenance
from agents.expenses.store.stores import ExpenseStores
from tests.adapters.postgres.requests import ANN, CHAT

DAY = date(2026, 3, 14)


class SaveFields(TypedDict, total=False):
    user_id: str
    conversation_id: str
    kind: MoneyKind
    merchant: str | None
    item: str | None
    amount: Decimal
    currency: str
    occurred_on: date
    occurred_at: time | None
    category: str
    payment_method: str | None
    reference: str | None
    tax: Decimal | None
    items: tuple[LineItem, ...]
    attachment_sha256: str | None
    attachment_part: int
    provenance: dict[str, Provenance]
    confidence: float | None
    category_chosen: bool
    force: bool
    home_currency: str | None
    today: date | None


def task(number: int, conversation_id: str = CHAT) -> str:
    return f"{conversation_id}/expenses/{number}"


def saving(number: int = 1, **fields: Unpack[SaveFields]) -> SaveRequest:
    values: SaveFields = {
        "user_id": ANN,
        "conversation_id": CHAT,
        "kind": MoneyKind.EXPENSE,
        "merchant": f"Kedai {number}",
        "item": None,
        "amount": Decimal("15.50"),
        "currency": "MYR",
        "occurred_on": DAY,
        "category": "Food & Drink",
        **fields,
    }
    return SaveRequest(
        task_id=task(number, values["conversation_id"]),
        number=number,
        turn_number=number,
        timezone="Asia/Kuala_Lumpur",
        **values,
    )


def amending(
    number: int,
    change: str,
    *,
    user_id: str = ANN,
    source: str = "answer",
    changes: Mention,
) -> AmendRequest:
    return AmendRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(number),
        change_id=f"{task(number)}/{change}",
        changes=changes,
        provenance=Provenance(source=source, evidence="no, it was different"),
    )


def undoing(
    change: str, number: int | None = None, *, user_id: str = ANN, shown: str | None = None
) -> UndoRequest:
    return UndoRequest(
        user_id=user_id,
        conversation_id=CHAT,
        change_id=f"{CHAT}/{change}",
        task_id=None if number is None else task(number),
        shown=shown,
    )


def restoring(number: int, change: str, *, user_id: str = ANN) -> RestoreRequest:
    return RestoreRequest(
        user_id=user_id,
        conversation_id=CHAT,
        task_id=task(number),
        change_id=f"{task(number)}/{change}",
    )


def finding(number: int, *, user_id: str = ANN) -> FindRequest:
    return FindRequest(user_id=user_id, conversation_id=CHAT, task_id=task(number))


class Book(ExpenseStores):
    """The agent's stores, with the calls that most tests make: Ann's, unless they say otherwise."""

    async def limit(self, user_id: str) -> None:
        """Leaves a budget that is used up, which was told."""
        await self.query(
            "INSERT INTO budgets (user_id, category, amount, currency, period, week_starts)"
            " VALUES ($1, '', 1, 'MYR', 'month', 0)",
            user_id,
        )
        await self.query(
            "INSERT INTO budget_notices (user_id, category, starts, level, told_with)"
            " VALUES ($1, '', $2, 80, ''), ($1, '', $2, 100, '')",
            user_id,
            DAY.replace(day=1),
        )

    async def keep_digest(self, user_id: str, conversation_id: str) -> None:
        await self.query(
            "INSERT INTO digests (schedule_id, user_id, conversation_id, every, timezone)"
            " VALUES ($1, $2, $3, 'week', 'UTC')",
            f"digest:{conversation_id}:{user_id}",
            user_id,
            conversation_id,
        )

    async def keep_sweep(self, user_id: str, shop: str) -> None:
        await self.query(
            "INSERT INTO category_sweeps (user_id, sweep, name, name_key, category, counted)"
            " VALUES ($1, 's1', $2, $3, 'Other', 0)",
            user_id,
            shop,
            shop.casefold(),
        )

    async def note_debt(self, user_id: str) -> None:
        await self.query(
            "INSERT INTO debts (user_id, call_id, position, name, name_key, amount, currency)"
            " VALUES ($1, $1 || '/1', 0, 'Ann', 'ann', 20, 'MYR')",
            user_id,
        )

    async def share(self, user_id: str) -> None:
        """With an invitation that is open, and a code that was wrong."""
        await self.query(
            "INSERT INTO household_members (user_id, household_id, name) VALUES ($1, $1, 'Ann')",
            user_id,
        )
        await self.query(
            "INSERT INTO household_invitations (code_sha256, user_id, household_id, expires_at)"
            " VALUES (md5($1), $1, $1, now() + interval '7 days')",
            user_id,
        )
        await self.query("INSERT INTO household_tries (user_id) VALUES ($1)", user_id)
        await self.query(
            "INSERT INTO household_news (user_id, about, joined) VALUES ($1, 'x', true)", user_id
        )

    async def remind(self, user_id: str, conversation_id: str) -> None:
        """With what was told of a day, which is the person's own as well."""
        await self.query(
            "INSERT INTO reminders (user_id, schedule_id, conversation_id, timezone)"
            " VALUES ($1, $2, $3, 'UTC')",
            user_id,
            f"reminder:{user_id}",
            conversation_id,
        )
        await self.query(
            "INSERT INTO recurring_days (user_id, name_key, currency, day, told)"
            " VALUES ($1, 'netflix', 'MYR', '2026-03-05', 'due')",
            user_id,
        )

    async def keep_recurring(self, user_id: str) -> None:
        await self.query(
            "INSERT INTO recurring (user_id, name_key, currency, name, amount, every, anchor, kept)"
            " VALUES ($1, 'netflix', 'MYR', 'Netflix', 55, 'month', $2, true)",
            user_id,
            DAY,
        )

    async def set_rate(self, user_id: str, rate: Decimal = Decimal("4.5"), day: date = DAY) -> None:
        """What the person says that a dollar is worth in ringgits."""
        await self.query(
            "INSERT INTO own_rates (user_id, currency, target, day, rate)"
            " VALUES ($1, 'USD', 'MYR', $2, $3)",
            user_id,
            day,
            rate,
        )

    async def save(self, number: int = 1, **fields: Unpack[SaveFields]) -> StoredTransaction:
        outcome = await self.ledger.save(saving(number, **fields))
        assert outcome.saved is not None
        assert outcome.duplicate_of is None
        return outcome.saved

    async def amend(self, number: int, change: str, **mention: object) -> AmendOutcome:
        changes = Mention.model_validate(mention)
        return await self.ledger.amend(amending(number, change, changes=changes))

    async def undo(
        self,
        change: str,
        number: int | None = None,
        *,
        user_id: str = ANN,
        shown: str | None = None,
    ) -> UndoOutcome:
        return await self.ledger.undo(undoing(change, number, user_id=user_id, shown=shown))

    async def restore(self, number: int, change: str) -> StoredTransaction:
        return await self.ledger.restore(restoring(number, change))

    async def row(self, number: int = 1, *, user_id: str = ANN) -> StoredTransaction:
        found = await self.ledger.find(finding(number, user_id=user_id))
        assert found is not None
        return found

    async def card(self, number: int = 1, *, user_id: str = ANN) -> Card:
        return (await self.row(number, user_id=user_id)).card

    async def learned(self, name: str, *, user_id: str = ANN) -> str | None:
        return await self.preferences.learned_category(user_id, name)

    async def query(self, statement: str, *values: object) -> list[Record]:
        async with self.database.connection() as connection:
            return await connection.fetch(statement, *values)

    async def count(self, table: str) -> int:
        ((count,),) = await self.query(f"SELECT count(*) FROM {table}")  # noqa: S608 - a literal
        return int(count)
