"""Amounts as they are written in any place, and the prices of several things."""

from decimal import Decimal

import pytest
from babel.numbers import format_currency, format_decimal
from hypothesis import given
from hypothesis import strategies as st

from domain.understanding import Person
from language.amounts import find_amounts, in_two_currencies, join_spaced_groups, price_among
from language.multiples import find_multiples
from language.notation import read_numeral
from language.spelled_amounts import spelled_out
from language.words import clean

LOCALES = (
    "en_MY", "en_US", "en_GB", "de_DE", "de_CH", "fr_FR", "es_ES",
    "id_ID", "sv_SE", "en_IN", "hi_IN", "pt_BR", "pl_PL", "ar_EG",
)  # fmt: skip
CURRENCIES = ("MYR", "USD", "EUR", "GBP", "SGD", "THB", "INR", "PHP")
PERSON = Person(user_id="p")


def plain(text: str, locale: str) -> str:
    return join_spaced_groups(clean(text), locale)


cents = st.integers(min_value=0, max_value=999_999_999).map(lambda n: Decimal(n) / 100)


@given(amount=cents, locale=st.sampled_from(LOCALES))
def test_what_a_locale_writes_is_read_back(amount: Decimal, locale: str) -> None:
    person = Person(user_id="p", locale=locale)
    written = format_decimal(amount, format=None, locale=locale, decimal_quantization=False)
    padded = format_decimal(amount, format="#,##0.00", locale=locale)

    for text in {padded, f"coffee {padded}", *({written} if amount < 1000 else set())}:
        amounts = find_amounts(plain(text, locale), person)
        assert [a.value for a in amounts] == [amount]


@given(amount=cents, locale=st.sampled_from(LOCALES[:10]), currency=st.sampled_from(CURRENCIES))
def test_what_a_locale_writes_with_a_currency_is_read_back(
    amount: Decimal, locale: str, currency: str
) -> None:
    person = Person(user_id="p", locale=locale, currency=currency)
    written = format_currency(amount, currency, locale=locale)

    price = price_among(find_amounts(plain(written, locale), person))

    assert price is not None
    assert (price.value, price.currency) == (amount, currency)


@given(number=st.text(alphabet="0123456789.,'", max_size=30), locale=st.sampled_from(LOCALES))
def test_a_numeral_is_never_read_in_a_way_that_changes_its_digits(number: str, locale: str) -> None:
    numeral = read_numeral(number, locale, "MYR")

    digits = "".join(c for c in number if c.isdigit()).strip("0")
    for reading in numeral.readings if numeral else ():
        assert "".join(c for c in f"{reading:f}" if c.isdigit()).strip("0") == digits


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("iphone 15 for 4000", "4000"),
        ("2 roti 1 teh 5.60", "5.60"),
        ("movie tickets 40 for 2", "40"),
        ("-RM12.50", "-12.50"),
    ],
)
def test_a_price_is_told_from_counts_and_names(text: str, amount: str) -> None:
    price = price_among(find_amounts(text, PERSON))
    assert price is not None
    assert price.value == Decimal(amount)


@pytest.mark.parametrize("text", ["012-999 8888", "0151 23456789", "06 12 34 56 78"])
def test_a_telephone_number_is_no_amount(text: str) -> None:
    assert find_amounts(f"sorry, it's {text}", PERSON) == []
    (price,) = find_amounts(f"{text} cost me 12.50", PERSON)
    assert price.value == Decimal("12.50")


def test_prices_in_two_currencies_are_noticed() -> None:
    assert in_two_currencies(find_amounts("RM 5 USD 6", PERSON))
    assert not in_two_currencies(find_amounts("RM 5 RM 6", PERSON))


@pytest.mark.parametrize(
    ("text", "readings"),
    [
        ("12 x 2", ("12", "24")),
        ("12 each times five", ("60",)),
        ("2 coffees at 4.50 each", ("9.00",)),
        ("shoes x4, 59.90 a pair", ("239.60",)),
        ("dos cafés a 1,60", ("3.20",)),
    ],
)
def test_the_price_of_several_is_that_of_all_or_left_open(
    text: str, readings: tuple[str, ...]
) -> None:
    (found,) = find_multiples(text, PERSON, ())
    assert found.amount.readings == tuple(map(Decimal, readings))


@pytest.mark.parametrize(
    ("said", "typed"),
    [
        ("twenty five ringgit", "25 ringgit"),
        ("coffee fifteen fifty", "coffee 15.50"),
        ("rm 12 50", "rm12.50"),
        ("a tenner for lunch", "a 10 for lunch"),
        ("one of those", "one of those"),
    ],
)
def test_amounts_in_words_are_digits_and_counts_stay(said: str, typed: str) -> None:
    assert spelled_out(said) == typed
