"""Words that ask for what was saved before, split it, or give everything of a shop one category."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from agents.expenses.categories import MAX_CATEGORY_LENGTH
from agents.expenses.for_all import ForAllOrder
from agents.expenses.history import MAX_SEARCH_WORDS, HistoryOrder
from agents.expenses.offline.amounts import Amount, find_amounts
from agents.expenses.offline.dates import IMPOSSIBLE, find_dates
from agents.expenses.offline.insights import period_in, query_in
from agents.expenses.offline.lexicon import (
    category_by_whole_name,
    category_named,
    find_item,
    merchant_known,
)
from agents.expenses.offline.tables import names, pattern
from agents.expenses.offline.words import Span, words_of
from agents.expenses.splitting import Share
from domain.understanding import Person

_PART = re.compile(r"\{([a-z_]+)\}")
_MAX_NAME_WORDS = 5
_MAX_OWN_CATEGORY_WORDS = 3
_MAX_BARE_PAGE = 3
"""Digits: a longer number behind the command is a year or an amount."""

_PERIODS = (pattern("insights", "last_n"), pattern("insights", "period"))
_FRACTIONS = {
    "half": Fraction(1, 2),
    "third": Fraction(1, 3),
    "two": Fraction(2, 3),
    "quarter": Fraction(1, 4),
}


@cache
def _words(name: str) -> re.Pattern[str]:
    return re.compile(_joined(name), re.IGNORECASE | re.DOTALL)


def _joined(name: str) -> str:
    whole = "".join(line.strip() for line in names("history.toml", "words")[name].splitlines())
    return _PART.sub(lambda part: _joined(part[1]), whole)


def _trimmed(text: str) -> str:
    return " ".join(text.split()).strip(" .!?")


def history_asked(text: str, person: Person, today: date) -> bool:
    """Whether plain words ask for what was saved before, so that they can be nothing else."""
    plain = _trimmed(text)
    if _words("shows_one").match(plain) and _words("one").fullmatch(plain):
        return True
    called = _words("called").fullmatch(plain)
    if called is not None:
        order = _behind(called["what"] or "", person, today)
        return not _is_priced(order)
    if _words("deleted").search(plain):
        return _lists_deleted(plain)
    searched = _words("search").fullmatch(plain)
    if searched is not None:
        order = _behind(searched["what"], person, today)
        if _is_ours(searched["what"], order):
            # With a price it may be a purchase: "find parking 5". Of a receipt it is a search.
            return bool(_words("noun").search(plain)) or not _is_priced(order)
        bounded = order.least is not None or order.most is not None
        return _words("looks").match(plain) is not None and bool(order.words) and not bounded
    listed = _words("listed").fullmatch(plain)
    what = listed["what"] if listed else plain
    known = listed is not None and _lists_known(what, person, today)
    return known or _is_bounded(what, person, today)


def _is_bounded(what: str, person: Person, today: date) -> bool:
    """As in "expenses over 50 this month"."""
    if _words("bounded").match(what) is None:
        return False
    order = _behind(what, person, today)
    return order.least != order.most and not order.words


def is_surely_history(text: str, person: Person, today: date) -> bool:
    """Whether it can only be about what was saved: "search pens" may be about what can be had."""
    searched = _words("search").fullmatch(_trimmed(text))
    return searched is None or _is_ours(searched["what"], _behind(searched["what"], person, today))


def _is_ours(what: str, order: HistoryOrder) -> bool:
    """Whether it is said to be of receipts and the like, of a known shop, or of days."""
    shop = bool(order.words) and merchant_known(" ".join(order.words)) is not None
    of_days = order.since is not None and bool(order.words or order.category)
    return order.is_search and (shop or of_days or _words("noun").search(what) is not None)


def _is_priced(order: HistoryOrder) -> bool:
    """Whether it names something and its price, as a purchase does."""
    priced = order.least is not None and order.least == order.most
    return priced and bool(order.words or order.category)


def _lists_deleted(plain: str) -> bool:
    """As in "show deleted", "what did I delete", "deleted expenses"; nothing else stands there."""
    rest = _words("deleted").sub(" ", plain)
    for known in ("noun", "show"):
        rest = re.sub(rf"\b{_words(known).pattern}\b", " ", rest, flags=re.IGNORECASE)
    left = [word for word in rest.casefold().split() if not _words("filler").fullmatch(word)]
    asks = _words("noun").search(plain) or _words("show").search(plain)
    return not left and bool(asks or re.match(r"(?i)what|which|was|apa", plain))


def _lists_known(what: str, person: Person, today: date) -> bool:
    """Things that are surely saved expenses: of a known shop or category, or said to be some."""
    order = _behind(what, person, today)
    if order.category and order.since and not order.words:
        return False  # a question, with its sum: "show all expenses on food last week"
    named = " ".join(order.words)
    known = bool(order.category) or (bool(named) and merchant_known(named) is not None)
    called = _words("noun").search(what) is not None and bool(order.words or order.category)
    if order.category and order.since is not None and query_in(f"show {what}", person, today):
        return False  # a question: what it came to is told with the list
    return (known or called) and not _is_priced(order) and len(order.words) <= _MAX_NAME_WORDS


def history_in(text: str, person: Person, today: date) -> HistoryOrder | None:
    """What is asked for, by plain words or by what follows the command; None for a number that no
    expense or page can have.
    """
    plain = _trimmed(text)
    one = _words("one").fullmatch(plain)
    if one is not None:
        number = int(one["number"] or one["named"])
        return HistoryOrder(number=number) if number else None
    for name in ("called", "search", "listed"):
        match = _words(name).fullmatch(plain)
        if match is not None:
            return _behind(match["what"] or "", person, today)
    return _behind(plain, person, today)


class _Left(NamedTuple):
    """What of a text is not read yet."""

    text: str

    def without(self, span: tuple[int, int]) -> "_Left":
        return _Left(f"{self.text[: span[0]]} {self.text[span[1] :]}")


def _behind(what: str, person: Person, today: date) -> HistoryOrder:
    """The order in the words behind "find", "show my" or the command."""
    left, told = _Left(_trimmed(what)), {}
    if found := _words("page").search(left.text):
        written = found["page"] or found["bare"]
        if found["page"] or len(written) <= _MAX_BARE_PAGE:
            told["page"] = max(1, int(written))
            left = left.without(found.span())
    if found := _words("deleted").search(left.text):
        told["deleted"] = True
        left = left.without(found.span())
    since, until, left = _period(left, person, today)
    least, most, currency, left = _amounts(left, person)
    category, words = _category_and_words(left.text)
    return HistoryOrder.model_validate(
        {
            **told,
            "since": since,
            "until": until,
            "least": least,
            "most": most,
            "currency": currency,
            "category": category,
            "words": words[:MAX_SEARCH_WORDS],
        }
    )


def _period(left: _Left, person: Person, today: date) -> tuple[date | None, date | None, _Left]:
    for known in _PERIODS:
        if found := known.search(left.text):
            since, until = period_in(found[0], person, today)
            return since, until, left.without(found.span())
    for dated in find_dates(left.text, person, today):
        if dated.day is not None and dated.day != IMPOSSIBLE:
            lead = _words("since").search(left.text[: dated.span.start])
            start = lead.start() if lead else dated.span.start
            return dated.day, None if lead else dated.day, left.without((start, dated.span.end))
    for found in _words("month").finditer(left.text):
        since, until = _month(found["name"], found["year"], person, today)
        if since is not None:
            return since, until, left.without(found.span())
    if found := _words("year").search(left.text):
        year = int(found["year"])
        return date(year, 1, 1), date(year, 12, 31), left.without(found.span())
    return None, None, left


def _month(
    name: str, year: str | None, person: Person, today: date
) -> tuple[date | None, date | None]:
    """The days of a month by its name; of one without a year, the last that has begun."""
    written = f"1 {name.rstrip('.')}{f' {year}' if year else ''}"
    days = [dated.day for dated in find_dates(written, person, today) if dated.span.start == 0]
    if not days or days[0] is None or days[0] == IMPOSSIBLE or days[0].day != 1:
        return None, None
    start = days[0]
    following = date(start.year + start.month // 12, start.month % 12 + 1, 1)
    return start, date.fromordinal(following.toordinal() - 1)


def _amounts(
    left: _Left, person: Person
) -> tuple[Decimal | None, Decimal | None, str | None, _Left]:
    """A price that is looked for, or its bounds, and its currency where that is said."""
    least = most = None
    currency = None
    for name in ("least", "most"):
        found = _words(name).search(left.text)
        amount = found and _amount_at(left.text, found.end(), person)
        if found and amount and amount.value is not None:
            least, most = (amount.value, most) if name == "least" else (least, amount.value)
            currency = amount.currency or currency
            left = left.without((found.start(), amount.span.end))
    if least is None and most is None:
        for amount in find_amounts(left.text, person):
            if amount.value is not None and amount.value > 0 and _stands_alone(left.text, amount):
                left = left.without((amount.span.start, amount.span.end))
                return amount.value, amount.value, amount.currency, left
    return least, most, currency, left


def _amount_at(text: str, at: int, person: Person) -> Amount | None:
    return next((a for a in find_amounts(text, person) if a.span.start in {at, at + 1}), None)


def _stands_alone(text: str, amount: Amount) -> bool:
    before, behind = text[: amount.span.start], text[amount.span.end :]
    return not (before and before[-1].isalnum()) and not (behind and behind[0].isalnum())


def _category_and_words(text: str) -> tuple[str | None, tuple[str, ...]]:
    """A category that the words name, and the words to look up."""
    words = [word.text for word in words_of(text)] or text.split()
    plain = [word for word in words if not _words("filler").fullmatch(word)]
    useful = [word for word in plain if not _words("noun").fullmatch(word)] or []
    if not useful:
        return None, ()
    if named := category_by_whole_name(" ".join(useful)):
        return named, ()
    for at in (0, len(useful) - 1):
        named = category_by_whole_name(useful[at])
        others = useful[:at] + useful[at + 1 :]
        if named and merchant_known(" ".join(others)):
            return named, tuple(others)
    return None, tuple(word.casefold() for word in useful)


class SplitWords(NamedTuple):
    """An order to split: of which expense, and how in the person's words."""

    number: int
    parts: str


