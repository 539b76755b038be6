"""Words that ask for what was saved before: "show my grab rides in march", "/history 45.90"."""

import re
from datetime import date
from decimal import Decimal
from functools import partial

from agents.expenses.calls import call_of
from agents.expenses.features.history.search import MAX_SEARCH_WORDS, ExpenseSearch
from agents.expenses.features.history.tools import FIND_EXPENSES, SHOW_EXPENSE
from agents.expenses.months import last_of_month
from agents.expenses.offline.insights import days_in, query_in, speaks_of_all
from agents.expenses.offline.lexicon import (
    categories_in,
    category_by_whole_name,
    merchant_known,
    shops_in,
)
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.question_words import text_pattern
from agents.expenses.offline.scene import Scene
from agents.expenses.offline.tables import keyword_pattern, pattern
from domain.messages import CallRequest
from domain.understanding import Person
from language.amounts import Amount, find_amounts
from language.past_days import IMPOSSIBLE, find_dates
from language.periods import STRETCHES_SO_FAR, find_periods, period_in
from language.words import trimmed, words_of

_MAX_NAME_WORDS = 5
_MAX_BARE_PAGE = 3
"""Digits: a longer number behind the command is a year or an amount."""

_NOUN = pattern("parts", "noun")


_words = partial(keyword_pattern, __package__)


def call_in(scene: Scene) -> CallRequest | None:
    """The call that plain words ask for, where they are of what was saved before."""
    text, person, today = scene.text, scene.person, scene.today
    return command(text, person, today) if _asks(text, person, today) else None


def _asks(text: str, person: Person, today: date) -> bool:
    plain = trimmed(text)
    if _words("shows_one").match(plain) and _words("one").fullmatch(plain):
        return True
    called = _words("called").fullmatch(plain)
    if called is not None:
        search = _behind(called["what"] or "", person, today)
        return not _is_priced(search)
    if _words("deleted").search(plain):
        return _lists_deleted(plain)
    searched = _words("search").fullmatch(plain)
    if searched is not None:
        search = _behind(searched["what"], person, today)
        if _is_ours(searched["what"], search):
            # With a price it may be a purchase: "find parking 5". Of a receipt it is a search.
            return bool(_NOUN.search(plain)) or not _is_priced(search)
        bounded = search.least is not None or search.most is not None
        return _words("looks").match(plain) is not None and bool(search.words) and not bounded
    listed = _words("listed").fullmatch(plain)
    what = listed["what"] if listed else plain
    known = listed is not None and _lists_known(what, person, today)
    return known or _is_bounded(what, person, today)


def _is_bounded(what: str, person: Person, today: date) -> bool:
    """As in "expenses over 50 this month"."""
    if _words("bounded").match(what) is None:
        return False
    search = _behind(what, person, today)
    return search.least != search.most and not search.words


def is_doubtful(scene: Scene) -> bool:
    """Whether it may be about something else than what was saved: "search pens" about what can be
    had.
    """
    searched = _words("search").fullmatch(trimmed(scene.text))
    if searched is None:
        return False
    what = searched["what"]
    return not _is_ours(what, _behind(what, scene.person, scene.today))


DOUBTS = {FIND_EXPENSES.name: is_doubtful}


def _is_ours(what: str, search: ExpenseSearch) -> bool:
    """Whether it is said to be of receipts and the like, of a known shop, or of days."""
    shop = bool(search.words) and merchant_known(search.words) is not None
    of_days = search.since is not None and bool(search.words or search.category)
    return search.is_search and (shop or of_days or _NOUN.search(what) is not None)


def _is_priced(search: ExpenseSearch) -> bool:
    """Whether it names something and its price, as a purchase does."""
    priced = search.least is not None and search.least == search.most
    return priced and bool(search.words or search.category)


def _lists_deleted(plain: str) -> bool:
    """As in "show deleted", "what did I delete", "deleted expenses"; nothing else stands there."""
    rest = _words("deleted").sub(" ", plain)
    for known in (_NOUN, _words("show")):
        rest = re.sub(rf"\b{known.pattern}\b", " ", rest, flags=re.IGNORECASE)
    left = [word for word in rest.casefold().split() if not _words("filler").fullmatch(word)]
    asks = _NOUN.search(plain) or _words("show").search(plain)
    return not left and bool(asks or re.match(r"(?i)what|which|was|apa", plain))


def _lists_known(what: str, person: Person, today: date) -> bool:
    """Things that are surely saved expenses: of a known shop or category, or said to be some."""
    search = _behind(what, person, today)
    if search.category and search.since and not search.words:
        return False  # a question, with its sum: "show all expenses on food last week"
    known = bool(search.category or (search.words and merchant_known(search.words)))
    called = _NOUN.search(what) is not None and bool(search.words or search.category)
    if search.category and search.since is not None and query_in(f"show {what}", person, today):
        return False  # a question: what it came to is told with the list
    return (known or called) and not _is_priced(search) and len(search.tokens) <= _MAX_NAME_WORDS


