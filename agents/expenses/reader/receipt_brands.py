"""Shops known by name: found at the head of a paper, also misread, or told elsewhere on it.

The names are data (``data/brands.toml``). A name that is printed stays as it is printed; the data
only mends letters, and says which of several names on a paper is the shop.
"""

import csv
import re
from collections.abc import Collection, Iterator
from functools import cache
from importlib.resources import files
from typing import NamedTuple

from rapidfuzz import fuzz, process
from rapidfuzz.distance import OSA

from agents.expenses.reader.receipt_amounts import has_cents
from agents.expenses.reader.receipt_names import ADDRESS, CUSTOMER, GREETED, SUFFIX, TRADE
from agents.expenses.reader.receipt_words import folded
from agents.expenses.reader.rows import Row
from language.word_lists import lists_of, table_of

_PACKAGE, _NAMES = "agents.expenses.reader", "data/brands.toml"
_EVERYWHERE = "*"
_MOST_WORDS = 6
_SHORTEST_LOOKALIKE = 4
_SHORTEST_MISREAD, _LONG = 7, 11
"""Letters from which one, or two, may be wrong; shorter names are too near to other words."""
_SIMILAR = 72
"""Percent of likeness from which a name may be a misread form of one told elsewhere."""
_CUSTOMER_ROWS = 4
SURELY_TOLD = 3
"""Worth of what the paper tells (see ``ToldBrand``) that two kinds of places have together."""

_LOOKALIKE = str.maketrans("015i8", "olslb")
_BRANCH = re.compile(
    r"\b(?:the|no|nr|branch|filiale|express|extra|local|city|markt|drive|thru|station|tankstelle|"
    r"stores?|ltd|mart|co|and|international|deutschland|france|italia|espa[nñ]a|uk|usa)\b",
    re.IGNORECASE,
)
"""What may stand beside a name without making another shop of it."""

_SPACED_OUT = re.compile(r"(?<!\S)[^\W\d_](?: [^\W\d_]){2,}(?!\S)")
_WEB_ROW = re.compile(r"www|https?:|@|\.com\b", re.IGNORECASE)
_HOST = re.compile(r"(?:[a-z0-9-]+\.)+[a-z]{2,}", re.IGNORECASE)
_NO_LABEL = re.compile(r"www\d?|com?|net|org|info|shop|store|online|[a-z]{2}")
_HOST_EXTRAS = re.compile(
    r"^(?:tell|talkto|visit|my|go|shop)|(?:listens|feedback|survey|voice|online|stores|shop|"
    r"restaurants?|group|cares|uk|usa|malaysia|canada)$"
)
_ADVERTISED = re.compile(
    r"gift ?cards?|vouchers?|coupons?|gutschein|\bapp\b|\bwin\b|gewinn|points?\b|"
    r"partners?\b|powered",
    re.IGNORECASE,
)


class Brand(NamedTuple):
    name: str
    spellings: tuple[str, ...]
    countries: frozenset[str]


class BrandMention(NamedTuple):
    """A shop's name at the beginning of a row."""

    name: str
    """As printed, its misread letters mended."""
    brand: Brand
    alone: bool
    """Whether nothing else of meaning stands in the row: a branch of it, its legal form."""
    called: str
    """The name by itself, without branch, number and legal form behind it."""


class ToldBrand(NamedTuple):
    """A shop that the paper names outside its head."""

    brand: Brand
    evidence: str
    score: float
    worth: int
    """Two for each of: its web address, its company, its tax number, a greeting; one for the name
    at the end."""

    def is_in(self, name: str) -> bool:
        return any(_key(spelling) in _key(name) for spelling in self.brand.spellings)

    def is_misread_as(self, name: str) -> bool:
        key = _key(name)
        return any(fuzz.ratio(_key(known), key) >= _SIMILAR for known in self.brand.spellings)


