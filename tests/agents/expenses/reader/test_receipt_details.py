from decimal import Decimal

import pytest

from domain.understanding import Person
from tests.agents.expenses.reader.paper import PERSON, read
from tests.paper import KOPI

SINGAPOREAN = Person(user_id="u3", locale="en_SG", currency="SGD", timezone="Asia/Singapore")


def test_everything_printed_on_a_plain_receipt_is_read() -> None:
    reading = read(*KOPI)

    assert reading.is_receipt
    assert reading.confidence > 0.8
    assert reading.tax is not None
    assert reading.tax.value == Decimal("1.40")
    assert reading.currency is not None
    assert reading.currency.value == "MYR"
    assert reading.payment_method is not None
    assert reading.payment_method.value == "Cash"
    assert reading.reference is not None
    assert reading.reference.value == "KP-20418"
    assert reading.lines[0] == "KOPI PAGI ENTERPRISE"


def test_items_are_listed_when_they_add_up() -> None:
    items = read(*KOPI).items

    assert [(item.name, item.amount) for item in items] == [
        ("Kopi O Ais", Decimal("3.20")),
        ("Roti Bakar Set", Decimal("8.70")),
        ("Mee Goreng", Decimal("11.50")),
    ]


def test_items_that_do_not_add_up_are_not_listed() -> None:
    rows = [row.replace("8.70", "3.70") for row in KOPI]

    assert read(*rows).items == ()


@pytest.mark.parametrize(
    ("row", "method"),
    [
        ("VISA XXXX1234 | 24.80", "Visa"),
        ("Mastercard | -24.80", "Mastercard"),
        ("TNG eWallet | 24.80", "Touch 'n Go"),
        ("Credit Card | 24.80", "Credit card"),
        ("TUNAI | 30.00", "Cash"),
    ],
)
def test_the_payment_method_is_the_row_that_took_the_money(row: str, method: str) -> None:
    rows = [*KOPI[:12], row, "Thank you"]

    found = read(*rows).payment_method

    assert found is not None
    assert found.value == method


def test_a_payment_method_left_at_nought_was_not_used() -> None:
    found = read(*KOPI[:12], "CASH | 0.00", "VISA | 24.80").payment_method

    assert found is not None
    assert found.value == "Visa"


@pytest.mark.parametrize(
    ("row", "number"),
    [
        ("Invoice No : CS00018751", "CS00018751"),
        ("INV#: A-99/2231", "A-99/2231"),
        ("Slip No.: 0010104733", "0010104733"),
        ("CB#:87870", "87870"),
    ],
)
def test_document_numbers_are_read(row: str, number: str) -> None:
    rows = [*KOPI]
    rows[3] = row

    found = read(*rows).reference

    assert found is not None
    assert found.value == number


def in_dollars(*extra: str) -> tuple[str, ...]:
    rows = (row.replace("RM ", "$").replace("Kuala Lumpur", "Springfield") for row in KOPI)
    return (*(row.replace("12 Jalan Merbau, 50480", "12 Main Street,") for row in rows), *extra)


def test_a_shared_sign_is_the_persons_own_currency_where_no_place_is_named() -> None:
    found = read(*in_dollars(), person=SINGAPOREAN).currency

    assert found is not None
    assert found.value == "SGD"


def test_a_shared_sign_is_settled_by_the_place_on_the_receipt() -> None:
    rows = (
        "HAPPY RICE SDN BHD",
        "Johor Bahru",
        "Rice | $8.20",
        "Nett Total: $8.20",
        "CASH | $8.20",
    )

    found = read(*rows, person=SINGAPOREAN).currency

    assert found is not None
    assert found.value == "MYR"


def test_a_receipt_that_names_no_currency_leaves_it_open() -> None:
    rows = [
        row.replace("RM ", "").replace("Kuala Lumpur", "X").replace("Jalan", "X") for row in KOPI
    ]

    assert read(*rows, person=PERSON).currency is None


@pytest.mark.parametrize(
    "rows",
    [
        (),
        ("left 1 right",),
        ("Happy birthday!", "See you on 12/03/2026 at 19:30", "Anna"),
        ("MENU", "Pasta 12.50", "Pizza 14.00", "Salad 9.00", "Open daily"),
        ("Interlocking Tori", "x = 3.14", "y = 2.71"),
    ],
)
def test_what_is_no_receipt_is_said_to_be_none(rows: tuple[str, ...]) -> None:
    reading = read(*rows)

    assert not reading.is_receipt
    assert reading.confidence < 0.3
    assert reading.total is None or reading.total.confidence < 0.3
