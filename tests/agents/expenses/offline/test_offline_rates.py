"""Which words are about exchange rates, and what they want."""

import pytest

from agents.expenses.meaning import Kind
from agents.expenses.offline.engine import OfflineEngine
from agents.expenses.rates import RateProblem, RateRequest, RateWish
from domain.understanding import Person
from tests.agents.expenses.offline.talking import GERMAN, MALAYSIAN, TODAY, act, acts, errand

SET, CONVERT, SHOW = RateWish.SET, RateWish.CONVERT, RateWish.SHOW
Read = tuple[RateWish, str, str, str, RateProblem | None]


def read(text: str, person: Person) -> Read | None:
    order = OfflineEngine().rate_order(RateRequest(person=person, asked=text, today=TODAY))
    if order is None:
        return None
    number = order.rate if order.rate is not None else order.amount
    shown = "" if number is None else f"{number:f}"
    return order.wish, order.currency or "", order.into or "", shown, order.problem


PLAIN = {
    "set the rate for usd to 4.45": (SET, "USD", "MYR", "4.45", None),
    "1 dollar = 4.45 ringgit": (SET, "USD", "MYR", "4.45", None),
    "10 usd = 44.5": (SET, "USD", "MYR", "4.45", None),
    "1 myr = 0.25 usd": (SET, "USD", "MYR", "4", None),
    "1 eur = 1.08 usd": (SET, "EUR", "USD", "1.08", None),
    "kadar usd 4.45": (SET, "USD", "MYR", "4.45", None),
    "convert 20 usd": (CONVERT, "USD", "MYR", "20", None),
    "how much is 20 usd in euro?": (CONVERT, "USD", "EUR", "20", None),
    "30 usd to myr": (CONVERT, "USD", "MYR", "30", None),
    "tukar 20 usd ke rm": (CONVERT, "USD", "MYR", "20", None),
    "What's the exchange rate of 100 USD to EUR?": (CONVERT, "USD", "EUR", "100", None),
    "what's the rate of usd": (SHOW, "USD", "MYR", "", None),
    "1 usd = -4": (SET, "USD", "MYR", "-4", RateProblem.NOT_POSITIVE),
    "1 usd = 0": (SET, "USD", "MYR", "0", RateProblem.NOT_POSITIVE),
    "1 usd = 2 usd": (SET, "USD", "USD", "2", RateProblem.SAME_CURRENCY),
}
GERMANS = {
    "1 USD = 0,92": (SET, "USD", "EUR", "0.92", None),
    "Kurs für Dollar ist 0,92": (SET, "USD", "EUR", "0.92", None),
    "20 GBP umrechnen": (CONVERT, "GBP", "EUR", "20", None),
    "wie viel sind 20 USD in Euro": (CONVERT, "USD", "EUR", "20", None),
}
BEHIND_THE_COMMAND = {
    "": (SHOW, "", "", "", None),
    "usd": (SHOW, "USD", "MYR", "", None),
    "usd 4.45 myr": (SET, "USD", "MYR", "4.45", None),
    "usd 9999999999": (SET, "USD", "MYR", "9999999999", RateProblem.ABSURD),
    "20 usd": (CONVERT, "USD", "MYR", "20", None),
    "banana": None,
    "usd 4.45 5.5": None,
}


@pytest.mark.parametrize(("text", "wanted"), {**PLAIN, **GERMANS, **BEHIND_THE_COMMAND}.items())
def test_an_order_is_read(text: str, wanted: Read | None) -> None:
    person = GERMAN if text in GERMANS else MALAYSIAN
    assert read(text, person) == wanted
    assert text in BEHIND_THE_COMMAND or act(text, person=person).kind is Kind.RATE


@pytest.mark.parametrize("text", PLAIN)
def test_plain_words_are_about_a_rate_without_a_model(text: str) -> None:
    assert errand(text, Kind.RATE).rate


@pytest.mark.parametrize(
    "text",
    ["coffee 5 usd", "20 usd", "usd 20", "paid 20 usd in rm", "hotel rate 120 usd", "rate 5",
     "parking rate 5 usd", "convert 30 miles to km", "how much is 20 rm",
     "what is the interest rate", "change 20 usd"],
)  # fmt: skip
def test_what_names_something_else_is_about_no_rate(text: str) -> None:
    assert Kind.RATE not in [each.kind for each in acts(text)]
