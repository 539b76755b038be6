"""One stretch of text about one expense, taken apart into its fields. Nothing is filled in."""

import re
from collections.abc import Sequence
from datetime import date
from functools import lru_cache
from typing import NamedTuple

from agents.expenses.categories import known_category
from agents.expenses.details import Mention
from agents.expenses.offline.languages import in_english, written_out
from agents.expenses.offline.lexicon import (
    FoundWords,
    category_named,
    emoji_words,
    find_item,
    find_merchants,
    item_known,
    merchant_known,
)
from agents.expenses.offline.names import (
    PAYING,
    PLACE,
    WEIGHT,
    Phrase,
    could_be_a_name,
    who_and_what,
)
from agents.expenses.offline.payments import find_method, find_reference
from agents.expenses.offline.tables import pattern, small_words
from domain.understanding import Person
from language.amounts import (
    Amount,
    find_amounts,
    in_two_currencies,
    join_spaced_groups,
    price_among,
)
from language.multiples import find_multiples
from language.past_days import Dated, find_dates
from language.spelled_amounts import spelled_out
from language.words import Span, Word, clean, is_free, key_of, words_of

_PART = re.compile(
    r"(?:^|(?<=[\s,;]))category[:\s]+(?P<labelled>[^,;]+)$|"
    r"(?:(?<=[,;])|(?<=[,;]\s))(?P<part>[A-Za-z][A-Za-z& ]+?)(?=\s*(?:[,;.]|$))",
    re.IGNORECASE,
)
_SALUTATION = pattern("expenses", "salutation")
_TIMES = re.compile(r"x\d+|\d+x|\d+pcs?", re.IGNORECASE)
_AT_SIGN = re.compile(r"(?<=\w)@(?=\w)(?!\w+\.\w)|(?:^|(?<=\s))@\s*(?=\w)")
_DASHED = re.compile(r"(?<=\d[.,]\d\d)[-/](?=[^\W\d_])")
_CONNECT = re.compile(r"[,;:/()\n]|\s-\s")
_SMILEY = re.compile(r"(?<!\S)[:;]['-]?[)(DPpOo|]+(?!\S)")
_SYMBOLS = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F]")
_HEDGE = re.compile(
    r"(?<!\w)(?:,?\s*i (?:think|guess|believe|suppose|reckon)|"
    r"maybe|perhaps|probably|rasanya)(?!\w)|(?<=\d)\s?-?ish(?!\w)",
    re.IGNORECASE,
)
_ARTICLES = frozenset(["the", "la", "le", "el"])
_NAME_STARTS = frozenset(
    ["the", "ah", "la", "el", "le", "les", "das", "die", "new", "en", "de", "di"]
)


_SHOP = "|".join(sorted(map(re.escape, small_words("shop")), key=len, reverse=True))
_NAME_NUMBER = re.compile(
    rf"(?<!\w)(?:{_SHOP})\s+(?P<number>\d{{1,4}})"
    rf"(?=\s+(?:rm|rp|myr|usd|sgd|eur|[$€£¥])?\s?\d|\s+(?:{_SHOP})(?!\w))",
    re.IGNORECASE,
)


_LIKE = re.compile(r"(?<!\w)like\s+(?=\W{0,2}(?:rm\s?)?\d)", re.IGNORECASE)
"""As in "paid like 30 bucks"."""


class Facts(NamedTuple):
    """The fixed parts found in a text, before the words between them are interpreted."""

    text: str
    words: list[Word]
    merchants: list[FoundWords]
    dates: list[Dated]
    amounts: list[Amount]


@lru_cache(maxsize=1_000)
def prepare(text: str, person: Person) -> str:
    """The cleaned text with known emoji as words and other symbols removed. Remembered, as messages
    are looked at again behind later ones.
    """
    spoken = _SMILEY.sub(" ", clean(text))
    cleaned = in_english(written_out(spelled_out(spoken)), person.locale)
    for emoji, word in emoji_words().items():
        if emoji in cleaned:
            cleaned = cleaned.replace(emoji, f" {word} ")
    plain = _HEDGE.sub(" ", _SYMBOLS.sub(" ", cleaned))
    plain = spelled_out(_DASHED.sub(" - ", _AT_SIGN.sub(" at ", plain)))
    return join_spaced_groups(_LIKE.sub("", plain), person.locale).strip()


@lru_cache(maxsize=16)
def facts_of(text: str, person: Person, today: date) -> Facts:
    """Names first, then dates, then amounts: a later rule never takes what an earlier one has.

    Several rules look at the same text, one after the other.
    """
    words = words_of(text)
    merchants = find_merchants(words)
    named = [m.span for m in merchants if any(c.isdigit() for c in text[m.span.start : m.span.end])]
    dates = [d for d in find_dates(text, person, today) if is_free(d.span, named)]
    reference = find_reference(text)
    taken = [*named, *(d.span for d in dates), *_numbers_in_names(text)]
    taken += [reference.span] if reference else []
    multiples = find_multiples(text, person, taken)
    taken += [span for multiple in multiples for span in multiple.taken]
    amounts = [*find_amounts(text, person, taken), *(m.amount for m in multiples)]
    merchants = [m for m in merchants if is_free(m.span, [a.span for a in amounts])]
    return Facts(text, words, merchants, dates, sorted(amounts, key=lambda a: a.span))


