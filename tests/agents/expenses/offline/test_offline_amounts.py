from decimal import Decimal

import pytest

from agents.expenses.details import Mention
from agents.expenses.offline.expenses import expenses_in
from agents.expenses.offline.mentions import mention_in, prepare
from bot.intake import cleaned
from bot.texts.wording import formats_for
from domain.understanding import Person
from tests.agents.expenses.offline.talking import (
    AMERICAN,
    GERMAN,
    MALAYSIAN,
    SENT_AT,
    TODAY,
    expense,
)


def mention(text: str, person: Person = MALAYSIAN) -> Mention:
    return mention_in(prepare(text, person), person, TODAY)


@pytest.mark.parametrize(
    ("text", "amount", "currency"),
    [
        ("RM15.50", "15.50", "MYR"),
        ("15,50 €", "15.50", "EUR"),
        ("$1,234.00", "1234.00", "USD"),
        ("15k", "15000", None),
        ("1000 yen", "1000", "JPY"),
        ("Rp 25.000", "25000", "IDR"),
        ("35 ribu", "35000", None),
        ("2 juta rupiah", "2000000", "IDR"),
        ("2 rb", "2000", None),
        ("8 mil", "8000", None),
        ("1.5 mil", "1500000", None),
        ("mil euros", "1000", "EUR"),
        ("5 thousand dollars", "5000", "USD"),
        ("350р", "350", "RUB"),
        ("12 500", "12500", None),
        ("50 sen", "0.50", "MYR"),
        ("15 ringgit 50 sen", "15.50", "MYR"),
        ("-5", "-5", None),
        ("RM-5", "-5", "MYR"),
        ("0", "0", None),
        ("123456789012", "123456789012", None),
        ("1,23,456", "123456", None),
        ("S$5", "5", "SGD"),
        ("A$20.50", "20.50", "AUD"),
        ("$30 cad", "30", "CAD"),
        ("₹499", "499", "INR"),
        ("฿250", "250", "THB"),
        ("20 quid", "20", "GBP"),
        ("三十八块", "38", "MYR"),
        ("a fiver", "5", None),
        ("a tenner", "10", None),
        ("12 each times five", "60", None),
        ("20 bucks", "20", None),
        ("twenty five euros", "25", "EUR"),
        ("CHF 15.-", "15", "CHF"),
        ("1'234.50", "1234.50", None),
        ("١٢٫٥٠", "12.50", None),
        ("１２．５０", "12.50", None),
    ],
)
def test_every_common_notation_is_read(text: str, amount: str, currency: str | None) -> None:
    found = mention(text)

    assert (found.amount, found.currency) == (Decimal(amount), currency)
    assert found.merchant is None
    assert found.item is None


@pytest.mark.parametrize("locale", ["en_MY", "ms_MY", "de_DE", "es_ES", "fr_FR"])
def test_money_that_a_card_shows_is_read_again_as_what_it_is(locale: str) -> None:
    formats = formats_for(locale, "UTC", SENT_AT)
    person = Person(user_id="p", locale=locale)
    codes = {
        "JPY": 0, "KRW": 0, "VND": 0, "XAF": 0, "XOF": 0, "KWD": 3, "BHD": 3, "TND": 3,
        **dict.fromkeys(("MYR", "EUR", "USD", "GBP", "CHF", "SGD", "AUD", "CAD", "NZD", "HKD"), 2),
        **dict.fromkeys(("MXN", "ARS", "IDR", "THB", "INR", "CNY", "PLN", "SEK", "AFN"), 2),
    }  # fmt: skip
    for currency, decimals in codes.items():
        for digits in (7, 12, 1234, 12345, 1550, 1234567, 123456789):
            amount = Decimal(digits).scaleb(-decimals)
            shown = formats.money(amount, currency)
            found = mention(cleaned(shown), person)
            assert (found.amount, found.currency) == (amount, currency), shown
            assert (found.merchant, found.item) == (None, None), shown


