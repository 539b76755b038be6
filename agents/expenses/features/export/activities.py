"""Makes files of what is saved and stores them as the person's own."""

import asyncio
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from io import BytesIO
from zipfile import ZipFile, ZipInfo

import structlog

from activities.ports import AttachmentStore
from adapters.postgres.pool import Database
from agents.expenses.features.export import store
from agents.expenses.features.export.store import ExportBook
from agents.expenses.features.export.tools import EXPORT_EXPENSES, Exported, ExportForm, ExportOrder
from agents.expenses.files.book import MAX_ROWS, ExportedExpense
from agents.expenses.files.sheets import (
    EXPENSE_COLUMNS,
    LINE_COLUMNS,
    Row,
    csv_of,
    expense_rows,
    line_rows,
    photo_name,
)
from agents.expenses.files.workbook import workbook_of
from agents.expenses.parts import Shared, store_file
from agents.expenses.words.files import book_texts
from agents.parts import FeatureParts
from bot.texts.wording import formats_for
from domain.errors import AttachmentMissingError, NoRoomForFileError, ToolRefusedError
from domain.messages import MAX_ATTACHMENT_BYTES, Attachment
from domain.tools import Arguments, ErrorCode, RunToolRequest
from domain.understanding import Person

_log = structlog.get_logger()

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PRIVATE = 0o600 << 16
_ANY_HOUR = datetime(2000, 1, 1, 12, tzinfo=UTC)
"""A workbook does not depend on the hour at which it is made."""
Made = tuple[str, str, bytes]
"""Name, type and content of a file."""


@dataclass(frozen=True)
class ExportFiles:
    """The same expenses make the same bytes, which are stored once: a retry changes nothing."""

    database: Database
    attachments: AttachmentStore
    most_rows: int = MAX_ROWS
    most_bytes: int = MAX_ATTACHMENT_BYTES
    """Of photos in one file."""

    async def export_expenses(self, request: RunToolRequest, arguments: Arguments) -> Exported:
        """Makes files of what a person or their household saved; of too many rows the newest."""
        order, person = ExportOrder.model_validate(arguments), request.person
        user_id = person.user_id
        if order.since is not None and order.until is not None and order.until < order.since:
            msg, hint = "until is before since", "since is the first day, until the last"
            raise ToolRefusedError(ErrorCode.INVALID_ARGUMENTS, msg, hint)
        async with self.database.connection() as connection:
            book = await store.book(connection, user_id, order, self.most_rows)
        return await self._exported(person, order, book)

    async def _exported(self, person: Person, order: ExportOrder, book: ExportBook) -> Exported:
        user_id = person.user_id
        if order.form is ExportForm.PHOTOS:
            made, rows, total = await self._photos(user_id, order, book)
        else:
            made = await asyncio.to_thread(_files, order, book, person) if book.rows else []
            rows, total = len(book.rows), book.total
        try:
            files = [await store_file(self.attachments, user_id, *each) for each in made]
        except NoRoomForFileError:
            return Exported(order=order, total=total, shared=book.shared, no_room=True)
        _log.info("expense.exported", form=order.form.value, rows=rows)
        return Exported(order=order, files=tuple(files), rows=rows, total=total, shared=book.shared)

    async def _photos(
        self, user_id: str, order: ExportOrder, book: ExportBook
    ) -> tuple[list[Made], int, int]:
        """The newest that have room in one file; how many these are, and of how many."""
        wanted = {row.photo: row for row in reversed(book.rows)}
        room, taken = self.most_bytes, 0
        packed = BytesIO()
        with ZipFile(packed, "w") as archive:
            for row in wanted.values():
                try:
                    photo, content = await self.attachments.get(user_id, row.photo)
                except AttachmentMissingError:
                    continue
                room -= len(content)
                if room < 0:
                    break
                archive.writestr(_member(row, photo), content)
                taken += 1
        made = [(_named(order, "receipts", "zip"), "application/zip", packed.getvalue())]
        return made if taken else [], taken, len(wanted)


def bind(shared: Shared) -> FeatureParts:
    files = ExportFiles(shared.lent.database, shared.lent.attachments)
    return FeatureParts(outside=((EXPORT_EXPENSES, files.export_expenses),))


def _member(row: ExportedExpense, photo: Attachment) -> ZipInfo:
    ending = photo.mime_type.rpartition("/")[2] or "bin"
    member = ZipInfo(f"{photo_name(row)}.{ending}")
    member.external_attr = _PRIVATE
    return member


def _files(order: ExportOrder, book: ExportBook, person: Person) -> list[Made]:
    if order.form is ExportForm.CSV:
        return _tables(order, book)
    formats = formats_for(person.locale, person.timezone, _ANY_HOUR)
    content = workbook_of(book.rows, book_texts(formats, person.currency, book.rows, book.me))
    return [(_named(order, "expenses", "xlsx"), _XLSX, content)]


def _tables(order: ExportOrder, book: ExportBook) -> list[Made]:
    columns: Sequence[str] = EXPENSE_COLUMNS
    expenses: list[Row] = [*expense_rows(book.rows)]
    if book.shared:
        columns = (*columns, "entered_by")
        names = (each.card.entered_by for each in book.rows)
        whose = [book.me if name is None else name for name in names]
        expenses = [(*row, name) for row, name in zip(expenses, whose, strict=True)]
    tables: list[tuple[str, Sequence[str], list[Row]]] = [
        ("expenses", columns, expenses),
        ("expense-lines", LINE_COLUMNS, [*line_rows(book.rows)]),
    ]
    return [
        (_named(order, name, "csv"), "text/csv", csv_of(columns, rows))
        for name, columns, rows in tables
        if rows
    ]


def _named(order: ExportOrder, name: str, ending: str) -> str:
    days = [day.isoformat() for day in (order.since, order.until) if day is not None]
    return f"{'-'.join([name, *dict.fromkeys(days)])}.{ending}"