def split_asked(text: str) -> SplitWords | None:
    """The order to split a saved expense; None for anything else, as for a bill among friends."""
    match = _words("split").fullmatch(_trimmed(text))
    if match is None:
        return None
    number = int(match["number"] or match["named"] or 0)
    parts = match["parts"] or ""
    if not number and parts and not shares_in(parts, Person(user_id="")):
        return None
    return SplitWords(number, parts)


def shares_in(text: str, person: Person) -> tuple[Share, ...]:
    """The parts that are told, with what each is; none where a part or its category is not clear.

    The share stands before its category, or behind it ("groceries 30, household 12.50").
    """
    plain = _words("into").sub("", text).strip(" .!?")
    if found := _words("equally").search(plain):
        rest = f"{plain[: found.start()]} , {plain[found.end() :]}"
        pieces = [part for part in re.split(_SEPARATOR, rest) if part.strip(" ,")]
        if len(pieces) == 1:  # "50/50 food gifts"
            pieces = pieces[0].split()
        named = [_category(part) for part in pieces]
        known = [name for name in named if name]
        if len(known) != len(named) or not known:
            return ()
        return tuple(Share(name, fraction=Fraction(1, len(known))) for name in known)
    found_shares = _shares(plain, person)
    if not found_shares:
        return ()
    ends = [0, *(span.end for span, _ in found_shares)]
    starts = [*(span.start for span, _ in found_shares), len(plain)]
    gaps = [plain[end:start] for end, start in zip(ends, starts, strict=True)]
    ahead = _category(gaps[0]) is not None
    behind = gaps[:-1] if ahead else gaps[1:]
    named = [_category(gap) for gap in behind]
    left_over = gaps[-1] if ahead else gaps[0]
    if _BETWEEN.sub("", left_over) or not all(named):
        return ()
    return tuple(
        share._replace(category=name)
        for (_, share), name in zip(found_shares, named, strict=True)
        if name
    )


