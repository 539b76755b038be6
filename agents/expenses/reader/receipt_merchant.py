"""Who was paid: the name at the head of a receipt, told from addresses, numbers and greetings.

A shop that is known by name comes before the company that runs it and before what it promises.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass
from itertools import pairwise
from statistics import median

from agents.expenses.photo_certainty import DOUBTFUL
from agents.expenses.reader.receipt_amounts import has_cents
from agents.expenses.reader.receipt_brands import (
    SURELY_TOLD,
    ToldBrand,
    mention_in,
    printed_in,
    told_in,
)
from agents.expenses.reader.receipt_names import (
    ADDRESS,
    AT_SOMEBODYS,
    BODY,
    CHIME,
    CUSTOMER,
    FORM_BEHIND,
    GREETED,
    HEADING,
    HOUSE,
    LEGAL_FIRST,
    LOCAL_SUFFIX,
    NUMBER_FIRST,
    NUMBERS,
    ONLY_SUFFIX,
    OPEN_END,
    OWNED,
    OWNER,
    PLACE,
    REGISTRATION,
    SENTENCE,
    SLOGAN,
    SUFFIX,
    TRADE,
    TRADE_FORM,
)
from agents.expenses.reader.rows import EVIDENCE_LENGTH, Row
from agents.expenses.reading import ReadValue
from agents.expenses.rules import MAX_MERCHANT_LENGTH

HEAD_ROWS = 14
"""The name stands within the first rows; what comes later are customers and items."""

_LOCAL_FORM, _OTHER_FORM = 3.0, 1.4
_HOLDER = 3.0
"""A franchise says who operates it; people know it by the name above."""
_OWNS = 2.0
"""A company above the name of the shop that it runs."""
_BRAND, _BRANCH = 4.0, 1.5
"""A known name alone outweighs an owner's legal form; beside other words it may be a mall."""
_TOLD_POINTS, _CLEAR = 3.2, 1.5
"""What a shop told elsewhere on the paper is worth; a name below the second gives way to it."""
_LEGIBLE, _CLEAR_LETTERS, _SURE_LETTERS, _SHORT = 0.75, 0.9, 0.95, 5
"""How sure recognition must be of the letters of a name that its trade bears out, of one that does
not give way to a shop told elsewhere, and of one that nothing bears out; and the fewest letters of
the last. Below, it is a logo or a signature, misread."""
_UPPER = 0.2
_GREETED_POINTS = 0.6
_LEAD, _LEAD_AT_MOST, _UNSURE = 0.5, 3.0, 10.0
"""How a lead over the next name and doubtful letters count in the raw score."""
_MORE_ROWS = 2
_STACKED_WORDS, _SENTENCE_WORDS = 3, 3
_PICTOGRAPHS = re.compile("[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7a3]")
_GARBLED = re.compile(r"(?i:[bcdfghjklmnpqrstvwxz]{7})")
_DIGIT_INSIDE = re.compile(r"[A-Za-z]\d+[A-Za-z]")
_DIGITS = re.compile(r"\d")
_LABELLED = re.compile(r"[^\W\d]:")
_MOST_TURNS = 3
"""From small to large letters within a word: "McDonald" has one, "iPhoneStop" two."""
_EDGES = " \t-–—_.,:;*#=~|'\"`·•"


@dataclass(frozen=True)
class _Named:
    value: str
    points: float
    evidence: str
    score: float
    """How sure recognition is of the letters."""
    is_known: bool = False
    is_dubious: bool = False
    """It may be an address, an owner, a label or a promise: what is left where the logo is a
    picture."""


def merchant_of(rows: tuple[Row, ...], countries: Collection[str] = ()) -> ReadValue[str] | None:
    """The shop's name as printed, without registration numbers; None when the paper has none.

    ``countries`` are those that the paper hints at.
    """
    head, told = _head(rows), told_in(rows)
    if not head:
        return None
    typical = median(row.height for row in rows)
    named = [_named(head, index, typical) for index in range(len(head))]
    named += [_branded(head, index, countries, told) for index in range(len(head))]
    named += [_greeting(row) for row in rows]
    ranked = sorted((n for n in named if n is not None), key=lambda n: -n.points)
    if told is not None and (not ranked or _gives_way(ranked[0], told)):
        ranked.insert(
            0,
            _Named(told.brand.name, _TOLD_POINTS, told.evidence, told.score, is_known=True),
        )
    if not ranked:
        return None
    best = ranked[0]
    others = [n.points for n in ranked if n.value not in best.value]
    lead = best.points - max(others, default=best.points - _LEAD_AT_MOST)
    raw = best.points + _LEAD * min(lead, _LEAD_AT_MOST) - _UNSURE * (1 - best.score)
    confidence = max(0.1, min(0.3 + 0.13 * best.points, 0.95))
    if best.is_dubious or not (best.is_known or _is_borne_out(best, rows)):
        confidence = min(confidence, DOUBTFUL)
    return ReadValue(
        value=_without_form(best, rows)[:MAX_MERCHANT_LENGTH],
        confidence=round(confidence, 2),
        evidence=best.evidence,
        raw=round(raw, 3),
    )


