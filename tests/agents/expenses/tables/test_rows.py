"""Tables of banks and trackers are read as the person would read them."""

from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.tables.names import shop_in
from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.tables.tabulating import LineFault, TableFault, TableWish
from tests.agents.expenses.tables.samples import SAMPLES, Sample

TODAY = date(2026, 4, 15)
HERE = ReadingPlace("MYR", "en_MY", TODAY)


@pytest.mark.shows("safety 19")
@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: sample.name)
def test_a_table_of_a_bank_or_tracker_is_read(sample: Sample) -> None:
    table = read_table(sample.content, ReadingPlace(sample.currency, sample.locale, TODAY))
    read = [
        (r.kind, r.amount, r.currency, r.occurred_on.isoformat(), r.merchant or r.item)
        for r in table.rows
    ]
    assert [row for row in sample.rows if row not in read] == [], read
    assert len(read) == sample.count
    assert tuple(left.line for left in table.left_out) == sample.left_out


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"", TableFault.EMPTY),
        (b"\n\n  \n", TableFault.EMPTY),
        (b"Date,Merchant,Amount\n", TableFault.ONLY_HEADINGS),
        (b"just some words\nand more\n", TableFault.NO_TABLE),
        (b"Name,Amount\nLidl,5.00\n", TableFault.NO_DATE),
        (b"Date,Name\n2026-01-02,Lidl\n", TableFault.NO_AMOUNT),
        (b"Date,Merchant,Amount\n2026-01-02,Lidl,0\n", TableFault.NOTHING),
        (b"Date,Merchant,Amount\n2026-01-02,Li\0dl,5\n", TableFault.ENCODING),
        ("Дата,Сумма\n".encode("koi8-r") * 4, TableFault.ENCODING),
        (b",".join([b"a"] * 200) + b"\n", TableFault.NO_TABLE),
        (b"x" * (5 * 1024 * 1024 + 1), TableFault.TOO_LARGE),
        (b"Date,Name,Amount\n" + b"2026-01-02,Lidl,5.00\n" * 20_001, TableFault.TOO_MANY),
    ],
)
def test_what_is_no_table_has_a_fault_and_no_rows(content: bytes, fault: TableFault) -> None:
    table = read_table(content, HERE)
    assert (table.fault, table.rows) == (fault, ())


def test_cash_from_a_machine_is_known_by_any_cell_of_its_line() -> None:
    content = (
        "Buchungstag;Buchungstext;Begünstigter;Verwendungszweck;Betrag\n"
        "24.03.26;GELDAUTOMAT;Sparkasse KölnBonn;24.03/14.02UHR Köln;-100,00\n"
        "25.03.26;KARTENZAHLUNG;REWE;Einkauf;-43,87\n"
    )
    rows = read_table(content.encode(), HERE).rows
    assert [(row.kind.value, row.is_cash) for row in rows] == [
        ("transfer", True),
        ("expense", False),
    ]


def test_dates_in_doubt_are_read_as_the_person_wishes() -> None:
    content = b"Date,Merchant,Amount\n03/04/2026,Lidl,5.00\n"
    table = read_table(content, HERE)
    assert (table.days_in_doubt, table.rows[0].occurred_on) == (True, date(2026, 4, 3))
    other = read_table(content, HERE, TableWish(month_first=True))
    assert other.rows[0].occurred_on == date(2026, 3, 4)


def test_signs_are_turned_where_the_person_says_so() -> None:
    content = b"Date,Merchant,Amount\n2026-01-02,Lidl,5.00\n2026-01-03,Payment,-20.00\n"
    table = read_table(content, HERE)
    assert [row.kind.value for row in table.rows] == ["income", "expense"]
    assert table.signs_in_doubt
    turned = read_table(content, HERE, TableWish(turned=True))
    assert [row.kind.value for row in turned.rows] == ["expense", "income"]


def test_round_amounts_as_the_swiss_write_them_are_read() -> None:
    table = read_table(b"Datum;Payee;Amount\n01.02.2026;Migros;CHF 12.-\n", HERE)
    assert [(str(r.amount), r.currency) for r in table.rows] == [("12.00", "CHF")]


def test_the_words_of_the_bank_alone_are_not_what_was_bought() -> None:
    lines = b"2026-01-02,Rewe,VISA Debit 19.11,5.00\n2026-01-03,Rewe,VISA Debit cheese,5.00\n"
    table = read_table(b"Date,Payee,Description,Amount\n" + lines, HERE)
    assert [row.item for row in table.rows] == [None, "VISA Debit cheese"]


def test_why_money_came_in_is_kept_beside_the_shop() -> None:
    content = b"Date,Description,Amount\n2026-03-01,AMAZON.COM REFUND,19.99\n2026-03-02,Acme,-5\n"
    refund, _ = read_table(content, HERE).rows
    assert (refund.merchant, refund.item) == ("Amazon", "AMAZON.COM REFUND")


