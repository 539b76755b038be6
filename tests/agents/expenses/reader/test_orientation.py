"""Pages however they lie or are lit, with the real models."""

from collections.abc import Callable

import numpy as np
import pytest
from PIL import Image, ImageFilter

from adapters.media.lines import OcrPage
from agents.expenses.reader.orientation import is_sideways, says_more
from agents.expenses.reader.recognition import Recogniser
from agents.expenses.reader.text_lines import Corners, Line, detection_scale
from tests.paper import KOPI, drawn

TABLE = (70, 60, 50)


@pytest.fixture(scope="module")
def recogniser() -> Recogniser:
    return Recogniser(threads=1)


def on_a_table(image: Image.Image) -> Image.Image:
    table = Image.new("RGB", (image.width + 240, image.height + 240), TABLE)
    table.paste(image, (120, 120))
    return table


def leaning(image: Image.Image) -> Image.Image:
    """Seen from below: the far edge is shorter."""
    width, height = image.size
    corners = (-90, -30, -20, height + 20, width + 20, height + 20, width + 110, -30)
    return image.transform(
        (width, height),
        Image.Transform.QUAD,
        corners,
        resample=Image.Resampling.BICUBIC,
        fillcolor=TABLE,
    )


def in_shadow(image: Image.Image) -> Image.Image:
    """A hand's shadow over the left half, soft at its edge."""
    shade = Image.new("L", image.size, 255)
    shade.paste(90, (0, 0, image.width // 2, image.height))
    soft = np.asarray(shade.filter(ImageFilter.GaussianBlur(40)), dtype=float)[:, :, None] / 255
    return Image.fromarray((np.asarray(image) * soft).astype(np.uint8))


def over_exposed(image: Image.Image) -> Image.Image:
    """Ink hardly darker than the paper."""
    return image.point(lambda v: 215 + v * 40 // 255)


SHORT = tuple(KOPI[row] for row in (0, 1, 4, 5, 6, 8, 11, 12))
"""Enough of a receipt: what a reading costs grows with its lines."""


def receipt() -> Image.Image:
    return drawn(SHORT)


PHOTOS: dict[str, Callable[[], Image.Image]] = {
    "upside down": lambda: receipt().transpose(Image.Transpose.ROTATE_180),
    "on a table, turned left": lambda: on_a_table(receipt()).transpose(Image.Transpose.ROTATE_90),
    "leaning": lambda: leaning(on_a_table(receipt())),
    "in shadow": lambda: in_shadow(receipt()),
    "over-exposed": lambda: over_exposed(receipt()),
}


def words(page: OcrPage) -> str:
    return " ".join(line.text for line in page.lines).replace(" ", "").upper()


LIT = ("in shadow", "over-exposed")
"""What only the weights of the models decide."""


@pytest.mark.parametrize(
    "name",
    [pytest.param(name, marks=[pytest.mark.soak] if name in LIT else []) for name in PHOTOS],
)
def test_a_receipt_is_read_however_it_lies_or_is_lit(recogniser: Recogniser, name: str) -> None:
    page = recogniser.upright_page(PHOTOS[name]())

    for row in SHORT:
        for cell in row.split(" | "):
            if len(cell) > 5:  # a lone "0.00" may be read as "O.00"
                assert cell.replace(" ", "").upper()[:12] in words(page)
    assert min(page.lines, key=lambda at: at.y0).text.startswith("KOPI")


@pytest.mark.parametrize(
    ("size", "colour"), [((600, 800), "black"), ((600, 800), "grey"), ((16, 16), "white")]
)
def test_a_page_of_one_colour_has_no_lines(
    recogniser: Recogniser, size: tuple[int, int], colour: str
) -> None:
    assert recogniser.upright_page(Image.new("RGB", size, colour)).lines == ()


def box(width: float, height: float) -> Corners:
    return np.array([[0, 0], [width, 0], [width, height], [0, height]], dtype=np.float32)


def test_one_tall_ornament_does_not_turn_a_page() -> None:
    assert not is_sideways([box(30, 400), *(box(200, 20) for _ in range(5))])
    assert is_sideways([box(20, 300), box(20, 200), box(100, 20)])
    assert not is_sideways([])


def test_a_page_read_surely_is_not_read_turned() -> None:
    def turned() -> list[Line]:
        raise AssertionError

    assert not says_more(turned, [Line("TOTAL AMOUNT DUE", 0.97)])


def test_a_doubtful_page_is_turned_only_for_a_surer_reading() -> None:
    doubtful = [Line("0Z'SL WIOL NOONMZ", 0.6)]

    assert says_more(lambda: [Line("TOTAL RM 15.20", 0.97)], doubtful)
    assert not says_more(lambda: [Line("sn8?", 0.4)], doubtful)


@pytest.mark.parametrize(
    ("size", "least", "most"),
    [((3000, 4000), 0.1, 0.5), ((1000, 1000), 1.0, 1.0), ((50, 50), 2.0, 2.0)],
)
def test_text_is_looked_for_at_a_bounded_size(
    size: tuple[int, int], least: float, most: float
) -> None:
    assert least <= detection_scale(*size) <= most
