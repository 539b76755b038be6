"""Whole readings of drawn receipts, with the real models."""

import random
from collections.abc import Callable
from datetime import UTC, date, datetime
from decimal import Decimal

import pytest
from PIL import Image, ImageDraw

from adapters.media.lines import OcrText
from adapters.media.sniffing import attachment_of
from agents.expenses.reader.reader import LocalReceiptReader
from agents.expenses.reading import Reading
from domain.errors import UnusableAttachmentError
from domain.messages import Attachment, MediaKind
from tests.agents.expenses.reader.paper import PERSON, kopi, value_of
from tests.paper import HEIC, KOPI, drawn, encoded, recognised

EXIF_ORIENTATION = 0x0112


async def read(reader: LocalReceiptReader, content: bytes) -> Reading:
    return await reader.read(content, attachment_of(content), PERSON)


def printed_and_turned(image: Image.Image) -> bytes:
    """In the colours of a printer, lying on its side as its camera says."""
    exif = Image.Exif()
    exif[EXIF_ORIENTATION] = 6
    turned = image.transpose(Image.Transpose.ROTATE_90).convert("CMYK")
    return encoded(turned, "JPEG", exif=exif)


def crumpled(image: Image.Image) -> bytes:
    """Held at an angle, on a dark table, slightly noisy."""
    table = Image.new("RGB", (image.width + 300, image.height + 300), (70, 60, 50))
    tilted = image.rotate(6, expand=True, fillcolor=(70, 60, 50), resample=Image.Resampling.BICUBIC)
    table.paste(tilted, (100, 100))
    return encoded(table, "JPEG", quality=60)


SHORT = tuple(KOPI[row] for row in (0, 1, 4, 5, 6, 8, 9, 11))
"""Enough of a receipt: what a reading costs grows with its lines."""

PICTURES = {
    "heic": lambda: HEIC,
    "scanned pdf": lambda: encoded(drawn(SHORT), "PDF"),
    "cmyk jpeg, exif turned": lambda: printed_and_turned(drawn(SHORT)),
    "tilted": lambda: crumpled(drawn(SHORT)),
}


@pytest.mark.shows("10.1")
@pytest.mark.parametrize("name", PICTURES)
async def test_the_same_receipt_is_read_from_any_picture(
    reader: LocalReceiptReader, name: str
) -> None:
    content = PICTURES[name]()

    reading = await read(reader, content)

    assert reading.is_receipt
    assert reading.confidence > 0.7
    assert value_of(reading.total) == Decimal("24.80")
    assert value_of(reading.occurred_on) == date(2026, 3, 14)
    assert value_of(reading.merchant) == "KOPI PAGI ENTERPRISE"
    assert reading.engine == "rapidocr-rules"
    assert reading.sha256 == attachment_of(content).sha256
    assert reading.duration_ms > 0


def noise() -> Image.Image:
    """Shapes and fur: what a photo of a cat is to a reader."""
    pick = random.Random(7)  # noqa: S311 - the same picture each time, no secret
    image = Image.new("RGB", (900, 700), (150, 120, 90))
    draw = ImageDraw.Draw(image)
    for _ in range(400):
        x, y, r = pick.randrange(900), pick.randrange(700), pick.randrange(4, 60)
        shade = pick.randrange(60, 200)
        draw.ellipse((x - r, y - r, x + r, y + r), fill=(shade, shade - 20, shade - 40))
    return image


@pytest.mark.shows("10.3")
@pytest.mark.parametrize(
    "picture",
    [noise, lambda: drawn().resize((70, 105))],
    ids=["a cat", "thumbnail"],
)
async def test_what_can_not_be_read_as_a_receipt_asks_for_a_better_photo(
    reader: LocalReceiptReader, picture: Callable[[], Image.Image]
) -> None:
    reading = await read(reader, encoded(picture(), "PNG"))

    assert not reading.is_receipt
    assert reading.confidence < 0.3
    assert reading.total is None or reading.total.confidence < 0.3


class Typed:
    """Recognition without any: always the same lines."""

    def __init__(self, *rows: str) -> None:
        self.rows = rows
        self.asked = 0

    async def lines(self, content: bytes) -> OcrText:
        assert content
        self.asked += 1
        return recognised(*self.rows)


PICTURE = encoded(Image.new("RGB", (40, 40)), "PNG")


async def test_a_file_that_is_no_picture_never_reaches_recognition() -> None:
    typed = Typed(*KOPI)
    claimed = Attachment(sha256="0" * 64, kind=MediaKind.IMAGE, mime_type="image/jpeg", size=5)

    with pytest.raises(UnusableAttachmentError):
        await LocalReceiptReader(typed).read(b"hello", claimed, PERSON)
    assert typed.asked == 0


async def test_today_is_the_persons_own() -> None:
    # 2 April is tomorrow in Kuala Lumpur; in Los Angeles it is further off: read as 4 February.
    now = datetime(2026, 4, 1, 0, 30, tzinfo=UTC)
    reader = LocalReceiptReader(Typed("KOPI", *kopi(4, "Date: 02/04/2026")), now=lambda: now)
    days = {
        "Asia/Kuala_Lumpur": date(2026, 4, 2),
        "America/Los_Angeles": date(2026, 2, 4),
        "Mars/Olympus": date(2026, 4, 2),
    }
    for timezone, day in days.items():
        person = PERSON.model_copy(update={"timezone": timezone})
        reading = await reader.read(PICTURE, attachment_of(PICTURE), person)
        assert value_of(reading.occurred_on) == day