@pytest.mark.parametrize(
    ("text", "shop"),
    [
        ("AMAZON.COM*2K4 SEATTLE WA", "Amazon"),
        ("APPLE.COM/BILL 866-712-7753 CA", "Apple Bill"),
        ("PAYPAL *SPOTIFY 35314369001", "Spotify"),
        ("SumUp *Cafe Mitte", "Cafe Mitte"),
        ("PAYPAL", "Paypal"),
        ("H&M", "H&M"),
        ("BISTRO LUNE LYON FR", "Bistro Lune Lyon"),
        ("CAFE DEL MAR", "Cafe Del Mar"),
        ("GREEN TREE SDN BHD", "Green Tree Sdn Bhd"),
    ],
)
def test_a_shop_is_named_without_those_who_carry_out_the_payment(text: str, shop: str) -> None:
    assert shop_in(text) == shop


@pytest.mark.parametrize("reference", ["NOTPROVIDED", "POS 20"])
def test_a_reference_that_other_payments_have_is_no_id(reference: str) -> None:
    content = f"""Date,Description,Amount,Reference
2026-03-02,Cafe Luna,-3.20,{reference}
2026-03-02,Cafe Luna,-3.20,{reference}
2026-03-03,Cafe Sol,-4.10,{reference}
2026-03-04,Cafe Mar,-5.00,7781
2026-03-04,Cafe Mar,-5.00,7781
"""
    table = read_table(content.encode(), HERE)
    assert [str(row.amount) for row in table.rows] == ["3.20", "3.20", "4.10", "5.00"]
    assert [(left.line, left.why) for left in table.left_out] == [(6, LineFault.REPEATED)]


@pytest.mark.parametrize(
    "cells",
    [
        "Starting Balance,,500,",
        "Initial balance of Cash,,500,",
        "Anfangssaldo,,500,",
        ",Initial balance 'Card',500,",
    ],
)
def test_the_balance_that_a_tracker_began_with_did_not_come_in(cells: str) -> None:
    content = f"Date,Payee,Category,Amount,Notes\n2026-03-01,{cells}\n2026-03-02,Cafe,Food,-3,\n"
    table = read_table(content.encode(), HERE)
    assert [row.merchant for row in table.rows] == ["Cafe"]
    assert [left.why for left in table.left_out] == [LineFault.TOTAL]


@pytest.mark.parametrize(
    "state", ["PENDING", "Non contabilizzato", "Umsatz vorgemerkt", "Pendiente", "En attente"]
)
def test_what_is_not_booked_yet_is_left_out(state: str) -> None:
    rows = f"2026-03-01,Cafe,-3,{state}\n2026-03-02,Bar,-4,contabilizzato\n"
    table = read_table(f"Date,Payee,Amount,Contabilizzazione\n{rows}".encode(), HERE)
    assert [row.merchant for row in table.rows] == ["Bar"]
    assert [left.why for left in table.left_out] == [LineFault.UNDONE]


@pytest.mark.parametrize(
    "text",
    [
        (
            "お取引日,お引出し(円),お預入れ(円),お取扱内容,差引残高\n"
            '2026年3月2日,"1,200",,コーヒー,"90,000"\n2026年3月3日,"35,000",,家賃,"55,000"\n'
            '2026年3月25日,,"250,000",給与,"305,000"\n'
        ),
        (
            "交易日期,支出金额,收入金额,摘要,账户余额\n"
            "2026-03-02,1200,,咖啡,90000\n2026-03-03,35000,,房租,55000\n2026-03-25,,250000,工资,305000\n"
        ),
    ],
)
def test_headings_of_japan_and_china_and_whole_amounts_are_read(text: str) -> None:
    table = read_table(text.encode(), ReadingPlace("JPY", "de_DE", TODAY))
    rows = [(row.kind.value, str(row.amount)) for row in table.rows]
    assert rows == [("expense", "1200"), ("expense", "35000"), ("income", "250000")]
    assert all(row.merchant or row.item for row in table.rows)


_CELLS = st.one_of(
    st.text(max_size=12),
    st.sampled_from(["2026-01-02", "3/4/26", "5,00", "-1.234,50", "1e400", "DR", '"', "=1+1"]),
)
_LINES = st.lists(st.lists(_CELLS, max_size=6).map(",".join), max_size=12).map("\n".join)


@pytest.mark.shows("safety 19")
@given(st.one_of(st.binary(max_size=400), _LINES.map(lambda text: text.encode("utf-8", "replace"))))
def test_any_bytes_are_rows_or_have_a_fault(content: bytes) -> None:
    table = read_table(content, HERE)
    assert (table.fault is None) == bool(table.rows)
    assert all(row.amount > 0 and (row.merchant or row.item) for row in table.rows)
