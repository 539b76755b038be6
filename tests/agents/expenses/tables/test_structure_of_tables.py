"""What a table means is told by its structure: dates, marks, columns of names, footers, fees."""

from datetime import date
from decimal import Decimal

import pytest

from agents.expenses.shown import MoneyKind
from agents.expenses.tables.bookings import (
    category_known,
    category_of_trade,
    category_told,
    without_fee_inside,
)
from agents.expenses.tables.days import day_in, is_day_without_year, last_day_named, with_year
from agents.expenses.tables.names import says_nothing, shop_in
from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.tables.tabulating import LineFault, ReadTable

BILLS = "Bills & Utilities"


def read(text: str, currency: str = "EUR") -> ReadTable:
    return read_table(text.encode(), ReadingPlace(currency, "en_GB", date(2026, 4, 15)))


@pytest.mark.parametrize(
    "cell",
    [
        "02/03/2026-12:30:05",
        "2026-03-02_12.30",
        "02.03.2026 | 12:30",
        "2026-03-02T12:30:05Z",
        "02.03.2026 kl. 12.30",
        "02.03.2026 um 12:30 Uhr",
        "20260302123005",
        "2026. 03. 02.",
        "02/03/2569",
        "115/03/02",
        "2 mars 2026",
        "2. března 2026",
        "02 mar 2026",
        "2 maaliskuuta 2026",
    ],
)
def test_a_day_is_read_whatever_joins_it_to_the_hour(cell: str) -> None:
    assert day_in(cell, month_first=False) == date(2026, 3, 2)


def test_a_text_that_begins_with_a_day_is_no_day() -> None:
    assert day_in("02.03.2026 REWE", month_first=False) is None


@pytest.mark.parametrize("cell", ["'02/03", "02.03.", "2 Mar", "Mar 2", "02-03 12:30"])
def test_a_day_without_a_year_is_the_last_one_of_the_statement(cell: str) -> None:
    assert is_day_without_year(cell)
    assert with_year(cell, date(2025, 12, 31), month_first=False) == "2025-03-02"
    assert with_year(cell, date(2026, 1, 31), month_first=False) == "2025-03-02"


def test_the_end_of_a_statement_is_told_above_it() -> None:
    lines = ["Period: 01/12/2025 - 31/12/2025", "Periode : March 2025"]
    assert last_day_named(lines, month_first=False) == date(2025, 12, 31)
    assert last_day_named(["Periode : March 2025"], month_first=False) == date(2025, 3, 31)


def test_days_without_a_year_take_it_from_the_lines_above() -> None:
    table = read(
        "Periode : 01/12/2024 - 31/01/2025\nTanggal,Keterangan,Jumlah,,Saldo\n"
        "'30/12,KARTU DEBIT KOPI SENJA,'25.50,DB,100\n'02/01,GAJI PT MAJU,'900.00,CR,1000\n"
        "Saldo Awal : 100.00\n"
    )
    rows = [(row.occurred_on.isoformat(), row.kind.value, row.merchant) for row in table.rows]
    assert rows == [
        ("2024-12-30", "expense", "Kopi Senja"),
        ("2025-01-02", "income", "Gaji Pt Maju"),
    ]
    assert [left.why for left in table.left_out] == [LineFault.TOTAL]


@pytest.mark.parametrize(
    ("out", "into"),
    [("DB", "CR"), ("D", "K"), ("-", "+"), ("S", "H"), ("B", "A"), ("T", "J"), ("DB", "")],
)
@pytest.mark.parametrize("heading", ["", "Mark", "Type"])
def test_a_column_of_marks_says_which_way_money_went(out: str, into: str, heading: str) -> None:
    lines = f"2026-03-01,Cafe Sol,3.00,{out}\n2026-03-02,Anna Roy,4.00,{into}\n"
    table = read(f"Date,Description,Amount,{heading}\n{lines}")
    assert [row.kind for row in table.rows] == [MoneyKind.EXPENSE, MoneyKind.INCOME]
    assert not table.signs_in_doubt


def test_a_table_without_headings_has_its_marks_as_well() -> None:
    table = read("2026-03-01;Cafe Sol;3.00;D\n2026-03-02;Anna Roy;4.00;C\n")
    assert [row.kind for row in table.rows] == [MoneyKind.EXPENSE, MoneyKind.INCOME]


