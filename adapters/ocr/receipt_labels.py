"""What the rows of a receipt are: total, tax, cash … told by their words, misread ones too."""

import re
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from rapidfuzz import fuzz, process


class Label(StrEnum):
    """The part that a row plays. The order of the rules, not of this list, settles conflicts."""

    GRAND_TOTAL = "grand_total"
    """What is to be paid, said so: grand, nett, rounded, due, payable."""
    TOTAL = "total"
    SUBTOTAL = "subtotal"
    BEFORE_TAX = "before_tax"
    TAX = "tax"
    SERVICE = "service"
    ROUNDING = "rounding"
    DISCOUNT = "discount"
    PART = "part"
    """Of the total: what was bought at one rate of tax."""
    COUNT = "count"
    CASH = "cash"
    """Handed over: the total or more."""
    CARD = "card"
    """Charged to a card or wallet: the total as a rule."""
    CHANGE = "change"
    AMOUNT = "amount"
    """Only the word amount: the total on card slips, a column elsewhere."""
    SUMMARY = "summary"
    """Heads a table of taxes, whose totals are not what was paid."""


_TOTAL = frozenset(
    {"total", "tot", "jumlah", "summe", "gesamt", "gesamtbetrag", "totale", "totaal", "totalt"}
    | {"montant", "importe", "合计", "总计", "合計", "總計", "ทั้งหมด"}
)
_WORDS: dict[str, frozenset[str]] = {
    "total": _TOTAL,
    "subtotal": frozenset({"subtotal", "zwischensumme", "subjumlah"}),
    "final": frozenset(
        {"grand", "nett", "net", "due", "payable", "rounded", "payment", "bill", "final", "pay"}
        | {"besar", "keseluruhan", "dibayar", "bayaran", "zahlen", "payer", "pagar"}
    ),
    "before": frozenset(
        {
            "taxable",
            "excl",
            "exclusive",
            "excluding",
            "excluded",
            "exc",
            "excludes",
            "before",
            "without",
            "ex",
        }
    ),
    "part": frozenset({"supplies", "supply"}),
    "with": frozenset(
        {"incl", "inclusive", "including", "included", "inc", "includes", "with", "after", "indl"}
        | {"termasuk", "inkl", "ttc"}
    ),
    "tax": frozenset(
        {"gst", "tax", "sst", "vat", "cukai", "mwst", "tva", "iva", "ust", "taxes", "ppn", "hst"}
    ),
    "service": frozenset({"service", "svc", "servis", "perkhidmatan", "tip", "gratuity", "srv"}),
    "rounding": frozenset({"rounding", "round", "pembundaran", "pelarasan", "roundoff", "rnd"}),
    "discount": frozenset(
        {"discount", "disc", "saving", "savings", "saved", "save", "voucher", "rebate", "diskaun"}
        | {"rabatt", "points", "point", "promo", "coupon", "jimat", "promotion", "deposit"}
    ),
    "count": frozenset(
        {"qty", "quantity", "item", "items", "pcs", "count", "units", "kuantiti", "qtys", "weight"}
        | {"line", "lines", "bags", "pax", "cover", "covers", "artikel"}
    ),
    "cash": frozenset(
        {
            "cash",
            "tunai",
            "tender",
            "tendered",
            "paid",
            "accepted",
            "received",
            "bar",
            "bargeld",
            "efectivo",
        }
        | {"payment", "pay", "bayaran", "terima", "cashrm", "espèces", "contanti"}
    ),
    "handed": frozenset({"paid", "accepted", "tendered", "received", "tender"}),
    "card": frozenset(
        {"visa", "mastercard", "master", "amex", "debit", "credit", "card", "kad", "maestro"}
        | {"tng", "grabpay", "boost", "ewallet", "duitnow", "paypal", "alipay", "girocard", "karte"}
        | {"shopeepay", "nets", "paywave", "mydebit", "applepay", "googlepay"}
    ),
    "change": frozenset({"change", "baki", "kembalian", "rückgeld", "cambio", "chg", "kembali"}),
    "amount": frozenset({"amount", "amt", "betrag", "amaun", "amnt"}),
    "summary": frozenset({"summary", "analysis", "ringkasan", "summ"}),
    "sub": frozenset({"sub"}),
    "due": frozenset({"due", "payable", "tertunggak", "owing"}),
    "balance": frozenset({"balance"}),
    "rounded": frozenset({"rounded"}),
    "sales": frozenset({"sales", "sale"}),
    "method": frozenset({"method", "mode", "type"}),
}
_MEANINGS: dict[str, frozenset[str]] = {
    word: frozenset(meaning for meaning, words in _WORDS.items() if word in words)
    for words in _WORDS.values()
    for word in words
}
_FUZZY_WORDS = [word for word in _MEANINGS if len(word) >= 5]  # noqa: PLR2004 - shorter ones collide
_SHORTEST_FUZZY = 4
_FUZZY_CUTOFF_SHORT = 85.0
"""A word of four letters may lack one ("Tota"), no more."""
_FUZZY_CUTOFF = 79.0
"""One letter in five, two in ten."""
_TOKEN = re.compile(r"[^\W_]+")
_SUB_TOTAL = re.compile(r"sub[\s\-.]*tot", re.IGNORECASE)
_TO_BE_PAID = re.compile(r"\bto\s*(?:be\s*paid|pay)\b|\bzu\s*zahlen\b|[àa]\s*payer", re.IGNORECASE)
_GLUED = re.compile(r"(?<=[a-z])(?=[A-Z]{2})|(?<=[A-Za-z])(?=\d)|(?<=[a-z])(?=RM\s?\d)")
_LETTER = str.maketrans("015", "ois")


