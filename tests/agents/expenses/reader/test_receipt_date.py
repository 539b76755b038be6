from datetime import date, time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.reading import ReadValue
from tests.agents.expenses.reader.paper import AMERICAN, TODAY, is_sure, kopi, read, value_of
from tests.paper import KOPI

MARCH_5, MARCH_14 = date(2026, 3, 5), date(2026, 3, 14)
NOTATIONS = {
    "14/03/2026": MARCH_14,
    "14-03-26": MARCH_14,
    "14.03.2026": MARCH_14,
    "5/3/2026": MARCH_5,
    "2026-03-05": MARCH_5,
    "2026/03/05": MARCH_5,
    "05 MAR 2026": MARCH_5,
    "5-Mar-26": MARCH_5,
    "15/Oct/2025 04:56:46": date(2025, 10, 15),
    "Oct 3, 2025 12:16:25 PM": date(2025, 10, 3),
    "0ct 3, 2025": date(2025, 10, 3),
    "3rd February 2026": date(2026, 2, 3),
    "5 Mac 2026": MARCH_5,
    "12. März 2026": date(2026, 3, 12),
    "20260305": MARCH_5,
    "05032026": MARCH_5,
    "2026年3月5日": MARCH_5,
    "19-14/03/202623:02:16": MARCH_14,
    "14 / 03 / 2026": MARCH_14,
    "2026년 3월 5일": MARCH_5,
    "令和8年3月5日": MARCH_5,
    "民國115年3月5日": MARCH_5,
    "5 de março de 2026": MARCH_5,
    "5 de marzo de 2026": MARCH_5,
    "05 mrt 2026": MARCH_5,
    "5 marca 2026": MARCH_5,
    "5 févr. 2026": date(2026, 2, 5),
    "ngày 05 tháng 03 năm 2026": MARCH_5,
    "5 มี.ค. 2569": MARCH_5,
    "05/03/2569": MARCH_5,
    "05/03/69": MARCH_5,
    "2026-03-05T14:02": MARCH_5,
    "2026/03/0521:18": MARCH_5,
    "05 03-26 10:15": MARCH_5,
    "05/03-26": MARCH_5,
    "2026. 3. 5": MARCH_5,
    "05.03.2026/13:29:17": MARCH_5,
    "Mar.05.2026": MARCH_5,
    "05·03·2026": MARCH_5,
    "08.09. 15:20 Uhr 05.03.2026": MARCH_5,
}
NOWHERE = ("BLUE DOOR CAFE", "Table 4", "03/02/2026 10:15", "Tea 4.00", "Total 4.00")
FEBRUARY_3, MARCH_2 = date(2026, 2, 3), date(2026, 3, 2)


def date_of(row: str) -> ReadValue[date] | None:
    return read(*kopi(4, row)).occurred_on


@pytest.mark.parametrize("printed", NOTATIONS)
def test_dates_are_read_in_many_notations(printed: str) -> None:
    found = date_of(f"Date: {printed}")
    assert value_of(found) == NOTATIONS[printed]
    assert is_sure(found)


@pytest.mark.parametrize(
    ("rows", "here", "there"),
    [
        (NOWHERE, FEBRUARY_3, MARCH_2),
        ((NOWHERE[0], "12 Elm St, Dayton, OH 45402", *NOWHERE[1:]), MARCH_2, MARCH_2),
        ((NOWHERE[0], "Dayton, OH (937) 229-0749", *NOWHERE[1:]), MARCH_2, MARCH_2),
        (kopi(4, "03/02/2026"), FEBRUARY_3, FEBRUARY_3),
        ((*NOWHERE, "Member since 02/28/2024"), MARCH_2, MARCH_2),
        ((*NOWHERE[:2], "Mon 03/02/2026 10:15", *NOWHERE[3:]), MARCH_2, MARCH_2),
        (kopi(4, "03/14/2026"), MARCH_14, MARCH_14),
        (kopi(4, "14/03/2026"), MARCH_14, MARCH_14),
        (kopi(4, "02/12/2026"), date(2026, 2, 12), date(2026, 2, 12)),
    ],
    ids=[
        "nowhere",
        "ohio",
        "ohio by phone",
        "kl",
        "another date",
        "weekday",
        "no 14th month",
        "14th",
        "no future",
    ],
)
def test_whether_the_month_comes_first_is_told_by_the_paper_and_else_by_the_person(
    rows: tuple[str, ...], here: date, there: date
) -> None:
    assert value_of(read(*rows).occurred_on) == here
    assert value_of(read(*rows, person=AMERICAN).occurred_on) == there


