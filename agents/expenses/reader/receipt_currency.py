"""The money of a receipt: codes and symbols, shared ones settled by the country."""

import re
from collections import defaultdict

from agents.expenses.reader.receipt_labels import Label, label_of
from agents.expenses.reader.receipt_places import Country
from agents.expenses.reader.rows import Row
from agents.expenses.reading import ReadValue

_DOLLARS = frozenset((
    "USD", "SGD", "AUD", "NZD", "CAD", "HKD", "BND", "TWD", "MXN", "ARS", "CLP", "COP", "UYU",
    "BRL", "FJD", "JMD", "TTD",
))  # fmt: skip
_YENS = frozenset({"JPY", "CNY"})
_CROWNS = frozenset({"SEK", "NOK", "DKK", "ISK", "CZK"})
_RUPEES = frozenset({"INR", "PKR", "LKR", "NPR", "MUR"})

_CODES = (
    "MYR|IDR|SGD|USD|AUD|HKD|EUR|GBP|INR|KRW|THB|VND|PHP|JPY|CNY|CHF|AED|BND|CAD|NZD|SEK|NOK|DKK|"
    "PLN|CZK|HUF|RON|BGN|TRY|BRL|MXN|ARS|CLP|COP|PEN|TWD|ZAR|SAR|QAR|ILS|EGP|KES|NGN|LKR|PKR|ISK|UAH"
)
_MARKS = {
    "RM": "MYR", "RP": "IDR", "S$": "SGD", "US$": "USD", "A$": "AUD", "AU$": "AUD", "HK$": "HKD",
    "NT$": "TWD", "C$": "CAD", "CA$": "CAD", "NZ$": "NZD", "R$": "BRL", "MX$": "MXN", "€": "EUR",
    "£": "GBP", "₹": "INR", "₩": "KRW", "฿": "THB", "₫": "VND", "₱": "PHP", "₺": "TRY", "₪": "ILS",
    "₽": "RUB", "ZŁ": "PLN", "KČ": "CZK", "FT": "HUF", "円": "JPY", "元": "CNY", "원": "KRW",
    "บาท": "THB", "BAHT": "THB", "VNĐ": "VND", "Đ": "VND", "TL": "TRY", "SFR": "CHF", "FR.": "CHF",
    "EURO": "EUR", "DHS": "AED", "RMB": "CNY", "LEI": "RON",
}  # fmt: skip
_WRITTEN = re.compile(
    rf"(?<![A-Za-z])(?P<code>{_CODES}|RMB?)(?![A-Za-z])"
    r"|(?<![A-Za-z])(?P<dollar>US\$|HK\$|NT\$|NZ\$|AU?\$|CA?\$|MX\$|R\$|S\$(?=\s?\d))"
    r"|(?P<sign>[€£₹₩฿₫₱₺₪₽]|บาท|(?<=\d)\s?[円元원])"
    r"|(?<![A-Za-z])(?P<before>Rp|SFr|Fr\.|Dhs)(?=[\s.:]{0,3}\d)"
    r"|(?<=\d)\s?(?P<after>zł|zl|Kč|Ft|Baht|baht|VNĐ|đ|TL|lei|[Ee]uros?)(?!\w)"
    r"|(?<![A-Za-z])(?P<word>EURO)(?![A-Za-z])"
)
_SHARED: tuple[tuple[re.Pattern[str], frozenset[str], str], ...] = (
    (re.compile(r"\$"), _DOLLARS, "USD"),
    (re.compile("[¥￥]"), _YENS, "JPY"),
    (re.compile(r"(?<=\d)\s?[Kk][Rr]\b|\b[Kk]r\.?\s(?=\d)"), _CROWNS, "SEK"),
    (re.compile(r"(?<![A-Za-z])Rs\.?\s?(?=\d)", re.IGNORECASE), _RUPEES, "INR"),
)
_NEXT_TO = re.compile(r"\d\s?$")
_AND_NUMBER = re.compile(r"^[\s.:]{0,3}[-(]?\d")
_AT_AMOUNT, _MENTIONED, _MENTIONS = 2.0, 1.0, 2.0
_SURE_PLACE = 3
"""Points of a place that another country's code does not outweigh."""
SURE_CURRENCY = 0.7
"""From here on another currency than the person's own is taken."""
_CONTESTED = 0.6
_OF_WHOLE = frozenset(
    {Label.TOTAL, Label.GRAND_TOTAL, Label.SUBTOTAL, Label.CARD, Label.CASH, Label.AMOUNT}
)
"""Rows that speak of all that was bought, not of a part or of a tax."""
_HEADS = re.compile(
    r"\bcurrency\b|\bprices?\b|\bw[äa]hrung\b|\bmata\s?wang\b|[(\[]\s*[A-Z]{2,3}\s*[)\]]",
    re.IGNORECASE,
)
"""Heads a column, or says what all amounts are in."""