def mention_in(
    text: str, countries: Collection[str], told: ToldBrand | None = None
) -> BrandMention | None:
    """The shop that a row begins with. ``countries`` are those that the paper hints at.

    Letters that look alike are taken for each other. A wrong letter is forgiven only where the
    name is long, alone in its row and at home in one of the countries, or told elsewhere.
    """
    printed = printed_in(text)
    words = _words(text)
    fewest = len(printed.called.split()) if printed is not None else 0
    for count in range(min(len(words), _MOST_WORDS), fewest, -1):
        key = _key("".join(words[:count]))
        rest = words[count:]
        alone = _says_nothing(rest)
        plain = printed is None and alone and not TRADE.search(" ".join(rest))
        found = _lookalike(key) or (_misread(key, countries, told) if plain else None)
        if found is not None:
            name = _mended(words[:count], found)
            return BrandMention(" ".join((name, *rest)), found, alone, name)
    return printed


def told_in(rows: tuple[Row, ...]) -> ToldBrand | None:
    """The shop that the rest of the paper names, if it names one.

    Rows with prices count for nothing, nor do customers, addresses and what is advertised.
    """
    found: dict[Brand, dict[int, tuple[int, Row]]] = {}
    for kind, worth, brand, row in _told(rows):
        found.setdefault(brand, {}).setdefault(kind, (worth, row))
    told = [
        ToldBrand(brand, row.evidence, row.score, sum(worth for worth, _ in kinds.values()))
        for brand, kinds in found.items()
        for _, row in [next(iter(kinds.values()))]
    ]
    told.sort(key=lambda one: -one.worth)
    if not told or (len(told) > 1 and told[0].worth == told[1].worth):
        return None
    return told[0]


def _told(rows: tuple[Row, ...]) -> Iterator[tuple[int, int, Brand, Row]]:
    priced = [index for index, row in enumerate(rows) if has_cents(row)]
    customers = [index for index, row in enumerate(rows) if CUSTOMER.search(row.text)]
    for index, row in enumerate(rows):
        billed = any(0 <= index - start < _CUSTOMER_ROWS for start in customers)
        if index in priced or billed or _ADVERTISED.search(row.text):
            continue
        for kind, worth, brand in _told_by(
            row.text, at_the_end=bool(priced) and index > priced[-1]
        ):
            yield kind, worth, brand, row


def _told_by(text: str, *, at_the_end: bool) -> Iterator[tuple[int, int, Brand]]:
    """Kind of evidence, its worth and the shop, for each that a row tells of."""
    for brand in _hosts(text):
        yield 0, 2, brand
    for brand in _taxed(text):
        yield 4, 2, brand
    greeted = GREETED.search(text)
    met = printed_in(greeted[1]) if greeted else None
    if met is not None and met.alone:
        yield 1, 2, met.brand
    if ADDRESS.search(SUFFIX.sub("", text)):
        return
    owned = _owned(text)
    if owned is not None:
        yield 2, 2, owned
    met = printed_in(text)
    if met is not None and met.alone:
        if SUFFIX.search(text):
            yield 2, 2, met.brand
        elif at_the_end:
            yield 3, 1, met.brand


def _hosts(text: str) -> Iterator[Brand]:
    """Shops whose web or e-mail address stands in a row."""
    if not _WEB_ROW.search(text):
        return
    for host in _HOST.findall(re.sub(r"\s*\.\s*", ".", text)):
        labels = [label for label in host.lower().split(".") if not _NO_LABEL.fullmatch(label)]
        key = _key(labels[-1]) if labels else ""
        branch = _key(labels[-1].partition("-")[0]) if labels else ""
        found = (
            _evidence("web").get(key)
            or _brands().get(key)
            or _brands().get(_HOST_EXTRAS.sub("", key))
            or (_brands().get(branch) if len(branch) >= _SHORTEST_LOOKALIKE else None)
        )
        if found is not None:
            yield found


def _taxed(text: str) -> Iterator[Brand]:
    """Shops whose tax number stands in a row, with or without marks between its digits."""
    for printed in _tax_numbers().finditer(text):
        yield _evidence("tax")[_key(printed[1])]


