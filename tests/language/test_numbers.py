"""Numbers in words are read in any writing, and articles are no numbers."""

from decimal import Decimal

import pytest

from language.numbers import (
    LANGUAGES,
    counted,
    counting_words,
    in_digits,
    in_words,
    spelled_in,
    stands_in_words,
)


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("thirty nine ninety", "39.90"),
        ("a hundred and five", "105"),
        ("two thousand three hundred fifty", "2350"),
        ("dua belas", "12"),
        ("seratus lima puluh", "150"),
        ("dua ribu lima ratus", "2500"),
        ("zweiundvierzig fünfzig", "42.50"),
        ("Dreissig", "30"),
        ("zweihundertfünfzig", "250"),
        ("treinta y cinco", "35"),
        ("veintidos", "22"),
        ("seis con cincuenta", "6.50"),
        ("doscientas veinte", "220"),
        ("mil quinientos", "1500"),
        ("cent vingt", "120"),
        ("quatre-vingt-dix-neuf", "99"),
        ("soixante et onze", "71"),
        ("achttien vijfennegentig", "18.95"),
        ("tweeënveertig", "42"),
        ("honderdvijftig", "150"),
    ],
)
def test_a_number_is_read_as_it_would_be_typed(text: str, read: str) -> None:
    (number,) = spelled_in(f"xx {text} xx")
    assert (number.digits, number.start, number.weak) == (read, 3, False)
    assert number.end == 3 + len(text)


@pytest.mark.parametrize(
    "text",
    [
        "paid it once",
        "een brood",
        "for a cent",
        "un pan",
        "no one",
        "by 12 sept",
        "netflix nov und dez",
    ],
)
def test_a_word_that_may_be_something_else_is_weak(text: str) -> None:
    assert all(number.weak for number in spelled_in(text))


def test_two_numbers_are_two_where_a_word_stands_between() -> None:
    numbers = spelled_in("twenty for lunch, fifty for the taxi and twenty and thirty")
    assert [number.digits for number in numbers] == ["20", "50", "20", "30"]


@pytest.mark.parametrize(
    ("amount", "text", "said"),
    [
        ("125", "electric was one twenty five", True),
        ("1.25", "one twenty five", True),
        ("59.90", "neunundfünfzig neunzig beim Friseur", True),
        ("3", "three of us", True),
        ("1", "a coffee", False),
        ("120.01", "cent vingt", False),
        ("99", "ninety", False),
    ],
)
def test_an_amount_stands_in_words(amount: str, text: str, *, said: bool) -> None:
    assert stands_in_words(Decimal(amount), text) is said


@pytest.mark.parametrize("language", LANGUAGES)
def test_each_number_that_is_said_is_read_again(language: str) -> None:
    for number in range(3, 1_000, 7):
        (read,) = spelled_in(f"xx {in_words(number, language)} xx", prices=False)
        assert (number, read.whole) == (number, number)


def test_two_numbers_are_one_price_only_where_prices_are_wanted() -> None:
    assert [one.digits for one in spelled_in("fifteen fifty")] == ["15.50"]
    assert [one.digits for one in spelled_in("fifteen fifty", prices=False)] == ["15", "50"]


@pytest.mark.parametrize(("said", "count"), [("3", 3), ("a", 1), ("dua belas", 12), ("few", 3)])
def test_few_things_are_counted(said: str, count: int) -> None:
    assert counted(said) == count


@pytest.mark.parametrize("text", ["um", "um zehn", "um die fünfzig"])
def test_who_hesitates_says_no_number(text: str) -> None:
    assert all(number.whole != 1 for number in spelled_in(text))
    assert "um" not in counting_words()


def test_eight_is_read_as_it_is_said_in_indonesia_too() -> None:
    assert [one.whole for one in spelled_in("delapan puluh delapan")] == [88]


@pytest.mark.parametrize(
    ("text", "digits"),
    [
        ("2 hundred pens", "200 pens"),
        ("half a dozen eggs", "6 eggs"),
        ("2 dozen 5 mm screws", "24 5 mm screws"),
        ("hundred and twenty pens", "120 pens"),
        ("checkout for sept 3", "checkout for sept 3"),
        ("dua belas pensil", "12 pensil"),
        ("two boxes of pens", "2 boxes of pens"),
        ("half a dozen mugs", "6 mugs"),
        ("two dozen eggs", "24 eggs"),
        ("a hundred and five cups", "105 cups"),
        ("elf Stifte", "11 Stifte"),
        ("one more, an all-in-one printer", "one more, an all-in-one printer"),
    ],
)
def test_whole_numbers_are_put_in_digits(text: str, digits: str) -> None:
    assert in_digits(text) == digits
