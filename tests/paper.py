"""Printed paper for tests: drawn as a picture, or laid out as recognised lines without any."""

import io
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

from adapters.media.lines import OcrLine, OcrPage, OcrText

WIDTH = 560

HEIC = (Path(__file__).parent / "kopi.heic").read_bytes()
"""``drawn()`` as a phone stores it: no library here writes this format."""

KOPI = (
    "KOPI PAGI ENTERPRISE",
    "12 Jalan Merbau, 50480 Kuala Lumpur",
    "TAX INVOICE",
    "Receipt No: KP-20418",
    "Date: 14/03/2026 08:42",
    "Kopi O Ais | 3.20",
    "Roti Bakar Set | 8.70",
    "Mee Goreng | 11.50",
    "Subtotal | 23.40",
    "SST 6% | 1.40",
    "Rounding | 0.00",
    "TOTAL | RM 24.80",
    "CASH | 50.00",
    "CHANGE | 25.20",
    "Thank you, please come again",
)


def drawn(rows: tuple[str, ...] = KOPI, size: int = 26) -> Image.Image:
    """Rows as a picture; ``|`` parts what stands left from what stands right."""
    line = round(size * 1.6)
    image = Image.new("RGB", (WIDTH, line * (len(rows) + 2)), "white")
    draw = ImageDraw.Draw(image)
    font = ImageFont.load_default(size=size)
    for number, row in enumerate(rows):
        left, _, right = row.partition(" | ")
        y = line * (number + 1)
        draw.text((20, y), left, fill="black", font=font)
        if right:
            draw.text((WIDTH - 20, y), right, fill="black", font=font, anchor="ra")
    return image


def encoded(image: Image.Image, kind: str, **options: object) -> bytes:
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


def recognised(*rows: str, score: float = 0.98) -> OcrText:
    """The lines that recognition would find in ``rows``; ``|`` parts the runs of a row."""
    lines: list[OcrLine] = []
    for number, row in enumerate(rows):
        cells = row.split(" | ")
        for place, text in enumerate(cells):
            length = 9.0 * len(text)
            share = place / max(len(cells) - 1, 1)
            x0 = 20 + share * (WIDTH - 40 - length)
            y = 40.0 * (number + 1)
            lines.append(
                OcrLine(text=text, score=score, x0=x0, y0=y, x1=x0 + length, y1=y, height=22)
            )
    page = OcrPage(width=WIDTH, height=40.0 * (len(rows) + 2), lines=tuple(lines))
    return OcrText(pages=(page,))
