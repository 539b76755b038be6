"""MT940 and MT942, the statements of SWIFT, by the library mt-940."""

import logging
import re
from collections.abc import Iterator, Mapping
from io import StringIO
from itertools import islice

import mt940
from mt940.models import Amount
from mt940.options import Options

from agents.expenses.tables.formats.records import FoundTable, Payment, table_of
from agents.expenses.tables.tabulating import TableColumn, TableFault

logging.getLogger("mt940").setLevel(logging.CRITICAL + 1)  # it logs lines that it cannot read

_OPTIONS = Options(applicant_iban=True)
_TAG = re.compile(r"^:(\d\d[A-Z]?|NS):")
_READ = frozenset(["20", "34F", "60F", "60M", "61", "86"])
_SUBFIELD = re.compile(r"\d{0,3}\s*([~<^@|])\d\d")
"""Where banks part the details by another sign than "?"."""
_FIELD = re.compile(r"/(NAME|REMI|EREF|TRTP|CNTP|BENM|ORDP|USTD)/")


def swift_payments(text: str, most: int) -> FoundTable | TableFault:
    """What the library cannot read is no table: it raises many kinds of errors for one."""
    try:
        # A handle: of a text, the library would first look whether it names a file.
        found = mt940.parse(StringIO("\n".join(_read_lines(text))), options=_OPTIONS)
        payments = [_payment(each.data) for each in islice(found, most) if "amount" in each.data]
    except (RuntimeError, ValueError, LookupError, TypeError, AttributeError, ArithmeticError):
        return TableFault.BROKEN
    return table_of(enumerate(payments, 1))


def _read_lines(text: str) -> Iterator[str]:
    """What payments are read from: the library refuses a whole file for a number of a statement
    that is too long. What follows the closing balance is of no payment.
    """
    tag, sign = "", ""
    for line in text.splitlines():
        found = _TAG.match(line)
        if found:
            closed = tag.startswith(("62", "64", "65")) and found[1] == "86"
            tag = tag if closed else found[1]
            parted = _SUBFIELD.match(line, found.end()) if tag == "86" else None
            sign = parted[1] if parted else ""
        if tag in _READ:
            yield re.sub(rf"{re.escape(sign)}(?=\d\d)", "?", line) if sign else line


def _payment(data: Mapping[str, object]) -> Payment:
    amount = data["amount"]
    value = f"{amount.amount:f}" if isinstance(amount, Amount) else ""
    told = {name: str(data.get(name) or "") for name in _TOLD}
    details = _parted(told["transaction_details"])
    name = told["applicant_name"] or details.get("NAME", "")
    text = told["purpose"] or details.get("REMI", "") or details.get("USTD", "")
    plain = "" if details or told["purpose"] else told["transaction_details"]
    return {
        TableColumn.DATE: told["date"],
        TableColumn.AMOUNT: value,
        TableColumn.CURRENCY: told["currency"],
        TableColumn.MERCHANT: name,
        TableColumn.TEXT: text or plain or told["extra_details"],
        TableColumn.KIND: told["posting_text"] or details.get("TRTP", ""),
        TableColumn.REFERENCE: told["end_to_end_reference"] or details.get("EREF", ""),
    }


_TOLD = (
    "date", "currency", "applicant_name", "purpose", "posting_text", "transaction_details",
    "extra_details", "end_to_end_reference",
)  # fmt: skip


def _parted(details: str) -> dict[str, str]:
    """As Dutch banks write them: "/NAME/Albert Heijn/REMI/Pas 001/EREF/NOTPROVIDED"."""
    pieces = _FIELD.split("".join(details.splitlines()))
    pairs = zip(pieces[1::2], pieces[2::2], strict=False)
    return {name: value.strip(" /") for name, value in pairs}