def test_an_address_or_an_account_is_no_name_though_its_heading_says_so() -> None:
    rows = "".join(
        f"2026-03-0{at},a{at}@shop.example,{shop},DE0012345678901234567{at},-3\n"
        for at, shop in enumerate(["Cafe Sol", "Bar Rio", "Kino Luna"], 1)
    )
    table = read(f"Date,Recipient,Name,Counterparty,Amount\n{rows}")
    assert [row.merchant for row in table.rows] == ["Cafe Sol", "Bar Rio", "Kino Luna"]


def test_the_name_is_the_column_that_differs_most_where_no_heading_is_known() -> None:
    shops = ["Cafe Sol", "Bar Rio", "Kino Luna", "Cafe Mar", "Bistro Lune"]
    rows = "".join(f"2026-03-0{at},X1{at},Main,{s},-3\n" for at, s in enumerate(shops, 1))
    table = read(f"Date,Qwe,Rty,Uio,Amount\n{rows}")
    assert [row.merchant for row in table.rows] == shops


def test_where_one_text_is_generic_another_column_names_the_shop() -> None:
    rows = "2026-03-01,Debit Memo,CAFE SOL 0012,-3\n2026-03-02,BAR RIO,,-4\n"
    table = read(f"Date,Description,Memo,Amount\n{rows}")
    assert [row.merchant for row in table.rows] == ["Cafe Sol", "Bar Rio"]


@pytest.mark.parametrize(
    "headings",
    [
        "Bogført dato;Tekst;Beløb",
        "Bokføringsdato;Forklaring;Beløp",
        "Bokföringsdag;Beskrivning;Belopp",
        "Kirjauspäivä;Selitys;Määrä",
        "Data operacji;Opis operacji;Kwota",
        "Datum zaúčtování;Popis;Částka",
        "Dátum zaúčtovania;Popis;Suma",
        "Könyvelés dátuma;Közlemény;Összeg",
        "Data tranzacției;Descriere;Sumă",
        "İşlem Tarihi;Açıklama;Tutar",
        "Ημερομηνία;Αιτιολογία;Ποσό",
        "Tanggal Transaksi;Keterangan;Nominal",
        "Ngày giao dịch;Nội dung;Số tiền",
        "วันที่;รายละเอียด;จำนวนเงิน",
        "거래일자;적요;거래금액",
    ],
)
def test_headings_of_many_languages_are_known(headings: str) -> None:
    table = read(f"{headings}\n02.03.2026;Cafe Sol;-3,00\n03.03.2026;Bar Rio;-4,00\n")
    assert [(str(row.amount), row.merchant) for row in table.rows] == [
        ("3.00", "Cafe Sol"),
        ("4.00", "Bar Rio"),
    ]
    assert [column.column.value for column in table.columns] == ["date", "amount", "text"]


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Husleje marts", "Housing"),
        ("Lakbér március", "Housing"),
        ("Chirie martie", "Housing"),
        ("Kontogebyr", BILLS),
        ("Palvelumaksu", BILLS),
        ("Poplatek za vedení účtu", BILLS),
        ("Számlavezetési díj", BILLS),
        ("Restskat 2025", BILLS),
        ("Asigurare locuință", BILLS),
        ("Kotivakuutus", BILLS),
    ],
)
def test_words_of_the_field_are_known_in_more_languages(text: str, category: str) -> None:
    assert category_told([text], MoneyKind.EXPENSE) == category


@pytest.mark.parametrize(
    ("text", "category"),
    [
        ("Lønoverførsel", "Salary"),
        ("Munkabér", "Salary"),
        ("Výplata mzdy", "Salary"),
        ("Talletuskorko", "Interest & Dividends"),
        ("Kreditní úrok", "Interest & Dividends"),
        ("Vrácení platby", "Refund"),
        ("Ürün iadesi", "Refund"),
    ],
)
def test_why_money_came_in_is_known_in_more_languages(text: str, category: str) -> None:
    assert category_told([text], MoneyKind.INCOME) == category


@pytest.mark.parametrize(
    "text",
    [
        "NATWEST CREDIT CARD",
        "ANZ Low Rate Visa",
        "Splátka kreditní karty",
        "KREDITKARTENABRECHNUNGMASTERCARD 5232",
        "Til opsparing",
        "TO A/C 6011 RAINY DAY",
        "MERCADO PAGO W RECARGA",
        "Készpénzfelvétel ATM",
        "Retragere numerar",
    ],
)
def test_own_money_that_moves_is_told_by_its_words(text: str) -> None:
    table = read(f"Date,Description,Amount\n2026-03-01,{text},-40\n2026-03-02,Cafe,-3\n")
    assert [row.kind for row in table.rows] == [MoneyKind.TRANSFER, MoneyKind.EXPENSE]