def _is_borne_out(best: _Named, rows: tuple[Row, ...]) -> bool:
    """Whether anything but its place tells that a name is one: its form, its trade, another row,
    or plain letters.
    """
    if SUFFIX.search(best.value) or TRADE.search(best.value):
        return best.score >= _LEGIBLE
    letters = "".join(filter(str.isalnum, best.value.casefold()))
    again = (row for row in rows if row.evidence != best.evidence)
    if any(letters in "".join(filter(str.isalnum, row.text.casefold())) for row in again):
        return True
    return best.score >= _SURE_LETTERS and len(letters) >= _SHORT


def _without_form(best: _Named, rows: tuple[Row, ...]) -> str:
    """A foreign name without its legal form, where the paper also has it so: as a logo."""
    short = FORM_BEHIND.sub("", best.value).rstrip(_EDGES)
    if short == best.value or LOCAL_SUFFIX.search(best.value):
        return best.value
    key = short.casefold()
    cells = (cell for row in rows if row.evidence not in best.evidence for cell in row.cells)
    printed = (cell.text.strip(_EDGES) for cell in cells)
    return next((text for text in printed if text.casefold() == key), best.value)


def _branded(
    head: tuple[Row, ...], index: int, countries: Collection[str], told: ToldBrand | None
) -> _Named | None:
    """A known name at the head, in one row or two, its misread letters mended."""
    row, text = head[index], _cleaned(head[index].text)
    if any(map(_is_body, head[:index])):
        return None
    # "Store #10208" looks like an address.
    met = printed_in(text) if _is_body(row) else mention_in(text, countries, told)
    if _is_body(row) and not (met and met.alone):
        return None
    evidence = row.evidence
    if met is None and text and index + 1 < len(head):
        stacked = f"{text} {_cleaned(head[index + 1].text)}"
        met = printed_in(stacked) if len(stacked.split()) <= _STACKED_WORDS else None
        met = met if met and met.alone else None
        evidence = f"{evidence} {head[index + 1].text}"[:EVIDENCE_LENGTH]
    if met is None or SENTENCE.search(row.text):
        return None
    above = [r.text for r in head[:index]]
    if any(TRADE.search(t) and not SUFFIX.search(t) for t in above):
        return None  # another shop, named clearly
    if not met.alone and not (told and told.brand == met.brand) and _name_above(head, index):
        return None
    name = met.name if met.name != text else _joined(head, index, text)[0]
    surely = met.alone or (told is not None and told.brand == met.brand)
    if surely and not LOCAL_SUFFIX.search(name):
        name = met.called
    points = 2.2 - 0.22 * index + (_BRAND if surely else _BRANCH)
    points += _legal_points(name, known=True)
    return _Named(name, points, evidence, row.score, is_known=True)


def _is_body(row: Row) -> bool:
    """Whether a row tells of documents or places; legal forms aside, as "KG" is a village, too."""
    text = SUFFIX.sub("", row.text)
    return BODY.search(text) is not None or ADDRESS.search(text) is not None


def _gives_way(best: _Named, told: ToldBrand) -> bool:
    """Whether a name at the head is a misread form of the shop told elsewhere, an owner, doubtful.

    A shop that is named clearly never gives way.
    """
    if told.is_in(best.value) or best.is_known:
        return False
    if best.is_dubious:
        return True
    if told.is_misread_as(best.value) or best.points < _CLEAR or best.score < _CLEAR_LETTERS:
        return True
    words = best.value.split()
    sentence = len(words) >= _SENTENCE_WORDS and not any(map(_is_large, words[1:]))
    if sentence or SUFFIX.search(best.value) or SLOGAN.search(best.value):
        return True
    return told.worth >= SURELY_TOLD and TRADE.search(best.value) is None


