# ruff: noqa: E501 - lines as such files have them
"""Statements in the formats of programs are read like tables, and hostile ones are refused."""

from datetime import date, datetime
from io import BytesIO
from zipfile import ZIP_DEFLATED, ZipFile

import pytest
from hypothesis import given
from hypothesis import strategies as st
from openpyxl import Workbook

from agents.expenses.tables.formats.packed import MAX_UNPACKED
from agents.expenses.tables.rows import ReadingPlace, read_table
from agents.expenses.tables.tabulating import LineFault, ReadTable, TableFault

HERE = ReadingPlace("MYR", "en_MY", date(2026, 4, 15))

OFX = """OFXHEADER:100
DATA:OFXSGML
ENCODING:USASCII

<OFX><BANKMSGSRSV1><STMTTRNRS><STMTRS><CURDEF>USD<BANKTRANLIST>
<STMTTRN><TRNTYPE>POS<DTPOSTED>20260302120000[-5:EST]<TRNAMT>-43.17<FITID>1<NAME>JOE&amp;SONS #552</STMTTRN>
<STMTTRN><TRNTYPE>ATM<DTPOSTED>20260303<TRNAMT>-80.00<FITID>2<NAME>FIRST BANK</STMTTRN>
<STMTTRN>
<TRNTYPE>DIRECTDEP
<DTPOSTED>20260315
<TRNAMT>2000.00
<FITID>3
<MEMO>SALARY
</STMTTRN>
</BANKTRANLIST></STMTRS></STMTTRNRS></BANKMSGSRSV1></OFX>
"""
OFX_2 = """<?xml version="1.0"?><?OFX OFXHEADER="200"?><OFX><CREDITCARDMSGSRSV1><CCSTMTTRNRS><CCSTMTRS>
<CURDEF>EUR</CURDEF><BANKTRANLIST><STMTTRN><TRNTYPE>DEBIT</TRNTYPE><DTPOSTED>20260302</DTPOSTED>
<TRNAMT>-12,50</TRNAMT><FITID>1</FITID><NAME>BOULANGERIE</NAME></STMTTRN></BANKTRANLIST>
</CCSTMTRS></CCSTMTTRNRS></CREDITCARDMSGSRSV1></OFX>"""
QIF = """!Account
NChecking
^
!Type:Bank
D3/13'26
T-1,043.17
PCorner Shop
LGroceries:Food
^
D3/14'26
T-300.00
PSavings
L[Savings]
^
D3/15'26
T-120.00
PCostco
SGroceries
$-90.00
SHousehold
EPaper towels
$-30.00
^
D3/16'26
T-50.00
PTarget
SGroceries
$-40.00
^
D3/17'26
T-100.00
N101
PTesco
SGroceries
$-50.00
SGroceries
$-50.00
SFees
$0.00
^
D3/18'26
T-20.00
N102
PTesco
SGroceries
$-20.00
SFees
$0.00
^
"""
MT940 = """:20:STARTUMSE
:25:10010010/0123456789
:28C:00001/001
:60F:C260301EUR1234,56
:61:2603020302DR23,45N033NONREF
:86:005?00KARTENZAHLUNG?20SVWZ+Einkauf?31DE12345678901234567890?32Rewe Markt
:61:2603250325CR2611,20N062NONREF
:86:166?00LOHN GEHALT?20SVWZ+LOHN 03/26?32STADT MUSTERSTADT
:62F:C260330EUR3822,31
-
"""
DUTCH_MT940 = """:20:940
:25:NL12ABNA0123456789 EUR
:28C:1
:60F:C260301EUR100,00
:61:2603020302D12,00N033NONREF
:86:/TRTP/SEPA OVERBOEKING/NAME/Albert Heijn/REMI/boodschappen/EREF/X
:62F:C260330EUR88,00
"""
POLISH_MT940 = """:20:MT940
:25:/PL12345678901234567890123456
:28:2026030
:60F:C260301PLN100,00
:61:2603020302D12,00N027NONREF//1
:86:020~00Płatność kartą
~20PIEKARNIA POD LIPĄ
~21 GDAŃSK
~32
~34020
:61:2603030303D900,00N027NONREF//2
:86:020~00Przelew~20Czynsz marzec~32ANNA KOWALSKA~34020
:62F:C260330PLN88,00
:86:Saldo na koniec
"""
CAMT = """<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.{version}"><BkToCstmrStmt><Stmt><Acct><Ownr><Nm>Jana Beispiel</Nm></Ownr></Acct>
<Ntry><Amt Ccy="EUR">23.45</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>{booked}</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr>{own}</Dbtr><Cdtr>{shop}</Cdtr></RltdPties><RmtInf><Ustrd>Einkauf</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">2611.20</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts>{booked}</Sts><BookgDt><DtTm>2026-03-25T08:00:00</DtTm></BookgDt><NtryDtls><TxDtls><RltdPties><Dbtr>{boss}</Dbtr><Cdtr>{own}</Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">300.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>{booked}</Sts><BookgDt><Dt>2026-03-26</Dt></BookgDt><NtryDtls><TxDtls><RltdPties><Cdtr>{own}</Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">30.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>{booked}</Sts><BookgDt><Dt>2026-03-27</Dt></BookgDt><NtryDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">10.00</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>Anna</Nm></Cdtr></RltdPties></TxDtls><TxDtls><AmtDtls><TxAmt><Amt Ccy="EUR">20.00</Amt></TxAmt></AmtDtls><RltdPties><Cdtr><Nm>Bert</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>
<Ntry><Amt Ccy="EUR">5.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>PDNG</Sts><BookgDt><Dt>2026-03-28</Dt></BookgDt><AddtlNtryInf>Later</AddtlNtryInf></Ntry>
</Stmt></BkToCstmrStmt></Document>"""


