"""Receipts for tests, read by the rules."""

from datetime import date
from decimal import Decimal
from typing import TypeVar

from agents.expenses.photo_certainty import FIELD_CONFIDENCE_THRESHOLD
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading, ReadValue
from domain.understanding import Person
from tests.paper import KOPI, recognised

Value = TypeVar("Value")

TODAY = date(2026, 3, 20)
PERSON = Person(user_id="u1")
AMERICAN = Person(user_id="u2", locale="en_US", currency="USD", timezone="America/New_York")

LAMP = (
    "BRIGHT LAMPS SDN BHD",
    "7 Jalan Terang, 43000 Kajang",
    "Tel: 03-8733 1122",
    "Invoice No: BL-7781",
    "Date: 16/03/2026 15:02",
    "Desk lamp | 45.00",
    "Bulb | 12.00",
    "TOTAL | 57.00",
    "CASH | 60.00",
    "CHANGE | 3.00",
)

HEAD = ("SUNRISE GROCER SDN BHD", "8 Jalan Damai, 46000 Petaling Jaya", "Receipt No: 5512")
DATED = "Date: 02/03/2026 10:15"


def read(*rows: str, person: Person = PERSON, today: date = TODAY, score: float = 0.98) -> Reading:
    """What the rules make of ``rows``."""
    return reading_of(recognised(*rows, score=score), "0" * 64, person, today)


def kopi(number: int, row: str) -> tuple[str, ...]:
    """``KOPI`` with another row in that place."""
    return (*KOPI[:number], row, *KOPI[number + 1 :])


def value_of(field: ReadValue[Value] | None) -> Value | None:
    return None if field is None else field.value


def is_sure(field: ReadValue[Value] | None) -> bool:
    """Whether it would be taken without a question."""
    return field is not None and field.confidence >= FIELD_CONFIDENCE_THRESHOLD


def total_of(*rows: str) -> Decimal | None:
    """The total of a receipt of the grocer's with these rows."""
    return value_of(read(*HEAD, DATED, *rows).total)
