"""Whether a text states expenses of the person's own, and which."""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from itertools import pairwise

from agents.expenses.details import Mention
from agents.expenses.offline.judged import states_spending
from agents.expenses.offline.keywords import (
    is_greeting,
    is_injection,
    is_of_another,
    is_question,
    is_talk,
    keys_of,
    points_into_a_list,
)
from agents.expenses.offline.languages import is_of_another_script, is_talk_abroad
from agents.expenses.offline.lexicon import find_item, merchant_known
from agents.expenses.offline.mentions import Facts, facts_of, mention_in
from agents.expenses.offline.names import could_be_a_name
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.tables import pattern, small_words
from domain.understanding import Person
from language.patterns import named_pattern
from language.words import without, words_of

MAX_LENGTH = 400
"""Characters. Longer texts are documents or stories, not somebody noting what was spent."""

MAX_CLAUSES = 12
_MAX_UNPRICED_WORDS = 8
_SEVERAL = 2
_DIGITS = re.compile(r"\d+")
_ASKED_TO_RECORD = pattern("expenses", "asked_to_record")
_COURTESY = pattern("expenses", "courtesy")
_TOLD = tuple(
    pattern("expenses", name) for name in ("charged_by", "transferred_for", "payee_charged")
)
_SEPARATOR = pattern("expenses", "separator")
_SHARE = named_pattern("amounts", "share")
_OF_ALL = pattern("expenses", "of_all")
"""Before what is said of all that was named: "…, by card", "all cash"."""

_ASIDE = re.compile(
    r"(?<=\w)[,;]?\s+(?:but|because|cos|not sure|although|even though)\b\D*$", re.IGNORECASE
)
"""A remark behind the expense that holds no further number."""

_EXTRA = re.compile(
    r"(?<![\d.,])(?P<price>\d+(?:[.,]\d{1,2})?)\s*(?:€|euros?|rm)?\s*"
    rf"{pattern('expenses', 'on_top').pattern}\s*(?:rm\s?|[$€£])?"
    r"(?P<extra>\d+(?:[.,]\d{1,2})?)\s*(?:€|euros?|rm)?\s+(?:for\s+|de\s+|d\s+)?"
    rf"{pattern('expenses', 'extra').pattern}(?!\w)",
    re.IGNORECASE,
)
"""As in "haircut 30 + 5 tip": one payment."""

_NUMBER = r"\d+(?:\.\d{1,2})?"
_PLUS = re.compile(
    rf"(?<![\d.,])(?P<price>{_NUMBER})\s+plus\s+(?:rm\s?)?(?P<extra>{_NUMBER})(?=[\s.!]*$)"
    rf"|^(?:rm\s?)?(?P<first>{_NUMBER})\s+plus\s+(?:rm\s?)?(?P<second>{_NUMBER})(?=\s+(?:for|on|at)\s)",
    re.IGNORECASE,
)
"""As in "lunch 120 plus 10", "120 plus 10 for dinner"; "coffee 5 plus 10 for cake" are two."""

_NUMBERED = frozenset({"Shopping", "Travel"})
"""Categories of what is told apart by numbers: phones, rooms, flights."""

_NAMES = re.compile(r"[^\W\d_]{3}")
"""A word beside a sum: "15 plus 27" alone is a question for a calculator."""

_INCLUDED = pattern("expenses", "included")
"""As in "38 incl. 4 tip", "210, of that 150 food, the rest household": the price is the whole."""

_ARITHMETIC = re.compile(
    r"(?<![x×])(?<![x×]\d)\d\s*[*=^×÷]\s*\d|^\s*[\d.]+\s*[+/-]\s*[\d.]+|\d\s*[+]\s*\d"
)
_PAIR = re.compile(r"(?:rm\s?|\$\s?)?\d+(?:[.,]\d+)?\s+(?:\S*[^\W\d]\S*\s*){1,4}", re.IGNORECASE)
_MARKUP = re.compile(r"https?://|[<>{}\\^|]|\w+@\w+\.\w|```|==|::|\(\)")


def expenses_in(text: str, person: Person, today: date) -> tuple[Mention, ...]:
    """The expenses that a prepared text states; none when in doubt."""
    if not text or len(text) > MAX_LENGTH or is_greeting(text):
        return ()
    stated = without_request(text)
    if (
        is_of_another(stated)
        or is_injection(stated)
        or _MARKUP.search(stated)
        or is_talk_abroad(stated)
        or points_into_a_list(stated)
    ):
        return ()
    facts = facts_of(stated, person, today)
    if _ARITHMETIC.search(without(stated, [d.span for d in facts.dates])):
        return ()
    if _is_strange(facts) or not states_spending(stated, facts):
        return ()
    if not facts.amounts:
        return _without_amount(stated, person, today)
    mentions = mentions_of(stated, facts, person, today)
    return mentions if all(map(_is_plausible, mentions)) else ()


