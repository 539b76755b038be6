"""Looks at a table that was sent, and saves it once the person has said yes."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import timedelta
from typing import NamedTuple

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating, to_its_end
from activities.ports import AttachmentStore
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS
from agents.expenses.details import RowsAction
from agents.expenses.import_duplicates import Duplicates, duplicates_in
from agents.expenses.importing import (
    IMPORT_PAGE,
    IMPORT_SAMPLE,
    MAX_TOLD,
    ImportBatch,
    ImportedRow,
    ImportOutcome,
    ImportPreview,
    ImportRequest,
    ImportWish,
    SaveImportRequest,
    digest_of_rows,
    row_id,
    sums_of,
)
from agents.expenses.meaning import CategorizeRequest
from agents.expenses.ports import Habits, ImportRules, Imports
from agents.expenses.rules import Source
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.store.names import name_key
from agents.expenses.tables.bookings import category_known, category_of_trade, category_told
from agents.expenses.tables.names import says_nothing, shop_in
from agents.expenses.tables.row_names import NamedRows, rows_named
from agents.expenses.tables.rows import REFUND, ReadingPlace, read_table
from agents.expenses.tables.tabulating import ReadTable, TableRow
from domain.understanding import Person

_log = structlog.get_logger()

_OTHER, _FOOD, _GROCERIES = "Other", "Food & Drink", "Groceries"


@dataclass(frozen=True)
class ImportTables:
    """A preview changes nothing. Saving takes in all or nothing, and once: rows that are there
    already stay as they are.
    """

    rules: ImportRules
    imports: Imports
    habits: Habits
    attachments: AttachmentStore
    threshold: float

    @activity.defn
    async def preview_import(self, request: ImportRequest) -> ImportPreview:
        """What would be saved of the file, and what of it is left out."""
        with app_errors():
            async with heartbeating():
                table = await self._table(request)
                if table.fault is not None:
                    return _preview(table, ())
                decided = await self._decide(request, table.rows)
                wanted = decided.wanted
                categories = await self._categories(request.person)
                named = await asyncio.to_thread(
                    _find_rows_called, table.rows, request.wish, wanted, categories
                )
                places = _shown(request.wish, wanted, len(table.rows))
                if named.places and not named.together:
                    places = named.places[:IMPORT_PAGE]
                cards = await asyncio.to_thread(_cards, table.rows, places, categories)
        unwanted = frozenset(number - 1 for number in request.wish.left_out)
        seen = {
            "cards": cards,
            "unwanted": tuple(place + 1 for place in places if place in unwanted),
            "known": tuple(place + 1 for place in places if place in decided.known.saved),
            "thrown": tuple(place + 1 for place in places if place in decided.known.deleted),
            "duplicates": len(decided.known.saved),
            "deleted": len(decided.known.deleted),
            "named": tuple(place + 1 for place in named.places),
            "together": named.together,
            "missing": named.missing,
            "left_by_person": decided.left_by_person,
        }
        return _preview(table, wanted).model_copy(update=seen)

    @activity.defn
    async def save_import(self, request: SaveImportRequest) -> ImportOutcome:
        """Saves what the preview showed; nothing where other rows would be saved now."""
        asked = request.asked
        with app_errors():
            async with heartbeating():
                table = await self._table(asked)
                if not await self.imports.sums(asked.person.user_id, asked.import_id):
                    wanted = (await self._decide(asked, table.rows)).wanted
                    if digest_of_rows(table.rows, wanted) != request.digest:
                        return ImportOutcome(changed=True)
                    await to_its_end(self._save(request, table.rows, wanted))
                outcome = await self._outcome(asked)
        _log.info("import.saved", import_id=asked.import_id, rows=outcome.rows)
        return outcome

    async def _table(self, request: ImportRequest) -> ReadTable:
        person = request.person
        _, content = await self.attachments.get(person.user_id, request.sha256)
        place = ReadingPlace(person.currency, person.locale, request.today)
        return await asyncio.to_thread(read_table, content, place, request.wish.table)

    async def _decide(self, request: ImportRequest, rows: Sequence[TableRow]) -> "_Decision":
        """What the import itself saved does not count as saved before."""
        days = [row.occurred_on for row in rows]
        beside = timedelta(days=1)
        standing = await self.imports.standing(
            request.person.user_id, request.import_id, min(days) - beside, max(days) + beside
        )
        known = await asyncio.to_thread(duplicates_in, rows, standing)
        wish = request.wish
        unwanted = {number - 1 for number in wish.left_out}
        taken = {number - 1 for number in wish.taken}
        known = Duplicates(known.saved - taken, known.deleted - taken)
        left = (frozenset() if wish.duplicates else known.saved) | (
            frozenset() if wish.deleted else known.deleted
        )
        wanted = [place for place in range(len(rows)) if place not in left | unwanted]
        return _Decision(
            known=known,
            wanted=wanted,
            left_by_person=len(rows) - len(wanted) - len(left),
        )

    async def _save(
        self, request: SaveImportRequest, rows: Sequence[TableRow], wanted: Sequence[int]
    ) -> None:
        asked = request.asked
        categories = await self._categories(asked.person)
        chosen = await asyncio.to_thread(lambda: [categories.of(rows[place]) for place in wanted])
        await self.imports.put(
            ImportBatch(
                person=asked.person,
                conversation_id=asked.conversation_id,
                import_id=asked.import_id,
                turn_number=request.turn_number,
                rows=tuple(
                    ImportedRow(
                        task_id=row_id(asked.import_id, number),
                        number=number,
                        row=rows[place],
                        category=category,
                        category_source=source,
                    )
                    for number, (place, (category, source)) in enumerate(
                        zip(wanted, chosen, strict=True), start=request.first_number
                    )
                ),
            )
        )

    async def _outcome(self, asked: ImportRequest) -> ImportOutcome:
        user_id, import_id = asked.person.user_id, asked.import_id
        sums = await self.imports.sums(user_id, import_id)
        notices = await self.imports.levels_reached(user_id, import_id, asked.today)
        return ImportOutcome(rows=sum(each.count for each in sums), sums=sums, notices=notices)

    async def _categories(self, person: Person) -> "_Categories":
        habits = await self.imports.habits(person.user_id)
        used = await self.habits.categories_used(person.user_id, MAX_SUGGESTIONS)
        return _Categories(person, habits, used, self.rules, self.threshold)


class _Decision(NamedTuple):
    """Which rows would be saved, by their places. ``known`` are those that are left out, if the
    person does not wish otherwise, but those that they named.
    """

    known: Duplicates
    wanted: list[int]
    left_by_person: int


@dataclass
class _Categories:
    """A category for each row: what the person chose for that shop before, what the file says,
    what the bank's words say, what rules are sure of.
    """

    person: Person
    habits: Mapping[str, str]
    used: tuple[str, ...]
    rules: ImportRules
    threshold: float
    found: dict[tuple[MoneyKind, str | None, str | None], str | None] = field(default_factory=dict)

    def of(self, row: TableRow) -> tuple[str, str]:
        """The category and where it came from."""
        habit = self.habits.get(name_key(row.merchant, row.item))
        if habit is not None and row.kind is MoneyKind.EXPENSE:
            return habit, Source.LEARNED
        if row.kind is MoneyKind.INCOME and (came_in := self._of_income(row)):
            return came_in, Source.INFERRED
        if row.category:
            return self._translate(row, row.category), Source.FILE
        if row.told_category:
            return row.told_category, Source.INFERRED
        known = trade = None
        if row.kind is MoneyKind.EXPENSE:
            known = category_known(row.merchant, row.currency)
            trade = category_of_trade(row.merchant)
        return known or trade or self._by_rules(row) or _OTHER, Source.INFERRED

    def _of_income(self, row: TableRow) -> str | None:
        """What the file's category or the bank's words say; what comes from a shop, or in a
        category of things that are bought, was given back. None leaves it to the file and rules.
        """
        told = category_told([row.category or ""], row.kind) or row.told_category
        bought = row.category and self.rules.category_called(row.category, self.used)
        if told or not (bought in CATEGORIES or category_known(row.merchant, row.currency)):
            return told
        return REFUND

    def _translate(self, row: TableRow, category: str) -> str:
        """The built-in category that the file's own one means, else that."""
        called = self.rules.category_called(category, self.used)
        if called == _FOOD and category_known(row.merchant, row.currency) == _GROCERIES:
            return _GROCERIES  # "Food" is both
        return called or category

    def is_called(self, name: str, row: TableRow) -> bool:
        """Whether the row's category has this name in any language."""
        return self.rules.category_called(name, self.used) == self.of(row)[0]

    def _by_rules(self, row: TableRow) -> str | None:
        key = row.kind, row.merchant, row.item
        if key not in self.found:
            request = CategorizeRequest(
                person=self.person,
                task_id="",
                kind=row.kind,
                merchant=row.merchant,
                item=None if says_nothing(row.item or "") else shop_in(row.item or ""),
                amount=row.amount,
                currency=row.currency,
            )
            found = self.rules.categorize(request)
            self.found[key] = found.category if found.confidence >= self.threshold else None
        return self.found[key]