def _owned(text: str) -> Brand | None:
    """The shop whose owner's name a row begins with."""
    words = SUFFIX.sub("", text).split()
    keys = (_key("".join(words[:count])) for count in range(min(len(words), _MOST_WORDS), 0, -1))
    return next((found for key in keys if (found := _evidence("owner").get(key))), None)


def printed_in(text: str) -> BrandMention | None:
    """The shop that a row begins with, letter for letter."""
    words = _words(text)
    for count in range(min(len(words), _MOST_WORDS), 0, -1):
        found = _brands().get(_key("".join(words[:count])))
        if found is not None:
            called, rest = " ".join(words[:count]), words[count:]
            return BrandMention(text, found, _says_nothing(rest), called)
    return None


def _words(text: str) -> list[str]:
    """The words of a row; letters that stand apart are one: "A L D I"."""
    return _SPACED_OUT.sub(lambda met: "".join(met.group().split()), text).split()


def _mended(words: list[str], brand: Brand) -> str:
    """The name in the spelling that is nearest to what is printed."""
    key = _key("".join(words))
    name = max(brand.spellings, key=lambda spelling: fuzz.ratio(_key(spelling), key))
    return name.upper() if all(map(str.isupper, words)) else name


def _says_nothing(words: list[str]) -> bool:
    rest = _BRANCH.sub("", TRADE.sub("", SUFFIX.sub("", " ".join(words))))
    return not any(map(str.isalpha, rest))


def _lookalike(key: str) -> Brand | None:
    if len(key) < _SHORTEST_LOOKALIKE:
        return None
    return _lookalikes().get(key.translate(_LOOKALIKE).replace("rn", "m"))


def _misread(key: str, countries: Collection[str], told: ToldBrand | None) -> Brand | None:
    if told is not None and told.is_misread_as(key):
        return told.brand
    if len(key) < _SHORTEST_MISREAD:
        return None
    most = 2 if len(key) >= _LONG else 1
    near = process.extractOne(key, _long_keys(), scorer=OSA.distance, score_cutoff=most)
    found = _brands()[near[0]] if near else None
    return found if found and not found.countries.isdisjoint({_EVERYWHERE, *countries}) else None


def _key(text: str) -> str:
    return "".join(char for char in folded(text) if char.isalnum())


@cache
def _brands() -> dict[str, Brand]:
    countries: dict[str, set[str]] = {}
    spellings: dict[str, dict[str, str]] = {}
    for category in table_of(_PACKAGE, _NAMES):
        for places, entries in lists_of(_PACKAGE, _NAMES, category).items():
            for entry in entries:
                name, *others = entry.split("|")
                countries.setdefault(name, set()).update(places.split())
                known = spellings.setdefault(name, {_key(name): name})
                known |= {_key(other): other.title() for other in others}
    brands: dict[str, Brand] = {}
    for name, known in spellings.items():
        brand = Brand(name, tuple(known.values()), frozenset(countries[name]))
        brands = dict.fromkeys(known, brand) | brands
    return brands


@cache
def _evidence(kind: str) -> dict[str, Brand]:
    """Shops by what else tells of them: ``owner``, ``web`` or ``tax`` number."""
    table = files("agents.expenses.reader").joinpath("data", "chains.csv")
    rows = csv.DictReader(
        line for line in table.read_text("utf-8").splitlines() if not line.startswith("#")
    )
    return {
        _key(row["value"]): _brands()[_key(row["chain"])] for row in rows if row["kind"] == kind
    }


@cache
def _tax_numbers() -> re.Pattern[str]:
    """Any of the known tax numbers, as a whole; in France also within the longer ones."""
    known = "|".join(r"[ ./-]{0,2}".join(number) for number in _evidence("tax"))
    return re.compile(rf"(?<!\d)(?:FR ?\d\d ?)?({known})(?: ?\d{{5}})?(?!\d)", re.IGNORECASE)


@cache
def _lookalikes() -> dict[str, Brand]:
    return {key.translate(_LOOKALIKE).replace("rn", "m"): brand for key, brand in _brands().items()}


@cache
def _long_keys() -> list[str]:
    return [key for key in _brands() if len(key) >= _SHORTEST_MISREAD]