def _is_large(word: str) -> bool:
    return not word[:1].islower()


def _greeting(row: Row) -> _Named | None:
    """A greeting that names the shop, wherever it stands: better than nothing."""
    greeted = GREETED.search(row.text)
    name = _cleaned(greeted[1]) if greeted else ""
    return _Named(name, _GREETED_POINTS, row.evidence, row.score) if _is_name(name) else None


def _head(rows: tuple[Row, ...]) -> tuple[Row, ...]:
    """Rows above the first that belongs to the body: document numbers, columns, prices."""
    for index, row in enumerate(rows[:HEAD_ROWS]):
        priced = has_cents(row) and len(row.cells) > 1 and not SUFFIX.search(row.text)
        if index and (priced or CUSTOMER.search(row.text)):
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
    known = _name_above(head, first)
    points += _legal_points(joined, known=known)
    if LEGAL_FIRST.match(joined) and _names_below(head, index):
        points -= _OWNS
    if known and OWNED.match(row.text) and not LOCAL_SUFFIX.search(joined):
        points -= _HOLDER
    if TRADE.search(joined) and _is_name(TRADE.sub("", joined)):
        points += 1.3  # "BISTRO & CAFE" alone says what it is, not who
    if joined.isupper():
        points += _UPPER
    if joined.islower():
        points -= 1.0
    if row.height > 1.25 * typical:
        points += 0.7
    points -= _against(head, first, joined, row.text)
    if row.score < 0.8:  # noqa: PLR2004 - stylised letters, often misread
        points -= 0.8
    evidence = " ".join(part.text for part in parts)[:EVIDENCE_LENGTH]
    is_dubious = _is_dubious(head, first, joined, row.text)
    return _Named(joined, points, evidence, row.score, is_dubious=is_dubious)


def _is_dubious(head: tuple[Row, ...], index: int, name: str, printed: str) -> bool:
    """Whether a row may well be another thing than the shop's name, its trade notwithstanding."""
    if LOCAL_SUFFIX.search(name):
        return False
    if OWNED.match(printed) or OWNER.match(printed) or LEGAL_FIRST.match(name):
        return True
    if SUFFIX.search(name):
        return False
    trade = TRADE.search(name) is not None
    named_after = trade and index == 0 and not _DIGITS.search(printed)
    return any(
        (
            ADDRESS.search(printed) and not named_after,
            any(_is_address(row.text) for row in head[:index]),
            PLACE.search(printed),
            _LABELLED.search(printed),
            HOUSE.search(printed) and not trade,
            _against_words(head, index, name, printed) > 0 and not trade,
        )
    )


def _is_address(text: str) -> bool:
    """Whether a row without a legal form tells where the shop is."""
    worded = any(map(str.isalpha, text))
    return worded and ADDRESS.search(text) is not None and not SUFFIX.search(text)


def _legal_points(name: str, *, known: bool) -> float:
    """A legal form marks a name. Abroad the name above it is the one that people know."""
    if LOCAL_SUFFIX.search(name):
        return _LOCAL_FORM
    return _OTHER_FORM if SUFFIX.search(name) and not known else 0.0


def _name_above(head: tuple[Row, ...], index: int) -> bool:
    """Whether a row above looks like a name and nothing speaks against it."""
    names = ((place, _cleaned(row.text)) for place, row in enumerate(head[:index]))
    return any(
        _is_name(text) and _against(head, place, text, head[place].text) <= 0
        for place, text in names
    )


def _names_below(head: tuple[Row, ...], index: int) -> bool:
    """Whether the next row is a name, and no legal one."""
    if index + 1 >= len(head):
        return False
    text = _cleaned(head[index + 1].text)
    against = _against(head, index + 1, text, head[index + 1].text)
    return _is_name(text) and not SUFFIX.search(text) and against <= 0


def _against(head: tuple[Row, ...], index: int, name: str, printed: str) -> float:
    """What speaks against a row being the name."""
    points = 0.0
    if ADDRESS.search(name):
        points += _against_address(name, first=index == 0)
    if NUMBERS.search(name) or NUMBERS.match(printed.lstrip("( *#-")):
        points += 3.5
    points += _against_words(head, index, name, printed)
    if printed.lstrip().startswith("(") and index:
        points += 1.5
    above = head[:index]
    if any(BODY.search(row.text) for row in above):
        points += 2.5
    if any(_is_address(row.text) for row in above):
        points += 1.5  # below an address stands its owner, the printer, the mall
    if sum(c.isdigit() for c in name) * 3 > len(name):
        points += 2.0
    return points