@pytest.mark.parametrize(
    ("rows", "day"),
    [
        (("Kungsgatan 12", "411 19 Göteborg, Sverige", "Datum: 17-02-03"), date(2017, 2, 3)),
        (("10 King St, Toronto ON M5E 1Z2", "DATE/TIME: 22/04/19 10:15"), date(2022, 4, 19)),
        (("DATE/TIME: 22/04/19 10:15", "04/19/2022 0042"), date(2022, 4, 19)),
        (("DATE/TIME: 15/12/11 10:15", "12/11/2015 0042"), date(2015, 12, 11)),
        (("22-02-03 10:15",), date(2022, 2, 3)),
        (("22-02-09 10:15",), date(2009, 2, 22)),
    ],
    ids=[
        "a Swedish one of years ago",
        "Canadian",
        "also in full",
        "in full in either order",
        "of 2003 else",
        "of 2009",
    ],
)
def test_a_date_of_pairs_of_digits_may_begin_with_its_year(
    rows: tuple[str, ...], day: date
) -> None:
    read_date = read("BLUE DOOR CAFE", *rows, "Tea 4.00", "Total 4.00").occurred_on
    assert value_of(read_date) == day


def test_a_date_in_the_future_is_doubtful() -> None:
    found = date_of("Date: 25/12/2027")
    assert found is not None
    assert not is_sure(found)


@pytest.mark.parametrize(
    "row", ["01/01/1970 00:00", "TEL: 03-5512 8890  GST: 001637511168  Co. 201901012345"]
)
def test_a_clock_at_its_zero_and_numbers_of_phones_and_companies_are_no_dates(row: str) -> None:
    assert date_of(row) is None


def test_expiry_and_return_dates_do_not_win_over_the_receipts_own() -> None:
    others = ("Card expiry 30/09/2025 10:00", "Return before 28/03/2026", "Valid until 01/01/26")
    assert value_of(read(*KOPI, *others).occurred_on) == MARCH_14


@pytest.mark.parametrize(
    ("printed", "expected"),
    [("08:42", time(8, 42)), ("8:13:39 PM", time(20, 13, 39)), ("12:05 AM", time(0, 5))],
)
def test_the_time_next_to_the_date_is_read(printed: str, expected: time) -> None:
    assert read(*kopi(4, f"14/03/2026 {printed}")).occurred_at == expected


@given(st.dates(date(2001, 1, 1), TODAY), st.sampled_from(["%d/%m/%Y", "%Y-%m-%d", "%d %b %Y"]))
def test_any_past_date_is_read_as_printed(day: date, notation: str) -> None:
    reading = read(*KOPI[:3], f"Date: {day.strftime(notation)}", "TOTAL | 4.00")
    assert value_of(reading.occurred_on) == day


@pytest.mark.parametrize(
    "advert",
    [
        "Offer ends 28 Feb 2026",
        "Coupon 28/02/2026",
        "Gutschein einlösbar 28.02.2026",
        "Neueröffnung 28.02.2026",
        "Oferta 28/02/2026",
        "Offre 28/02/2026",
        "Erbjudande 2026-02-28",
        "28 Feb 2026",
    ],
)
@pytest.mark.parametrize("own", ["0042 14/03/2026 0007", "14/03/2026 08:42"])
def test_the_day_of_an_advert_is_not_the_receipts(advert: str, own: str) -> None:
    rows = ("SUNRISE GROCER", "8 High Road", advert, "Milk | 5.40", "TOTAL | 5.40", own)

    assert value_of(read(*rows).occurred_on) == date(2026, 3, 14)


@pytest.mark.parametrize("advert", ["Coupon 28/02/2026", "Aktion 28.02.2026", "Tilbud 28.02.2026"])
def test_the_day_of_an_advert_alone_is_asked_about(advert: str) -> None:
    rows = ("SUNRISE GROCER", "8 High Road", advert, "Milk | 5.40", "TOTAL | 5.40")

    assert not is_sure(read(*rows).occurred_on)
