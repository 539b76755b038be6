"""A ledger with what was learned, in memory: small, but it keeps the ports' promises."""

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, date, datetime

from agents.expenses.importing import ImportBatch, ImportSum, StandingRow, sums_of
from agents.expenses.ledger import (
    THE_SAVE,
    AmendOutcome,
    AmendRequest,
    FindRequest,
    RestoreRequest,
    SaveOutcome,
    SaveRequest,
    StoredTransaction,
    UndoOutcome,
    UndoRequest,
    short_id,
)
from agents.expenses.shown import Card, Change, FeatureNotice
from agents.expenses.spending import CurrencyTotal, Insight, InsightMeasure, InsightRequest
from agents.expenses.tables.tabulating import TableRow
from agents.expenses.tools import ExpensesTakenBack, LatestExpenses
from domain.errors import AppError, NotFoundError, StorageUnavailableError
from domain.tools import Arguments, RunToolRequest


@dataclass(frozen=True)
class Line:
    """One change that stands. ``before`` is None for a save."""

    task_id: str
    name: str
    """``THE_SAVE``, or the short id of the change."""
    before: Card | None
    undo: bool = False
    """It took a correction back; only its own button takes it back in turn."""


class InMemoryLedger:
    """Implements ``Ledger``, ``Imports``, ``Habits``, ``Splits`` and ``Sweeps``.
    ``failure`` makes every call fail.
    """

    def __init__(self) -> None:
        self.rows: dict[str, StoredTransaction] = {}
        self.owners: dict[str, str] = {}
        self.images: dict[str, str] = {}
        self.parts: dict[str, int] = {}
        self.changes: list[Line] = []
        self.imports: dict[str, list[str]] = {}
        self.learned: dict[tuple[str, str], str] = {}
        self.notices: tuple[FeatureNotice, ...] = ()
        self.failure: AppError | None = None
        self.failure_after_gate: AppError | None = None
        self.saving = asyncio.Event()
        self._gate: asyncio.Event | None = None

    def hold_saves(self) -> asyncio.Event:
        """Makes every save wait for the event; ``saving`` tells that one has begun."""
        self._gate = asyncio.Event()
        return self._gate

    def fail_with_outage(self) -> None:
        self.failure = StorageUnavailableError("the database is away")

    def _check(self) -> None:
        if self.failure is not None:
            raise self.failure

    @property
    def live(self) -> list[Card]:
        return [row.card for row in self.rows.values() if not row.deleted]

    async def save(self, request: SaveRequest) -> SaveOutcome:
        self._check()
        self.saving.set()
        if self._gate is not None:
            await self._gate.wait()
        if self.failure_after_gate is not None:
            raise self.failure_after_gate
        if request.task_id in self.rows:
            return SaveOutcome(saved=self.rows[request.task_id])
        twin = self._twin(request)
        if twin is not None and not request.force:
            return SaveOutcome(duplicate_of=twin)
        card = Card(
            from_photo=request.attachment_sha256 is not None,
            **request.model_dump(include=set(Card.model_fields) - {"from_photo", "item_count"}),
        )
        self.rows[request.task_id] = StoredTransaction(card=card, saved_at=datetime.now(UTC))
        self.owners[request.task_id] = request.user_id
        if request.attachment_sha256:
            self.images[request.task_id] = request.attachment_sha256
            self.parts[request.task_id] = request.attachment_part
        self.changes.append(Line(request.task_id, THE_SAVE, None))
        if request.category_chosen:
            self._learn(request.user_id, card)
        return SaveOutcome(saved=self.rows[request.task_id], notices=self.notices)

    def _learn(self, user_id: str, card: Card) -> None:
        name = (card.merchant or card.item or "").casefold()
        self.learned[user_id, name] = card.category or ""

    def _twin(self, request: SaveRequest) -> StoredTransaction | None:
        def key(card: Card) -> tuple[object, ...]:
            name = (card.merchant or card.item or "").casefold()
            return name, card.amount, card.currency, card.occurred_on, card.kind

        wanted = (
            (request.merchant or request.item or "").casefold(),
            request.amount,
            request.currency,
            request.occurred_on,
            request.kind,
        )
        for task_id, row in self.rows.items():
            if row.deleted or self.owners[task_id] != request.user_id:
                continue
            same_image = (
                request.attachment_sha256 is not None
                and self.images.get(task_id) == request.attachment_sha256
                and self.parts[task_id] == request.attachment_part
            )
            if same_image or key(row.card) == wanted:
                return row
        return None

    async def amend(self, request: AmendRequest) -> AmendOutcome:
        self._check()
        row = self.rows.get(request.task_id)
        if row is None or row.deleted or self.owners[request.task_id] != request.user_id:
            raise NotFoundError(request.task_id)
        new = request.changes.model_dump(exclude_none=True, exclude={"ambiguous_amounts"})
        changes = tuple(
            Change(field=name, before=_plain(getattr(row.card, name)), after=_plain(value))
            for name, value in new.items()
            if getattr(row.card, name) != value
        )
        if changes:
            self.changes.append(Line(request.task_id, short_id(request.change_id), row.card))
        card = row.card.model_copy(update=new)
        self.rows[request.task_id] = row.model_copy(update={"card": card})
        return AmendOutcome(stored=self.rows[request.task_id], changes=changes)

    async def undo(self, request: UndoRequest) -> UndoOutcome:
        self._check()
        newest = next(reversed(self.imports), None) if request.last_import else request.task_id
        if newest in self.imports:
            return self._undo_import(newest)
        line = self._to_undo(request)
        if line is None:
            return UndoOutcome()
        self.changes.remove(line)
        row = self.rows[line.task_id]
        if line.before is None:
            self.rows[line.task_id] = row.model_copy(update={"deleted": True})
            return UndoOutcome(stored=self.rows[line.task_id])
        name = short_id(request.change_id)
        self.changes.append(Line(line.task_id, name, row.card, undo=not line.undo))
        amounts = _plain(row.card.amount), _plain(line.before.amount)
        change = Change(field="amount", before=amounts[0], after=amounts[1])
        self.rows[line.task_id] = row.model_copy(update={"card": line.before})
        return UndoOutcome(stored=self.rows[line.task_id], changes=(change,))

    async def undo_latest(self, request: RunToolRequest, arguments: Arguments) -> ExpensesTakenBack:
        """As the tool of this name; rows of all chats are of the one."""
        count = LatestExpenses.model_validate(arguments).count
        latest = sorted(self.live[-count:], key=lambda card: -card.number)
        for card in latest:
            self.rows[card.task_id] = self.rows[card.task_id].model_copy(update={"deleted": True})
        del request
        return ExpensesTakenBack(cards=tuple(latest))

    def _undo_import(self, import_id: str) -> UndoOutcome:
        ids = [each for each in self.imports[import_id] if not self.rows[each].deleted]
        for each in ids:
            self.rows[each] = self.rows[each].model_copy(update={"deleted": True})
        if not ids:
            return UndoOutcome()
        return UndoOutcome(stored=self.rows[ids[0]], import_id=import_id, import_rows=len(ids))

    async def standing(
        self, user_id: str, import_id: str, since: date, until: date
    ) -> tuple[StandingRow, ...]:
        self._check()
        return tuple(
            StandingRow(
                merchant=card.merchant or "",
                item=card.item or "",
                reference=card.reference or "",
                **card.model_dump(include={"task_id", "kind", "amount", "currency", "occurred_on"}),
            )
            for task_id, card in ((row.card.task_id, row.card) for row in self.rows.values())
            if self.owners[task_id] == user_id and not self.rows[task_id].deleted
            if task_id not in self.imports.get(import_id, [])
            if card.occurred_on is not None and since <= card.occurred_on <= until
        )

    async def habits(self, user_id: str) -> Mapping[str, str]:
        return {name: chosen for (user, name), chosen in self.learned.items() if user == user_id}

    async def put(self, batch: ImportBatch) -> None:
        self._check()
        self.saving.set()
        if self._gate is not None:
            await self._gate.wait()
        for each in batch.rows:
            told = each.row.model_dump(include=set(Card.model_fields) - {"category"})
            card = Card(task_id=each.task_id, number=each.number, category=each.category, **told)
            self.rows.setdefault(
                each.task_id, StoredTransaction(card=card, saved_at=datetime.now(UTC))
            )
            self.owners[each.task_id] = batch.person.user_id
            if each.task_id not in self.imports.setdefault(batch.import_id, []):
                self.imports[batch.import_id].append(each.task_id)
                self.changes.append(Line(each.task_id, THE_SAVE, None))

    async def levels_reached(
        self, user_id: str, import_id: str, today: date
    ) -> tuple[FeatureNotice, ...]:
        del user_id, import_id, today
        return self.notices

    async def sums(self, user_id: str, import_id: str) -> tuple[ImportSum, ...]:
        assert all(self.owners[each] == user_id for each in self.imports.get(import_id, []))
        return sums_of(
            TableRow(line=0, **card.model_dump(include=set(TableRow.model_fields) - {"tax"}))
            for card in (self.rows[each].card for each in self.imports.get(import_id, []))
        )

    def _to_undo(self, request: UndoRequest) -> Line | None:
        lines = [
            line
            for line in self.changes
            if request.task_id in {None, line.task_id}
            and self.owners[line.task_id] == request.user_id
            and not self.rows[line.task_id].deleted
        ]
        steps = [line for line in lines if not line.undo]
        if request.shown is None:
            return steps[-1] if steps else None
        if request.shown == THE_SAVE:
            return next((line for line in lines if line.before is None), None)
        newest = {line.name: line for line in (*steps[-1:], *lines[-1:])}
        return newest.get(request.shown)

    async def restore(self, request: RestoreRequest) -> StoredTransaction:
        self._check()
        row = self.rows.get(request.task_id)
        if row is None or self.owners[request.task_id] != request.user_id:
            raise NotFoundError(request.task_id)
        if not row.deleted:
            return row.model_copy(update={"unchanged": True})
        self.rows[request.task_id] = row.model_copy(update={"deleted": False})
        first = next((n for n, c in enumerate(self.changes) if c.task_id == request.task_id), None)
        index = len(self.changes) if first is None else first
        self.changes.insert(index, Line(request.task_id, THE_SAVE, None))
        return self.rows[request.task_id]

    async def find(self, request: FindRequest) -> StoredTransaction | None:
        self._check()
        mine = [row for id_, row in self.rows.items() if self.owners[id_] == request.user_id]
        if request.task_id:
            return next((row for row in mine if row.card.task_id == request.task_id), None)
        return next((row for row in reversed(mine) if row.card.number == request.number), None)

    async def find_by_image(
        self, user_id: str, sha256: str, part: int = 0
    ) -> StoredTransaction | None:
        if self.failure is not None:
            return None
        for task_id, image in self.images.items():
            row = self.rows[task_id]
            mine = self.owners[task_id] == user_id and self.parts.get(task_id, 0) == part
            if image == sha256 and mine and not row.deleted:
                return row
        return None

    async def insight(self, request: InsightRequest) -> Insight:
        self._check()
        cards = [
            row.card
            for task_id, row in self.rows.items()
            if self.owners[task_id] == request.user_id and not row.deleted
        ]
        totals = {
            code: [c.amount for c in cards if c.currency == code and c.amount is not None]
            for code in {c.currency for c in cards if c.currency}
        }
        return Insight(
            measure=request.query.measure,
            since=request.query.since,
            until=request.query.until,
            totals=tuple(
                CurrencyTotal(currency=code, amount=sum(amounts), count=len(amounts))
                for code, amounts in totals.items()
            ),
            cards=_listed(cards, request),
        )

    async def learned_category(self, user_id: str, merchant: str) -> str | None:
        self._check()
        return self.learned.get((user_id, merchant.casefold()))

    async def categories_used(self, user_id: str, limit: int) -> tuple[str, ...]:
        self._check()
        used = [name for (user, _), name in self.learned.items() if user == user_id]
        return tuple(used[:limit])


def _plain(value: object) -> str | None:
    return None if value is None else str(value)


def _listed(cards: list[Card], request: InsightRequest) -> tuple[Card, ...]:
    if request.query.measure is InsightMeasure.LARGEST:
        return _largest(cards)
    shop = request.query.merchant
    called = [card for card in cards if shop is None or card.merchant == shop]
    return tuple(called[-10:])


def _largest(cards: list[Card]) -> tuple[Card, ...]:
    rising = sorted(cards, key=lambda card: card.amount or 0)
    return tuple({card.currency: card for card in rising}.values())
