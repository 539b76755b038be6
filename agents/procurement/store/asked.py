"""What a query asks: prices and "cheapest" are conditions, the rest are words to be found."""

import re
from decimal import Decimal

from agents.procurement.store.spelling import folded
from agents.procurement.tools import SearchCatalog

_CURRENCY = r"(?:rm|myr|usd|eur|gbp|sgd|chf|idr|rp|euros?|dollars?|pounds?|ringgit|\$|€|£)"
_AMOUNT = rf"{_CURRENCY}?\s?(?P<{{}}>\d+(?:[.,]\d{{{{1,2}}}})?)(?![\d.,]*\d)\s?{_CURRENCY}?"
_END = r"(?=\s|$|[,.;!?])(?!\s?(?:mm|cm|m|in|inch|inches|ft|feet|g|kg|oz|lbs?|ml|l|w|v|gb|tb)\b)"


def _amount(name: str) -> str:
    return _AMOUNT.format(name)


_BETWEEN = re.compile(
    rf"\b(?:between|zwischen|antara)\s+{_amount('low')}\s*(?:and|und|dan|to|-)\s*{_amount('high')}{_END}"
)
_BELOW = re.compile(
    r"(?:\b(?:under|below|less than|cheaper than|not more than|no more than|up to|at most|max"
    r"|maximum|unter|bis|hoechstens|hochstens|weniger als|bawah|di bawah|tidak lebih dari)\s+"
    r"|<=?\s*)"
    rf"{_amount('high')}{_END}"
)
_ABOVE = re.compile(
    r"(?:\b(?:over|above|more than|at least|min|minimum|uber|ueber|ab|mindestens|mehr als"
    r"|atas|lebih dari|sekurang-kurangnya)\s+|>=?\s*)"
    rf"{_amount('low')}{_END}"
)
_CHEAPEST = re.compile(
    r"\b(?:the )?(?:cheapest|least expensive|lowest(?: |-)?priced?|billigste[nrs]?|gunstigste[nrs]?"
    r"|guenstigste[nrs]?|termurah|paling murah)\b"
)
_DEAREST = re.compile(
    r"\b(?:the )?(?:most expensive|dearest|highest(?: |-)?priced?|teuerste[nrs]?|termahal"
    r"|paling mahal)\b"
)

_FILLERS = """
    find search show get buy need want looking look order give please some something any anything
    i im me my we you your have got would like can could do does sell cheap inexpensive affordable
    best good nice price priced
    suche brauche kaufen bitte zeige finde etwas gibt gute guter gutes gunstige billige
    cari carikan beli mahu nak perlu tolong saya ada yang untuk murah
"""
FILLERS = frozenset(_FILLERS.split())
"""Words around a wish. They are left out where the catalog does not know them either."""


def conditions(asked: SearchCatalog) -> SearchCatalog:
    """``asked`` with prices and orders that stand in its words as arguments, where those are not
    given, and without them in its words.
    """
    line = folded(asked.query)
    told: dict[str, object] = {}
    for pattern in (_BETWEEN, _BELOW, _ABOVE):
        found = pattern.search(line)
        if found is None:
            continue
        line = f"{line[: found.start()]} {line[found.end() :]}"
        told |= {
            {"low": "min_price", "high": "max_price"}[name]: Decimal(value.replace(",", "."))
            for name, value in found.groupdict().items()
        }
    for pattern, order in ((_CHEAPEST, "price_asc"), (_DEAREST, "price_desc")):
        shorter = pattern.sub(" ", line)
        if shorter != line:
            line, told["sort"] = shorter, order
    if not told:
        return asked
    given = {"sort"} if asked.sort != "relevance" else set()
    given |= {name for name in ("min_price", "max_price") if getattr(asked, name) is not None}
    update = {name: value for name, value in told.items() if name not in given}
    return asked.model_copy(update={**update, "query": " ".join(line.split())})