def _against_words(head: tuple[Row, ...], index: int, name: str, printed: str) -> float:
    """Sentences, owners and promises are no names."""
    points = 0.0
    if any((SENTENCE.search(printed), OWNER.match(printed), AT_SOMEBODYS.match(printed))):
        points += 2.5
    if CHIME.search(name) and not SUFFIX.search(name):
        points += 2.5
    if _is_sentence(name) and index + 1 < len(head) and _is_name(_cleaned(head[index + 1].text)):
        points += 1.2
    if SLOGAN.search(name) and not (TRADE.search(name) or SUFFIX.search(name)):
        points += 1.2
    return points


def _is_sentence(name: str) -> bool:
    """Words in a row, small but for the first, with nothing that shops are called."""
    words = [word for word in name.split() if any(map(str.isalpha, word))]
    small = not any(map(_is_large, words[1:]))
    return (
        len(words) > _SENTENCE_WORDS and small and not (TRADE.search(name) or SUFFIX.search(name))
    )


def _against_address(name: str, *, first: bool) -> float:
    """Shops are called after their street: "Bond Street Cafe", at the top, without a number."""
    if first and not any(c.isdigit() or c == "," for c in name):
        return 0.5
    return 2.5 if SUFFIX.search(name) else 4.0


def _is_name(text: str) -> bool:
    letters = sum(c.isalpha() for c in text)
    enough = letters >= (2 if _PICTOGRAPHS.search(text) else 3) and letters * 2 >= len(
        text.replace(" ", "")
    )
    return enough and not HEADING.match(text) and not is_garbled(text)


def is_garbled(text: str) -> bool:
    """Whether most of a text is letters as a blurred picture gives them: "RlkKE0Att"."""
    words = [word for word in re.findall(r"[^\W_]+", text) if any(map(str.isalpha, word))]
    bad = sum(len(word) for word in words if _GARBLED.search(word) or _is_mixed(word))
    return bad * 2 > sum(map(len, words))


def _is_mixed(word: str) -> bool:
    """Digits within letters of both sizes, or small and large ones in turn, as no name has them."""
    body = word[1:]
    both = any(map(str.islower, body)) and any(map(str.isupper, body))
    turns = sum(a.islower() and b.isupper() for a, b in pairwise(word))
    return (both and _DIGIT_INSIDE.search(word) is not None) or turns >= _MOST_TURNS


def _cleaned(text: str) -> str:
    """Without labels of who runs the shop, registration numbers and stray marks at the ends."""
    name = OWNER.sub("", OWNED.sub("", NUMBER_FIRST.sub("", text)))
    name = REGISTRATION.sub("", name) if any(c.isdigit() for c in name) else name
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
    if not below or SUFFIX.search(above) or ADDRESS.search(below) or NUMBERS.match(printed):
        return False
    kind_only = not any(c.isalpha() for c in TRADE.sub("", above))
    if kind_only and _is_name(below) and not TRADE.search(below) and not LOCAL_SUFFIX.search(below):
        return 0.7 < head[index].height / head[index + 1].height < 1.4  # noqa: PLR2004
    return ONLY_SUFFIX.match(below) is not None or OPEN_END.search(head[index].text) is not None


def _continues(head: tuple[Row, ...], index: int) -> bool:
    """Whether a row is the end of the name above: "(SEMENYIH) SDN BHD", "& TEA LEAF"."""
    above, below = head[index - 1], head[index]
    name = _cleaned(above.text)
    if not _is_name(name) or SUFFIX.search(name) or ADDRESS.search(name):
        return False
    if not 0.7 < above.height / below.height < 1.4:  # noqa: PLR2004 - one size of print
        return False
    text = below.text.strip()
    if text.casefold().startswith(name.casefold()):
        return False
    words = [word for word in SUFFIX.sub("", _cleaned(text)).split() if len(word) > 1]
    short_legal = SUFFIX.search(text) is not None and len(words) <= 1
    trade_first = TRADE_FORM.match(text) is not None
    dangling = name.count("(") > name.count(")") and ")" in text
    return short_legal or trade_first or dangling or text.startswith("&")