def mentions_of(text: str, facts: Facts, person: Person, today: date) -> tuple[Mention, ...]:
    """One for each part of a text. A day holds for what comes behind it, too; one behind the last
    price for all that have none, and so does a means of payment that stands there by itself.
    """
    told = [mention_in(clause, person, today) for clause in clauses_of(text, facts)]
    if len(told) == 1 or not facts.amounts:
        return tuple(told)
    end = max(amount.span.end for amount in facts.amounts)
    day = next((d.day for d in facts.dates if d.day and d.span.start >= end), None)
    apart = _OF_ALL.search(text, end)
    method = find_method(text[apart.end() :]) if apart is not None else None
    shared = []
    for mention in told:
        day = mention.occurred_on or day
        paid = mention.payment_method or (method.name if method else None)
        shared.append(mention.model_copy(update={"occurred_on": day, "payment_method": paid}))
    return tuple(shared)


def lists_purchases(text: str, person: Person, today: date) -> bool:
    """As in "cost: flour 22, coconut 18.50": several things, each with its price."""
    if len(_DIGITS.findall(text)) < _SEVERAL:
        return False
    told = mentions_of(text, facts_of(text, person, today), person, today)
    priced = all(each.amount is not None and (each.merchant or each.item) for each in told)
    return len(told) >= _SEVERAL and priced


def is_markup(text: str) -> bool:
    """Whether it holds an address, code or the like, as no note does."""
    return _MARKUP.search(text) is not None


def adds_up(text: str) -> bool:
    """Whether it calculates: "15+20"."""
    return _ARITHMETIC.search(text) is not None


def _is_strange(facts: Facts) -> bool:
    """Of a script of which few words are known: no currency, and nothing known to buy."""
    priced = any(amount.currency is not None for amount in facts.amounts)
    known = priced or bool(facts.merchants) or find_item(facts.words) is not None
    return is_of_another_script(facts.text) and not known


def without_request(text: str) -> str:
    """The text without the request to record it, courtesies and remarks."""
    asked = _ASKED_TO_RECORD.match(text)
    ordered = text[asked.end() :].rstrip("? ") if asked else text
    plain = _INCLUDED.sub("", _ASIDE.sub("", _COURTESY.sub("", ordered)))
    plain = _EXTRA.sub(_sum, plain)
    added = _PLUS.sub(_sum_of_amounts, plain)
    plain = added if _NAMES.search(added) else plain
    for told in _TOLD:
        plain = told.sub(_paid, plain)
    return plain


def _paid(told: re.Match[str]) -> str:
    """As in "the dentist charged me 300" → "paid dentist 300"."""
    who = told.groupdict().get("who")
    return f"paid {who} " if who else "paid "


def _sum_of_amounts(found: re.Match[str]) -> str:
    """The sum; a number behind something else may be a part of its name: "iPhone 15 plus 999"."""
    thing = find_item(words_of(found.string[: found.start()]))
    named = found["price"] is not None and (thing is None or thing.category in _NUMBERED)
    return found.group() if named else _sum(found)


def _sum(extra: re.Match[str]) -> str:
    numbers = filter(None, extra.groupdict().values())
    return str(sum(Decimal(number.replace(",", ".")) for number in numbers))


def _is_plausible(mention: Mention) -> bool:
    has_amount = mention.amount is not None or bool(mention.ambiguous_amounts)
    return has_amount or mention.merchant is not None or mention.item is not None


def _without_amount(text: str, person: Person, today: date) -> tuple[Mention, ...]:
    """lunch", "lunch at Starbucks": an expense only when every word is known to belong to one."""
    words = words_of(text)
    if (
        not words
        or len(words) > _MAX_UNPRICED_WORDS
        or is_question(text)
        or any(w.key.isdigit() for w in words)
    ):
        return ()
    mention = mention_in(text, person, today)
    if mention.merchant is None and mention.item is None:
        return ()
    known_who = mention.merchant is None or _is_known_place(mention.merchant)
    known_what = mention.item is None or _all_known(mention.item)
    if not (known_who and known_what):
        return ()
    named = set(keys_of(f"{mention.merchant or ''} {mention.item or ''}"))
    if is_talk(text, small_words("talk") - named) or _has_loose_words(text, mention, person, today):
        return ()
    return (mention,)


def names_a_purchase(mention: Mention, text: str) -> bool:
    """Whether it is plainly an expense, even from somebody who was asked something else.

    Its amount is written as money, what it names is known, or the text is a name and a number and
    nothing else ("Zyxxo 20"); "2 more hours" names nothing.
    """
    cents = mention.amount is not None and mention.amount % 1 != 0
    if mention.currency is not None or cents:
        return True
    named = [name for name in (mention.merchant, mention.item) if name]
    first = " ".join(word.text for word in words_of(text)[:-1])
    terse = named == [first] and could_be_a_name(first)
    return terse or (bool(named) and all(map(_is_known_in_part, named)))


def _is_known_in_part(name: str) -> bool:
    words = words_of(name)
    shop = any(word.text.casefold() in small_words("shop") for word in words)
    return shop or merchant_known(name) is not None or find_item(words) is not None


