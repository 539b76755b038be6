"""The shop in what a bank writes of a payment: "POS 1234 STARBUCKS KLCC KUALA LUMP"."""

import re
import unicodedata
from functools import cache, lru_cache

from babel import Locale

from agents.expenses.offline.lexicon import find_merchants, merchant_known
from agents.expenses.rules import MAX_MERCHANT_LENGTH
from agents.expenses.tables.columns import words
from agents.expenses.tables.vocabulary import plain
from language.words import clean, words_of

_NUMBERED = re.compile(r"\S*\d\S*|(?<!\S)[xX*]{3,}(?!\S)")
"""Numbers of cards, terminals, days and orders."""
_LABELLED = re.compile(r"(\S*[^\W\d_]):\s")
_TERMINAL = re.compile(r"\*|\d{3}")
"""In a name that a card's network wrote."""
_SIGNS = re.compile(r"[*/|\\,;:#]+|\s-+\s|-{2,}")
_JOINED = re.compile(r"[-*/|\\_:]+")
_FIELDS = re.compile(
    r"\s(?:/(?P<named>MOTIF|BEN|DE|REFDO|REFBEN|REF)\b|(?:ECH|ID EMETTEUR|MDT|REF|LIB)/)\s*"
)
"""As French banks part what they write: "PRLV SEPA EDF ECH/070926 LIB/FACTURE"."""
_OF_ACCOUNT = re.compile(r"\b(?:fr|from|to)\s+a/c?(?=\s|$)", re.IGNORECASE)
_NOTE = re.compile(r"\s\*\s")
_PART = re.compile(r"\s*[-/]\s*")
_SHORTEST, _LONG_GENERIC = 2, 5
_MOST_RAILS = 3
_BRANCH = re.compile(r"(?<!\S)([^\W\d_]{4,})[-#]\d+(?!\S)")
"""A shop with the number of its branch: "COOP-1234"."""
_DOMAIN = re.compile(r"(?<=\w)\.(?:com|net|org|de|fr|es|my|co(?:\.uk)?)\b", re.IGNORECASE)


@cache
def _rails() -> re.Pattern[str]:
    """How a payment was carried out, in front of who was paid."""
    behind = r"(?![^\W_])(?:[\s,:-]|/(?!DE|BEN|MOTIF))*"
    return re.compile(rf"\s*(?:{_spaced('rails')}){behind}", re.IGNORECASE)


def _without_rails(text: str) -> str:
    """Who was paid and what stands behind it, where a bank begins with how it was paid. Parts that
    are joined by dashes or slashes ("UPI-ANNA ROY-anna@bank-HDFC0001") are codes beside one name.
    """
    found = _OF_ACCOUNT.search(text) or _rails().match(_letter_by_letter(text))
    if found is None:
        return text
    rest = text[found.end() :]
    joined = found.group().rstrip()[-1:] in {"-", "/"}
    parts = [part for part in _PART.split(rest) if _is_name(part)] if joined else []
    fields = {each["named"]: each.end() for each in _FIELDS.finditer(f" {rest}") if each["named"]}
    start = fields.get("BEN") or fields.get("DE")
    told = _FIELDS.split(f" {rest}"[start:] if start else f" {rest}")[0]
    noted = _NOTE.split(f" {parts[0] if parts else told}")
    return next((part.strip() for part in noted if part.strip()), text)


@cache
def _thanks() -> re.Pattern[str]:
    return re.compile(rf"(?<![^\W_])(?:{_spaced('thanks')})(?![^\W_])", re.IGNORECASE)


def _spaced(name: str) -> str:
    """A pattern for a list of noise, with whatever stands between the words of a phrase."""
    longest_first = sorted(words("noise", name), key=len, reverse=True)
    return "|".join(re.escape(phrase).replace(r"\ ", r"[\s/-]+") for phrase in longest_first)


def _without_thanks(text: str) -> str:
    """Without what a bank or a shop says to its customer: "PAYMENT THANK YOU-MOBILE"."""
    spans = [match.span() for match in _thanks().finditer(_letter_by_letter(text))]
    for start, end in reversed(spans):
        text = f"{text[:start]} {text[end:]}"
    return text


def _letter_by_letter(text: str) -> str:
    """Without accents, with each letter in its place."""
    if text.isascii():
        return text
    return "".join(unicodedata.normalize("NFKD", char)[:1] for char in text.replace("ł", "l"))


def _is_name(part: str) -> bool:
    """Not a code, an address or an abbreviation of two letters."""
    first = part.partition(" ")[0]
    letters = sum(map(str.isalpha, part))
    return letters > _SHORTEST and "@" not in part and not any(map(str.isdigit, first))


def is_processor(name: str) -> bool:
    """Whether it only carries payments out for shops: "PAYU S.A.", "Adyen N.V."."""
    first, *rest = plain(name).split() or [""]
    company = words("noise", "legal") | words("noise", "affiliates")
    return first in words("noise", "processors") and company.issuperset(rest)


def _without_legal_form(name: str) -> str:
    """The plain letters of a company's name: "AMAZON PAYMENTS EUROPE S.C.A." is "amazon"."""
    first, *rest = plain(name).split() or [""]
    while rest and rest[-1] in words("noise", "legal"):
        rest.pop()
    return " ".join([first, *rest])


