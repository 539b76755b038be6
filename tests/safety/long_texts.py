"""Texts that have held up patterns, against an ordinary text of the same length."""

from collections.abc import Callable
from time import process_time

from domain.messages import MAX_TEXT_LENGTH

SIGNS = [
    *"\n# a1.,(-/@\t'A<٠",
    "1,",
    "RM",
    "1 ",
    "a ",
    "1.",
    "1/",
    "x@",
    "rm1 ",
    "ab 12 ",
    "#*",
    "\n#",
]
SIGNS += [" -", "no ", "k.", "o0"]
HOSTILE = (*SIGNS, "".join(SIGNS))
ORDINARY = "lunch with Anna at Subway for 12.50 yesterday, then petrol RM 60. "
TIMES_ORDINARY = 80
"""Quadratic patterns took hundreds of times as long; thousands of amounts in one text forty."""


def of_length(piece: str, length: int = MAX_TEXT_LENGTH) -> str:
    return (piece * length)[:length]


def seconds(look: Callable[[str], None], text: str) -> float:
    began = process_time()
    look(text)
    return process_time() - began


def slow_ones(look: Callable[[str], None]) -> dict[str, int]:
    """Texts for which ``look`` takes much longer, and how many times as long."""
    look(ORDINARY)  # what is built once is built
    new = (f"{number} {of_length(ORDINARY, MAX_TEXT_LENGTH - 2)}" for number in range(3))
    ordinary = max(min(seconds(look, text) for text in new), 0.004)  # one looked at before is known
    slow = {}
    for piece in HOSTILE:
        text = f"coffee 5 {of_length(piece, MAX_TEXT_LENGTH - 12)} x!"
        ratio = seconds(look, text) / ordinary
        if ratio > TIMES_ORDINARY:
            slow[text[:20]] = round(ratio)
    return slow