_SEPARATOR = re.compile(r"\s*(?:[,;+&/]|\b(?:and|und|dan)\b)\s*", re.IGNORECASE)
_BETWEEN = _words("between")


def _shares(text: str, person: Person) -> Sequence[tuple[Span, Share]]:
    """Where in the text how much is said, in order."""
    found = [
        (Span(*match.span()), Share("", fraction=_fraction(match)))
        for match in _words("fraction").finditer(text)
    ]
    found += [(Span(*match.span()), Share("")) for match in _words("rest").finditer(text)]
    taken = [span for span, _ in found]
    for amount in find_amounts(text, person, taken):
        if amount.value is None:
            return ()
        found.append((amount.span, Share("", amount=amount.value, currency=amount.currency)))
    return sorted(found)


def _fraction(match: re.Match[str]) -> Fraction:
    if match["percent"]:
        return Fraction(Decimal(match["percent"].replace(",", "."))) / 100
    return next(value for name, value in _FRACTIONS.items() if match[name])


def _category(text: str) -> str | None:
    """The category of a part: a built-in one by any of its words, that of a known thing, or one of
    the person's own in a few words.
    """
    name = text.strip(" ,;:.!+-")
    while (cut := _cut(name)) != name:
        name = cut
    words = words_of(name)
    if not words or any(char.isdigit() for char in name):
        return None
    if known := category_named(name):
        return known
    if (item := find_item(words)) is not None:
        return item.category
    own = len(words) <= _MAX_OWN_CATEGORY_WORDS and len(name) <= MAX_CATEGORY_LENGTH
    return name[:1].upper() + name[1:] if own else None


