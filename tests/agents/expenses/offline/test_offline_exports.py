"""Which words ask for a file, of which form, of which days."""

from datetime import date

import pytest

from agents.expenses.exporting import ExportForm, ExportOrder, ExportRequest
from agents.expenses.meaning import Kind
from agents.expenses.offline.engine import OfflineEngine
from domain.understanding import Person
from tests.agents.expenses.offline.talking import acts, errand

TODAY = date(2026, 11, 23)
ALL, CSV = ("xlsx", "", ""), ("csv", "2026-07-01", "2026-07-31")
SPRING = ("xlsx", "2026-03-01", "2026-05-31")
OCTOBER = ("xlsx", "2026-10-01", "2026-10-31")
PHOTOS = ("photos", "", "")
PLAIN = {
    "export my expenses": ALL,
    "How do I export my expenses?": ALL,
    "exportiere meine Ausgaben": ALL,
    "eksport perbelanjaan saya": ALL,
    "export july as csv": CSV,
    "send me my receipts as a zip": PHOTOS,
    "hantar resit saya sebagai zip": PHOTOS,
    "export my expenses from last month": OCTOBER,
    "Ausgaben für letzten Monat als Excel": OCTOBER,
    "export from 1.3. to 31.5.": SPRING,
    "Ausgaben vom 1.3. bis 31.5. exportieren": SPRING,
    "export march to may": SPRING,
}
BEHIND_THE_COMMAND = {
    "": ALL,
    "july csv": CSV,
    "photos last month": ("photos", *OCTOBER[1:]),
    "this month": ("xlsx", "2026-11-01", "2026-11-23"),
    "2025": ("xlsx", "2025-01-01", "2025-12-31"),
    "since 1 june": ("xlsx", "2026-06-01", "2026-11-23"),
    "2026-03-01 to 2026-05-31": SPRING,
    "dec to jan": ("xlsx", "2025-12-01", "2026-01-31"),
    "2027-01-05": ("xlsx", "2027-01-05", "2027-01-05"),
}


def order(text: str) -> ExportOrder | None:
    request = ExportRequest(person=Person(user_id="ali"), asked=text, today=TODAY)
    return OfflineEngine().export_order(request)


@pytest.mark.parametrize(("text", "wanted"), [*PLAIN.items(), *BEHIND_THE_COMMAND.items()])
def test_form_and_days_are_read(text: str, wanted: tuple[str, str, str]) -> None:
    form, *days = wanted
    since, until = (date.fromisoformat(day) if day else None for day in days)
    assert order(text) == ExportOrder(form=ExportForm(form), since=since, until=until)


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_ask_for_a_file_without_a_model(text: str) -> None:
    assert order(errand(text, Kind.EXPORT).export) == order(text)


@pytest.mark.parametrize(
    "text",
    ["export fee 50", "export duty 120 usd last month", "zip 20", "zip tie 5", "send 50 to mum",
     "excel course 90", "photos 12", "csv"],
)  # fmt: skip
def test_what_names_something_else_is_no_wish_for_a_file(text: str) -> None:
    assert Kind.EXPORT not in [each.kind for each in acts(text)]


@pytest.mark.parametrize("text", ["banana", "july banana csv", "32.13."])
def test_days_that_are_none_are_not_made_up(text: str) -> None:
    assert order(text) is None