def mention_in(text: str, person: Person, today: date) -> Mention:
    """The fields of one expense that a prepared text mentions."""
    facts = facts_of(text, person, today)
    price = price_among(facts.amounts) if not in_two_currencies(facts.amounts) else None
    method, reference = find_method(text), find_reference(text)
    category = _category_part(text)
    fixed = [part.span for part in (method, reference, category) if part is not None]
    fixed += [Span(*match.span()) for match in _SALUTATION.finditer(text)]
    merchants = [
        m
        for m in facts.merchants
        if is_free(m.span, fixed)
        and not _is_destination(m.span, facts)
        and not _is_part_of_name(m.span, facts)
    ]
    generic = [m.span for m in facts.merchants if _is_part_of_name(m.span, facts)]
    spans = [d.span for d in facts.dates] + [a.span for a in facts.amounts] + fixed
    phrases = _phrases(facts, [*spans, *(m.span for m in facts.merchants if m.span not in generic)])
    named = _paid_first(merchants, facts)
    said = frozenset(word.text.casefold() for word in facts.words)
    merchant, item = who_and_what(phrases, named[0].known.name if named else None, said)
    if named and item is not None and _is_small_word(item):
        item = None  # as in "the grab": beside a shop it is no tea
    return Mention(
        merchant=merchant,
        item=item,
        amount=price.value if price else None,
        currency=price.currency if price else None,
        occurred_on=next((d.day for d in facts.dates if d.day is not None), None),
        category=category.name if category else None,
        payment_method=method.name if method else None,
        reference=reference.value if reference else None,
        ambiguous_amounts=price.readings if price and price.value is None else (),
    )


def is_told_whole(text: str, told: Mention, person: Person, today: date) -> bool:
    """Whether every word of a prepared text is of the fields that it tells, or a small word.

    "yesterday, cash" is; "my brother is 31" tells no amount, since a brother is none of an expense.
    """
    facts = facts_of(text, person, today)
    fixed = [part.span for part in (find_method(text), find_reference(text)) if part is not None]
    fixed += [amount.span for amount in facts.amounts]
    fixed += [shown.span for shown in facts.merchants]
    fixed += [dated.span for dated in facts.dates]
    if (part := _category_part(text)) is not None:
        fixed.append(part.span)
    thing = told.item if told.item and find_item(words_of(told.item)) is not None else ""
    thing = thing if could_be_a_name(thing) else ""
    named = {word.key for word in words_of(f"{told.merchant or ''} {thing}")}
    named -= {key for key in named if key.isdigit()}
    shop = merchant_known(told.merchant) if told.merchant else None
    return all(
        not is_free(word.span, fixed)
        or word.key in named
        or word.text.casefold() in small_words("filler")
        or (shop is not None and merchant_known(word.text, fuzzy=True) == shop)
        for word in facts.words
    )


def _is_small_word(item: str) -> bool:
    """Whether a thing is known by its letters alone, of which a small word is made, too."""
    known = item_known(key_of(item))
    return item.casefold() in small_words("filler") and known is not None and known.name != item


class _Category(NamedTuple):
    name: str
    span: Span


def _category_part(text: str) -> _Category | None:
    """A category between commas ("…, business, …") or behind the word ("category food")."""
    for match in _PART.finditer(text):
        part = match["labelled"] or match["part"]
        named = category_named(part) if match["labelled"] else known_category(part)
        if named is not None:
            return _Category(named, Span(*match.span()))
    return None


def _is_shop_word(word: Word) -> bool:
    return word.text.casefold() in small_words("shop")


def _is_part_of_name(span: Span, facts: Facts) -> bool:
    """A known name that is also a word for a shop, inside a longer one: "Ah Seng Kopitiam"."""
    at = next((i for i, w in enumerate(facts.words) if w.span == span), None)
    if at is None or not _is_shop_word(facts.words[at]):
        return False
    beside = [*facts.words[max(0, at - 1) : at], *facts.words[at + 1 : at + 2]]
    small = small_words("filler") | small_words("from_whom") | small_words("for_what") | PLACE
    return any(
        w.text.casefold() not in small
        and not any(c.isdigit() for c in w.key)
        and item_known(w.key) is None
        and is_free(w.span, [d.span for d in facts.dates] + [a.span for a in facts.amounts])
        for w in beside
    )


