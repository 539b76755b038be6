"""Amounts: limits, decimals, and whether one stands in a text."""

from decimal import Decimal

import pytest
from babel.numbers import format_currency, format_decimal
from hypothesis import assume, given
from hypothesis import strategies as st
from pydantic import TypeAdapter, ValidationError

from domain.money import MINOR_UNITS, Currency, amount_limit, amount_stands_in, rounded
from tests.given import amounts, currencies, names

LOCALES = ["en_MY", "en_IN", "de_DE", "de_CH", "fr_FR", "fr_CH", "sv_SE", "pl_PL", "ja_JP"]

paid = st.decimals("0.01", "9999999.99", places=2)
locales = st.sampled_from(LOCALES)


def _digits(amount: Decimal) -> str:
    return f"{amount:f}".replace(".", "").strip("0")


@given(paid, locales)
def test_an_amount_stands_in_the_text_it_is_formatted_into(amount: Decimal, locale: str) -> None:
    plain = format_decimal(amount, locale=locale)
    priced = format_currency(amount, "MYR", locale=locale)
    assert amount_stands_in(amount, plain)
    assert amount_stands_in(amount, f"lunch at Zus, {priced}, by card")


@given(paid, paid, locales)
def test_another_amount_does_not_stand_in_it(written: Decimal, other: Decimal, locale: str) -> None:
    assume(_digits(written) != _digits(other))
    text = format_currency(written, "EUR", locale=locale)
    # A group between spaces may be a number of its own: "1 234,50" holds a 234,50.
    assume(_digits(other) not in {_digits(Decimal(p)) for p in _parts(text)})
    assert not amount_stands_in(other, text)


def _parts(text: str) -> list[str]:
    tidy = "".join(c if c.isdigit() or c in ".," or c.isspace() else " " for c in text)
    return [d for part in tidy.split() if (d := part.replace(".", "").replace(",", ""))]


@pytest.mark.parametrize(
    ("text", "amounts_in_it", "others"),
    [
        ("1,234.00", ["1234"], []),
        ("1.234,00", ["1234"], []),
        ("1'234.50", ["1234.50"], []),
        ("1’234.50", ["1234.50"], []),
        ("12,34,567.00", ["1234567"], []),
        ("1.5k", ["1500"], []),
        ("15k", ["15000"], ["15000000"]),
        ("15 K for rent", ["15000"], []),
        ("15rb", ["15000"], []),
        ("15m", ["15000000"], ["15000"]),
        ("3.2m", ["3200000"], []),
        ("2 million", ["2000000"], []),
        ("2 mil", ["2000", "2000000"], []),
        ("table 4 15.50", ["15.50"], ["15.05", "5.50"]),
        ("15", ["15"], ["15000"]),
        ("TOTAL: 0.50.", ["0.5"], []),
        ("refund -5", ["-5"], []),
        ("0", ["0"], []),
        ("", [], ["0"]),
        ("no number here", [], ["15"]),
        ("500 myr", ["500"], ["500000000"]),
        ("500 kr", ["500"], ["500000"]),
        ("500 kopitiam", ["500"], ["500000"]),
        ("3 meals", ["3"], ["3000000"]),
        ("it measured 5'11.5 in all", [], ["9999"]),
    ],
)
def test_an_amount_stands_in_a_text_in_every_notation_and_no_other_does(
    text: str, amounts_in_it: list[str], others: list[str]
) -> None:
    for amount in (*amounts_in_it, *others):
        assert amount_stands_in(Decimal(amount), text) is (amount in amounts_in_it), amount


@given(amounts, names | st.text(alphabet="0123456789.,'’ \u00a0kmx", max_size=30))
def test_every_text_gets_an_answer(amount: Decimal, text: str) -> None:
    assert amount_stands_in(amount, text) in {True, False}


@given(paid, currencies)
def test_rounding_keeps_the_decimals_of_the_currency(amount: Decimal, currency: str) -> None:
    kept = rounded(amount, currency)
    assert kept.as_tuple().exponent == -MINOR_UNITS[currency]
    assert rounded(kept, currency) == kept
    assert abs(kept - amount) <= Decimal(1).scaleb(-MINOR_UNITS[currency]) / 2


def test_half_a_unit_goes_to_the_even_neighbour() -> None:
    assert rounded(Decimal("0.125"), "MYR") == Decimal("0.12")
    assert rounded(Decimal("0.135"), "MYR") == Decimal("0.14")
    assert rounded(Decimal("2.5"), "JPY") == Decimal(2)


def test_small_units_have_a_larger_limit() -> None:
    assert amount_limit("MYR") == 10_000_000
    assert amount_limit("IDR") == 10_000_000_000
    assert {amount_limit(code) for code in MINOR_UNITS} == {10_000_000, 10_000_000_000}


@pytest.mark.parametrize("code", ["myr", "RM", "XXX", "", "MYR "])
def test_only_currencies_of_the_standard_are_taken(code: str) -> None:
    with pytest.raises(ValidationError):
        TypeAdapter(Currency).validate_python(code)
