"""Letters that stand far apart, as names of shops do, are read as words, drawn and recognised."""

import numpy as np
import pytest
from PIL import Image, ImageDraw, ImageFont

from agents.expenses.reader.recognition import CLEAR_SCORE, SURE_SCORE, read_closed_up
from agents.expenses.reader.text_lines import Line, Pixels, closed_up


def strip(text: str, gap: int) -> Pixels:
    """Text with so many pixels after each letter."""
    image = Image.new("RGB", (120 + len(text) * (30 + gap), 60), "white")
    draw, font, x = ImageDraw.Draw(image), ImageFont.load_default(size=40), 20.0
    for letter in text:
        draw.text((x, 5), letter, fill="black", font=font)
        x += draw.textlength(letter, font=font) + gap
    return np.ascontiguousarray(np.asarray(image.crop((0, 0, round(x), 60))))


def test_letters_far_apart_are_moved_together() -> None:
    wide = strip("NORDA", 60)
    closed = closed_up(wide)

    assert closed is not None
    assert closed.shape[1] < wide.shape[1] / 2
    dark = [int((cut < 128).sum()) for cut in (wide, closed)]
    assert dark[0] == dark[1]  # no ink is lost


def test_plain_print_is_left_as_it_is() -> None:
    assert closed_up(strip("NORDA", 2)) is None


@pytest.mark.parametrize(
    ("first", "second", "taken"),
    [
        (CLEAR_SCORE - 0.01, SURE_SCORE, True),
        (CLEAR_SCORE - 0.01, SURE_SCORE - 0.01, False),
        (CLEAR_SCORE, SURE_SCORE, False),
    ],
)
def test_only_a_doubtful_line_gives_way_and_only_to_a_sure_one(
    first: float, second: float, *, taken: bool
) -> None:
    class Closer:
        def texts(self, cuts: list[Pixels]) -> list[Line]:
            return [Line("NORDA", second) for _ in cuts]

    read = read_closed_up(Closer(), [strip("NORDA", 60)], [Line("Nd oRaDA", first)])

    assert [line.text for line in read] == ["NORDA" if taken else "Nd oRaDA"]
