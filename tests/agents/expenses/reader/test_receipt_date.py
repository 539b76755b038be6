from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.reading import ReadValue
from agents.expenses.rules import FIELD_CONFIDENCE_THRESHOLD
from domain.understanding import Person
from tests.agents.expenses.reader.paper import PERSON, TODAY, read
from tests.paper import KOPI

AMERICAN = Person(user_id="u2", locale="en_US", currency="USD", timezone="America/New_York")


def date_of(row: str, person: Person = PERSON, today: date = TODAY) -> ReadValue[date] | None:
    rows = [*KOPI]
    rows[4] = row
    return read(*rows, person=person, today=today).occurred_on


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("14/03/2026", date(2026, 3, 14)),
        ("14-03-26", date(2026, 3, 14)),
        ("14.03.2026", date(2026, 3, 14)),
        ("5/3/2026", date(2026, 3, 5)),
        ("2026-03-05", date(2026, 3, 5)),
        ("2026/03/05", date(2026, 3, 5)),
        ("05 MAR 2026", date(2026, 3, 5)),
        ("5-Mar-26", date(2026, 3, 5)),
        ("15/Oct/2025 04:56:46", date(2025, 10, 15)),
        ("Oct 3, 2025 12:16:25 PM", date(2025, 10, 3)),
        ("0ct 3, 2025", date(2025, 10, 3)),
        ("3rd February 2026", date(2026, 2, 3)),
        ("5 Mac 2026", date(2026, 3, 5)),
        ("12. März 2026", date(2026, 3, 12)),
        ("20260305", date(2026, 3, 5)),
        ("05032026", date(2026, 3, 5)),
        ("2026年3月5日", date(2026, 3, 5)),
        ("19-14/03/202623:02:16", date(2026, 3, 14)),
        ("14 / 03 / 2026", date(2026, 3, 14)),
        ("2026년 3월 5일", date(2026, 3, 5)),
        ("令和8年3月5日", date(2026, 3, 5)),
        ("民國115年3月5日", date(2026, 3, 5)),
        ("5 de março de 2026", date(2026, 3, 5)),
        ("5 de marzo de 2026", date(2026, 3, 5)),
        ("05 mrt 2026", date(2026, 3, 5)),
        ("5 marca 2026", date(2026, 3, 5)),
        ("5 févr. 2026", date(2026, 2, 5)),
        ("ngày 05 tháng 03 năm 2026", date(2026, 3, 5)),
        ("5 มี.ค. 2569", date(2026, 3, 5)),
        ("05/03/2569", date(2026, 3, 5)),
        ("2026-03-05T14:02", date(2026, 3, 5)),
        ("2026/03/0521:18", date(2026, 3, 5)),
        ("05 03-26 10:15", date(2026, 3, 5)),
    ],
)
def test_dates_are_read_in_many_notations(printed: str, expected: date) -> None:
    found = date_of(f"Date: {printed}")

    assert found is not None
    assert found.value == expected
    assert found.confidence >= FIELD_CONFIDENCE_THRESHOLD


NOWHERE = ("BLUE DOOR CAFE", "Table 4", "03/02/2026 10:15", "Tea 4.00", "Total 4.00")


def test_where_no_place_is_named_the_person_tells_whether_the_month_comes_first() -> None:
    here, there = read(*NOWHERE).occurred_on, read(*NOWHERE, person=AMERICAN).occurred_on

    assert here is not None
    assert here.value == date(2026, 2, 3)
    assert there is not None
    assert there.value == date(2026, 3, 2)


def test_the_place_on_a_receipt_tells_whether_the_month_comes_first() -> None:
    in_ohio = (NOWHERE[0], "12 Elm St, Dayton, OH 45402", *NOWHERE[1:])
    abroad, at_home = read(*in_ohio).occurred_on, date_of("03/02/2026", AMERICAN)

    assert abroad is not None
    assert abroad.value == date(2026, 3, 2)
    assert at_home is not None
    assert at_home.value == date(2026, 2, 3)


def test_another_date_on_the_receipt_can_settle_the_order() -> None:
    found = read(*NOWHERE, "Member since 02/28/2024").occurred_on

    assert found is not None
    assert found.value == date(2026, 3, 2)


def test_a_weekday_can_settle_the_order() -> None:
    rows = [row.replace("03/02/2026", "Mon 03/02/2026") for row in NOWHERE]

    found = read(*rows).occurred_on

    assert found is not None
    assert found.value == date(2026, 3, 2)


def test_an_impossible_order_gives_way_to_the_possible_one() -> None:
    here, there = date_of("03/14/2026"), date_of("14/03/2026", AMERICAN)

    assert here is not None
    assert there is not None
    assert here.value == there.value == date(2026, 3, 14)


def test_of_two_readings_the_one_that_is_not_in_the_future_is_taken() -> None:
    found = date_of("02/12/2026")

    assert found is not None
    assert found.value == date(2026, 2, 12)


def test_a_date_in_the_future_is_doubtful() -> None:
    found = date_of("Date: 25/12/2027")

    assert found is not None
    assert found.confidence < FIELD_CONFIDENCE_THRESHOLD


def test_a_clock_at_its_zero_is_no_date() -> None:
    assert date_of("01/01/1970 00:00") is None


def test_expiry_and_return_dates_do_not_win_over_the_receipts_own() -> None:
    rows = (
        *KOPI,
        "Card expiry 30/09/2025 10:00",
        "Return before 28/03/2026",
        "Valid until 01/01/26",
    )

    found = read(*rows).occurred_on

    assert found is not None
    assert found.value == date(2026, 3, 14)


def test_phone_and_company_numbers_are_no_dates() -> None:
    assert date_of("TEL: 03-5512 8890  GST: 001637511168  Co. 201901012345") is None


@pytest.mark.parametrize(
    ("printed", "expected"),
    [
        ("14/03/2026 08:42", time(8, 42)),
        ("14/03/2026 8:13:39 PM", time(20, 13, 39)),
        ("14/03/2026 12:05 AM", time(0, 5)),
    ],
)
def test_the_time_next_to_the_date_is_read(printed: str, expected: time) -> None:
    rows = [*KOPI]
    rows[4] = printed

    assert read(*rows).occurred_at == expected


@given(st.dates(date(2001, 1, 1), TODAY), st.sampled_from(["%d/%m/%Y", "%Y-%m-%d", "%d %b %Y"]))
def test_any_past_date_is_read_as_printed(day: date, notation: str) -> None:
    found = date_of(f"Date: {day.strftime(notation)}")

    assert found is not None
    assert found.value == day
