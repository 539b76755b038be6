"""OFX and QFX, which banks of the United States, Canada and France export.

Read by its tags alone, as in ``<TRNAMT>-12.50``: that holds for the older form (SGML, where most
tags are never closed) and for the newer one (XML), and for what banks make of either.
"""

import re
from collections.abc import Iterator
from html import unescape
from itertools import islice

from agents.expenses.tables.formats.records import FoundTable, Payment, table_of
from agents.expenses.tables.tabulating import TableColumn

_TAG = re.compile(r"<(/?)([A-Za-z0-9.]{1,32})>([^<\r\n]*)")
_MOST_FIELDS = 40
_DAY = re.compile(r"\d{8}")


def ofx_payments(text: str, most: int) -> FoundTable:
    return table_of(islice(enumerate(_payments(text), 1), most))


def _payments(text: str) -> Iterator[Payment]:
    currency, fields = "", dict[str, str]()
    inside = False
    for match in _TAG.finditer(text):
        closing, tag, value = match[1], match[2].upper(), unescape(match[3]).strip()
        if tag == "STMTTRN":
            if inside and fields:
                yield _payment(fields, currency)
            inside, fields = not closing, {}
        elif tag in {"BANKTRANLIST", "STMTTRNRS", "CCSTMTTRNRS"} and inside:
            if fields:
                yield _payment(fields, currency)
            inside, fields = False, {}
        elif inside and value and len(fields) < _MOST_FIELDS:
            fields.setdefault(tag, value)
        elif tag == "CURDEF" and not closing:
            currency = value.upper()
    if inside and fields:
        yield _payment(fields, currency)


def _payment(fields: dict[str, str], currency: str) -> Payment:
    day = _DAY.match(fields.get("DTUSER", "")) or _DAY.match(fields.get("DTPOSTED", ""))
    return {
        TableColumn.DATE: day.group() if day else "",
        TableColumn.AMOUNT: fields.get("TRNAMT", "").replace(" ", ""),
        TableColumn.CURRENCY: _currency(fields) or currency,
        TableColumn.TEXT: fields.get("NAME") or fields.get("MEMO", ""),
        TableColumn.NOTES: fields.get("MEMO", "") if "NAME" in fields else "",
        TableColumn.KIND: "ATM" if fields.get("TRNTYPE") == "CASH" else fields.get("TRNTYPE", ""),
        TableColumn.REFERENCE: fields.get("FITID", ""),
    }


def _currency(fields: dict[str, str]) -> str:
    """Of one payment: ``CURSYM`` stands within ``CURRENCY``; within ``ORIGCURRENCY`` it is what the
    amount was converted from.
    """
    return "" if "ORIGCURRENCY" in fields else fields.get("CURSYM", "").upper()
