"""Who was paid: the name at the head of a receipt, told from addresses, numbers and greetings."""

import re
from dataclasses import dataclass
from statistics import median

from adapters.ocr.receipt_amounts import COMMA, POINT, amounts_in
from adapters.ocr.rows import EVIDENCE_LENGTH, Row
from domain.agents.transaction import MAX_MERCHANT_LENGTH
from domain.reading import ReadValue

HEAD_ROWS = 14
"""The name stands within the first rows; what comes later are customers and items."""

_LEGAL = (
    r"sdn\.?\s*[.,]?\s*bhd|s[a-z]{1,2}\.?\s?[bd3]h[du]|s/b|s\.b\.|bhd|berhad|plt|pte\.?\s*ltd|p/l|ltd|limited|l\.?l\.?c|inc|corp|"
    r"co\.|company|gmbh|e\.k\.|ag|s\.?a\.?r\.?l|s\.a\.|s\.?r\.?l|b\.v\.|pty|tbk|pt\.|k\.k\.|oy|ab"
)
_SUFFIX = re.compile(rf"(?<!\w)(?:{_LEGAL})(?!\w)", re.IGNORECASE)
_TRADE = re.compile(
    r"\b(?:enterprise|trading|restaurant|restoran|cafe|café|kafe|bistro|mart|market|store|stores|"
    r"shop|hardware|stationery|pharmacy|farmasi|perniagaan|syarikat|pasaraya|pasar|kedai|bakery|"
    r"hotel|station|petrol|clinic|klinik|kitchen|books?|electrical|machinery|services?|gallery|"
    r"supermarket|hypermarket|minimarket|mini\s*market|company|group|foods?|house|centre|center|"
    r"coffee|pizza|burger|grill|bar|deli|auto|motor|tyre|optic|salon|boutique|fashion|studio|"
    r"delights?|retail|apotheke|b(?:ä|ae)ckerei|markt)\b",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b(?:jalan|jln|jl|lorong|lot|taman|tmn|bandar|no\.?\s?\d|kg|kampung|persiaran|lebuh\w*|street|"
    r"st\.|road|rd\.?|avenue|ave\.?|blvd|floor|level|block|blok|unit|suite|kawasan|seksyen|"
    r"section|selangor|johor|melaka|penang|pulau pinang|perak|kedah|sabah|sarawak|"
    r"kuala lumpur|wilayah|malaysia|singapore|petaling|shah alam|straße|strasse|poskod|"
    r"darul ehsan|ground floor|batu \d|mukim|off jalan)\b|^no[.:]|\b\d{5}\b",
    re.IGNORECASE,
)
_NUMBERS = re.compile(
    r"\b(?:tel|fax|phone|gst|sst|tax|reg|roc|brn?|co\.?\s*(?:no|reg)|company\s*(?:no|reg)|vat|abn|"
    r"uen|ssm|id|invoice|receipt|bill|no|www|http|email|hotline|tin|ust|site|table|order|date|"
    r"cashier|counter|pos|trn|ref|page|doc|document|salesperson|station|time|careline|tarikh|"
    r"member|customer|server|pump|outlet|company\s*reg\w*|business\s*reg\w*|queue)\b\s*(?:no|id|reg|#)?[\s.:#]*(?=[:.#\d]|$|\(|no\b|reg\b|id\b)"
    r"|@|www\.|\.com|facebook",
    re.IGNORECASE,
)
_HEADING = re.compile(
    r"^\W*(?:simplified\s+|original\s+|copy\s+)?(?:tax\s*)?(?:invoice|invoic\w|receipt|resit|bill|"
    r"cash\s*(?:bill|sales?|receipt)?|sales\s*receipt|official\s*receipt|tax|quittung|rechnung|"
    r"reprint|duplicate|copy|guest\s*check|order|welcome.*|thank.*|terima\s*kasih.*|"
    r"customer\s*copy|merchant\s*copy|dine[\s-]?in|take\s*away)\W*$",
    re.IGNORECASE,
)
_CUSTOMER = re.compile(
    r"^\W*(?:bill(?:ed)?\s+to|sold\s+to|customer|attn|ship\s+to|deliver\s+to|cust)\b", re.IGNORECASE
)
_BODY = re.compile(
    r"\b(?:invoice|receipt|bill|order|doc(?:ument)?|date|cashier|table|qty|description|item)\b"
    r"\s*(?:no|num|number|#|id)?\.?\s*[:#]",
    re.IGNORECASE,
)
_REGISTRATION = re.compile(
    r"[\s(\[{]*(?:co\.?\s*(?:reg\.?)?\s*(?:no)?[\s.:]*|reg\.?\s*no[\s.:]*|roc[\s.:]*)?"
    r"(?:(?<!\d)[A-Z]{0,3}\d{5,12}\s*[-·]\s*[A-Z](?![a-z]).*|[A-Z]{0,3}\d{5,12}\s*[A-Z]?\s*[)\]}]*\s*)$",
    re.IGNORECASE,
)
"""A company's number, with whatever follows it when it ends in a check letter."""

_NUMBER_FIRST = re.compile(r"^\W*#?\d{4,}\s+(?=[^\W\d]{3})")
_OWNED = re.compile(r"^\W*(?:own(?:ed)?|operated|managed)\s+by\W+", re.IGNORECASE)
_SENTENCE = re.compile(
    r"\b(?:your|please|welcome|thank|number\s+is|enjoy|visit|follow)\b", re.IGNORECASE
)
_ONLY_SUFFIX = re.compile(
    rf"^\W*(?:\(m\)\s*)?(?:co\.?\s*)?(?:\(m\)\s*)?(?:{_LEGAL})\W*$", re.IGNORECASE
)
_TRADE_FORM = re.compile(r"\W*(?:enterprise|trading|company)\b", re.IGNORECASE)
_OPEN_END = re.compile(r"(?:&|\band|\bdan|-|\(m\))\s*$", re.IGNORECASE)
_MORE_ROWS = 2
_EDGES = " \t-–—_.,:;*#=~|'\"`·•"


@dataclass(frozen=True)
class _Named:
    value: str
    points: float
    evidence: str


def merchant_of(rows: tuple[Row, ...]) -> ReadValue[str] | None:
    """The shop's name as printed, without registration numbers; None when the head has none."""
    head = _head(rows)
    if not head:
        return None
    typical = median(row.height for row in rows)
    named = [_named(head, index, typical) for index in range(len(head))]
    best = max((n for n in named if n is not None), key=lambda n: n.points, default=None)
    if best is None:
        return None
    confidence = max(0.1, min(0.3 + 0.13 * best.points, 0.95))
    return ReadValue(
        value=best.value[:MAX_MERCHANT_LENGTH],
        confidence=round(confidence, 2),
        evidence=best.evidence,
    )


def _head(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows above the first that belongs to the body: document numbers, columns, prices."""
    for index, row in enumerate(rows[:HEAD_ROWS]):
        prices = [a for cell in row.cells for a in amounts_in(cell, POINT) if a.decimals == 2]  # noqa: PLR2004
        prices += [a for cell in row.cells for a in amounts_in(cell, COMMA) if a.decimals == 2]  # noqa: PLR2004
        if index and (_CUSTOMER.search(row.text) or (prices and len(row.cells) > 1)):
            return rows[:index]
    return rows[:HEAD_ROWS]


def _named(head: tuple[Row, ...], index: int, typical: float) -> _Named | None:
    row = head[index]
    text = _cleaned(row.text)
    if not _is_name(text):
        return None
    joined, parts = _joined(head, index, text)
    first = min(head.index(part) for part in parts)
    points = 2.2 - 0.22 * first
    if _SUFFIX.search(joined):
        points += 3.0
    if _TRADE.search(joined) and _is_name(_TRADE.sub("", joined)):
        points += 1.3  # "BISTRO & CAFE" alone says what it is, not who
    if joined.isupper():
        points += 0.4
    if joined.islower():
        points -= 1.0
    if row.height > 1.25 * typical:
        points += 0.7
    points -= _against(head, first, joined, row.text)
    if row.score < 0.8:  # noqa: PLR2004 - stylised letters, often misread
        points -= 0.8
    return _Named(joined, points, " ".join(part.text for part in parts)[:EVIDENCE_LENGTH])


def _against(head: tuple[Row, ...], index: int, name: str, printed: str) -> float:
    """What speaks against a row being the name."""
    points = 0.0
    if _ADDRESS.search(name):
        points += 2.5 if _SUFFIX.search(name) else 4.0
    if _NUMBERS.search(name) or _NUMBERS.match(printed.lstrip("( *#-")):
        points += 3.5
    if _SENTENCE.search(printed):
        points += 2.5
    if printed.lstrip().startswith("(") and index:
        points += 1.5
    above = head[:index]
    if any(_BODY.search(row.text) for row in above):
        points += 2.5
    if any(_ADDRESS.search(row.text) and not _SUFFIX.search(row.text) for row in above):
        points += 1.5  # below an address stands its owner, the printer, the mall
    if sum(c.isdigit() for c in name) * 3 > len(name):
        points += 2.0
    return points


def _is_name(text: str) -> bool:
    letters = sum(c.isalpha() for c in text)
    enough = letters >= 3 and letters * 2 >= len(text.replace(" ", ""))  # noqa: PLR2004
    return enough and not _HEADING.match(text)


def _cleaned(text: str) -> str:
    """Without registration numbers and stray marks at the ends."""
    name = _OWNED.sub("", _NUMBER_FIRST.sub("", text))
    name = _REGISTRATION.sub("", name) if any(c.isdigit() for c in name) else name
    name = " ".join(name.split()).strip(_EDGES)
    return name if name.count("(") <= name.count(")") or ")" in name else name.rstrip("( ")


def _joined(head: tuple[Row, ...], index: int, text: str) -> tuple[str, tuple[Row, ...]]:
    """A name that runs over rows: "POPULAR BOOK" "CO. (M) SDN BHD"."""
    start = index
    while start > 0 and index - start < _MORE_ROWS and _continues(head, start):
        start -= 1
    end = index
    if start == index and index + 1 < len(head) and _open_ended(head, index):
        end = index + 1
    parts = head[start : end + 1]
    if len(parts) == 1:
        return text, parts
    return " ".join(_cleaned(part.text) for part in parts), parts


def _open_ended(head: tuple[Row, ...], index: int) -> bool:
    """Whether a name goes on below: it ends in "&", or only the legal form follows."""
    above, below = _cleaned(head[index].text), _cleaned(head[index + 1].text)
    printed = head[index + 1].text
    if not below or _SUFFIX.search(above) or _ADDRESS.search(below) or _NUMBERS.match(printed):
        return False
    return _ONLY_SUFFIX.match(below) is not None or _OPEN_END.search(head[index].text) is not None


def _continues(head: tuple[Row, ...], index: int) -> bool:
    """Whether a row is the end of the name above: "(SEMENYIH) SDN BHD", "& TEA LEAF"."""
    above, below = head[index - 1], head[index]
    name = _cleaned(above.text)
    if not _is_name(name) or _SUFFIX.search(name) or _ADDRESS.search(name):
        return False
    if not 0.7 < above.height / below.height < 1.4:  # noqa: PLR2004 - one size of print
        return False
    text = below.text.strip()
    words = [word for word in _SUFFIX.sub("", _cleaned(text)).split() if len(word) > 1]
    short_legal = _SUFFIX.search(text) is not None and len(words) <= 1
    trade_first = _TRADE_FORM.match(text) is not None
    dangling = name.count("(") > name.count(")") and ")" in text
    return short_legal or trade_first or dangling or text.startswith("&")
