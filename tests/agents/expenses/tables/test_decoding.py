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
    ],
)
def test_the_code_page_is_told_by_the_letters_of_a_language(page: str, text: str) -> None:
    assert decoded(text.encode(page)) == text


def test_what_is_usual_in_no_language_is_no_text() -> None:
    assert decoded("Дата,Сумма,Магазин\n".encode("koi8-r") * 4) is None