def currency_of(
    rows: tuple[Row, ...], own: str, places: tuple[Country, ...] = ()
) -> ReadValue[str] | None:
    """The currency by its code or symbol, the shared ones ($, ¥, kr) settled by the place.

    ``own`` is the person's currency. None when nothing names a currency: the person's own is then
    as good as any. A code that no total and no other row bears out may be a part of a name ("EURO
    cake"): where the shop stands then counts for more. Below ``SURE_CURRENCY`` another currency
    than the person's own is not to be taken unasked.
    """
    points, where, borne_out = _written(rows)
    place = places[0] if places else None
    trusted = {code for code in points if code in {*borne_out, own, place and place.currency}}
    if trusted or (points and place is None):
        if trusted:
            points = {code: points[code] for code in trusted}
        ranked = sorted(points, key=lambda code: (-points[code], code != own))
        code = ranked[0]
        confidence = 0.95 if points[code] > _AT_AMOUNT else 0.8
        abroad = place is not None and place.points >= _SURE_PLACE and place.currency != code
        if code not in trusted or (abroad and code != own):
            confidence = _CONTESTED
        if len(ranked) > 1 and points[ranked[1]] == points[code]:
            confidence = 0.6
            code = next((c for c in ranked[:2] if place and c == place.currency), code)
        return ReadValue(value=code, confidence=confidence, evidence=where[code])
    return _shared_or_placed(rows, own, places)


def _written(rows: tuple[Row, ...]) -> tuple[dict[str, float], dict[str, str], set[str]]:
    """Points and evidence per currency, and those that a total, a heading or two rows name."""
    points: dict[str, float] = defaultdict(float)
    loose: dict[str, float] = defaultdict(float)
    where: dict[str, str] = {}
    at_amounts: dict[str, int] = defaultdict(int)
    borne_out: set[str] = set()
    for row in rows:
        labelled = label_of(row.text) in _OF_WHOLE
        for match in _WRITTEN.finditer(row.text):
            code = _code(match.group().strip())
            near = bool(
                _NEXT_TO.search(row.text[: match.start()])
                or match["after"]
                or _AND_NUMBER.match(row.text[match.end() :])
            )
            if labelled or (not near and _HEADS.search(row.text)):
                borne_out.add(code)
            if near:
                points[code] += _AT_AMOUNT
                at_amounts[code] += 1
            else:
                loose[code] += _MENTIONED
            where.setdefault(code, row.evidence)
    for code, mentioned in loose.items():
        points[code] += min(mentioned, _MENTIONS)
    return points, where, borne_out | {code for code, rows_ in at_amounts.items() if rows_ > 1}


def _code(printed: str) -> str:
    mark = printed.upper()
    if mark in {"ZL", "EUROS"}:
        return {"ZL": "PLN", "EUROS": "EUR"}[mark]
    return _MARKS.get(mark, mark)


def _shared_or_placed(
    rows: tuple[Row, ...], own: str, places: tuple[Country, ...]
) -> ReadValue[str] | None:
    text = "\n".join(row.text for row in rows)
    for sign, currencies, usual in _SHARED:
        found = sign.search(text)
        if found is None:
            continue
        among = [p for p in places if p.currency in currencies]
        if among and among[0].points >= places[0].points - 1:
            evidence = _row_with(rows, sign)
            return ReadValue(value=among[0].currency, confidence=0.85, evidence=evidence)
        if places and places[0].points > 1:
            break  # a till abroad may print "$" for money of any name
        code = own if own in currencies else usual
        return ReadValue(value=code, confidence=0.6, evidence=_row_with(rows, sign))
    return _of_place(places[0], rows) if places else None


def _of_place(place: Country, rows: tuple[Row, ...]) -> ReadValue[str]:
    clue = re.compile(re.escape(place.clue), re.IGNORECASE)
    confidence = 0.75 if place.points > 1 else 0.55
    return ReadValue(value=place.currency, confidence=confidence, evidence=_row_with(rows, clue))


def _row_with(rows: tuple[Row, ...], part: re.Pattern[str]) -> str:
    return next((row.evidence for row in rows if part.search(row.text)), "")
