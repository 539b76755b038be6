"""No text holds the process up: what a person or a receipt says is looked at in about linear time.

Everything is compared with an ordinary text of the same length on the same machine.
"""

from collections.abc import Callable
from decimal import Decimal
from functools import partial
from time import process_time

import pytest

from adapters.model.receipt_evidence import checked_against_lines
from adapters.model.reply_evidence import checked_conversed, checked_summarised
from adapters.model.software_orders import speaks_to_software, without_orders
from adapters.model.text_evidence import confirms, takes_back, unexplained, words_stand_in
from domain.errors import InvalidModelOutputError
from domain.history import Entry, Speaker
from domain.messages import MAX_TEXT_LENGTH
from domain.plain_text import escaped_markdown, inert, one_line
from domain.understanding import (
    Conversed,
    ConverseRequest,
    Mention,
    QuestionKind,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
)
from tests.adapters.model.offline.talking import (
    MALAYSIAN,
    SENT_AT,
    answer,
    engine,
    said,
    saved,
    waiting,
)
from tests.adapters.ocr.paper import read

SIGNS = [
    *(
        "\n",
        "#",
        " ",
        "a",
        "1",
        ".",
        ",",
        "1,",
        "(",
        "-",
        "/",
        "@",
        "RM",
        "٠",
        "\t",
        "'",
        "A",
        "1 ",
    ),
    *("a ", "1.", "1/", "x@", "rm1 ", "ab 12 ", "#*", "\n#", " -", "no ", "<", "k.", "o0"),
]
HOSTILE = (*SIGNS, "".join(SIGNS))
ORDINARY = "lunch with Anna at Subway for 12.50 yesterday, then petrol RM 60. "
TIMES_ORDINARY = 80
"""Quadratic patterns took hundreds of times as long; thousands of amounts in one text forty."""


def of_length(piece: str, length: int = MAX_TEXT_LENGTH) -> str:
    return (piece * length)[:length]


def understand(text: str) -> None:
    for tasks, asked in (((waiting(QuestionKind.AMOUNT),), "asked"), ((saved(),), None)):
        request = UnderstandRequest(
            person=MALAYSIAN, said=(said(text[:1_000]),), tasks=tasks, open_question=asked
        )
        with pytest.raises(StopIteration):  # it waits for nothing
            engine.understand(request).send(None)


def recognise(text: str) -> None:
    for question in QuestionKind:
        answer(text, question, known=Mention(amount=Decimal(5)))


def converse(text: str) -> None:
    with pytest.raises(StopIteration):
        engine.converse(ConverseRequest(person=MALAYSIAN, said=said(text))).send(None)


def summarise(text: str) -> None:
    entry = Entry(speaker=Speaker.PERSON, text=text, at=SENT_AT)
    request = SummariseRequest(person=MALAYSIAN, entries=(entry,), previous=text)
    with pytest.raises(StopIteration):
        engine.summarise(request).send(None)
    refusable(partial(checked_summarised, request, Summarised(summary=text)))


def reply(text: str) -> None:
    request = ConverseRequest(person=MALAYSIAN, said=said(text))
    for words in (text[:1_500], "that makes RM 5"):
        refusable(partial(checked_conversed, request, Conversed(text=words)))


def refusable(work: Callable[[], object]) -> None:
    try:
        work()
    except InvalidModelOutputError:
        return


def orders(text: str) -> None:
    speaks_to_software(text)
    without_orders(text)


def evidence(text: str) -> None:
    words_stand_in("Starbucks Coffee", text)
    confirms(text)
    takes_back(text)
    unexplained(text, [Decimal(5)], ["Subway"])


def receipt(text: str) -> None:
    rows = ("SHOP SDN BHD", "TOTAL | 12.50", *[text[:300]] * 8)
    checked_against_lines(rows, read(*rows))


def shown(text: str) -> None:
    for form in (inert, one_line, escaped_markdown):
        form(text)


def seconds(look: Callable[[str], None], text: str) -> float:
    began = process_time()
    look(text)
    return process_time() - began


@pytest.mark.parametrize(
    "look",
    [understand, recognise, converse, summarise, reply, orders, evidence, receipt, shown],
)
def test_no_text_takes_much_longer_than_an_ordinary_one(look: Callable[[str], None]) -> None:
    look(ORDINARY)  # what is built once is built
    ordinary = max(min(seconds(look, of_length(ORDINARY)) for _ in range(3)), 0.004)
    slow = {}
    for piece in HOSTILE:
        text = f"coffee 5 {of_length(piece, MAX_TEXT_LENGTH - 12)} x!"
        ratio = seconds(look, text) / ordinary
        if ratio > TIMES_ORDINARY:
            slow[text[:20]] = round(ratio)
    assert slow == {}
