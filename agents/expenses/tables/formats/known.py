"""Which format a file is in, told by its first bytes."""

import re

from agents.expenses.tables.decoding import decoded
from agents.expenses.tables.formats.camt import camt_payments
from agents.expenses.tables.formats.ofx import ofx_payments
from agents.expenses.tables.formats.packed import BROKEN_ZIP, is_workbook, names_in, part_of
from agents.expenses.tables.formats.qif import qif_payments
from agents.expenses.tables.formats.records import FoundTable
from agents.expenses.tables.formats.swift import swift_payments
from agents.expenses.tables.splitting import records_of
from agents.expenses.tables.tabulating import TableFault

_ZIP, _OLE = b"PK\x03\x04", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
_ENCRYPTED = "EncryptedPackage".encode("utf-16-le")
_LOOKED_AT = 4096
_OFX = re.compile(r"OFXHEADER|<\?OFX|<OFX>", re.IGNORECASE)
_CAMT = re.compile(r"<(?:\w+:)?BkToCstmr(?:Stmt|AcctRpt|DbtCdtNtfctn)\b")
_QIF = re.compile(r"\A\s*!(?:Type|Account|Option|Clear)\b", re.IGNORECASE)
_SWIFT = re.compile(r"^:20:.*$(?s:.*?)^:(?:25|28C?|60[FM]):", re.MULTILINE)


def table_in(content: bytes, most: int) -> FoundTable | TableFault:
    """The records of a file, ``most`` of them at most; or why it has none. Raises nothing."""
    if content.startswith(_ZIP):
        return _table_in_zip(content, most)
    if content.startswith(_OLE):
        return TableFault.ENCRYPTED if _ENCRYPTED in content else TableFault.OLD_WORKBOOK
    text = decoded(content)
    return TableFault.ENCODING if text is None else _table_of_text(text, content, most)


def _table_in_zip(content: bytes, most: int) -> FoundTable | TableFault:
    """Of a workbook, of CAMT files that a bank packed together, or of a single file."""
    names = names_in(content)
    if isinstance(names, TableFault):
        return names
    if is_workbook(names):
        # Only here: its library takes a worker a twentieth of its start to load.
        from agents.expenses.tables.formats.workbook import workbook_sheet  # noqa: PLC0415

        return workbook_sheet(content, most)
    try:
        parts = [part_of(content, name) for name in sorted(names)]
    except BROKEN_ZIP:
        return TableFault.BROKEN
    if parts and all(_is_camt(part) for part in parts):
        return camt_payments(parts, most)
    single = len(parts) == 1 and not parts[0].startswith(_ZIP)
    return table_in(parts[0], most) if single else TableFault.NO_TABLE


def _is_camt(content: bytes) -> bool:
    return _CAMT.search(content[:_LOOKED_AT].decode(errors="replace")) is not None


def _table_of_text(text: str, content: bytes, most: int) -> FoundTable | TableFault:
    head = text[:_LOOKED_AT]
    if _CAMT.search(head):
        return camt_payments([content], most)
    for pattern, read in _BY_TAGS:
        if pattern.search(head):
            return read(text, most)
    if head.lstrip().startswith("<"):
        return TableFault.NO_TABLE
    return FoundTable(records_of(text, most))


_BY_TAGS = ((_OFX, ofx_payments), (_QIF, qif_payments), (_SWIFT, swift_payments))
