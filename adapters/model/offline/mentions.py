"""One stretch of text about one expense, taken apart into its fields. Nothing is filled in."""

import re
from collections.abc import Sequence
from datetime import date
from functools import cache
from typing import NamedTuple

from adapters.model.offline.amounts import (
    Amount,
    find_amounts,
    in_two_currencies,
    join_spaced_groups,
    price_among,
)
from adapters.model.offline.dates import Dated, find_dates
from adapters.model.offline.lexicon import (
    Found,
    category_named,
    emoji_words,
    find_item,
    find_merchants,
    item_known,
    merchant_known,
)
from adapters.model.offline.multiples import find_multiples
from adapters.model.offline.payments import find_method, find_reference
from adapters.model.offline.spelled import spelled_out
from adapters.model.offline.tables import lists
from adapters.model.offline.words import Span, Word, clean, is_free, words_of
from domain.categories import known_category
from domain.understanding import Mention, Person

_MAX_NAME_WORDS = 5
_PART = re.compile(
    r"(?:^|(?<=[\s,;]))category[:\s]+(?P<labelled>[^,;]+)$|"
    r"(?:(?<=[,;])|(?<=[,;]\s))(?P<part>[A-Za-z][A-Za-z& ]+?)(?=\s*(?:[,;.]|$))",
    re.IGNORECASE,
)
_TIMES = re.compile(r"x\d+|\d+x|\d+pcs?", re.IGNORECASE)
_AT_SIGN = re.compile(r"(?<=\w)@(?=\w)(?!\w+\.\w)|(?<=\s)@\s*(?=\w)")
_DASHED = re.compile(r"(?<=\d[.,]\d\d)[-/](?=[^\W\d_])")
_CONNECT = re.compile(r"[,;:/()\n]|\s-\s")
_SYMBOLS = re.compile(r"[\U0001F000-\U0001FAFF\u2600-\u27BF\uFE0F]")
_HEDGE = re.compile(
    r"(?<!\w)(?:,?\s*i (?:think|guess|believe|suppose|reckon)|"
    r"maybe|perhaps|probably|rasanya)(?!\w)",
    re.IGNORECASE,
)
_PAYING = frozenset(
    ["paid", "pay", "gave", "sent", "transferred", "donated", "bayar", "bezahlt", "tipped"]
)
_PLACE = frozenset(["in", "to", "ke", "nach", "till", "until", "near"])
_THINGS = frozenset(
    [
        "bought",
        "buy",
        "purchased",
        "ordered",
        "ate",
        "drank",
        "beli",
        "gekauft",
        "compré",
        "acheté",
        "had",
        "got",
        "grabbed",
    ]
)
"""After these an unknown word is a thing, not somebody's name."""

_NAME_STARTS = frozenset(
    ["the", "ah", "la", "el", "le", "les", "das", "die", "new", "en", "de", "di"]
)


@cache
def small_words(group: str) -> frozenset[str]:
    """A group of words.toml."""
    return frozenset(lists("words.toml")[group])


class Facts(NamedTuple):
    """The fixed parts found in a text, before the words between them are interpreted."""

    text: str
    words: list[Word]
    merchants: list[Found]
    dates: list[Dated]
    amounts: list[Amount]


def prepare(text: str, person: Person) -> str:
    """The cleaned text with known emoji as words and other symbols removed."""
    cleaned = clean(text)
    for emoji, word in emoji_words().items():
        if emoji in cleaned:
            cleaned = cleaned.replace(emoji, f" {word} ")
    plain = _HEDGE.sub(" ", _SYMBOLS.sub(" ", cleaned))
    plain = _DASHED.sub(" - ", _AT_SIGN.sub(" at ", plain))
    return join_spaced_groups(spelled_out(plain), person.locale).strip()


def facts_of(text: str, person: Person, today: date) -> Facts:
    """Names first, then dates, then amounts: a later rule never takes what an earlier one has."""
    words = words_of(text)
    merchants = find_merchants(words)
    named = [m.span for m in merchants if any(c.isdigit() for c in text[m.span.start : m.span.end])]
    dates = [d for d in find_dates(text, person, today) if is_free(d.span, named)]
    reference = find_reference(text)
    taken = [*named, *(d.span for d in dates), *([reference.span] if reference else [])]
    multiples = find_multiples(text, person, taken)
    taken += [span for multiple in multiples for span in multiple.taken]
    amounts = [*find_amounts(text, person, taken), *(m.amount for m in multiples)]
    return Facts(text, words, merchants, dates, sorted(amounts, key=lambda a: a.span))


class Phrase(NamedTuple):
    """Words between the fixed parts; ``lead`` is the preposition in front, lower case."""

    words: list[Word]
    lead: str = ""

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)


def mention_in(text: str, person: Person, today: date) -> Mention:
    """The fields of one expense that a prepared text mentions."""
    facts = facts_of(text, person, today)
    price = price_among(facts.amounts) if not in_two_currencies(facts.amounts) else None
    method, reference = find_method(text), find_reference(text)
    category = _category_part(text)
    fixed = [part.span for part in (method, reference, category) if part is not None]
    merchants = [
        m for m in facts.merchants if is_free(m.span, fixed) and not _is_destination(m.span, facts)
    ]
    spans = [d.span for d in facts.dates] + [a.span for a in facts.amounts] + fixed
    phrases = _phrases(facts, [*spans, *(m.span for m in facts.merchants)])
    merchant, item = _who_and_what(facts, _paid_first(merchants, facts), phrases)
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


