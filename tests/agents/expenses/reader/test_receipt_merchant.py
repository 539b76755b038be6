from importlib.resources import files

import pytest

from adapters.media.lines import OcrText
from agents.expenses.reader.calibration import calibrated
from agents.expenses.reader.receipt import reading_of
from agents.expenses.reader.receipt_brands import printed_in
from agents.expenses.reader.receipt_merchant import is_garbled
from tests.agents.expenses.reader.paper import PERSON, TODAY, is_sure, read, value_of
from tests.paper import KOPI, recognised

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


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        (("Blatt", "Blatt GmbH & Co. KG", "Lindenallee 14", *BODY), "Blatt"),
        (("HARBOR GRILL LLC", "88 PIER RD", *BODY), "HARBOR GRILL LLC"),  # printed nowhere without
        (("IKEA Deutschland GmbH & Co. KG", "Ring 7", *BODY), "IKEA"),
        (("toom Baumarkt GmbH", "Grüner Weg 41", *BODY), "toom Baumarkt"),
        (("B I E D R O N K A", "ul. Długa 15", *BODY), "BIEDRONKA"),
        (("KAUFLAND 4711", "Lindenallee 14", *BODY), "KAUFLAND"),
    ],
    ids=lambda rows: rows[0] if isinstance(rows, tuple) else rows,
)
def test_a_shop_abroad_is_called_by_its_name_alone(rows: tuple[str, ...], expected: str) -> None:
    assert value_of(read(*rows).merchant) == expected


@pytest.mark.parametrize(
    ("evidence", "expected"),
    [
        ("www.marktkauf-sommer.de", "Marktkauf"),  # a branch with its own address
        ("C.I.F. A-46103834", "Mercadona"),
        ("NIF ES A46.103.834", "Mercadona"),
        ("RFC CCO8605231N4", "OXXO"),
        ("ABN 45 004 189 708", "Coles"),
        ("SIRET 343 262 622 00017", "LIDL"),
        ("JERONIMO MARTINS POLSKA S.A.", "Biedronka"),
        ("PT. SUMBER ALFARIA TRIJAYA, TBK", "Alfamart"),
    ],
)
def test_a_logo_of_doubtful_letters_gives_way_to_the_shop_that_the_paper_tells_of(
    evidence: str, expected: str
) -> None:
    text = recognised("Rnarkt xuf", "5 High Road", *BODY, evidence)
    page = text.pages[0]
    blurred = page.lines[0].model_copy(update={"score": 0.8})
    page = page.model_copy(update={"lines": (blurred, *page.lines[1:])})
    found = reading_of(OcrText(pages=(page,)), "0" * 64, PERSON, TODAY).merchant

    assert value_of(found) == expected
    assert is_sure(found)


@pytest.mark.parametrize("name", ["Ad LabaD neI", "LDL", "ThomasLehe"])
def test_doubtful_letters_that_nothing_bears_out_are_asked_about(name: str) -> None:
    text = recognised(name, "5 High Road", *BODY, score=0.85)

    assert not is_sure(calibrated(reading_of(text, "0" * 64, PERSON, TODAY)).merchant)


@pytest.mark.parametrize(
    "rows",
    [
        ("RED DOOR CAFE", "5 High Road", *BODY, "A46103834"),
        ("RED DOOR CAFE", "5 High Road", *BODY, "Order 746103834"),
        ("RED DOOR CAFE", "5 High Road", "Bill to:", "Mercadona", "CIF A46103834", *BODY),
    ],
)
def test_a_tax_number_never_replaces_a_name_that_is_printed_clearly(rows: tuple[str, ...]) -> None:
    assert value_of(read(*rows).merchant) == "RED DOOR CAFE"


@pytest.mark.parametrize(
    "left",
    [
        "164 BD VOLTAIRE",
        "1201 MARKET ST",
        "VIA AURELIA 220",
        "MAGINHAWA ST QUEZON CITY",
        "2-6-17 Dogenzaka, Shibuya-ku, Tokyo",
        "Gatwick Airport",
        "Filiale Limmatplatz",
        "BUKIT TIMAH PLAZA",
        "Mgr: DALE HUNTER",
        "Operated by: FRESH FOODS INC",
        "SARL LEFEVRE",
        "Save money. Live better.",
    ],
)
def test_what_stands_below_a_logo_without_letters_is_asked_about(left: str) -> None:
    found = calibrated(read(left, *BODY)).merchant

    assert not is_sure(found)


def test_a_web_address_tells_the_shop_where_the_head_has_only_its_street() -> None:
    found = read("1201 MARKET ST", "DAYTON, OH 45402", *BODY, "www.cvs.com").merchant

    assert value_of(found) == "CVS"
    assert is_sure(found)


def test_the_number_of_a_branch_is_no_address() -> None:
    found = read("STARBUCKS Store #10208", "11302 Euclid Avenue", *BODY).merchant

    assert value_of(found) == "STARBUCKS"
    assert is_sure(found)


@pytest.mark.parametrize("name", ["Bond Street Cafe", "7-ELEVEN", "Studio 54 Bistro Inc."])
def test_a_shop_that_is_named_like_a_street_is_taken(name: str) -> None:
    assert is_sure(read(name, "5 High Road", *BODY).merchant)


def test_each_chain_of_the_evidence_is_one_of_the_known_shops_and_tells_of_that_one() -> None:
    table = files("agents.expenses.reader").joinpath("data", "chains.csv").read_text("utf-8")
    rows = [line for line in table.splitlines() if not line.startswith("#")][1:]
    told = [line.split(",", 2)[1:] for line in rows]

    assert all(printed_in(line.split(",")[0]) for line in rows)
    assert {kind for kind, _ in told} == {"owner", "web", "tax"}
    assert len({tuple(one) for one in told}) == len(told)


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