def camt(version: str) -> str:
    """An old version, or a new one, which has statuses and names one level deeper."""
    new = version == "08"
    booked = "<Cd>BOOK</Cd>" if new else "BOOK"
    wrap = "<Pty><Nm>{}</Nm></Pty>" if new else "<Nm>{}</Nm>"
    people = {"own": "Jana Beispiel", "shop": "REWE SAGT DANKE 1//BERLIN/DE", "boss": "Stadt"}
    parties = {role: wrap.format(name) for role, name in people.items()}
    return CAMT.format(version=version, booked=booked, **parties)


def told(table: ReadTable) -> list[str]:
    return [
        f"{row.kind} {row.amount} {row.currency} {row.occurred_on} {row.merchant or row.item}"
        for row in table.rows
    ]


STATEMENTS = {
    "OFX": (
        OFX,
        [
            "expense 43.17 USD 2026-03-02 Joe&Sons",
            "transfer 80.00 USD 2026-03-03 First Bank",
            "income 2000.00 USD 2026-03-15 Salary",
        ],
    ),
    "OFX of a card, as XML": (OFX_2, ["expense 12.50 EUR 2026-03-02 Boulangerie"]),
    "QIF": (
        QIF,
        [
            "expense 1043.17 MYR 2026-03-13 Corner Shop",
            "transfer 300.00 MYR 2026-03-14 Savings",
            "expense 90.00 MYR 2026-03-15 Costco",
            "expense 30.00 MYR 2026-03-15 Costco",
            "expense 50.00 MYR 2026-03-16 Target",
            "expense 50.00 MYR 2026-03-17 Tesco",
            "expense 50.00 MYR 2026-03-17 Tesco",
            "expense 20.00 MYR 2026-03-18 Tesco",
        ],
    ),
    "MT940": (
        MT940,
        [
            "expense 23.45 EUR 2026-03-02 Rewe Markt",
            "income 2611.20 EUR 2026-03-25 STADT MUSTERSTADT",
        ],
    ),
    "MT940 of the Netherlands": (DUTCH_MT940, ["expense 12.00 EUR 2026-03-02 Albert Heijn"]),
    "MT940 of Poland": (
        POLISH_MT940,
        [
            "expense 12.00 PLN 2026-03-02 Piekarnia Pod Lipą Gdańsk",
            "expense 900.00 PLN 2026-03-03 ANNA KOWALSKA",
        ],
    ),
    **{
        f"CAMT {version}": (
            camt(version),
            [
                "expense 23.45 EUR 2026-03-02 Rewe",
                "income 2611.20 EUR 2026-03-25 Stadt",
                "transfer 300.00 EUR 2026-03-26 Jana Beispiel",
                "expense 10.00 EUR 2026-03-27 Anna",
                "expense 20.00 EUR 2026-03-27 Bert",
            ],
        )
        for version in ("02", "08")
    },
}


@pytest.mark.shows("safety 19")
@pytest.mark.parametrize("name", STATEMENTS)
def test_a_statement_of_a_bank_is_read_whole(name: str) -> None:
    text, rows = STATEMENTS[name]
    table = read_table(text.encode(), HERE)
    assert told(table) == rows
    assert table.columns == ()


@pytest.mark.parametrize("sign", "~<^")
def test_details_of_mt940_are_parted_by_the_sign_of_the_bank(sign: str) -> None:
    text = POLISH_MT940.replace("~", sign)
    assert told(read_table(text.encode("cp1250"), HERE)) == STATEMENTS["MT940 of Poland"][1]


def test_parts_of_a_payment_have_numbers_of_their_own_and_come_once() -> None:
    _, _, last = QIF.partition("D3/17'26")
    table = read_table(f"!Type:Bank\nD3/17'26{last}D3/17'26{last}".encode(), HERE)
    assert [row.reference for row in table.rows] == ["101/1", "101/2", "102"]
    assert [left.why for left in table.left_out] == [LineFault.REPEATED] * 3


ENTRY = """<Ntry><Amt Ccy="EUR">3.20</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts>BOOK</Sts><BookgDt><Dt>2026-03-02</Dt></BookgDt><AcctSvcrRef>{}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>{}</EndToEndId></Refs><RltdPties><Cdtr><Nm>Anna</Nm></Cdtr></RltdPties></TxDtls></NtryDtls></Ntry>"""