def _cut(name: str) -> str:
    """Without a small word at either end."""
    found = _BETWEEN.match(name)
    cut = name[found.end() :] if found else name
    words = cut.rsplit(maxsplit=1)
    if len(words) > 1 and _BETWEEN.fullmatch(words[1]):
        cut = words[0]
    return cut.strip(" ,;:.!+-")


def for_all_in(text: str) -> ForAllOrder | None:
    """The shop and the category in "all from Grab are transport"; None for anything else."""
    plain = _trimmed(text)
    if text.rstrip().endswith("?"):
        return None
    for name in ("from_all", "always", "from_now"):
        order = _for_all(_words(name), plain)
        if order is not None:
            return order
    return None


def _for_all(rule: re.Pattern[str], plain: str) -> ForAllOrder | None:
    """The words of the category are as few as make one, the name is all before them."""
    match = rule.fullmatch(plain)
    if match is None:
        return None
    category = category_by_whole_name(match["category"])
    name, told = match["name"].removeprefix("my ").removeprefix("meine "), match["category"]
    while category is None and " " in told:
        # Without a verb, nothing says where the name ends: "semua Kedai Ali barang dapur".
        first, told = told.split(maxsplit=1)
        name, category = f"{name} {first}", category_by_whole_name(told)
    name = _words("verbs").sub("", name)
    words = words_of(name)
    if category is None or not 0 < len(words) <= _MAX_NAME_WORDS:
        return None
    if any(word.text.casefold() in _NO_NAMES for word in words):
        return None
    shown = merchant_known(name)
    return ForAllOrder(name=shown.name if shown else name, category=category)


_NO_NAMES = frozenset(names("history.toml", "words")["no_names"].split())


def undoes_all(text: str) -> bool:
    """As in "undo all": what was changed for everything of a shop."""
    return _words("undo_all").fullmatch(_trimmed(text)) is not None