def _numbers_in_names(text: str) -> list[Span]:
    """The number of "Restoran 388 12.50": behind a word for a shop and in front of the price."""
    return [Span(*match.span("number")) for match in _NAME_NUMBER.finditer(text)]


def _word_before(span: Span, facts: Facts) -> str:
    before = [word for word in facts.words if word.span.end <= span.start]
    return before[-1].text.casefold() if before else ""


def _is_destination(span: Span, facts: Facts) -> bool:
    """As in "taxi to IKEA" pays the taxi; "paid 50 to IKEA" pays IKEA."""
    return _word_before(span, facts) in PLACE and not _tells_of_paying(facts)


def _tells_of_paying(facts: Facts) -> bool:
    return any(word.text.casefold() in PAYING for word in facts.words)


def _paid_first(merchants: list[FoundWords], facts: Facts) -> list[FoundWords]:
    """Of several known names the one behind "at" or "from" was paid."""
    paid = small_words("from_whom")
    return sorted(merchants, key=lambda m: _word_before(m.span, facts) not in paid)


def _phrases(facts: Facts, taken: Sequence[Span]) -> list[Phrase]:
    """Runs of meaningful words, split at fixed parts, punctuation and prepositions."""
    filler = small_words("filler")
    leads = small_words("from_whom") | small_words("for_what") | PLACE
    phrases: list[Phrase] = []
    run: list[Word] = []
    lead, end, behind, was_free = "", 0, False, True
    for at, word in enumerate(facts.words):
        between = facts.text[end : word.span.start]
        end = word.span.end
        lowered = word.text.casefold()
        free = is_free(word.span, taken) and _TIMES.fullmatch(word.text) is None
        company = _company_lead(at, facts.words, begins=not run)
        if run and (not free or _CONNECT.search(between) or lowered in leads or company):
            phrases.append(Phrase(run, lead, behind))
            run, lead = [], ""
        if not free:
            lead = ""
        elif company:
            lead, behind = company, not was_free
        elif lowered in leads or (word.text == "@"):
            lead, behind = lowered, not was_free
        elif run or lowered not in filler or _begins_name(word, lead) or _is_ah(at, facts.words):
            run.append(word)
        was_free = free
    if run:
        phrases.append(Phrase(run, lead, behind))
    return [p for p in map(_trimmed, phrases) if p.words]


def _company_lead(at: int, words: Sequence[Word], *, begins: bool) -> str:
    """Returns the words that lead to who was there: "with" of "sushi 35 with Mia", "split with".

    Returns "" in front of small letters in the middle of words: there it is a part of what was
    bought ("coffee with milk").
    """
    if words[at].text.casefold() not in small_words("company") or at + 1 == len(words):
        return ""
    before = words[at - 1].text if at else ""
    shared = before.casefold() in small_words("sharing")
    if not (begins or shared or words[at + 1].text[:1].isupper()):
        return ""
    return f"{before} {words[at].text}" if shared else words[at].text


def _is_ah(at: int, words: Sequence[Word]) -> bool:
    """As in "ah hock 15": in front of a strange word it is how people are called."""
    if words[at].text.casefold() != "ah" or at + 1 == len(words):
        return False
    following = words[at + 1]
    strange = following.text.isalpha() and following.text.casefold() not in small_words("filler")
    return strange and item_known(following.key) is None


def _begins_name(word: Word, lead: str) -> bool:
    """As in "The Alley", "Ah Seng": a capital makes the small word part of the name."""
    lowered = word.text.casefold()
    if lowered in _ARTICLES and (lead in small_words("from_whom") or word.span.start == 0):
        return True
    small = lead != "" or lowered in _NAME_STARTS
    return small and word.text[:1].isupper() and not word.text.isupper()


def _trimmed(phrase: Phrase) -> Phrase:
    """Without small words and bare numbers at the end ("coffee was" → "coffee")."""
    words = list(phrase.words)
    filler = small_words("filler")
    while words and _is_loose_end(words, filler):
        words.pop()
    units = small_words("unit")
    while len(words) > 2 and words[-2].key.isdigit() and words[-1].text.casefold() in units:  # noqa: PLR2004 - number, unit
        del words[-2:]
    counted = False
    while len(words) > 1 and (
        words[0].key.isdigit() or (counted and words[0].text.casefold() in units)
    ):
        counted = True
        words.pop(0)
    if all(word.key.isdigit() or word.text.casefold() in units for word in words):
        words = []
    return phrase._replace(words=words)


def _is_loose_end(words: Sequence[Word], filler: frozenset[str]) -> bool:
    """A small word or a number at the end, unless it belongs to a known thing ("top up")."""
    last = words[-1]
    if item_known("".join(word.key for word in words)) is not None:
        return False
    if last.key.isdigit() and len(words) > 1 and _is_shop_word(words[-2]):
        return False
    weighed = len(words) > 1 and WEIGHT.fullmatch(last.text) is not None
    return last.text.casefold() in filler or last.key.isdigit() or weighed