def test_two_coffees_of_a_day_have_references_of_the_bank() -> None:
    entries = [ENTRY.format(bank, "E2E-1") for bank in ("B-1", "B-2", "B-2")]
    table = read_table(f"<BkToCstmrStmt>{''.join(entries)}</BkToCstmrStmt>".encode(), HERE)
    assert [row.reference for row in table.rows] == ["B-1", "B-2"]
    assert [left.why for left in table.left_out] == [LineFault.REPEATED]


def workbook(*rows: list[object]) -> bytes:
    book = Workbook()
    book.active.append(["Account statement"])  # type: ignore[union-attr]
    sheet = book.create_sheet("Payments")
    for row in rows:
        sheet.append(row)
    content = BytesIO()
    book.save(content)
    return content.getvalue()


def test_a_workbook_is_read_by_the_first_sheet_with_days() -> None:
    content = workbook(
        ["Account holder", "Ali Abu"],
        [],
        ["Date", "Description", "Amount (RM)"],
        [datetime(2026, 3, 2), "KEDAI A\u2060LI", -12.5],  # noqa: DTZ001 - a workbook knows no zone
        [date(2026, 3, 3), "ACME", 3000],
        ["4/3/2026", "Ali Abu", -8.999999999],
        ["5 Mar 2026", "=1+1", None],
    )
    table = read_table(content, HERE)
    assert told(table) == [
        "expense 12.50 MYR 2026-03-02 Kedai Ali",
        "income 3000.00 MYR 2026-03-03 Acme",
        "transfer 9.00 MYR 2026-03-04 Ali Abu",
    ]
    assert [left.line for left in table.left_out] == [7]


def packed(**parts: bytes) -> bytes:
    content = BytesIO()
    with ZipFile(content, "w", ZIP_DEFLATED) as archive:
        for name, part in parts.items():
            archive.writestr(name.replace("__", "/").replace("Types", "[Content_Types].xml"), part)
    return content.getvalue()


def test_statements_that_a_bank_packs_together_are_one_table() -> None:
    first, last = (camt("08").replace("2026-03-", f"2026-{month}-") for month in ("02", "03"))
    table = read_table(packed(a=first.encode(), b=last.encode()), HERE)
    assert len(table.rows) == 2 * len(STATEMENTS["CAMT 08"][1])
    single = read_table(packed(a=MT940.encode()), HERE)
    assert told(single) == STATEMENTS["MT940"][1]


@pytest.mark.shows("safety 19")
def test_a_workbook_that_would_unpack_to_far_more_is_not_unpacked() -> None:
    bomb = packed(Types=b"", xl__workbook=bytes(MAX_UNPACKED + 1))
    assert len(bomb) < 1_000_000
    assert read_table(bomb, HERE).fault is TableFault.TOO_LARGE


def test_a_workbook_with_entities_is_refused() -> None:
    content = workbook(["Date", "Description", "Amount"], [date(2026, 3, 2), "x", 1])
    hostile = BytesIO()
    with ZipFile(BytesIO(content)) as good, ZipFile(hostile, "w") as bad:
        for part in good.namelist():
            text = good.read(part)
            if "sheet2" in part:
                entity = b'<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">]><worksheet'
                text = text.replace(b"<worksheet", entity, 1)
            bad.writestr(part, text)
    assert read_table(hostile.getvalue(), HERE).fault is TableFault.BROKEN


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        (b"PK\x03\x04broken", TableFault.BROKEN),
        (packed(Types=b"", word__document=b""), TableFault.NO_TABLE),
        (packed(a=b"PK\x03\x04"), TableFault.NO_TABLE),
        (packed(a=b"Date,Amount\n", b=b"Date,Amount\n"), TableFault.NO_TABLE),
        (packed(Types=b"", xl__workbook=b"no"), TableFault.BROKEN),
        (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(99), TableFault.OLD_WORKBOOK),
        (
            b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le"),
            TableFault.ENCRYPTED,
        ),
        (camt("08").replace("</Document>", "").encode(), TableFault.BROKEN),
        (
            camt("08").replace("<Document", '<!DOCTYPE x [<!ENTITY a "b">]><Document').encode(),
            TableFault.BROKEN,
        ),
        (b"<html><body>Log in, please</body></html>", TableFault.NO_TABLE),
        (b"!Type:Bank\n", TableFault.ONLY_HEADINGS),
        (b":20:X\n:25:1\n:61:nonsense\n", TableFault.BROKEN),
    ],
)
def test_what_cannot_be_read_has_a_fault(content: bytes, fault: TableFault) -> None:
    assert read_table(content, HERE).fault is fault


@given(st.sampled_from([*STATEMENTS]), st.integers(0, 2000), st.binary(max_size=8))
def test_damaged_statements_are_read_or_have_a_fault(name: str, at: int, put: bytes) -> None:
    whole = STATEMENTS[name][0].encode()
    table = read_table(whole[:at] + put + whole[at + len(put) :], HERE)
    assert (table.fault is None) == bool(table.rows)


def test_lines_that_cannot_be_read_are_not_logged(caplog: pytest.LogCaptureFixture) -> None:
    read_table(b":20:X\n:25:1\n:61:secret\n", HERE)
    assert "secret" not in caplog.text