def _is_known_place(name: str) -> bool:
    return merchant_known(name) is not None or _all_known(name)


def _all_known(item: str) -> bool:
    words = words_of(item)
    whole = find_item(words)
    return whole is not None and all(
        find_item([w]) is not None
        or w.text.casefold() in small_words("filler")
        or w.key in _key(whole.name)
        for w in words
    )


def _key(name: str) -> str:
    return "".join(word.key for word in words_of(name))


def _has_loose_words(text: str, mention: Mention, person: Person, today: date) -> bool:
    """Words that no field took: the text says more than that something was bought."""
    facts = facts_of(text, person, today)
    spans = [m.span for m in facts.merchants] + [d.span for d in facts.dates]
    parts = f"{mention.item or ''} {mention.merchant or ''} {mention.payment_method or ''}"
    named = set(keys_of(parts))
    for word in facts.words:
        lowered = word.text.casefold()
        small = lowered in small_words("filler") or lowered in small_words("spending")
        if not small and lowered not in named and not any(word.span.overlaps(s) for s in spans):
            return mention.payment_method is None
    return False


def parts_of(text: str) -> list[str]:
    """The parts of a text between commas, "and" and the like, whatever they say."""
    return [part for part in (p.strip(" ,;.") for p in _SEPARATOR.split(text)) if part]


def clauses_of(text: str, facts: Facts) -> list[str]:
    """The text cut into one stretch per expense; one when its numbers belong together."""
    own_share = any(_SHARE.search(text, 0, amount.span.start) for amount in facts.amounts)
    if len(facts.amounts) < 2 or own_share:  # noqa: PLR2004 - one amount, one expense
        return [text]
    cuts = [m.span() for m in _SEPARATOR.finditer(text) if not _inside(m.span(), facts)]
    pieces = _cut(text, cuts)
    priced = [
        any(s <= a.span.start < e and a.certainty >= 0 for a in facts.amounts) for s, e in pieces
    ]
    if _is_list_of_pairs(text, pieces):
        priced = [True] * len(pieces)
    merged = _merge_unpriced(pieces, priced)
    split = [part for start, end in merged for part in _run_on(text, start, end, facts)]
    return [text[s:e].strip(" ,;") for s, e in split][:MAX_CLAUSES]


def _is_list_of_pairs(text: str, pieces: Sequence[tuple[int, int]]) -> bool:
    """As in "12 subway + 5 boba": every piece is one number with one thing behind it."""
    return len(pieces) > 1 and all(_PAIR.fullmatch(text[s:e].strip()) for s, e in pieces)


def _inside(cut: tuple[int, int], facts: Facts) -> bool:
    spans = [amount.span for amount in facts.amounts] + [shop.span for shop in facts.merchants]
    spans += [dated.span for dated in facts.dates]
    return any(s.start < cut[1] and cut[0] < s.end for s in spans)


def _cut(text: str, cuts: Sequence[tuple[int, int]]) -> list[tuple[int, int]]:
    starts = [0, *(end for _, end in cuts)]
    ends = [*(start for start, _ in cuts), len(text)]
    return [(s, e) for s, e in zip(starts, ends, strict=True) if s < e]


def _merge_unpriced(
    pieces: Sequence[tuple[int, int]], priced: Sequence[bool]
) -> list[tuple[int, int]]:
    """A piece without a price belongs to the one before it, at the beginning to the next."""
    merged: list[tuple[int, int]] = []
    pending: int | None = None
    for (start, end), has_price in zip(pieces, priced, strict=True):
        begin = start if pending is None else pending
        if has_price:
            merged.append((begin, end))
            pending = None
        elif merged:
            merged[-1] = (merged[-1][0], end)
        else:
            pending = begin
    return merged or [(pieces[0][0], pieces[-1][1])]


def _run_on(text: str, start: int, end: int, facts: Facts) -> list[tuple[int, int]]:
    """As in "coffee 5 grab 12": cut behind an amount when a known name follows, before the next."""
    inside = [a for a in facts.amounts if start <= a.span.start < end and a.certainty >= 0]
    parts: list[tuple[int, int]] = []
    for this, following in pairwise(inside):
        between = text[this.span.end : following.span.start]
        if _names_something(between, text[start : this.span.start]):
            cut = _with_day_behind(this.span.end, text, facts)
            parts.append((start, cut))
            start = cut
    return [*parts, (start, end)]


def _with_day_behind(end: int, text: str, facts: Facts) -> int:
    """Where a day that directly follows ends: "parking 12 last night paid the babysitter 80"."""
    behind = (d for d in facts.dates if d.span.start >= end)
    return next((d.span.end for d in behind if not text[end : d.span.start].strip()), end)


def _names_something(between: str, before: str) -> bool:
    words = words_of(between)
    known = bool(words) and (find_item(words) is not None or merchant_known(between) is not None)
    return (
        known and bool(words_of(before)) and words[0].text.casefold() not in small_words("for_what")
    )