@lru_cache(maxsize=20_000)
def shop_in(text: str) -> str:
    """A known shop under its own name; else the text without the words and numbers of the bank,
    or all of it where nothing else is left.
    """
    known = clean(_JOINED.sub(" ", _DOMAIN.sub(" ", text[: MAX_MERCHANT_LENGTH * 2])))
    for found in find_merchants(words_of(known)):
        # Two letters are more often a state or a country than a shop.
        if found.span.end - found.span.start > _SHORTEST:
            return found.known.name
    for _ in range(_MOST_RAILS):
        rest = _without_rails(text)
        if rest == text or says_nothing(rest):
            break
        text = rest
    text = _BRANCH.sub(r"\1", text.replace(";", " "))
    bare = _without_places(
        _SIGNS.sub(" ", _NUMBERED.sub(" ", _DOMAIN.sub(" ", text).replace("*", " "))).split()
    )
    kept = [word for word in bare if word.casefold().strip(".") not in words("noise", "words")]
    kept = kept if says_nothing(" ".join(kept)) else _without_generic(kept)
    if kept and kept[-1].casefold() in words("moves", "fee"):
        kept = bare  # of a fee, the bank's words are the name
    name = " ".join(kept).strip(" -.'")
    if sum(char.isalpha() for char in _without_thanks(name)) < _SHORTEST:
        name = " ".join(text.split())
    short = name[:MAX_MERCHANT_LENGTH].strip()
    return short.title() if short.isupper() else short


def labelled_in(text: str) -> tuple[str, str]:
    """Who paid or was paid and what for, where a text has labels inside: "Auftraggeber: REWE
    Buchungstext: Einkauf". Without labels all of it is what for.
    """
    party, told = "", ""
    pieces = _LABELLED.split(text)
    for label, value in zip(map(plain, pieces[1::2]), pieces[2::2], strict=True):
        if label in words("headings", "merchant") | words("headings", "payer"):
            party = party or value.strip()
        elif label in words("headings", "text"):
            told = told or value.strip()
    return party, told if party or told else text


def payee_in(cell: str) -> str:
    """A payee as it is; without the terminal and the town where a card's network wrote it, as in
    "REWE SAGT DANKE 1234//BERLIN/DE", and without how it was paid where a bank did. A known shop's
    company under the name of the shop.
    """
    name, by_terminal, _ = cell.partition("//")
    if by_terminal or _TERMINAL.search(name) or _begins_with_rails(cell):
        return shop_in(name)
    company = _without_legal_form(cell)
    shop = merchant_known(company) if company != plain(cell) else None
    return cell if shop is None else shop.name


def _begins_with_rails(payee: str) -> bool:
    """One word of a bank may be part of a name, as in "Giro Bar", unless all is in capitals."""
    if _OF_ACCOUNT.search(payee):
        return True
    found = _rails().match(_letter_by_letter(payee))
    several = found is not None and re.search(r"[\s/-]", found.group().strip()) is not None
    return several or (found is not None and payee.isupper())


def says_nothing(text: str) -> bool:
    """Whether only the bank's own words and numbers stand there, as in "VISA Debit 19.11"."""
    bare = plain(_SIGNS.sub(" ", _NUMBERED.sub(" ", _without_thanks(text)))).split()
    return all(word in words("noise", "words") or _is_generic(word) for word in bare)


def names_kind_of_payment(text: str) -> bool:
    """Whether a bank's word for a payment stands in it, as in "Transferencia realizada"."""
    return any(map(_is_generic, plain(text).split()))


def _is_generic(word: str) -> bool:
    """Also of words joined by a dash: "KBC-Debetkaart"."""
    parts = plain(word).split()
    return any(len(parts) == 1 or len(part) > _LONG_GENERIC for part in parts if _of_banks(part))


def _of_banks(word: str) -> bool:
    return word in words("noise", "generic")


def _without_generic(kept: list[str]) -> list[str]:
    """Banks put their own words in front and behind; a short one alone may be an article."""
    front = next((at for at, word in enumerate(kept) if not _is_generic(word)), 0)
    if sum(map(len, kept[:front])) >= _LONG_GENERIC:
        kept = kept[front:]
    behind = next((at for at, word in enumerate(reversed(kept)) if not _is_generic(word)), 0)
    if behind and sum(map(len, kept[-behind:])) > _LONG_GENERIC:
        kept = kept[:-behind]
    return kept


@cache
def _countries() -> frozenset[str]:
    """Codes of two letters, which card networks write behind a town. Those of three are also words
    ("MAR", "CAN") and legal forms ("SDN", "BHD").
    """
    legal = {name.upper() for name in words("noise", "legal")}
    codes = map(str, Locale("en").territories)
    return frozenset(code for code in codes if len(code) == _SHORTEST and code not in legal)


def _without_places(bare: list[str]) -> list[str]:
    """Banks put the town behind the shop, cut off where the line is full."""
    while len(bare) > _SHORTEST and bare[-1] in _countries():
        bare = bare[:-1]
    for count in (2, 1, 1):
        tail = " ".join(bare[-count:]).casefold()
        if len(bare) > count and tail in words("noise", "places"):
            bare = bare[:-count]
    return bare