def _word_before(span: Span, facts: Facts) -> str:
    before = [word for word in facts.words if word.span.end <= span.start]
    return before[-1].text.casefold() if before else ""


def _is_destination(span: Span, facts: Facts) -> bool:
    """As in "taxi to IKEA" pays the taxi; "paid 50 to IKEA" pays IKEA."""
    return _word_before(span, facts) in _PLACE and not _tells_of_paying(facts)


def _tells_of_paying(facts: Facts) -> bool:
    return any(word.text.casefold() in _PAYING for word in facts.words)


def _paid_first(merchants: list[Found], facts: Facts) -> list[Found]:
    """Of several known names the one behind "at" or "from" was paid."""
    paid = small_words("from_whom")
    return sorted(merchants, key=lambda m: _word_before(m.span, facts) not in paid)


def _phrases(facts: Facts, taken: Sequence[Span]) -> list[Phrase]:
    """Runs of meaningful words, split at fixed parts, punctuation and prepositions."""
    filler = small_words("filler")
    leads = small_words("from_whom") | small_words("for_what") | _PLACE
    phrases: list[Phrase] = []
    run: list[Word] = []
    lead, end = "", 0
    for word in facts.words:
        between = facts.text[end : word.span.start]
        end = word.span.end
        lowered = word.text.casefold()
        free = is_free(word.span, taken) and _TIMES.fullmatch(word.text) is None
        if run and (not free or _CONNECT.search(between) or lowered in leads):
            phrases.append(Phrase(run, lead))
            run, lead = [], ""
        if not free:
            lead = ""
        elif lowered in leads or (word.text == "@"):
            lead = lowered
        elif run or lowered not in filler or _begins_name(word, lead):
            run.append(word)
    if run:
        phrases.append(Phrase(run, lead))
    return [p for p in map(_trimmed, phrases) if p.words]


def _begins_name(word: Word, lead: str) -> bool:
    """As in "The Alley", "Ah Seng": a capital makes the small word part of the name."""
    small = lead != "" or word.text.casefold() in _NAME_STARTS
    return small and word.text[:1].isupper() and not word.text.isupper()


def _trimmed(phrase: Phrase) -> Phrase:
    """Without small words and bare numbers at the end ("coffee was" → "coffee")."""
    words = list(phrase.words)
    filler = small_words("filler")
    while words and _is_loose_end(words, filler):
        words.pop()
    while words and words[0].key.isdigit() and len(words) > 1:
        words.pop(0)
    if all(word.key.isdigit() or word.text.casefold() in small_words("unit") for word in words):
        words = []
    return Phrase(words, phrase.lead)


def _is_loose_end(words: Sequence[Word], filler: frozenset[str]) -> bool:
    """A small word or a number at the end, unless it belongs to a known thing ("top up")."""
    last = words[-1]
    if item_known("".join(word.key for word in words)) is not None:
        return False
    return last.text.casefold() in filler or last.key.isdigit()


def _who_and_what(
    facts: Facts, merchants: Sequence[Found], phrases: Sequence[Phrase]
) -> tuple[str | None, str | None]:
    """Merchant and item. A known name wins; else "at X"; a bare unknown phrase is a name."""
    merchant = merchants[0].known.name if merchants else None
    item: str | None = None
    bought = any(word.text.casefold() in _THINGS for word in facts.words)
    paid = _tells_of_paying(facts)
    for phrase in phrases:
        role = _role(phrase, has_merchant=merchant is not None, bought=bought, paid=paid)
        if role == "merchant" and merchant is None:
            known = merchant_known(phrase.text, fuzzy=True)
            merchant = known.name if known else phrase.text
        elif role == "item" and item is None:
            item = phrase.text
    return merchant, item


def _role(phrase: Phrase, *, has_merchant: bool, bought: bool, paid: bool) -> str:
    if phrase.lead in _PLACE:
        to_somebody = paid and phrase.lead == "to" and _is_name(phrase)
        if paid and not to_somebody and find_item(phrase.words) is not None:
            return "item"
        return "merchant" if to_somebody and not has_merchant else ""
    if phrase.lead in small_words("from_whom"):
        return "merchant" if _could_be_paid(phrase) else ""
    if phrase.lead in small_words("for_what"):
        known = merchant_known(phrase.text)
        return "merchant" if known and not has_merchant else "item"
    shop = _has_shop_word(phrase) and len(phrase.words) > 1 and not has_merchant
    if not shop and (bought or find_item(phrase.words) is not None):
        return "item"
    return "merchant" if not has_merchant and len(phrase.words) <= _MAX_NAME_WORDS else ""


def _could_be_paid(phrase: Phrase) -> bool:
    first = phrase.words[0]
    number = all(word.key.isdigit() for word in phrase.words)
    nobody = first.text.casefold() in small_words("nobody")
    return not number and not nobody and len(phrase.words) <= _MAX_NAME_WORDS


def _is_name(phrase: Phrase) -> bool:
    return phrase.words[0].text[:1].isupper()


def _has_shop_word(phrase: Phrase) -> bool:
    return any(word.text.casefold() in small_words("shop") for word in phrase.words)