@pytest.mark.parametrize(
    "text", ["Credit card purchase Cafe Sol", "Los Tacos No. 1", "Farmacias del Ahorro"]
)
def test_what_was_bought_is_no_move_of_own_money(text: str) -> None:
    table = read(f"Date,Description,Amount\n2026-03-01,{text},-40\n")
    assert [row.kind for row in table.rows] == [MoneyKind.EXPENSE]


def test_a_fee_beside_a_purchase_does_not_say_what_it_was_for() -> None:
    inside = "CAFE SOL N-S TRN FEE 0.68"
    assert category_told([without_fee_inside(inside, Decimal("23.10"))], MoneyKind.EXPENSE) is None
    whole = without_fee_inside("ACCOUNT FEE 5.00", Decimal("5.00"))
    assert category_told([whole], MoneyKind.EXPENSE) == BILLS


def test_the_fee_for_a_purchase_is_a_fee_though_it_names_the_shop() -> None:
    rows = "2026-03-01,OVERSEAS FEE CARREFOUR,-0.60\n2026-03-02,CARREFOUR CARD FEE,-9\n"
    table = read(f"Date,Description,Amount\n{rows}")
    assert [row.told_category for row in table.rows] == [BILLS, "Groceries"]


def test_a_line_whose_money_is_the_fee_alone_is_a_fee() -> None:
    table = read("Date,Description,Amount,Fee\n2026-03-01,Plan,0.00,3.99\n2026-03-02,Cafe,-3,0\n")
    rows = [(str(row.amount), row.kind.value, row.told_category) for row in table.rows]
    assert rows == [("3.99", "expense", BILLS), ("3.00", "expense", None)]


def test_a_payment_and_both_sides_of_its_exchange_are_one_row() -> None:
    table = read(
        "Date,Name,Type,Currency,Gross\n2026-03-01,Blue Shop,Payment,USD,-20.00\n"
        "2026-03-01,,General Currency Conversion,EUR,-18.50\n"
        "2026-03-01,,General Currency Conversion,USD,20.00\n2026-03-01,,Top up,EUR,18.50\n"
    )
    rows = [(row.kind.value, str(row.amount), row.currency) for row in table.rows]
    assert rows == [("expense", "18.50", "EUR"), ("transfer", "18.50", "EUR")]


@pytest.mark.parametrize("category", ["Diverse", "Other", "Øvrigt", "Egyéb", "Ostatní"])
def test_a_category_that_says_nothing_is_none(category: str) -> None:
    table = read(f"Date,Description,Category,Amount\n2026-03-01,Cafe Sol,{category},-3\n")
    assert table.rows[0].category is None


def test_one_word_in_all_rows_is_no_category() -> None:
    rows = "".join(f"2026-03-0{at},Shop {at},Hovedkonto,-3\n" for at in range(1, 7))
    table = read(f"Date,Description,Category,Amount\n{rows}")
    assert {row.category for row in table.rows} == {None}


def test_a_brand_is_known_by_name_and_a_short_one_in_its_country() -> None:
    assert category_known("Delhaize Antwerpen", "EUR") == "Groceries"
    assert category_known("REMA 1000 Nørrebro", "DKK") == "Groceries"
    assert category_known("Albert Praha", "CZK") == "Groceries"
    assert category_known("Albert Novak", "GBP") is None


@pytest.mark.parametrize(
    ("name", "category"),
    [
        ("Lekárna U Anděla", "Health"),
        ("Merkez Eczanesi", "Health"),
        ("Supermarkt Sonne", "Groceries"),
        ("Cukrászda Virág", "Food & Drink"),
        ("Anna Roy", None),
    ],
)
def test_a_shop_is_sorted_by_the_word_for_what_it_is(name: str, category: str | None) -> None:
    assert category_of_trade(name) == category


