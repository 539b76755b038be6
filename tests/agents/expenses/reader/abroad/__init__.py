"""Made-up receipts as they look in other countries, with what should be read from them."""

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from pathlib import Path

_HERE = Path(__file__).parent
_HEADING = "== "
_PARTS = " | "


@dataclass(frozen=True)
class Abroad:
    """One receipt: its rows, and the right answers."""

    name: str
    currency: str
    occurred_on: date
    total: Decimal
    merchant: str
    rows: tuple[str, ...]

    @property
    def country(self) -> str:
        return self.name[:2]


def receipts(*files: str) -> tuple[Abroad, ...]:
    """All receipts of ``files``, or of every file next to this one."""
    paths = [_HERE / name for name in files] or sorted(_HERE.glob("*.txt"))
    return tuple(receipt for path in paths for receipt in _parsed(path.read_text("utf-8")))


def _parsed(text: str) -> list[Abroad]:
    blocks = ("\n" + text).split("\n" + _HEADING)[1:]
    return [_receipt(block.splitlines()) for block in blocks]


def _receipt(lines: list[str]) -> Abroad:
    name, currency, day, total, merchant = lines[0].split(_PARTS)
    return Abroad(
        name=name,
        currency=currency,
        occurred_on=date.fromisoformat(day),
        total=Decimal(total),
        merchant=merchant,
        rows=tuple(line.removeprefix("| ") for line in lines[1:] if line.strip()),
    )
