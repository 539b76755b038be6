from adapters.media.lines import OcrPage, OcrText
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reader.receipt_extent import receipts_in
from agents.expenses.reader.rows import rows_of
from agents.expenses.reading import Reading
from agents.expenses.rules import FIELD_CONFIDENCE_THRESHOLD
from tests.agents.expenses.reader.paper import LAMP, PERSON, TODAY, read
from tests.paper import KOPI, WIDTH, recognised


def beside(left: tuple[str, ...], right: tuple[str, ...]) -> OcrText:
    """Two receipts next to each other on one table."""
    first, second = recognised(*left).pages[0], recognised(*right).pages[0]
    moved = [
        line.model_copy(update={"x0": line.x0 + WIDTH + 60, "x1": line.x1 + WIDTH + 60})
        for line in second.lines
    ]
    page = OcrPage(width=2 * WIDTH + 60, height=first.height, lines=(*first.lines, *moved))
    return OcrText(pages=(page,))


def test_one_receipt_is_one() -> None:
    assert read(*KOPI).receipts_seen == 1
    assert read(*LAMP).receipts_seen == 1


TORN = (*LAMP[:5], "Desk lamp", "Bulb", "CHANGE | 3.00")
"""A receipt whose amounts are gone but for one."""


def totals(reading: Reading) -> list[str]:
    return [str(one.total.value) for one in (reading, *reading.others) if one.total is not None]


def test_two_receipts_below_each_other_are_read_each_by_itself() -> None:
    reading = read(*KOPI, *LAMP)

    assert reading.receipts_seen == 2
    assert totals(reading) == ["24.80", "57.00"]


def test_two_receipts_side_by_side_are_told_apart() -> None:
    text = beside(KOPI, LAMP)

    reading = reading_of(text, "0" * 64, PERSON, TODAY)

    assert [rows[0].text for rows in receipts_in(text, rows_of(text))] == [KOPI[0], LAMP[0]]
    assert totals(reading) == ["24.80", "57.00"]


def test_of_two_receipts_that_cannot_both_be_read_one_is_read_and_doubted() -> None:
    reading = reading_of(beside(KOPI, TORN), "0" * 64, PERSON, TODAY)

    assert reading.receipts_seen == 2
    assert reading.others == ()
    assert reading.total is not None
    assert reading.total.confidence < FIELD_CONFIDENCE_THRESHOLD


def test_the_end_of_another_receipt_above_is_left_out() -> None:
    tail = ("TOTAL | 312.90", "CHANGE | 7.10", "THANK YOU, COME AGAIN")

    reading = read(*tail, *LAMP)

    assert reading.receipts_seen == 1
    assert reading.merchant is not None
    assert reading.merchant.value == "BRIGHT LAMPS SDN BHD"
    assert reading.total is not None
    assert str(reading.total.value) == "57.00"


def test_a_long_footer_is_no_second_receipt() -> None:
    footer = (
        "Owned by",
        "BRIGHT HOLDINGS SDN BHD",
        "Co. No. 419060-A",
        "12 Jalan Lain, 43000 Kajang",
        "Tel: 03-8733 0000",
    )

    assert read(*LAMP, *footer).receipts_seen == 1
