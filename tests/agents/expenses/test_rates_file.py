"""Files of reference rates: taken as a whole, or refused with the line."""

import os
from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from agents.expenses.rates_file import RatesFolder, ReferenceRate, RefusedRatesError, rates_in

HISTORY = """\
Date,USD,JPY,CYP,MYR,
2026-11-20,1.1000,160.5,0.58,4.8400,
2026-11-19,1.1050,N/A,0.58,4.8500,
"""
ONE_DAY = "Date, USD, MYR, \n20 November 2026, 1.1000, 4.8400, \n"
XML = """<?xml version="1.0" encoding="UTF-8"?>
<gesmes:Envelope xmlns:gesmes="http://www.gesmes.org/xml/2002-08-01">
<Cube><Cube time='2026-11-20'>
<Cube currency='USD' rate='1.1000'/>
<Cube currency='MYR' rate='4.8400'/>
</Cube></Cube></gesmes:Envelope>
"""
FRIDAY = date(2026, 11, 20)


def written(folder: Path, text: str, name: str = "eurofxref.csv") -> Path:
    file = folder / name
    file.write_text(text, encoding="utf-8")
    return file


def test_a_history_has_each_day_with_the_euro_itself(tmp_path: Path) -> None:
    rates = rates_in(written(tmp_path, HISTORY))
    assert ReferenceRate("MYR", FRIDAY, Decimal("4.8400")) in rates
    assert ReferenceRate("EUR", date(2026, 11, 19), Decimal(1)) in rates
    assert [rate.currency for rate in rates].count("JPY") == 1
    assert "CYP" not in [rate.currency for rate in rates]


@pytest.mark.parametrize("text", [ONE_DAY, XML, f"\ufeff{ONE_DAY}"])
def test_every_form_of_the_bank_says_the_same(tmp_path: Path, text: str) -> None:
    assert sorted(rates_in(written(tmp_path, text))) == [
        ReferenceRate("EUR", FRIDAY, Decimal(1)),
        ReferenceRate("MYR", FRIDAY, Decimal("4.84")),
        ReferenceRate("USD", FRIDAY, Decimal("1.1")),
    ]


@pytest.mark.shows("safety 21")
@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", 1),
        ("USD,MYR\n1,2\n", 1),
        ("Date,USD,\n", 1),
        (HISTORY.replace("160.5", "-1"), 2),
        (HISTORY.replace("160.5", "1e5"), 2),
        (HISTORY.replace("160.5", "=1+1"), 2),
        (HISTORY.replace("1.1050", "0"), 3),
        (HISTORY.replace("2026-11-19", "2026-11-31"), 3),
        (HISTORY.replace("2026-11-19", "2026-11-20"), 3),
        (HISTORY + "2026-11-18,1.1,\n", 4),
        (HISTORY.replace("JPY", "yen"), 2),
        (XML.replace("4.8400", "much"), 5),
        (XML.replace("</Cube></Cube>", "</Cube>"), 6),
        (XML.replace("<gesmes", "<!DOCTYPE a [<!ENTITY b 'c'>]>\n<gesmes", 1), 2),
        ("<html><body>busy</body></html>", 1),
    ],
)
def test_a_broken_file_is_refused_with_its_line(tmp_path: Path, text: str, line: int) -> None:
    with pytest.raises(RefusedRatesError) as refused:
        rates_in(written(tmp_path, text))
    assert refused.value.line == line
    assert f"line {line}" in str(refused.value)


def test_another_encoding_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "rates.csv"
    file.write_bytes(b"Date,USD\n2026-11-20,\xff1\n")
    with pytest.raises(RefusedRatesError, match=r"line 2: is not UTF-8"):
        rates_in(file)


def test_a_file_is_read_again_only_when_it_changed(tmp_path: Path) -> None:
    file, folder = written(tmp_path, ONE_DAY), RatesFolder(tmp_path)
    assert folder.changed() == [file]
    folder.took(file)
    assert folder.changed() == []
    os.utime(file, ns=(1, 1))
    assert folder.changed() == [file]
    assert RatesFolder(None).changed() == []
