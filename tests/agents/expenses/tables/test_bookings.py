"""What a payment was for is told by the words of the bank, in the languages of imports."""

from datetime import date

import pytest

from agents.expenses.shown import MoneyKind
from agents.expenses.tables.bookings import category_known, category_told
from agents.expenses.tables.names import is_processor, payee_in, says_nothing, shop_in
from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.tables.tabulating import ReadTable

BILLS = "Bills & Utilities"


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("ANNUAL CARD FEE", BILLS),
        ("Entgeltabschluss", BILLS),
        ("FRAIS DE TENUE DE COMPTE", BILLS),
        ("Comisión mantenimiento", BILLS),
        ("Canone mensile conto", BILLS),
        ("Anuidade cartão", BILLS),
        ("Opłata za kartę", BILLS),
        ("Årsavgift kort", BILLS),
        ("Caj perkhidmatan", BILLS),
        ("振込手数料", BILLS),
        ("Finanzamt Mitte Einkommensteuer", BILLS),
        ("Belastingdienst", BILLS),
        ("Podatek od nieruchomości", BILLS),
        ("Kfz-Haftpflichtversicherung", BILLS),
        ("Zorgverzekering", BILLS),
        ("Hemförsäkring", BILLS),
        ("Electricity bill", BILLS),
        ("電気料金 3月", BILLS),
        ("Miete März", "Housing"),
        ("LOYER MARS", "Housing"),
        ("Alquiler piso", "Housing"),
        ("Czynsz za marzec", "Housing"),
        ("Sewa rumah", "Housing"),
        ("家賃", "Housing"),
        ("Taxi home", None),
        ("RENT A CAR MALAGA", None),
        ("Cafe Sol", None),
    ],
)
def test_what_was_spent_for_is_told(text: str, category: str | None) -> None:
    assert category_told([text], MoneyKind.EXPENSE) == category


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("PURCHASE RETURN 0312", "Refund"),
        ("Retoure 4711", "Refund"),
        ("AVOIR CARTE", "Refund"),
        ("Zwrot płatności", "Refund"),
        ("Reembolso compra", "Refund"),
        ("LOHN GEHALT", "Salary"),
        ("Wynagrodzenie za marzec", "Salary"),
        ("給与", "Salary"),
        ("Kapitalizacja odsetek", "Interest & Dividends"),
        ("Anna Roy", None),
    ],
)
def test_why_money_came_in_is_told(text: str, category: str | None) -> None:
    assert category_told([text], MoneyKind.INCOME) == category


def test_a_transfer_has_no_category_of_its_own() -> None:
    assert category_told(["Annual fee"], MoneyKind.TRANSFER) is None


def test_a_supplier_is_known_in_its_country() -> None:
    assert category_known("Vattenfall Kundservice", "SEK") == BILLS
    assert category_known("Anna Roy", "SEK") is None


@pytest.mark.parametrize(
    ("text", "shop"),
    [
        ("PRLV SEPA EAU DU LAC ECH/030326 ID EMETTEUR/FR12ZZZ345678 LIB/MARS", "Eau Du Lac"),
        ("FACTURE CARTE DU 020326 LE MOULIN LYON CARTE 4974XXXXXXXX0000", "Le Moulin Lyon"),
        ("VIR SEPA INST EMIS /MOTIF CADEAU /BEN MARIE PETIT /REFDO", "Marie Petit"),
        ("VIR SEPA RECU /DE VILLE DE LYON /MOTIF MARS", "Ville De Lyon"),
        ("UPI-ANNA ROY-annaroy@okbank-ABCD0001234-600000000000-UPI", "Anna Roy"),
        ("NEFT CR-ABCD0000104-BLUE HILL PVT LTD-ANNA ROY-N12", "Blue Hill Pvt Ltd"),
        ("ACH D- GREEN TREE-00012345", "Green Tree"),
        ("Compra no débito - Padaria Sol", "Padaria Sol"),
        ("TRANSFER FROM A/C TAN MEI LING * RENT MAR", "Tan Mei Ling"),
        ("FPX PAYMENT FR A/ GREEN TREE SDN BHD * MARCH", "Green Tree Sdn Bhd"),
        ("Virgin Active", "Virgin Active"),
    ],
)
def test_a_payee_is_named_without_how_it_was_paid(text: str, shop: str) -> None:
    assert (shop_in(text), payee_in(text)) == (shop, shop)


@pytest.mark.parametrize(
    ("text", "shop"),
    [
        ("PAYMENT THANK YOU-MOBILE", "Payment Thank You-Mobile"),
        ("PAYMENT - THANK YOU", "Payment - Thank You"),
        ("PAIEMENT MERCI", "Paiement Merci"),
    ],
)
def test_words_of_thanks_are_nobody_who_was_paid(text: str, shop: str) -> None:
    assert (shop_in(text), says_nothing(text)) == (shop, True)