def command(text: str, person: Person, today: date) -> CallRequest:
    """The call that plain words, or what follows the command, ask for."""
    plain = trimmed(text)
    one = _words("one").fullmatch(plain)
    if one is not None:
        number = int(one["number"] or one["named"])
        return call_of(SHOW_EXPENSE, number=number)
    found = (_words(name).fullmatch(plain) for name in ("called", "search", "listed"))
    match = next(filter(None, found), None)
    search = _behind((match["what"] or "") if match else plain, person, today)
    return _call(search.model_copy(update={"ours": speaks_of_all(plain)}))


COMMANDS = {"history": command}


def _find_meant(scene: Scene) -> CallRequest | None:
    """Returns a search by the days, the category and the shop that a message names. None where it
    names none of them, or an amount, a way of paying, or something to leave out: those are not
    searched for here.
    """
    if (
        find_amounts(scene.text, scene.person)
        or find_method(scene.text) is not None
        or text_pattern("leaves_out").search(scene.text)
    ):
        return None
    since, until = days_in(scene.text, scene.person, scene.today)
    named, shops = categories_in(scene.text), shops_in(scene.text)
    if len(named) > 1 or len(shops) > 1 or not (since or named or shops):
        return None
    category = named[0] if named else None
    ours = speaks_of_all(scene.text)
    return _call(
        ExpenseSearch(words=" ".join(shops), since=since, until=until, category=category, ours=ours)
    )


def _call(search: ExpenseSearch) -> CallRequest:
    return call_of(FIND_EXPENSES, **search.model_dump(mode="json", exclude_defaults=True))


MEANT = {FIND_EXPENSES.name: _find_meant}


def _without(text: str, span: tuple[int, int]) -> str:
    return f"{text[: span[0]]} {text[span[1] :]}"


def _behind(what: str, person: Person, today: date) -> ExpenseSearch:
    """What is looked for in the words behind "find", "show my" or the command."""
    left, page = trimmed(what), 1
    if found := _words("page").search(left):
        written = found["page"] or found["bare"]
        if found["page"] or len(written) <= _MAX_BARE_PAGE:
            page = max(1, int(written))
            left = _without(left, found.span())
    deleted = _words("deleted").search(left)
    if deleted:
        left = _without(left, deleted.span())
    since, until, left = _period(left, person, today)
    least, most, currency, left = _amounts(left, person)
    category, words = _category_and_words(left)
    # What cannot be is for the tool to refuse.
    return ExpenseSearch.model_construct(
        words=" ".join(words[:MAX_SEARCH_WORDS]),
        least=least,
        most=most,
        currency=currency,
        since=since,
        until=until,
        category=category,
        deleted=deleted is not None,
        page=page,
    )


def _period(left: str, person: Person, today: date) -> tuple[date | None, date | None, str]:
    for named in find_periods(f"{left}.", person, today):  # a day at the end has lost its dot
        if named.is_range:
            return named.since, named.until, _without(left, named.span)
    for known in STRETCHES_SO_FAR:
        if found := known.search(left):
            since, until = period_in(found[0], person, today)
            return since, until, _without(left, found.span())
    for dated in find_dates(left, person, today):
        if dated.day is not None and dated.day != IMPOSSIBLE:
            lead = _words("since").search(left[: dated.span.start])
            start = lead.start() if lead else dated.span.start
            return dated.day, None if lead else dated.day, _without(left, (start, dated.span.end))
    for found in _words("month").finditer(left):
        since, until = _month(found["name"], found["year"], person, today)
        if since is not None:
            return since, until, _without(left, found.span())
    if found := _words("year").search(left):
        year = int(found["year"])
        return date(year, 1, 1), date(year, 12, 31), _without(left, found.span())
    return None, None, left


def _month(
    name: str, year: str | None, person: Person, today: date
) -> tuple[date | None, date | None]:
    """The days of a month by its name; of one without a year, the last that has begun."""
    written = f"1 {name.rstrip('.')}{f' {year}' if year else ''}"
    days = [dated.day for dated in find_dates(written, person, today) if dated.span.start == 0]
    if not days or days[0] is None or days[0] == IMPOSSIBLE or days[0].day != 1:
        return None, None
    return days[0], last_of_month(days[0])


def _amounts(left: str, person: Person) -> tuple[Decimal | None, Decimal | None, str | None, str]:
    """A price that is looked for, or its bounds, and its currency where that is said."""
    least = most = None
    currency = None
    for name in ("least", "most"):
        found = _words(name).search(left)
        amount = found and _amount_at(left, found.end(), person)
        if found and amount and amount.value is not None:
            least, most = (amount.value, most) if name == "least" else (least, amount.value)
            currency = amount.currency or currency
            left = _without(left, (found.start(), amount.span.end))
    if least is None and most is None:
        for amount in find_amounts(left, person):
            if amount.value is not None and amount.value > 0 and _stands_alone(left, amount):
                left = _without(left, (amount.span.start, amount.span.end))
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
    useful = [word for word in plain if not _NOUN.fullmatch(word)] or []
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
