"""CAMT.052, .053 and .054 of ISO 20022, which banks of Europe export, in any version.

The names of tags are those of the standard. DTDs and entities are refused.
"""

from collections.abc import Iterator, Sequence
from decimal import Decimal, InvalidOperation
from itertools import islice
from xml.etree.ElementTree import Element, ParseError

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from agents.expenses.tables.formats.records import FoundTable, Payment, table_of
from agents.expenses.tables.tabulating import TableColumn, TableFault

_KINDS = {"CWDL": "cash withdrawal", "COAT": "own account", "ACCB": "own account"}
"""Codes of sub-families by which money only changes its place."""


def camt_payments(statements: Sequence[bytes], most: int) -> FoundTable | TableFault:
    """Of one statement, or of all that a bank packed together: a file for each day."""
    try:
        roots = [fromstring(content, forbid_dtd=True) for content in statements]
    except (ParseError, DefusedXmlException, ValueError, LookupError):
        return TableFault.BROKEN
    owners = [_text(account, "Ownr", "Nm") for root in roots for account in _all(root, "Acct")]
    entries = (entry for root in roots for entry in _all(root, "Ntry"))
    payments = (paid for entry in entries for paid in _payments(entry))
    return table_of(islice(enumerate(payments, 1), most), next(filter(None, owners), ""))


def _payments(entry: Element) -> Iterator[Payment]:
    """One for each detail of a collective entry that has an amount of its own, else the entry."""
    parts = list(_all(entry, "TxDtls"))
    amounts = [_amount(part) for part in parts]
    if len(parts) > 1 and all(amount is not None for amount in amounts):
        for part, amount in zip(parts, amounts, strict=True):
            yield _payment(entry, part, amount)
    else:
        yield _payment(entry, parts[0] if len(parts) == 1 else entry, _child(entry, "Amt"))


def _amount(part: Element) -> Element | None:
    own = _child(part, "Amt")
    return own if own is not None else _child(part, "AmtDtls", "TxAmt", "Amt")


def _payment(entry: Element, part: Element, amount: Element | None) -> Payment:
    out = (_text(part, "CdtDbtInd") or _text(entry, "CdtDbtInd")) == "DBIT"
    told = [(each.text or "").strip() for each in _all(part, "Ustrd")]
    further = _text(part, "AddtlTxInf") or _text(entry, "AddtlNtryInf")
    code = next((each.text or "" for each in _all(entry, "SubFmlyCd")), "").strip()
    return {
        TableColumn.DATE: _day(entry, "BookgDt") or _day(entry, "ValDt"),
        TableColumn.AMOUNT: _signed(amount, out=out),
        TableColumn.CURRENCY: "" if amount is None else amount.get("Ccy", ""),
        TableColumn.MERCHANT: _party(part, "Cdtr"),
        TableColumn.PAYER: _party(part, "Dbtr"),
        TableColumn.TEXT: " ".join(told) or further,
        TableColumn.NOTES: further if told else "",
        TableColumn.KIND: _KINDS.get(code, ""),
        TableColumn.STATE: "pending" if _state(entry) in {"PDNG", "INFO", "FUTR"} else "",
        TableColumn.REFERENCE: _reference(entry, part),
    }


def _reference(entry: Element, part: Element) -> str:
    """The bank's own for the payment, which the payer's ("NOTPROVIDED") seldom is an id beside."""
    whole = len(list(_all(entry, "TxDtls"))) < 2  # noqa: PLR2004 - a collective entry has several
    bank = _text(part, "Refs", "AcctSvcrRef") or (_text(entry, "AcctSvcrRef") if whole else "")
    return bank or _text(part, "Refs", "EndToEndId")


def _signed(amount: Element | None, *, out: bool) -> str:
    written = "" if amount is None else (amount.text or "").strip()
    try:
        value = Decimal(written)
    except InvalidOperation:
        return written
    return f"{-value if out else value:f}" if value.is_finite() else ""


def _state(entry: Element) -> str:
    return _text(entry, "Sts", "Cd") or _text(entry, "Sts")


def _day(entry: Element, name: str) -> str:
    return (_text(entry, name, "Dt") or _text(entry, name, "DtTm"))[:10]


def _party(part: Element, role: str) -> str:
    """Newer versions have the party's name one level deeper."""
    for parties in _all(part, "RltdPties"):
        return _text(parties, role, "Nm") or _text(parties, role, "Pty", "Nm")
    return ""


def _all(within: Element, name: str) -> Iterator[Element]:
    return (each for each in within.iter() if _name(each) == name)


def _child(within: Element, *path: str) -> Element | None:
    found: Element | None = within
    for name in path:
        if found is None:
            return None
        found = next((each for each in found if _name(each) == name), None)
    return found


def _text(within: Element, *path: str) -> str:
    found = _child(within, *path)
    return "" if found is None else (found.text or "").strip()


def _name(element: Element) -> str:
    """Without the namespace, which says the version."""
    return str(element.tag).rpartition("}")[2]
