"""Whether a text states expenses of the person's own, and which."""

import re
from collections.abc import Sequence
from datetime import date
from itertools import pairwise

from adapters.model.offline.cues import is_greeting, is_injection, is_question, is_talk, keys_of
from adapters.model.offline.lexicon import find_item, merchant_known
from adapters.model.offline.mentions import Facts, facts_of, mention_in, small_words
from adapters.model.offline.payments import find_method
from adapters.model.offline.tables import pattern
from adapters.model.offline.words import is_free, words_of
from domain.understanding import Mention, Person

MAX_LENGTH = 400
"""Characters. Longer texts are documents or stories, not somebody noting what was spent."""

_MAX_CLAUSES = 12
_SHORT = 5
_MAX_TERSE_WORDS = 3
_SENTENCE = frozenset(["a", "an", "on", "i", "my"])
_MAX_BARE_WORDS = 12
_MAX_UNPRICED_WORDS = 8
_MAX_TOLD_WORDS = 24
_ASKED_TO_RECORD = pattern("expenses", "asked_to_record")
_SEPARATOR = pattern("expenses", "separator")
_ASIDE = re.compile(
    r"(?<=\w)[,;]?\s+(?:but|because|cos|not sure|although|even though)\b\D*$", re.IGNORECASE
)
"""A remark behind the expense that holds no further number."""

_ARITHMETIC = re.compile(r"\d\s*[*=^×÷]\s*\d|^\s*[\d.]+\s*[+/-]\s*[\d.]+|\d\s*[+]\s*\d")
_CONVERSION = re.compile(
    r"\b(?:to|in|into|=)\s+(?:[a-z]{3}|\$|euros?|dollars?|pounds|yen|ringgit)\s*\??$", re.IGNORECASE
)
_OTHERS = pattern("expenses", "others")
_HOLDING = re.compile(r"^(?:i|we)\s+(?:have|got|own)\s+\W?\d|\bg[eo]t paid\b", re.IGNORECASE)
"""Money that the person has or was given."""

_REVERSAL = re.compile(r"\bbut\b|\binstead\b|\bback\b|\bout of\b|\brather than\b", re.IGNORECASE)
_SUPPORT = re.compile(
    r"\b(?:fees?|charged?|top-?up limit|cash ?back|interest|installment|loan|worth)\b",
    re.IGNORECASE,
)
_MARKUP = re.compile(r"https?://|[<>{}\\^|]|\w+@\w+\.\w|```|==|::|\(\)")


def expenses_in(text: str, person: Person, today: date) -> tuple[Mention, ...]:
    """The expenses that a prepared text states; none when in doubt."""
    if not text or len(text) > MAX_LENGTH or is_greeting(text):
        return ()
    stated = _ASIDE.sub("", _ASKED_TO_RECORD.sub("", text))
    if is_injection(stated) or _MARKUP.search(stated) or _ARITHMETIC.search(stated):
        return ()
    facts = facts_of(stated, person, today)
    if not facts.amounts:
        return _without_amount(stated, person, today)
    if _is_talk_with_numbers(stated, facts):
        return ()
    mentions = tuple(mention_in(c, person, today) for c in clauses_of(stated, facts))
    return mentions if all(map(_is_plausible, mentions)) else ()


def _is_plausible(mention: Mention) -> bool:
    has_amount = mention.amount is not None or bool(mention.ambiguous_amounts)
    return has_amount or mention.merchant is not None or mention.item is not None


def _is_talk_with_numbers(text: str, facts: Facts) -> bool:
    """Whether a text with an amount is a question, a story or an order instead of an expense."""
    words = keys_of(text)
    told = _tells_of_spending(words)
    if is_question(text) and not _is_terse(text, words):
        return True
    told_otherwise = _REVERSAL.search(text) is not None and len(words) > _SHORT
    if _CONVERSION.search(text) or _is_about_others(text) or told_otherwise:
        return True
    if is_talk(_outside_names(text, facts), small_words("talk")):
        return True
    known = bool(facts.merchants) or find_item(facts.words) is not None
    if _SUPPORT.search(text) and not told and not known and _SENTENCE.intersection(words):
        return True
    limit = _MAX_BARE_WORDS if known else _MAX_UNPRICED_WORDS
    if len(words) > (_MAX_TOLD_WORDS if told else limit * max(1, len(facts.amounts))):
        return True
    bare = sum(a.currency is None for a in facts.amounts)
    return bare > _MAX_CLAUSES or (not any(c.isalpha() for c in text) and len(facts.amounts) > 1)


def _is_about_others(text: str) -> bool:
    """As in "she paid 20", "my card was charged"; "my lunch was 12" is the person's own."""
    match = _OTHERS.match(text)
    others = match is not None and find_item(words_of(match.group())) is None
    return others or _HOLDING.search(text) is not None


def _is_terse(text: str, words: Sequence[str]) -> bool:
    """As in "coffee 15?" is an expense noted with a doubtful face."""
    doubtful = text.rstrip().endswith("?") and len(words) <= _MAX_TERSE_WORDS
    return doubtful and find_item(words_of(text)) is not None


def _tells_of_spending(words: Sequence[str]) -> bool:
    return any(word in small_words("spending") for word in words)


def _outside_names(text: str, facts: Facts) -> str:
    """The text without known names and dates, whose words mean nothing else ("99 Speedmart")."""
    spans = [m.span for m in facts.merchants] + [d.span for d in facts.dates if d.day is not None]
    method = find_method(text)
    if method is not None and is_free(method.span, spans):
        spans.append(method.span)
    for span in sorted(spans, reverse=True):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


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


def clauses_of(text: str, facts: Facts) -> list[str]:
    """The text cut into one stretch per expense; one when its numbers belong together."""
    if len(facts.amounts) < 2:  # noqa: PLR2004 - one amount, one expense
        return [text]
    cuts = [m.span() for m in _SEPARATOR.finditer(text) if not _inside(m.span(), facts)]
    pieces = _cut(text, cuts)
    priced = [
        any(s <= a.span.start < e and a.certainty >= 0 for a in facts.amounts) for s, e in pieces
    ]
    merged = _merge_unpriced(pieces, priced)
    split = [part for start, end in merged for part in _run_on(text, start, end, facts)]
    return [text[s:e].strip(" ,;") for s, e in split][:_MAX_CLAUSES]


def _inside(cut: tuple[int, int], facts: Facts) -> bool:
    spans = [a.span for a in facts.amounts] + [m.span for m in facts.merchants]
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
            parts.append((start, this.span.end))
            start = this.span.end
    return [*parts, (start, end)]


def _names_something(between: str, before: str) -> bool:
    words = words_of(between)
    known = bool(words) and (find_item(words) is not None or merchant_known(between) is not None)
    return (
        known and bool(words_of(before)) and words[0].text.casefold() not in small_words("for_what")
    )
