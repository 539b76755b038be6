"""A page of which something essential was not found is looked at once more, more closely."""

from datetime import UTC, datetime
from typing import Final, Protocol, TypeVar

from adapters.media.lines import OcrText
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reading import Reading
from domain.understanding import Person

MIN_LINES: Final = 6
"""A page with fewer lines has nothing more to show; a blank one is not worth the time."""

_ALL: Final = 3
_ANYBODY = Person(user_id="")
"""Which fields are there hardly depends on whose receipt it is."""

File_contra = TypeVar("File_contra", contravariant=True)
File = TypeVar("File")


class Looking(Protocol[File_contra]):
    """What looks: ``closely`` finds smaller and fainter lines, at twice the time."""

    def read(self, file: File_contra, *, closely: bool = False) -> OcrText: ...


def read_with_care(eyes: Looking[File], file: File) -> OcrText:
    """The text of a picture or PDF. One receipt in twenty needs the second look."""
    text = eyes.read(file)
    lines = sum(len(page.lines) for page in text.pages)
    if len(text.pages) != 1 or lines < MIN_LINES:
        return text
    reading = _reading(text)
    if _found(reading) == _ALL * reading.receipts_seen:
        return text
    closer = eyes.read(file, closely=True)
    return closer if _found(_reading(closer)) > _found(reading) else text


def _reading(text: OcrText) -> Reading:
    return reading_of(text, "", _ANYBODY, datetime.now(UTC).date())


def _found(reading: Reading) -> int:
    """How many of shop, total and date the rules find, on all receipts that they tell apart."""
    fields = (
        field
        for one in (reading, *reading.others)
        for field in (one.merchant, one.total, one.occurred_on)
    )
    return sum(field is not None for field in fields)
