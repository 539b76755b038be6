"""A second look is for pages of which something essential was not found."""

from adapters.media.lines import OcrLine, OcrPage, OcrText
from agents.expenses.reader.second_look import MIN_LINES, read_with_care

WHOLE = ("KOPI PAGI", "12 JALAN MERAH", "DATE 14/03/2026", "KOPI 9.00", "TOTAL 9.00", "CASH 9.00")
DATELESS = tuple("…" if row.startswith("DATE") else row for row in WHOLE)


def page(*rows: str) -> OcrText:
    lines = tuple(
        OcrLine(text=row, score=0.99, x0=20, y0=40.0 * n, x1=300, y1=40.0 * n, height=24)
        for n, row in enumerate(rows, 1)
    )
    return OcrText(pages=(OcrPage(width=400, height=800, lines=lines),))


class Eyes:
    """Sees ``first``, and ``closer`` when it looks closely."""

    def __init__(self, first: OcrText, closer: OcrText) -> None:
        self.first, self.closer, self.looks = first, closer, 0

    def read(self, file: bytes, *, closely: bool = False) -> OcrText:
        del file
        self.looks += 1
        return self.closer if closely else self.first


def test_a_page_with_everything_is_read_once() -> None:
    eyes = Eyes(page(*WHOLE), page(*WHOLE))
    assert read_with_care(eyes, b"") == eyes.first
    assert eyes.looks == 1


def test_a_date_that_only_a_closer_look_finds_is_taken() -> None:
    eyes = Eyes(page(*DATELESS), page(*WHOLE))
    assert read_with_care(eyes, b"") == eyes.closer


def test_a_second_look_that_finds_no_more_changes_nothing() -> None:
    eyes = Eyes(page(*DATELESS), page(*DATELESS[::-1]))
    assert read_with_care(eyes, b"") == eyes.first
    assert eyes.looks == 2


def test_a_page_with_hardly_a_word_is_not_worth_it() -> None:
    eyes = Eyes(page(*DATELESS[: MIN_LINES - 1]), page(*WHOLE))
    assert read_with_care(eyes, b"") == eyes.first
    assert eyes.looks == 1