def _find_rows_called(
    rows: Sequence[TableRow], wish: ImportWish, wanted: Sequence[int], categories: _Categories
) -> NamedRows:
    """The rows that the person calls by a name. What is left out anyway need not be left out, and
    of what is taken after all the person means what they left out before.
    """
    if wish.named is None:
        return NamedRows()
    found = rows_named(wish.named.names, rows, categories.is_called)
    still = frozenset(wanted)
    before = frozenset(number - 1 for number in wish.left_out)
    meant = {RowsAction.LEAVE_OUT: (still,), RowsAction.TAKE: (before, still)}
    for places in meant.get(wish.named.action, ()):
        if places.intersection(found.places):
            found = found._replace(places=tuple(p for p in found.places if p in places))
            break
    together = found.together or wish.named.all_of_them or len(found.places) == 1
    return found._replace(together=together)


def _shown(wish: ImportWish, wanted: Sequence[int], count: int) -> Sequence[int]:
    """The places of the rows that are shown: a page of all, or the first that would be saved."""
    if not wish.first:
        return wanted[:IMPORT_SAMPLE]
    first = min(wish.first, count) - 1
    last = (
        min(max(wish.last, wish.first), first + IMPORT_PAGE) if wish.last else first + IMPORT_PAGE
    )
    return range(first, min(last, count))


def _cards(
    rows: Sequence[TableRow], places: Sequence[int], categories: _Categories
) -> tuple[Card, ...]:
    shown = {"kind", "merchant", "item", "amount", "currency", "occurred_on"}
    return tuple(
        Card(
            task_id="",
            number=place + 1,
            category=categories.of(rows[place])[0],
            **rows[place].model_dump(include=shown),
        )
        for place in places
    )


def _preview(table: ReadTable, wanted: Sequence[int]) -> ImportPreview:
    rows = [table.rows[place] for place in wanted]
    days = [row.occurred_on for row in rows]
    return ImportPreview(
        fault=table.fault,
        rows=len(rows),
        sums=sums_of(rows),
        since=min(days, default=None),
        until=max(days, default=None),
        columns=table.columns,
        left_out=len(table.left_out),
        told=table.left_out[:MAX_TOLD],
        days_in_doubt=table.days_in_doubt,
        month_first=table.month_first,
        signs_in_doubt=table.signs_in_doubt,
        assumed_currency=table.assumed_currency,
        all_rows=len(table.rows),
        span=len(rows),
        digest=digest_of_rows(table.rows, wanted),
    )
