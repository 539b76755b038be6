"""Makes files of what is saved and stores them as the person's own."""

import asyncio
from collections.abc import Sequence
from hashlib import sha256
from io import BytesIO
from zipfile import ZipFile, ZipInfo

import structlog
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import AttachmentStore
from agents.expenses.exporting import (
    ExportBook,
    Exported,
    ExportedExpense,
    ExportForm,
    ExportOrder,
    ExportRequest,
)
from agents.expenses.ports import ExportRules, Exports
from agents.expenses.sheets import (
    EXPENSE_COLUMNS,
    LINE_COLUMNS,
    Row,
    csv_of,
    expense_rows,
    line_rows,
    photo_name,
    workbook_of,
)
from domain.errors import AttachmentMissingError, NoRoomForFileError
from domain.messages import MAX_ATTACHMENT_BYTES, Attachment, MediaKind
from domain.replies import File

_log = structlog.get_logger()

_XLSX = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
_PRIVATE = 0o600 << 16
Made = tuple[str, str, bytes]
"""Name, type and content of a file."""


class ExportExpenses:
    """The same expenses make the same bytes, which are stored once: a retry changes nothing."""

    def __init__(
        self,
        rules: ExportRules,
        exports: Exports,
        attachments: AttachmentStore,
        most: int = MAX_ATTACHMENT_BYTES,
    ) -> None:
        """``most``: bytes of photos in one file."""
        self._most = most
        self._rules = rules
        self._exports = exports
        self._attachments = attachments

    @activity.defn
    async def export_expenses(self, request: ExportRequest) -> Exported:
        """One person's expenses as they are now, the newest where there are too many."""
        with app_errors():
            order = self._rules.export_order(request)
            if order is None:
                return Exported()
            book = await self._exports.book(request.person.user_id, order)
            return await self._exported(request.person.user_id, order, book)

    async def _exported(self, user_id: str, order: ExportOrder, book: ExportBook) -> Exported:
        if order.form is ExportForm.PHOTOS:
            made, rows, total = await self._photos(user_id, order, book)
        else:
            kind = _workbook if order.form is ExportForm.XLSX else _tables
            made = await asyncio.to_thread(kind, order, book) if book.rows else []
            rows, total = len(book.rows), book.total
        try:
            files = [await self._stored(user_id, *each) for each in made]
        except NoRoomForFileError:
            return Exported(order=order, total=total, no_room=True)
        _log.info("expense.exported", form=order.form.value, rows=rows)
        return Exported(order=order, files=tuple(files), rows=rows, total=total)

    async def _stored(self, user_id: str, name: str, mime_type: str, content: bytes) -> File:
        file = Attachment(
            sha256=await asyncio.to_thread(lambda: sha256(content).hexdigest()),
            kind=MediaKind.OTHER,
            mime_type=mime_type,
            size=len(content),
        )
        await self._attachments.put(user_id, file, content)
        return File(sha256=file.sha256, name=name, mime_type=mime_type)

    async def _photos(
        self, user_id: str, order: ExportOrder, book: ExportBook
    ) -> tuple[list[Made], int, int]:
        """The newest that have room in one file; how many these are, and of how many."""
        wanted = {row.photo: row for row in reversed(book.rows)}
        room, taken = self._most, 0
        packed = BytesIO()
        with ZipFile(packed, "w") as archive:
            for row in wanted.values():
                try:
                    photo, content = await self._attachments.get(user_id, row.photo)
                except AttachmentMissingError:
                    continue
                room -= len(content)
                if room < 0:
                    break
                archive.writestr(_member(row, photo), content)
                taken += 1
        made = [(_named(order, "receipts", "zip"), "application/zip", packed.getvalue())]
        return made if taken else [], taken, len(wanted)


def _member(row: ExportedExpense, photo: Attachment) -> ZipInfo:
    ending = photo.mime_type.rpartition("/")[2] or "bin"
    member = ZipInfo(f"{photo_name(row)}.{ending}")
    member.external_attr = _PRIVATE
    return member


def _workbook(order: ExportOrder, book: ExportBook) -> list[Made]:
    return [(_named(order, "expenses", "xlsx"), _XLSX, workbook_of(book.rows))]


def _tables(order: ExportOrder, book: ExportBook) -> list[Made]:
    tables: list[tuple[str, Sequence[str], list[Row]]] = [
        ("expenses", EXPENSE_COLUMNS, [*expense_rows(book.rows)]),
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