@pytest.mark.parametrize(
    ("text", "shop"),
    [
        ("Dankort-nota CAFE SOL", "Cafe Sol"),
        ("Aankoop Bancontact CAFE SOL", "Cafe Sol"),
        ("BEA, Apple Pay CAFE SOL", "Cafe Sol"),
        ("Withdrawal CAFE SOL", "Cafe Sol"),
        ("VDP-CAFE SOL", "Cafe Sol"),
        ("Kártyás vásárlás CAFE SOL", "Cafe Sol"),
        ("Płatność kartą CAFE SOL", "Cafe Sol"),
        ("LE MOULIN", "Le Moulin"),
    ],
)
def test_words_of_banks_are_taken_off_a_name(text: str, shop: str) -> None:
    assert shop_in(text) == shop


def test_words_of_banks_alone_say_nothing() -> None:
    assert all(map(says_nothing, ["Debit Memo", "Platba kartou", "Kartenzahlung", "POS"]))
    assert not says_nothing("Card Factory")


def kinds_and_names(table: ReadTable) -> list[tuple[str, str, str | None]]:
    return [(row.kind.value, str(row.amount), row.merchant or row.item) for row in table.rows]


BOTH_WAYS = [
    ("expense", "12.00", "Aldi"),
    ("income", "900.00", "Acme"),
    ("expense", "5.00", "Lidl"),
]


@pytest.mark.parametrize(
    "headings",
    ["Withdrawal,Zogbi", "Zogbi,Deposit", "Amount,Zogbi", "Zogbi,Amount", "Withdrawal,Amount"],
)
def test_a_column_filled_where_the_other_is_empty_is_the_other_way(headings: str) -> None:
    lines = "2026-02-01,Aldi,12.00,\n2026-02-02,ACME,,900.00\n2026-02-03,Lidl,5.00,0.00\n"
    assert kinds_and_names(read(f"Date,Text,{headings}\n{lines}")) == BOTH_WAYS


def test_a_single_column_of_one_way_with_both_signs_holds_both() -> None:
    table = read("Date,Text,Debit\n2026-02-01,Aldi,-12.00\n2026-02-02,ACME,900.00\n")
    assert kinds_and_names(table) == BOTH_WAYS[:2]


@pytest.mark.parametrize(
    "lines",
    [
        "01.02.2026,Aldi,12.00,,88.00\n02.02.2026,ACME,,900.00,988.00\n03.02.2026,Lidl,5.00,,983.00",
        "01.02.2026,Aldi,,12.00,88.00\n02.02.2026,ACME,900.00,,988.00\n03.02.2026,Lidl,,5.00,983.00",
        "01.02.2026,Aldi,12.00,88.00\n02.02.2026,ACME,900.00,988.00\n03.02.2026,Lidl,5.00,983.00",
        "01.02.2026,88.00,12.00,Aldi\n02.02.2026,988.00,900.00,ACME\n03.02.2026,983.00,5.00,Lidl",
        "01.02.2026,Aldi,1200,,8800\n02.02.2026,ACME,,90000,98800\n03.02.2026,Lidl,500,,98300",
    ],
)
@pytest.mark.parametrize("turned", [False, True])
def test_a_balance_says_which_way_money_went(lines: str, *, turned: bool) -> None:
    listed = lines.splitlines()[::-1] if turned else lines.splitlines()
    headings = ",".join("abcde"[: listed[0].count(",") + 1])
    found = kinds_and_names(read("\n".join([headings, *listed])))
    told = [(kind, name) for kind, _, name in (found[::-1] if turned else found)]
    assert told == [(kind, name) for kind, _, name in BOTH_WAYS]


def test_columns_of_both_ways_say_more_than_a_kind() -> None:
    table = read(
        "Date,Type,Name,Money Out,Money In\n2026-02-01,Card payment,Aldi,-12.00,\n"
        "2026-02-02,Card payment,Aldi,,4.00\n"
    )
    assert [row.kind for row in table.rows] == [MoneyKind.EXPENSE, MoneyKind.INCOME]


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("Date,Text,Code,Amount\n2026-02-01,,INT,12.00\n2026-02-02,ACME,DEP,900.00\n", "INT"),
        ("Date,Amount,Reference\n2026-02-01,-12.00,0815\n2026-02-02,-9.00,0816\n", "0815"),
        ("Date,Amount\n2026-02-01,-12.00\n2026-02-02,-9.00\n", "Amount"),
    ],
)
def test_a_line_with_a_day_and_an_amount_is_a_row_though_nothing_names_it(
    text: str, name: str
) -> None:
    table = read(text)
    assert not table.left_out
    assert name in {table.rows[0].merchant, table.rows[0].item}