def test_a_dollar_sign_means_the_dollar_that_the_person_uses() -> None:
    singaporean = MALAYSIAN.model_copy(update={"currency": "SGD", "locale": "en_SG"})

    assert mention("$12", singaporean).currency == "SGD"
    assert mention("12 dollars", AMERICAN).currency == "USD"
    assert mention("$12", GERMAN).currency == "USD"


@pytest.mark.parametrize(
    ("text", "person", "amount"),
    [
        ("12,50", GERMAN, "12.50"),
        ("1.250", GERMAN, "1250"),
        ("1,250", MALAYSIAN, "1250"),
        ("12,50", MALAYSIAN, "12.50"),
        ("1,250.00", GERMAN, "1250.00"),
        ("1 234,50", MALAYSIAN.model_copy(update={"locale": "fr_FR"}), "1234.50"),
        ("KWD 1.250", MALAYSIAN, "1.250"),
        ("JPY 1.250", MALAYSIAN, "1250"),
    ],
)
def test_the_locale_decides_which_separator_is_decimal(
    text: str, person: Person, amount: str
) -> None:
    assert mention(text, person).amount == Decimal(amount)


@pytest.mark.parametrize(("text", "person"), [("1.250", MALAYSIAN), ("1,250", GERMAN)])
def test_a_notation_that_reads_in_two_ways_gives_both(text: str, person: Person) -> None:
    found = mention(text, person)

    assert found.amount is None
    assert set(found.ambiguous_amounts) == {Decimal("1.25"), Decimal(1250)}


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("20 on 5 coffees", "20"),
        ("12 500 rent", "12500"),
        ("3 shirts for 120", "120"),
        ("iphone 15 for 4000", "4000"),
        ("at 7pm dinner 45", "45"),
        ("2x teh ais 6", "6"),
        ("hotel 300 for 2 nights", "300"),
        ("500ml milk 4.20", "4.20"),
        ("20% off shoes 80", "80"),
        ("room 12 dinner 45", "45"),
        ("99 speedmart 45", "45"),
        ("7-eleven 12.40", "12.40"),
        ("call 012-3456789 plumber 150", "150"),
        ("rent 1500 ref 883422", "1500"),
        ("petronas 60 5 Feb 2026", "60"),
        ("ron95 60", "60"),
        ("2 coffees at 4.50 each", "9.00"),
        ("3 roti at rm2 each", "6"),
        ("twelve ringgit thirty at mamak", "12.30"),
        ("lunch rm 12 50", "12.50"),
        ("croissant 3€50", "3.50"),
        ("lunch RM.50", "0.50"),
        ("coffee four fifty", "4.50"),
        ("got myself a phone case instead, thirty nine ninety", "39.90"),
        ("sushi forty two fifty tonight", "42.50"),
        ("zweiundvierzig fünfzig beim friseur gelassen", "42.50"),
        ("naik grab je balik, dua belas ringgit lima puluh sen", "12.50"),
        ("internet treinta y cinco, por domiciliación", "35"),
        ("le véto m'a pris cent vingt pour le chat", "120"),
        ("net twaalf vijftig voor 2 koffie met taart", "12.50"),
        ("badminton court this month, 12 each times five", "60"),
        ("oh n i brought 3 bags of ice, 4.50 each", "13.50"),
        ("tiket wayang 2 keping 18 satu", "36"),
        ("y dos cafés a 1,60", "3.20"),
        ("vlotter bij de gamma gehaald, achttien vijfennegentig", "18.95"),
        ("spent one hundred and twenty on groceries", "120"),
        ("2 roti 1 teh 5.60", "5.60"),
        ("restoran 388 12", "12"),
        ("21.11. kino 11,50", "11.50"),
        ("2026-03-03 ikea 199", "199"),
        ("spent 1 234,50 at ikea", "1234.50"),
    ],
)
def test_the_price_is_found_among_counts_times_units_and_names_as_people_write_it(
    text: str, amount: str
) -> None:
    assert mention(text).amount == Decimal(amount)