@pytest.mark.parametrize(
    "name", ["MERCI PARIS", "THANK YOU MART", "BOULANGERIE MERCI", "DANKE PIZZA"]
)
def test_a_name_keeps_its_words_of_thanks(name: str) -> None:
    assert (shop_in(f"POS 1234 {name}"), says_nothing(name)) == (name.title(), False)


def test_a_payee_that_is_called_like_a_word_of_banks_keeps_it() -> None:
    assert [payee_in("Giro Bar"), payee_in("Einkauf & Mehr")] == ["Giro Bar", "Einkauf & Mehr"]


@pytest.mark.parametrize("payee", ["AMAZON PAYMENTS EUROPE S.C.A.", "Amazon Payments Europe"])
def test_the_company_of_a_known_shop_is_that_shop(payee: str) -> None:
    (row,) = read(f"Date,Type,Payee,Amount\n2026-03-02,Card payment,{payee},-9.00\n").rows
    assert (row.merchant, row.kind) == ("Amazon", MoneyKind.EXPENSE)


@pytest.mark.parametrize(
    ("told", "payee"),
    [
        ("Credit card payment", "TESCO BANK"),
        ("Kreditkartenabrechnung", "IKEA Bank"),
        ("Transfer to own account", "Carrefour Bank"),
        ("Savings transfer", "Coop Bank"),
        ("Credit card payment", "Amazon"),
        ("Kreditkartenabrechnung", "Amazon"),
    ],
)
def test_money_moved_to_the_bank_of_a_shop_is_no_expense(told: str, payee: str) -> None:
    (row,) = read(f"Date,Type,Payee,Amount\n2026-03-02,{told},{payee},-350\n").rows
    assert (row.merchant, row.kind) == (payee, MoneyKind.TRANSFER)


def test_who_carries_payments_out_is_no_shop() -> None:
    assert is_processor("PAYU S.A.")
    assert is_processor("Adyen N.V.")
    assert not is_processor("Square Books")
    lines = "2026-03-02,PAYU S.A.,Księgarnia Sowa 0012,-9.00\n2026-03-03,PAYU S.A.,,-5.00\n"
    rows = read(f"Date,Payee,Description,Amount\n{lines}").rows
    assert [row.merchant for row in rows] == ["Księgarnia Sowa", "PAYU S.A."]


def read(text: str) -> ReadTable:
    return read_table(text.encode(), ReadingPlace("EUR", "en_GB", date(2026, 4, 15)))


def test_the_text_is_the_column_that_differs_from_row_to_row() -> None:
    shops = ["Cafe Sol", "Cafe Mar", "Kino Luna", "Bar Rio"]
    lines = "".join(
        f"2026-03-0{at},Card payment,{shop},-3.00\n" for at, shop in enumerate(shops, 1)
    )
    table = read(f"Date,Transaction description,Details,Amount\n{lines}")
    assert [row.merchant for row in table.rows] == shops


def test_other_columns_say_what_it_was_for() -> None:
    rows = "2026-03-01,Anna Roy,-900,rent March\n2026-03-02,Cafe Sol,-3,\n"
    table = read(f"Date,Payee,Amount,Ref3\n{rows}")
    assert [row.told_category for row in table.rows] == ["Housing", None]


def test_a_name_that_a_field_cuts_off_is_read_whole_from_the_memo() -> None:
    payee = "PAIEMENT CARTE LE GRAND MOULI"
    table = read(f"!Type:Bank\nD02/03/2026\nT-4,00\nP{payee}\nM{payee}N DES LILAS\n^\n")
    assert [(row.merchant, row.item) for row in table.rows] == [("Le Grand Moulin Des Lilas", None)]


def test_what_a_shop_gave_back_is_a_refund() -> None:
    rows = "2026-03-01,Blue Shop,-40\n2026-03-09,Blue Shop,40\n2026-03-10,Anna Roy,40\n"
    table = read(f"Date,Payee,Amount\n{rows}")
    assert [row.told_category for row in table.rows] == [None, "Refund", None]


@pytest.mark.parametrize(
    "text",
    [
        "Wypłata z bankomatu",
        "Spłata karty kredytowej",
        "Addebito estratto conto carta",
        "CC 0001 AUTOPAY SI-TAD",
        "Sparkonto överföring",
        "現金引出",
    ],
)
def test_own_money_that_moves_is_a_transfer_in_more_languages(text: str) -> None:
    table = read(f"Date,Description,Amount\n2026-03-01,{text},-40\n2026-03-02,Cafe,-3\n")
    assert [row.kind for row in table.rows] == [MoneyKind.TRANSFER, MoneyKind.EXPENSE]
