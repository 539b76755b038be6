import pytest

from agents.expenses.reader.receipt_merchant import is_garbled
from tests.agents.expenses.reader.paper import is_sure, read, value_of
from tests.paper import KOPI

BODY = KOPI[2:]


def merchant_of(*head: str) -> str | None:
    return value_of(read(*head, *BODY).merchant)


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        (("HARVEST MOON SDN BHD", "(812345-X)", "3, Jalan Bakti"), "HARVEST MOON SDN BHD"),
        (("HARVEST MOON SDN BHD (812345-X)", "3, Jalan Bakti"), "HARVEST MOON SDN BHD"),
        (("HARVEST MOON S/B 812345-X (HMK)", "3, Jalan Bakti"), "HARVEST MOON S/B"),
        (("B01932", "BLUE HERON TRADING", "TEL: 07-3867524"), "BLUE HERON TRADING"),
        (("OLD TOWN", "CO. (M) SDN BHD", "No 8, Jalan Ria"), "OLD TOWN CO. (M) SDN BHD"),
        (("IRON & WOOD HARDWARE &", "ELECTRICAL", "No 8"), "IRON & WOOD HARDWARE & ELECTRICAL"),
        (("BIG RIVER MART", "(KLANG) SDN BHD", "Lot 5"), "BIG RIVER MART (KLANG) SDN BHD"),
        (
            ("TAX INVOICE", "Welcome to our shop", "Little Owl Cafe", "12 Main Street"),
            "Little Owl Cafe",
        ),
        (("Company Reg. No: 201901-X", "NORTHERN LIGHT PTE LTD"), "NORTHERN LIGHT PTE LTD"),
        (("Owned by: PAPER CRANE PLT", "Lot 3, Jalan Satu"), "PAPER CRANE PLT"),
        (("Dimiliki oleh PAPER CRANE F&B", "Lot 3, Jalan Satu"), "PAPER CRANE F&B"),
        (("Roasted Delights", "Dimiliki & dikendalikan oleh: T Crane F&B"), "Roasted Delights"),
        (("Betrieben von Kranich GmbH", "Marktplatz 3"), "Kranich GmbH"),
        (("Inh. Karla Kranich", "Marktplatz 3"), "Karla Kranich"),
        (("c/o Paper Crane", "Lot 3, Jalan Satu"), "Paper Crane"),
        (("*** SEAGULL BISTRO ***", "88 Harbour Road"), "SEAGULL BISTRO"),
        (("Always the best for you", "Seagull Corner", "88 Harbour Road"), "Seagull Corner"),
        (
            ("No. 12, Jalan Merbau", "50480 Kuala Lumpur", "SILVER SPOON RESTAURANT"),
            "SILVER SPOON RESTAURANT",
        ),
        (
            ("RED DOOR SERVICES", "5 Jalan Satu", "Bill to:", "GIANT BUILDERS SDN BHD"),
            "RED DOOR SERVICES",
        ),
        (("BUARDIAN HEALTH AND BEAUTY SDN BHD", "Lot 5"), "GUARDIAN HEALTH AND BEAUTY SDN BHD"),
    ],
)
def test_the_name_is_found_at_the_head(head: tuple[str, ...], expected: str) -> None:
    assert merchant_of(*head) == expected


@pytest.mark.parametrize(
    "rows",
    [
        ("RED DOOR SUNWAY", "Lot 5, Tesco Terbau", "TESCO", *BODY),  # in a mall
        ("RED DOOR", "Coca Cola", "VISA", *BODY),  # goods and cards
        ("RED DOOR", "5 High Road", "Shell pasta | 3.20", "Starbucks beans | 9.00", *BODY),
        ("RED DOOR", "5 High Road", *BODY, "Win a voucher of www.tesco.com"),
        ("RED DOOR CAFE", "5 High Road", *BODY, "TESCO", "Visit www.tesco.com"),
        ("RED DOOR CAFE", "SHELL", "5 High Road", *BODY),
        ("RED DOOR SDN BHD", "5 High Road", "Bill to:", "TESCO STORES LTD", *BODY),
        ("MORRISON", "5 Jalan Satu", *BODY),  # one letter from a chain of another country
        ("MORRISON HARDWARE", "Reading RG1 1LX", *BODY),
        ("TESSA", "5 High Road", *BODY),  # near a short name
        ("TESCO STORES (MALAYSIA) SDN BHD", "5 High Road", *BODY, "www.tesco.com"),
    ],
    ids=lambda rows: " ".join(rows[:2]),
)
def test_a_known_shop_never_replaces_one_that_is_printed_clearly(rows: tuple[str, ...]) -> None:
    assert value_of(read(*rows).merchant) == rows[0]


def test_a_receipt_without_a_name_has_no_confident_merchant() -> None:
    rows = ("TAX INVOICE", "Tel: 03-88901122", "Receipt No: 4411", *BODY[2:])
    assert not is_sure(read(*rows).merchant)


@pytest.mark.parametrize("blurred", ["RlkKE0Att 0.25", "kJmT2Lw", "wrtzplkm", "oPaQkIw vXnTz4bC"])
def test_letters_of_a_blurred_picture_are_nobodys_name(blurred: str) -> None:
    assert is_garbled(blurred)
    assert blurred not in (value_of(read(blurred, "TOTAL 0.25").merchant) or "")


def test_odd_names_are_names() -> None:
    names = ("McDonald's", "7-ELEVEN", "PappaRich BMC", "B3ST MART", "iPhone Shop", "DBKL")
    assert not any(is_garbled(name) for name in (*names, "Kirchstraße"))