@pytest.mark.parametrize(
    "text", ["12/10", "5.5.2025", "7pm", "3 kg", "room 12", "0123456789", "5'11", "0'1"]
)
def test_a_text_without_a_price_has_no_amount(text: str) -> None:
    assert mention(text).amount is None


@pytest.mark.parametrize(
    ("text", "one", "every"),
    [
        ("grab 12 x 2", "12", "24"),
        ("3 x 4.50 nasi lemak", "4.50", "13.50"),
        ("2 x RM4.50 coffee", "4.50", "9.00"),
    ],
)
def test_a_price_of_several_is_asked_for_and_not_guessed(text: str, one: str, every: str) -> None:
    found = mention(text)

    assert found.amount is None
    assert found.ambiguous_amounts == (Decimal(one), Decimal(every))


def test_a_price_of_several_stays_with_its_own_expense() -> None:
    first, second = expenses_in("roti 3 x 2 and coffee 5", MALAYSIAN, TODAY)

    assert first == Mention(item="roti", ambiguous_amounts=(Decimal(3), Decimal(6)))
    assert second == Mention(item="coffee", amount=Decimal(5))


@pytest.mark.parametrize("text", ["lunch RM 5 USD 6", "lunch 5 eur 6 usd"])
def test_two_currencies_for_one_thing_leave_the_amount_open(text: str) -> None:
    assert mention(text) == Mention(item="lunch")


def test_direction_marks_around_a_number_leave_it_as_it_is() -> None:
    assert mention("\u206615.50\u2069 lunch") == Mention(item="lunch", amount=Decimal("15.50"))


@pytest.mark.parametrize("cut", ["\u202a", "\u202c", "\u202e", "\u2066", "\u2069"])
def test_a_number_that_is_cut_by_a_direction_mark_is_no_amount(cut: str) -> None:
    assert mention(f"lunch 1{cut}5.50").amount is None


@pytest.mark.parametrize(
    "text",
    ["lunch 12²", "tea 1½", "cake 3⁄4"],
)
def test_digits_that_are_no_notation_for_an_amount_are_asked_for(text: str) -> None:
    told = expense(text)

    assert (told.amount, told.ambiguous_amounts) == (None, ())


@pytest.mark.parametrize(
    "said", ["lunch 120 plus 10", "120 plus 10 for lunch", "lunch rm120 plus rm10"]
)
def test_what_is_added_in_words_is_one_amount(said: str) -> None:
    assert expense(said).amount == Decimal(130)


@pytest.mark.parametrize(
    ("said", "amounts"),
    [("iPhone 15 plus 999", {Decimal(999)}), ("room 12 plus 10", {Decimal(10)})],
)
def test_the_number_of_a_thing_is_not_added_to_its_price(said: str, amounts: set[Decimal]) -> None:
    assert {mention.amount for mention in expenses_in(said, MALAYSIAN, TODAY)} <= amounts


@pytest.mark.parametrize(
    ("thing", "amounts"),
    [
        ("coffee", (Decimal("1.25"),)),
        ("kopi", (Decimal("1.25"),)),
        ("rent", (Decimal("1.25"), Decimal(125))),
        ("electric bill", (Decimal("1.25"), Decimal(125))),
        ("flight", (Decimal("1.25"), Decimal(125))),
    ],
)
def test_a_price_in_words_is_asked_about_where_the_thing_costs_more(
    thing: str, amounts: tuple[Decimal, ...]
) -> None:
    told = expense(f"{thing} one twenty five")
    assert (told.ambiguous_amounts or (told.amount,)) == amounts


def test_numbers_that_are_only_added_up_are_no_expense() -> None:
    assert expenses_in("15 plus 27", MALAYSIAN, TODAY) == ()
