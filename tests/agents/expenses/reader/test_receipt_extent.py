from adapters.media.lines import OcrPage, OcrText
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reader.receipt_extent import receipts_in
from agents.expenses.reader.rows import rows_of
from agents.expenses.reading import Reading
from tests.agents.expenses.reader.paper import LAMP, PERSON, TODAY, is_sure, read, value_of
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


TORN = (*LAMP[:5], "Desk lamp", "Bulb", "CHANGE | 3.00")
"""A receipt whose amounts are gone but for one."""


def totals(reading: Reading) -> list[str]:
    return [str(one.total.value) for one in (reading, *reading.others) if one.total is not None]


def test_two_receipts_below_each_other_are_read_each_by_itself() -> None:
    reading = read(*KOPI, *LAMP)
    assert reading.receipts_seen == 2
    assert totals(reading) == ["24.80", "57.00"]
    parts = [reading.of_part(part) for part in range(3)]
    assert [(totals(part), part.is_receipt) for part in parts] == [
        (["24.80"], True),
        (["57.00"], True),
        ([], False),
    ]


def test_two_receipts_side_by_side_are_told_apart() -> None:
    text = beside(KOPI, LAMP)
    assert [rows[0].text for rows in receipts_in(text, rows_of(text))] == [KOPI[0], LAMP[0]]
    assert totals(reading_of(text, "0" * 64, PERSON, TODAY)) == ["24.80", "57.00"]


def test_of_two_receipts_that_cannot_both_be_read_one_is_read_and_doubted() -> None:
    reading = reading_of(beside(KOPI, TORN), "0" * 64, PERSON, TODAY)
    assert (reading.receipts_seen, reading.others) == (2, ())
    assert reading.total is not None
    assert not is_sure(reading.total)


def test_the_end_of_another_receipt_above_and_a_long_footer_are_no_second_receipt() -> None:
    tail = ("TOTAL | 312.90", "CHANGE | 7.10", "THANK YOU, COME AGAIN")
    footer = (
        "Owned by",
        "BRIGHT HOLDINGS SDN BHD",
        "Co. No. 419060-A",
        "12 Jalan Lain, 43000 Kajang",
        "Tel: 03-8733 0000",
    )
    for reading in (read(*LAMP), read(*tail, *LAMP), read(*LAMP, *footer)):
        assert reading.receipts_seen == 1
        assert totals(reading) == ["57.00"]
        assert value_of(reading.merchant) == LAMP[0]
