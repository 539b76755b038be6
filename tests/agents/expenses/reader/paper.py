"""Receipts for tests, read by the rules."""

from datetime import date

from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from domain.understanding import Person
from tests.paper import recognised

TODAY = date(2026, 3, 20)
PERSON = Person(user_id="u1")

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


def read(*rows: str, person: Person = PERSON, today: date = TODAY, score: float = 0.98) -> Reading:
    """What the rules make of ``rows``."""
    return reading_of(recognised(*rows, score=score), "0" * 64, person, today)
