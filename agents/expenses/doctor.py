"""What ``steward doctor`` asks of this agent."""

import io

from PIL import Image, ImageDraw, ImageFont

from agents.expenses.reader.engine import OcrPool
from domain.health import Finding, degraded, ok

_WORD = "RECEIPT"


async def check_ocr() -> Finding:
    """Starts a reading process, which loads the models, and reads one printed word with it."""
    pool = OcrPool(processes=1)
    try:
        read = await pool.lines(_picture_of(_WORD))
    finally:
        await pool.close()
    words = [line.text for page in read.pages for line in page.lines]
    if any(_WORD in word.upper() for word in words):
        return ok("OCR", "models loaded, a test word was read")
    return degraded(
        "OCR", f"a test word was misread as {words}", "install the rapidocr package again"
    )


def _picture_of(word: str) -> bytes:
    picture = Image.new("RGB", (640, 200), "white")
    font = ImageFont.load_default(size=72)
    ImageDraw.Draw(picture).text((80, 50), word, fill="black", font=font)
    content = io.BytesIO()
    picture.save(content, format="PNG")
    return content.getvalue()


CHECKS = {"OCR": check_ocr}
"""By the name of what is checked."""
