import pytest

from agents.expenses.reader.receipt_merchant import is_garbled
from agents.expenses.rules import FIELD_CONFIDENCE_THRESHOLD
from tests.agents.expenses.reader.paper import read
from tests.paper import KOPI

BODY = KOPI[2:]


def merchant_of(*head: str) -> str | None:
    merchant = read(*head, *BODY).merchant
    return merchant.value if merchant else None


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
        (("*** SEAGULL BISTRO ***", "88 Harbour Road"), "SEAGULL BISTRO"),
        (("Always the best for you", "Seagull Corner", "88 Harbour Road"), "Seagull Corner"),
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
    merchant = read(*rows).merchant

    assert merchant is not None
    assert merchant.value == rows[0]


def test_a_customer_named_later_is_not_the_merchant() -> None:
    rows = ("RED DOOR SERVICES", "5 Jalan Satu", "Bill to:", "GIANT BUILDERS SDN BHD")

    assert merchant_of(*rows) == "RED DOOR SERVICES"


def test_a_receipt_without_a_name_has_no_confident_merchant() -> None:
    merchant = read("TAX INVOICE", "Tel: 03-88901122", "Receipt No: 4411", *BODY[2:]).merchant

    assert merchant is None or merchant.confidence < FIELD_CONFIDENCE_THRESHOLD


def test_an_address_is_never_the_merchant() -> None:
    rows = ("No. 12, Jalan Merbau", "50480 Kuala Lumpur", "SILVER SPOON RESTAURANT")

    assert merchant_of(*rows) == "SILVER SPOON RESTAURANT"


@pytest.mark.parametrize("blurred", ["RlkKE0Att 0.25", "kJmT2Lw", "wrtzplkm", "oPaQkIw vXnTz4bC"])
def test_letters_of_a_blurred_picture_are_nobodys_name(blurred: str) -> None:
    assert is_garbled(blurred)
    found = read(blurred, "TOTAL 0.25").merchant
    assert found is None or blurred not in found.value


@pytest.mark.parametrize(
    "name",
    ["McDonald's", "7-ELEVEN", "PappaRich BMC", "B3ST MART", "iPhone Shop", "Kirchstraße", "DBKL"],
)
def test_odd_names_are_names(name: str) -> None:
    assert not is_garbled(name)