@lru_cache(maxsize=4096)
def _meaning(token: str) -> frozenset[str]:
    """What one word may mean; a misread letter in a long word is forgiven."""
    word = token.casefold()
    if word in _MEANINGS:
        return _MEANINGS[word]
    if word.isdigit():
        return frozenset()
    word = word.translate(_LETTER)
    if word in _MEANINGS:
        return _MEANINGS[word]
    if len(word) < _SHORTEST_FUZZY:
        return frozenset()
    cutoff = _FUZZY_CUTOFF_SHORT if len(word) == _SHORTEST_FUZZY else _FUZZY_CUTOFF
    near = process.extractOne(word, _FUZZY_WORDS, scorer=fuzz.ratio, score_cutoff=cutoff)
    return _MEANINGS[near[0]] if near else frozenset()


_FILLERS = frozenset(
    {
        "of",
        "the",
        "rm",
        "myr",
        "usd",
        "sgd",
        "idr",
        "eur",
        "rp",
        "and",
        "in",
        "for",
        "to",
        "be",
        "no",
    }
    | {"is", "at", "on", "by", "sr", "zr", "only", "yang", "perlu", "hari", "eat", "take", "away"}
)


def unexplained_words(text: str) -> int:
    """Words that label nothing: many of them make prose of a row, not a line of a bill."""
    words = (token for token in _TOKEN.findall(text) if len(token) > 1 and not token[0].isdigit())
    return sum(not _meaning(word) and word.casefold() not in _FILLERS for word in words)


def meanings_of(text: str) -> frozenset[str]:
    """All that the words of a row may mean."""
    spaced = _SUB_TOTAL.sub("subtot", text)
    spaced = _GLUED.sub(" ", _TO_BE_PAID.sub("due", spaced))
    return frozenset().union(*(_meaning(token) for token in _TOKEN.findall(spaced)))


@dataclass(frozen=True)
class _Rule:
    """``label`` when all of ``needs``, one of ``any_of`` and none of ``unless`` are meant."""

    label: Label
    needs: frozenset[str]
    any_of: frozenset[str] = frozenset()
    unless: frozenset[str] = frozenset()

    def fits(self, meanings: frozenset[str]) -> bool:
        return (
            self.needs <= meanings
            and (not self.any_of or bool(self.any_of & meanings))
            and not (self.unless & meanings)
        )


def _rule(label: Label, needs: str, any_of: str = "", unless: str = "") -> _Rule:
    return _Rule(
        label, frozenset(needs.split()), frozenset(any_of.split()), frozenset(unless.split())
    )


_RULES = (
    _rule(Label.SUMMARY, "summary"),
    _rule(Label.CHANGE, "change", unless="total"),
    _rule(Label.GRAND_TOTAL, "total rounding with"),
    _rule(Label.ROUNDING, "rounding"),
    _rule(Label.PART, "total part"),
    _rule(Label.COUNT, "total count"),
    _rule(Label.DISCOUNT, "discount", unless="due with"),
    _rule(Label.BEFORE_TAX, "before", any_of="total tax amount subtotal"),
    _rule(Label.SUBTOTAL, "subtotal"),
    _rule(Label.SUBTOTAL, "sub total"),
    _rule(Label.TAX, "tax", unless="with due sales rounded"),
    _rule(Label.SERVICE, "service", unless="total"),
    _rule(Label.GRAND_TOTAL, "total final", unless="handed"),
    _rule(Label.CARD, "total handed"),
    _rule(Label.TOTAL, "total"),
    _rule(Label.GRAND_TOTAL, "due"),
    _rule(Label.CARD, "card", unless="method"),
    _rule(Label.CASH, "cash", unless="method"),
    _rule(Label.TOTAL, "tax with sales"),
    _rule(Label.AMOUNT, "", any_of="amount balance", unless="method"),
)
"""In this order: "Total Discount" is a discount, "Total Change" no change."""


def label_of(text: str) -> Label | None:
    """The part that a row plays, or None for anything else (items, addresses …)."""
    meanings = meanings_of(text)
    return next((rule.label for rule in _RULES if rule.fits(meanings)), None)