def test_what_a_tracker_has_not_cleared_was_spent() -> None:
    table = read(
        "Date,Payee,Outflow,Inflow,Cleared\n2026-02-01,Aldi,12.00,0.00,Uncleared\n"
        "2026-02-02,ACME,0.00,900.00,Cleared\n"
    )
    assert len(table.rows) == 2


@pytest.mark.parametrize(
    "text",
    [
        "Top up by *1234 comision tranzactie 0.00 RON",
        "Zahlung TWINT: Aufladen Prepaid",
        "Kreditkarte ****5521 Rechnung August",
        "FATURA PAGA ITAU MASTERCARD",
        "REGLEMENT ENCOURS CARTE MASTERCARD GOLD",
        "UOB CARD CENTRE",
        "TRF TO 271-0-123456",
        "GA NR00912 BERLIN",
        "AUSZAHLUNG KARTE 12",
        "ATM WITHDRAWAL 7-ELEVEN SURCHARGE 2.50",
    ],
)
def test_what_moves_own_money_is_no_expense(text: str) -> None:
    table = read(f"Date,Text,Amount\n2026-02-01,{text},-80.00\n2026-02-02,Aldi,-3.00\n")
    assert [row.kind for row in table.rows] == [MoneyKind.TRANSFER, MoneyKind.EXPENSE]


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("REND PAGO APLIC AUT MAIS", "4.00"),
        ("ATM WITHDRAWAL FEE", "-4.00"),
        ("Kreditkarte Jahresgebuhr", "-4.00"),
        ("PAYNOW TO 91234567", "-4.00"),
        ("VISA REWE MARKT", "-4.00"),
        ("Invoice August Miller", "-4.00"),
        ("Vodafone prepaid top up", "-4.00"),
    ],
)
def test_what_earns_or_costs_is_no_move_of_own_money(text: str, amount: str) -> None:
    table = read(f"Date,Text,Amount\n2026-02-01,{text},{amount}\n2026-02-02,Aldi,-3.00\n")
    assert table.rows[0].kind is not MoneyKind.TRANSFER


def test_words_in_a_column_of_references_say_what_a_payment_was() -> None:
    table = read(
        "Date,Payee,Payment Reference,Amount\n2026-02-01,Anna Roy,Transfer to savings,-80.00\n"
        "2026-02-02,Aldi,TX123,-3.00\n"
    )
    assert [row.kind for row in table.rows] == [MoneyKind.TRANSFER, MoneyKind.EXPENSE]


def test_a_fee_of_zero_in_a_text_makes_no_fee_of_the_payment() -> None:
    text = "Plata Mega Image comision tranzactie 0.00 RON"
    assert "comision" not in without_fee_inside(text, Decimal(20))
    assert "FEE" in without_fee_inside("CCY CONVERSION FEE SGD 9.90", Decimal("1.22"))


def test_a_text_that_says_how_different_others_were_paid_names_none_of_them() -> None:
    table = read(
        "Fecha,Concepto,Observaciones,Importe\n01/02/2026,Transferencia realizada,Anna Roy,-80.00\n"
        "02/02/2026,Transferencia realizada,Luis Gil,-70.00\n03/02/2026,Mercadona,Madrid,-3.00\n"
        "04/02/2026,Mercadona,Sevilla,-4.00\n"
    )
    assert [row.merchant for row in table.rows] == [
        "Anna Roy",
        "Luis Gil",
        "Mercadona",
        "Mercadona",
    ]


def test_who_sells_fuel_may_sell_electricity() -> None:
    table = read("Date,Name,Text,Amount\n2026-02-01,TotalEnergies,Electricite mars,-60.00\n")
    assert table.rows[0].told_category == BILLS


def test_what_a_payment_was_changed_into_is_no_column_of_money() -> None:
    lines = [
        "Date,Amount,Description,Running Balance,Exchange To Amount",
        "2026-03-01,-18.44,Mercado Norte,981.56,76500.00",
        "2026-03-02,500.00,Payroll,1481.56,",
        "2026-03-03,-20.00,Cafe Sol,1461.56,",
    ]
    rows = read("\n".join(lines)).rows
    assert [row.amount for row in rows] == [Decimal("18.44"), Decimal("500.00"), Decimal("20.00")]
