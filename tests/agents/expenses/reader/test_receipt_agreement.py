"""Nothing is taken unasked that the rest of the receipt does not agree with."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.reader.calibration import calibrated
from agents.expenses.reading import Reading
from agents.expenses.rules import AMOUNT_CONFIDENCE_THRESHOLD, FIELD_CONFIDENCE_THRESHOLD
from tests.agents.expenses.reader.paper import read

HEAD = ("SUNRISE GROCER SDN BHD", "8 Jalan Damai, 46000 Petaling Jaya", "Receipt No: 5512")
DATED = "Date: 02/03/2026 10:15"
ITEMS = ("Rice 5kg | 22.10", "Eggs | 9.80")


def receipt(*rows: str, head: tuple[str, ...] = HEAD, dated: str = DATED) -> Reading:
    return calibrated(read(*head, dated, *rows))


def taken(reading: Reading) -> Decimal | None:
    """The amount that would be saved without a question."""
    total = reading.total
    sure = total is not None and total.confidence >= AMOUNT_CONFIDENCE_THRESHOLD
    return total.value if sure and total is not None else None


class TestAmount:
    def test_one_that_the_lines_add_up_to_is_taken(self) -> None:
        assert taken(receipt(*ITEMS, "TOTAL | 31.90")) == Decimal("31.90")

    def test_one_that_the_payment_repeats_is_taken(self) -> None:
        rows = ("Ric | 22.10", "TOTAL | 31.90", "VISA | 31.90")
        assert taken(receipt(*rows)) == Decimal("31.90")

    @pytest.mark.shows("safety 1")
    @pytest.mark.parametrize("stroke", ["131.90", "731.90", "37.90", "31.96"])
    def test_a_digit_that_a_pen_left_is_never_taken_against_the_lines(self, stroke: str) -> None:
        assert taken(receipt(*ITEMS, f"Grand Total | {stroke}")) is None

    def test_a_total_that_nothing_else_agrees_with_is_asked_about(self) -> None:
        assert taken(receipt("Rice 5kg", "Eggs", "TOTAL | 31.90")) is None

    def test_a_house_number_agrees_with_no_total(self) -> None:
        head = ("SUNRISE GROCER SDN BHD", "12 Jalan Damai, 46000 Petaling Jaya")
        assert taken(receipt(*ITEMS, "Grand Total | 12.00", head=head)) is None

    @pytest.mark.parametrize("step", ["-0.02", "0.02-", "0.02"])
    def test_a_total_before_rounding_is_not_taken(self, step: str) -> None:
        rows = ("Tea | 12.37", "TOTAL | 12.37", f"Rounding Adj | {step}")
        assert taken(receipt(*rows)) is None

    def test_what_rounding_and_payment_leave_is_offered_where_it_is_not_printed(self) -> None:
        rows = (
            "Tea | 12.37",
            "TOTAL | 12.37",
            "Rounding | -0.02",
            "CASH | 50.00",
            "CHANGE | 37.65",
        )
        reading = receipt(*rows)
        assert reading.total is not None
        assert reading.total.value == Decimal("12.35")
        assert taken(reading) is None

    def test_the_rounded_total_is_taken(self) -> None:
        rows = ("Tea | 12.37", "TOTAL | 12.37", "Rounding | -0.02", "TOTAL ROUNDED | 12.35")
        assert taken(receipt(*rows)) == Decimal("12.35")

    def test_what_cash_and_change_alone_would_leave_is_not_taken(self) -> None:
        rows = ("Tea | 2.28", "SUBTOTAL | 2.28", "CASH | 5.00", "CHANGE | 0.70")
        assert taken(receipt(*rows)) != Decimal("4.30")


class TestCurrency:
    @pytest.mark.parametrize(
        "item",
        ["EURO CAKE 24S | 22.10", "TAU SAR PNEAH SAR 16PCS | 22.10", "BAHT 5 NOODLE | 22.10"],
    )
    def test_the_name_of_a_thing_is_no_currency(self, item: str) -> None:
        reading = receipt(item, "Eggs | 9.80", "TOTAL | 31.90")
        assert reading.currency is None or reading.currency.value == "MYR"

    def test_a_code_in_a_name_on_paper_from_nowhere_is_asked_about(self) -> None:
        rows = ("SGD NOODLE | 22.10", "Eggs | 9.80", "TOTAL | 31.90")
        assert taken(receipt(*rows, head=("SUNRISE GROCER", "Receipt No: 5512"))) is None

    def test_one_that_the_country_and_the_total_name_is_taken(self) -> None:
        head = ("SUNRISE PTE LTD", "8 Orchard Road, Singapore", "Receipt No: 5512")
        reading = receipt(*ITEMS, "TOTAL SGD | 31.90", head=head)
        assert reading.currency is not None
        assert (reading.currency.value, taken(reading)) == ("SGD", Decimal("31.90"))

    @pytest.mark.shows("safety 1")
    def test_one_against_the_shops_own_country_is_asked_about(self) -> None:
        reading = receipt(*ITEMS, "TOTAL USD | 31.90")
        assert reading.currency is not None
        assert (reading.currency.value, taken(reading)) == ("USD", None)


class TestDate:
    @pytest.mark.shows("safety 1")
    @pytest.mark.parametrize(
        "advertisement",
        [
            "GRAND OPENING OF OUR NEW OUTLET 12/02/2026",
            "LUCKY DRAW 01/02/2026 - 28/02/2026",
            "Visit our Raya fair at the mall on 14 Feb 2026",
        ],
    )
    def test_one_of_an_advertisement_is_asked_about(self, advertisement: str) -> None:
        reading = receipt(*ITEMS, "TOTAL | 31.90", advertisement, dated="Cashier: Siti")
        day = reading.occurred_on
        assert day is None or day.confidence < FIELD_CONFIDENCE_THRESHOLD

    @pytest.mark.parametrize("printed", ["02/03/2026", "Tarikh 02/03/2026", "02 Mar 2026 18:05"])
    def test_the_receipts_own_is_taken(self, printed: str) -> None:
        advertisement = "GRAND OPENING OF OUR NEW OUTLET 12/02/2026"
        reading = receipt(*ITEMS, "TOTAL | 31.90", advertisement, dated=printed)
        assert reading.occurred_on is not None
        assert reading.occurred_on.value == date(2026, 3, 2)
        assert reading.occurred_on.confidence >= FIELD_CONFIDENCE_THRESHOLD
