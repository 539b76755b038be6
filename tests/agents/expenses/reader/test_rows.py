import math

from adapters.media.lines import OcrLine, OcrPage, OcrText
from agents.expenses.reader.rows import MAX_ROWS, MAX_RUN, rows_of
from tests.paper import KOPI, recognised


def turned(page: OcrPage, degrees: float) -> OcrText:
    """The page as a camera held at an angle sees it."""
    cosine, sine = math.cos(math.radians(degrees)), math.sin(math.radians(degrees))

    def turn(line: OcrLine) -> OcrLine:
        return line.model_copy(
            update={
                "x0": line.x0 * cosine - line.y0 * sine,
                "y0": line.x0 * sine + line.y0 * cosine,
                "x1": line.x1 * cosine - line.y1 * sine,
                "y1": line.x1 * sine + line.y1 * cosine,
            }
        )

    return OcrText(pages=(page.model_copy(update={"lines": tuple(map(turn, page.lines))}),))


def test_runs_at_the_same_height_make_one_row() -> None:
    rows = rows_of(recognised("TOTAL | 12.00", "CASH | 20.00"))

    assert [row.text for row in rows] == ["TOTAL 12.00", "CASH 20.00"]


def test_rows_survive_a_photo_taken_at_an_angle() -> None:
    (page,) = recognised(*KOPI).pages

    straight = [row.text for row in rows_of(OcrText(pages=(page,)))]

    for degrees in (-12, -5, 4, 11):
        assert [row.text for row in rows_of(turned(page, degrees))] == straight


def test_rows_survive_a_photo_on_which_they_fan_out() -> None:
    (page,) = recognised(*(f"Thing number {number} | {number}.00" for number in range(40))).pages
    tall = max(line.y1 for line in page.lines)

    def lift(x: float, y: float) -> float:
        return y + x * math.tan(math.radians(8 * y / tall - 4))

    lines = tuple(
        line.model_copy(update={"y0": lift(line.x0, line.y0), "y1": lift(line.x1, line.y1)})
        for line in page.lines
    )
    fanned = OcrText(pages=(page.model_copy(update={"lines": lines}),))

    assert [row.text for row in rows_of(fanned)] == [
        f"Thing number {number} {number}.00" for number in range(40)
    ]


def test_pages_follow_each_other() -> None:
    first, second = recognised("one").pages[0], recognised("two").pages[0]

    assert [row.text for row in rows_of(OcrText(pages=(first, second)))] == ["one", "two"]


def test_a_blank_page_has_no_rows() -> None:
    assert rows_of(OcrText(pages=(OcrPage(width=100, height=100, lines=()),))) == ()


def test_a_page_made_to_be_slow_is_cut_to_what_a_receipt_can_have() -> None:
    rows = rows_of(recognised(*["1 1,1 1." * 200] * (MAX_ROWS + 50)))

    assert len(rows) == MAX_ROWS
    assert all(len(row.text) <= MAX_RUN for row in rows)
