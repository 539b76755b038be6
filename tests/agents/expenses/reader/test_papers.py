"""Several papers on one photo, drawn and recognised: each is read by itself, a card slip is not."""

from datetime import date
from decimal import Decimal

import pytest
from PIL import Image

from adapters.media.sniffing import attachment_of
from agents.expenses.reader.papers import one_expense
from agents.expenses.reader.reader import LocalReceiptReader
from agents.expenses.reading import Reading
from tests.agents.expenses.reader.paper import LAMP, PERSON, TODAY, read, value_of
from tests.paper import drawn, encoded

TEA = (
    "TEH TARIK CORNER",
    "3 Lorong Kenari, 10200 Penang",
    "Tel: 04-226 7788",
    "Bill No: 5521",
    "17/03/2026 10:20",
    "Teh tarik | 2.50",
    "Roti canai | 3.40",
    "Total | RM 5.90",
    "Cash | 10.00",
    "Change | 4.10",
)
SLIP = (
    "BANK SEJAHTERA BERHAD",
    "7 Jalan Terang, 43000 Kajang",
    "MERCHANT ID: 000112233",
    "TERMINAL ID: 8821",
    "Date: 16/03/2026 15:03",
    "VISA **** 4242",
    "APPROVAL CODE: 118822",
    "TOTAL | RM 57.00",
    "NO SIGNATURE REQUIRED",
    "CUSTOMER COPY",
)

TABLE = (70, 60, 50)
MARGIN = 70


def laid(*papers: tuple[Image.Image, float], beside: bool) -> bytes:
    """Papers on a dark table, each turned by so many degrees."""
    turned = [
        paper.rotate(degrees, Image.Resampling.BICUBIC, expand=True, fillcolor=TABLE)
        for paper, degrees in papers
    ]
    long = sum((p.width if beside else p.height) + MARGIN for p in turned) + MARGIN
    wide = max(p.height if beside else p.width for p in turned) + 2 * MARGIN
    table = Image.new("RGB", (long, wide) if beside else (wide, long), TABLE)
    place = MARGIN
    for paper in turned:
        table.paste(paper, (place, MARGIN) if beside else (MARGIN, place))
        place += (paper.width if beside else paper.height) + MARGIN
    return encoded(table, "JPEG", quality=85)


def shops(reading: Reading) -> list[tuple[str | None, Decimal | None]]:
    """Shop and total of each receipt."""
    return [(value_of(one.merchant), value_of(one.total)) for one in (reading, *reading.others)]


COFFEE = ("KOPI PAGI ENTERPRISE", Decimal("24.80"))
BULBS = ("BRIGHT LAMPS SDN BHD", Decimal("57.00"))
TEAS = ("TEH TARIK CORNER", Decimal("5.90"))


@pytest.mark.parametrize("beside", [True, False])
async def test_each_of_several_papers_is_read_by_itself(
    reader: LocalReceiptReader, *, beside: bool
) -> None:
    third = [(drawn(TEA), 2)] if beside else []
    photo = laid((drawn(), 3), (drawn(LAMP), -2), *third, beside=beside)

    reading = await reader.read(photo, attachment_of(photo), PERSON)

    assert shops(reading) == [COFFEE, BULBS, TEAS][: 2 + beside]
    assert reading.receipts_seen == 2 + beside
    assert all(one.total and one.total.confidence > 0.85 for one in (reading, *reading.others))
    assert all("57.00" not in line for line in reading.lines)


@pytest.mark.shows("safety 4")
async def test_a_card_slip_below_its_receipt_is_one_expense(reader: LocalReceiptReader) -> None:
    photo = laid((drawn(LAMP), 0), (drawn(SLIP), 1), beside=False)

    reading = await reader.read(photo, attachment_of(photo), PERSON)

    assert shops(reading) == [BULBS]
    assert reading.receipts_seen == 1


def test_a_receipt_without_a_day_has_that_of_its_card_slip() -> None:
    undated = tuple(row for row in LAMP if not row.startswith("Date"))
    bill, slip = (read(*rows, today=TODAY) for rows in (undated, SLIP))

    apart = one_expense([bill, slip])

    assert value_of(bill.occurred_on) is None
    assert apart is not None
    (paid,) = apart
    assert value_of(paid.occurred_on) == date(2026, 3, 16)
    assert value_of(paid.merchant) == value_of(bill.merchant)


def test_a_slip_with_another_amount_is_asked_about() -> None:
    tipped = tuple(row.replace("57.00", "60.00") for row in SLIP)

    reading = read(*LAMP, *tipped, today=TODAY)

    assert reading.others == ()
    assert reading.total is not None
    assert reading.total.confidence < 0.5
