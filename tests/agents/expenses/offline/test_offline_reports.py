"""Which words ask for a report, of which days, in which look."""

from datetime import date

import pytest

from agents.expenses.meaning import Kind
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.reporting import Look, ReportOrder, ReportRequest
from domain.understanding import Person
from tests.agents.expenses.offline.talking import acts, errand

TODAY = date(2026, 11, 23)
THIS_MONTH = ("2026-11-01", "2026-11-23", "light")
OCTOBER = ("2026-10-01", "2026-10-31", "light")
JUNE = ("2026-06-01", "2026-06-30", "light")
YEAR = ("2026-01-01", "2026-11-23", "light")
WEEK = ("2026-11-23", "2026-11-23", "light")
SPRING = ("2026-03-01", "2026-05-31", "light")
PLAIN = {
    "report": THIS_MONTH,
    "Bericht": THIS_MONTH,
    "laporan": THIS_MONTH,
    "report for june": JUNE,
    "Bericht für Juni": JUNE,
    "show me a report of 2026": YEAR,
    "I need a report on my expenses last month": OCTOBER,
    "laporan bulan lepas": OCTOBER,
    "weekly report": WEEK,
    "Wochenbericht": WEEK,
    "report from 1.3. to 31.5.": SPRING,
}
BEHIND_THE_COMMAND = {
    "": THIS_MONTH,
    "last month": OCTOBER,
    "week": WEEK,
    "year": YEAR,
    "tahun ini": YEAR,
    "dark": (*THIS_MONTH[:2], "dark"),
    "june dark mode": (*JUNE[:2], "dark"),
    "letzten Monat dunkel": (*OCTOBER[:2], "dark"),
    "from 5 nov to 1 nov": ("2026-11-01", "2026-11-05", "light"),
    "yesterday": ("2026-11-22", "2026-11-22", "light"),
}


def order(text: str) -> ReportOrder | None:
    request = ReportRequest(person=Person(user_id="ali"), asked=text, today=TODAY)
    return OfflineEngine().report_order(request)


@pytest.mark.parametrize(("text", "wanted"), [*PLAIN.items(), *BEHIND_THE_COMMAND.items()])
def test_days_and_look_are_read_and_what_is_to_come_of_a_period_is_left_out(
    text: str, wanted: tuple[str, str, str]
) -> None:
    since, until = (date.fromisoformat(day) for day in wanted[:2])
    assert order(text) == ReportOrder(since=since, until=until, look=Look(wanted[2]))


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_ask_for_a_report_without_a_model(text: str) -> None:
    assert order(errand(text, Kind.REPORT).report) == order(text)


@pytest.mark.parametrize(
    "text", ["police report 20", "report card 50", "report cover 12 usd", "lab report 80 last week"]
)
def test_what_names_something_else_is_no_wish_for_a_report(text: str) -> None:
    assert Kind.REPORT not in [each.kind for each in acts(text)]


@pytest.mark.parametrize("text", ["next month", "report next year", "july 2027", "bulan depan"])
def test_what_is_still_to_come_is_known_to_be(text: str) -> None:
    asked = order(text)
    assert asked is not None
    assert asked.since > TODAY


@pytest.mark.parametrize("text", ["banana", "july banana", "32.13."])
def test_days_that_are_none_are_not_made_up(text: str) -> None:
    assert order(text) is None
