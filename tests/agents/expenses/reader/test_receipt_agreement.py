"""Nothing is taken unasked that the rest of the receipt does not agree with."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.photo_certainty import AMOUNT_CONFIDENCE_THRESHOLD
from agents.expenses.reader.calibration import calibrated
from agents.expenses.reading import Reading
from tests.agents.expenses.reader.paper import DATED, HEAD, is_sure, read, value_of

ITEMS = ("Rice 5kg | 22.10", "Eggs | 9.80")
SUM = (*ITEMS, "TOTAL | 31.90")
OPENING = "GRAND OPENING OF OUR NEW OUTLET 12/02/2026"
NUMBER = HEAD[2]


def receipt(*rows: str, head: tuple[str, ...] = HEAD, dated: str = DATED) -> Reading:
    return calibrated(read(*head, dated, *rows))


def taken(reading: Reading) -> Decimal | None:
    """The amount that would be saved without a question."""
    total = reading.total
    sure = total is not None and total.confidence >= AMOUNT_CONFIDENCE_THRESHOLD
    return total.value if sure and total is not None else None


class TestAmount:
    @pytest.mark.parametrize(
        ("rows", "total"),
        [
            (SUM, "31.90"),
            (("Ric | 22.10", "TOTAL | 31.90", "VISA | 31.90"), "31.90"),
            (
                ("Tea | 12.37", "TOTAL | 12.37", "Rounding | -0.02", "TOTAL ROUNDED | 12.35"),
                "12.35",
            ),
        ],
        ids=["the lines add up to it", "the payment repeats it", "it is rounded"],
    )
    def test_one_that_the_rest_agrees_with_is_taken(
        self, rows: tuple[str, ...], total: str
    ) -> None:
        assert taken(receipt(*rows)) == Decimal(total)

    @pytest.mark.shows("safety 1")
    @pytest.mark.parametrize("stroke", ["131.90", "731.90", "37.90", "31.96"])
    def test_a_digit_that_a_pen_left_is_never_taken_against_the_lines(self, stroke: str) -> None:
        assert taken(receipt(*ITEMS, f"Grand Total | {stroke}")) is None

    def test_a_total_that_nothing_else_agrees_with_is_asked_about(self) -> None:
        assert taken(receipt("Rice 5kg", "Eggs", "TOTAL | 31.90")) is None
        street = ("SUNRISE GROCER SDN BHD", "12 Jalan Damai, 46000 Petaling Jaya")
        assert taken(receipt(*ITEMS, "Grand Total | 12.00", head=street)) is None

    @pytest.mark.parametrize("step", ["-0.02", "0.02-", "0.02"])
    def test_a_total_before_rounding_is_not_taken(self, step: str) -> None:
        rows = ("Tea | 12.37", "TOTAL | 12.37", f"Rounding Adj | {step}")
        assert taken(receipt(*rows)) is None

    def test_what_rounding_and_payment_leave_is_offered_where_it_is_not_printed(self) -> None:
        rounded = ("Tea | 12.37", "TOTAL | 12.37", "Rounding | -0.02")
        reading = receipt(*rounded, "CASH | 50.00", "CHANGE | 37.65")
        assert value_of(reading.total) == Decimal("12.35")
        assert taken(reading) is None

    def test_what_cash_and_change_alone_would_leave_is_not_taken(self) -> None:
        rows = ("Tea | 2.28", "SUBTOTAL | 2.28", "CASH | 5.00", "CHANGE | 0.70")
        assert taken(receipt(*rows)) != Decimal("4.30")


class TestCurrency:
    @pytest.mark.parametrize("item", ["EURO CAKE 24S", "TAU SAR PNEAH SAR 16PCS", "BAHT 5 NOODLE"])
    def test_the_name_of_a_thing_is_no_currency(self, item: str) -> None:
        reading = receipt(f"{item} | 22.10", *SUM[1:])
        assert value_of(reading.currency) in {None, "MYR"}

    def test_a_code_in_a_name_on_paper_from_nowhere_is_asked_about(self) -> None:
        nowhere = ("SUNRISE GROCER", NUMBER)
        rows = ("SGD NOODLE | 22.10", *SUM[1:], "CASH | 50.00", "CHANGE | 18.10")
        assert taken(receipt(*rows, head=nowhere)) is None
        assert taken(receipt(*rows)) == Decimal("31.90"), "the shop's country is named"

    def test_one_that_the_country_and_the_total_name_is_taken(self) -> None:
        head = ("SUNRISE PTE LTD", "8 Orchard Road, Singapore", NUMBER)
        reading = receipt(*ITEMS, "TOTAL SGD | 31.90", head=head)
        assert (value_of(reading.currency), taken(reading)) == ("SGD", Decimal("31.90"))

    @pytest.mark.shows("safety 1")
    def test_one_against_the_shops_own_country_is_asked_about(self) -> None:
        reading = receipt(*ITEMS, "TOTAL USD | 31.90")
        assert (value_of(reading.currency), taken(reading)) == ("USD", None)


class TestDate:
    @pytest.mark.shows("safety 1")
    @pytest.mark.parametrize(
        "advertisement",
        [
            OPENING,
            "LUCKY DRAW 01/02/2026 - 28/02/2026",
            "Visit our Raya fair at the mall on 14 Feb 2026",
        ],
    )
    def test_one_of_an_advertisement_is_asked_about(self, advertisement: str) -> None:
        reading = receipt(*SUM, advertisement, dated="Cashier: Siti")
        assert not is_sure(reading.occurred_on)

    @pytest.mark.parametrize("printed", ["02/03/2026", "Tarikh 02/03/2026", "02 Mar 2026 18:05"])
    def test_the_receipts_own_is_taken(self, printed: str) -> None:
        found = receipt(*SUM, OPENING, dated=printed).occurred_on
        assert value_of(found) == date(2026, 3, 2)
        assert is_sure(found)
