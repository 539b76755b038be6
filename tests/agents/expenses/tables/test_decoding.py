"""Bytes of a table become text in the code page of its language."""

import pytest

from agents.expenses.tables.decoding import decoded


@pytest.mark.parametrize(
    ("page", "text"),
    [
        ("cp932", "取引日,出金,入金,摘要\n2026/02/01,1200,,ｾﾌﾞﾝ\n2026/02/02,,250000,給与振込\n"),
        ("gb18030", "交易日期,支出金额,摘要\n2026-02-01,25.00,星巴克咖啡\n"),
        ("big5", "交易日期,支出,存入,摘要\n2026/02/01,120,,便利商店\n2026/02/02,,45000,薪資轉帳\n"),
        ("cp949", "거래일자,출금액,입금액,내용\n2026-02-01,4500,,커피\n2026-02-02,,2500000,급여\n"),
        ("cp1251", "Дата;Сумма;Описание\n01.02.2026;-120,00;Пятёрочка\n"),
        ("cp1250", "Data;Kwota;Opis\n2026-02-01;-12,00;Płatność kartą ŻABKA\n"),
        ("cp1250", "Datum;Částka;Popis\n01.02.2026;-250,00;Poznaň řeka, kůň\n"),
        ("iso8859-2", "Data;Kwota;Opis\n2026-02-01;-12,00;Opłata za kartę, część\n"),
        ("cp1252", "Datum;Betrag;Text\n01.02.2026;-12,00;Bäckerei Größer, 12 €\n"),
        ("cp1252", "Libellé;Montant\nRETRAIT À L’ÉTRANGER n°4;2 €\nCHÈQUE;3\n"),
        ("cp1252", "Fecha;Descripción;Importe\n01/02/2026;Peña, año, ¿qué?;-3,00\n"),
        ("cp1254", "Tarih;Açıklama;Tutar\n01.02.2026;MİGROS ŞİŞLİ;-12,00\n"),
        ("cp1253", "Ημερομηνία;Περιγραφή;Ποσό\n01/02/2026;Σκλαβενίτης;-12,00\n"),
        ("iso8859-15", "Datum;Text;Betrag\n01.02.2026;Bäckerei;-12,00 €\n"),
        ("cp850", "Datum;Text;Betrag\n01.02.2026;Bäckerei Größer;-12,00\n"),
        ("mac_roman", "Date;Libellé;Montant\n01/02/2026;L’Épicerie à côté;-12,00\n"),
    ],
)
def test_the_code_page_is_told_by_the_letters_of_a_language(page: str, text: str) -> None:
    assert decoded(text.encode(page)) == text


def test_what_is_usual_in_no_language_is_no_text() -> None:
    assert decoded("Дата,Сумма,Магазин\n".encode("koi8-r") * 4) is None


@pytest.mark.parametrize("page", ["cp1252", "iso8859-15", "cp850", "mac_roman"])
@pytest.mark.parametrize(
    "line",
    [
        "2026-02-01,Tesco,-£1.34",
        "2026-02-01,Tesco,£ 1.34",
        "2026-02-01,Tesco,1.34£",
        "Date,Shop,Amount (£)",
        "Date,Shop,Amount £",
        "Date,Shop,£",
        "2026-02-01,Lawson,¥500",
    ],
)
def test_a_sign_of_money_is_told_by_what_stands_beside_it(page: str, line: str) -> None:
    try:
        content = f"{line}\n".encode(page)
    except UnicodeEncodeError:
        pytest.skip("a page without the sign")
    assert decoded(content) == f"{line}\n"


@pytest.mark.parametrize("page", ["cp1252", "cp1250", "mac_roman"])
@pytest.mark.parametrize(
    "line", ["2026-02-01,Ben’s Bar,-1.34", "2026-02-01,“Sue’s” – café,-1.34", "2026-02-01,Sue’s,€5"]
)
def test_a_quote_is_told_by_what_stands_beside_it(page: str, line: str) -> None:
    assert decoded(f"{line}\n".encode(page)) == f"{line}\n"
