"""No text holds the process up: what a person says is looked at in about linear time.

Everything is compared with an ordinary text of the same length on the same machine.
"""

from collections.abc import Callable
from decimal import Decimal
from functools import partial

import pytest

from adapters.model.reply_evidence import checked_conversed, checked_summarised
from adapters.model.software_orders import speaks_to_software, without_orders
from adapters.model.text_evidence import unexplained, words_stand_in
from adapters.model.which_agent import Rules
from domain.errors import InvalidModelOutputError
from domain.history import Entry, Speaker
from domain.plain_text import escaped_markdown, inert, one_line
from domain.understanding import Conversed, Summarised, SummariseRequest
from language.yes_no import confirms
from tests.adapters.model.questions import PERSON, PROMPTS, SENT_AT, to_converse
from tests.safety.long_texts import slow_ones

pytestmark = pytest.mark.shows("safety 30")


RULES = Rules({})


def converse(text: str) -> None:
    RULES.converse(to_converse(text))


def summarise(text: str) -> None:
    entry = Entry(speaker=Speaker.PERSON, text=text, at=SENT_AT)
    request = SummariseRequest(person=PERSON, entries=(entry,), previous=text)
    RULES.summarise(request)
    refusable(partial(checked_summarised, request, Summarised(summary=text), PROMPTS))


def reply(text: str) -> None:
    request = to_converse(text)
    for words in (text[:1_500], "that makes RM 5"):
        refusable(partial(checked_conversed, request, Conversed(text=words), PROMPTS))


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
    unexplained(text, [Decimal(5)], ["Subway"])


def shown(text: str) -> None:
    for form in (inert, one_line, escaped_markdown):
        form(text)


@pytest.mark.parametrize("look", [converse, summarise, reply, orders, evidence, shown])
def test_no_text_takes_much_longer_than_an_ordinary_one(look: Callable[[str], None]) -> None:
    assert slow_ones(look) == {}
