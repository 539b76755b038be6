"""Files of reference rates as the European Central Bank publishes them: all of one, or nothing.

``eurofxref-hist.csv`` has a heading with currencies and a line for each day; ``eurofxref.csv`` has
one day, written out; the XML files have a ``Cube`` for each day. Values are units of a currency for
one euro. Currencies that are gone (and not in ISO 4217 any more) are passed over.
"""

import csv
import re
from collections.abc import Iterable, Iterator
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import NamedTuple
from xml.parsers import expat

from agents.expenses.rate_arithmetic import BASE, is_rate
from domain.errors import ConfigurationError
from domain.money import MINOR_UNITS

_CODE = re.compile(r"[A-Z]{3}")
_VALUE = re.compile(r"\d{1,12}(?:\.\d{1,12})?")
_NONE = frozenset({"", "N/A", "-"})
_MAX_BYTES = 50_000_000


class ReferenceRate(NamedTuple):
    """Units of ``currency`` for one euro."""

    currency: str
    day: date
    rate: Decimal


class RefusedRatesError(ConfigurationError):
    """A file with anything in it that is not understood: nothing of it is taken."""

    code = "rates.refused"

    def __init__(self, name: str, line: int, why: str) -> None:
        super().__init__(f"{name}, line {line}: {why}")
        self.line = line


def rates_in(path: Path) -> list[ReferenceRate]:
    """All rates of a CSV or XML file, the euro's own 1 with each day.

    Raises ``RefusedRatesError``, with the line, and ``OSError``.
    """
    if path.stat().st_size > _MAX_BYTES:
        raise RefusedRatesError(path.name, 0, "too large to be a file of rates")
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise RefusedRatesError(path.name, line, "is not UTF-8") from error
    days = _of_xml(path.name, text) if text.lstrip().startswith("<") else _of_csv(path.name, text)
    return _checked(path.name, days)


class _Quoted(NamedTuple):
    line: int
    day: str
    currency: str
    value: str


def _checked(name: str, quotes: Iterable[_Quoted]) -> list[ReferenceRate]:
    rates: dict[tuple[str, date], ReferenceRate] = {}
    days: set[date] = set()
    last = 0
    for quoted in quotes:
        last, day = quoted.line, _day(name, quoted)
        if not _CODE.fullmatch(quoted.currency):
            raise RefusedRatesError(name, last, f"{quoted.currency[:20]!r} is no currency")
        value = Decimal(quoted.value) if _VALUE.fullmatch(quoted.value) else Decimal(0)
        if not is_rate(value):
            raise RefusedRatesError(name, last, f"{quoted.value[:20]!r} is no rate")
        key = quoted.currency, day
        if key in rates or quoted.currency == BASE:
            raise RefusedRatesError(name, last, f"{quoted.currency} stands there twice")
        if quoted.currency in MINOR_UNITS:
            rates[key] = ReferenceRate(quoted.currency, day, value)
            days.add(day)
    if not rates:
        raise RefusedRatesError(name, last + 1, "there are no rates")
    return [*rates.values(), *(ReferenceRate(BASE, day, Decimal(1)) for day in sorted(days))]


def _day(name: str, quoted: _Quoted) -> date:
    for form in ("%Y-%m-%d", "%d %B %Y"):
        try:
            return datetime.strptime(quoted.day, form).replace(tzinfo=UTC).date()
        except ValueError:
            continue
    raise RefusedRatesError(name, quoted.line, f"{quoted.day[:20]!r} is no day")


def _of_csv(name: str, text: str) -> Iterator[_Quoted]:
    rows = csv.reader(text.splitlines(), skipinitialspace=True)
    heading = _without_end(next(rows, []))
    if not heading or heading[0] != "Date":
        raise RefusedRatesError(name, 1, "the heading does not begin with Date")
    for cells in rows:
        if not any(cells):
            continue
        row = _without_end(cells) if len(cells) > len(heading) else [c.strip() for c in cells]
        if len(row) != len(heading):
            why = f"{len(row)} values under a heading of {len(heading)}"
            raise RefusedRatesError(name, rows.line_num, why)
        for currency, value in zip(heading[1:], row[1:], strict=True):
            if value not in _NONE:
                yield _Quoted(rows.line_num, row[0], currency, value)


def _without_end(cells: list[str]) -> list[str]:
    """The bank ends each line with a comma."""
    stripped = [cell.strip() for cell in cells]
    return stripped[:-1] if stripped and not stripped[-1] else stripped


def _of_xml(name: str, text: str) -> list[_Quoted]:
    found: list[_Quoted] = []
    parser, day = expat.ParserCreate(), ""

    def started(tag: str, attributes: dict[str, str]) -> None:
        nonlocal day
        if tag.rpartition(":")[2] == "Cube":
            day = attributes.get("time", day)
            if "currency" in attributes:
                at = parser.CurrentLineNumber
                rate = attributes.get("rate", "")
                found.append(_Quoted(at, day, attributes["currency"], rate))

    def declared(*_: object) -> None:
        raise RefusedRatesError(name, parser.CurrentLineNumber, "it declares entities")

    parser.StartElementHandler = started
    parser.EntityDeclHandler = declared
    try:
        parser.Parse(text, True)  # noqa: FBT003 - takes no names
    except expat.ExpatError as error:
        why = f"is no XML: {expat.ErrorString(error.code)}"
        raise RefusedRatesError(name, error.lineno, why) from error
    return found


class RatesFolder:
    """The files of the setting ``RATES_FILE``, read again when they change. Blocks: for threads."""

    def __init__(self, path: Path | None) -> None:
        self._path = path
        self._seen: dict[Path, int] = {}

    def changed(self) -> list[Path]:
        """Files that are new or were written since they were taken. Raises ``OSError``."""
        if self._path is None:
            return []
        files = [self._path]
        if self._path.is_dir():
            files = sorted(p for p in self._path.iterdir() if p.suffix in {".csv", ".xml"})
        return [file for file in files if self._seen.get(file) != file.stat().st_mtime_ns]

    def took(self, file: Path) -> None:
        """Taken in, or refused: it is asked for again when it is written anew."""
        self._seen[file] = file.stat().st_mtime_ns
