"""Talk that mentions numbers: questions, stories, orders, and money that was not spent."""

import re
from collections.abc import Sequence

from agents.expenses.offline.cues import is_question, is_talk, keys_of
from agents.expenses.offline.lexicon import find_item
from agents.expenses.offline.mentions import Facts
from agents.expenses.offline.payments import find_method
from agents.expenses.offline.tables import pattern, small_words
from agents.expenses.offline.words import Span, is_free, words_of

MAX_CLAUSES = 12
_SHORT = 5
_SENTENCE_LENGTH = 4
_SURE_PRICE = 3
"""Certainty of an amount with cents."""

_MAX_TERSE_WORDS = 3
_SENTENCE = frozenset(["a", "an", "on", "i", "my"])
_MAX_BARE_WORDS = 12
_MAX_UNPRICED_WORDS = 8
_MAX_TOLD_WORDS = 24
_NO_SPENDING = tuple(
    pattern("expenses", name) for name in ("price", "future", "statement", "told_price")
)
_MEASURED, _CLOCK, _RESULT = (pattern("expenses", name) for name in ("measured", "clock", "result"))
_SHARE = pattern("amounts", "share")
_INCOME = pattern("expenses", "income")
_MAX_NOTE_WORDS = 6
_SENTENCE_WORDS = frozenset(
    ["i", "i'm", "me", "is", "are", "was", "were", "to", "into", "it", "this", "that"]
)
_PLAINLY_PAID = frozenset(
    ["paid", "spent", "bought", "bayar", "beli", "bezahlt", "gekauft", "ausgegeben"]
)
_CONVERSION = re.compile(
    r"\b(?:to|in|into|=)\s+(?:[a-z]{3}|\$|euros?|dollars?|pounds|yen|ringgit)\s*\??$", re.IGNORECASE
)
_OTHERS = pattern("expenses", "others")
_HOLDING = re.compile(
    r"^(?:i|we)(?:'?ve)?\s+(?:(?:still|only|now|just|also)\s+)*(?:have|got|own)\s+\W?\d|"
    r"\bg[eo]t paid\b",
    re.IGNORECASE,
)
"""Money that the person has or was given."""

_REVERSAL = re.compile(r"\bbut\b|\binstead\b|\bback\b|\bout of\b|\brather than\b", re.IGNORECASE)
_SUPPORT = re.compile(
    r"\b(?:fees?|charged?|top-?up limit|cash ?back|interest|installment|loan|worth)\b",
    re.IGNORECASE,
)


def without(text: str, spans: Sequence[Span]) -> str:
    """The text with stretches of it left out."""
    for span in sorted(spans, reverse=True):
        text = f"{text[: span.start]} {text[span.end :]}"
    return text


def is_talk_with_numbers(text: str, facts: Facts) -> bool:
    """Whether a text with an amount is a question, a story or an order instead of an expense."""
    words = keys_of(text)
    if is_question(text) and not _is_terse(text, words):
        return True
    if _tells_no_spending(text, facts) or _is_told_otherwise(text, words):
        return True
    if any(_SHARE.search(text, 0, amount.span.start) for amount in facts.amounts):
        return False
    outside = _outside_names(text, facts)
    if is_talk(outside, _talk_words(keys_of(outside), words[:1])):
        return True
    return _is_story(text, words, facts)


def _is_told_otherwise(text: str, words: Sequence[str]) -> bool:
    reversal = _REVERSAL.search(text) is not None and len(words) > _SHORT
    return reversal or _CONVERSION.search(text) is not None or _is_about_others(text)


def _is_story(text: str, words: Sequence[str], facts: Facts) -> bool:
    """Too long for a note, or a sentence in which nothing known was bought."""
    told = _tells_of_spending(words)
    known = bool(facts.merchants) or find_item(facts.words) is not None
    if not known and (_is_about_a_thing(words, facts) or (not told and _counts(words, facts))):
        return True
    if not told and not known:
        support = _SUPPORT.search(text) is not None and bool(_SENTENCE.intersection(words))
        if support or _is_sentence(words, facts):
            return True
    limit = _MAX_BARE_WORDS if known else _MAX_UNPRICED_WORDS
    if len(words) > (_MAX_TOLD_WORDS if told else limit * max(1, len(facts.amounts))):
        return True
    bare = sum(a.currency is None for a in facts.amounts)
    return bare > MAX_CLAUSES or (not any(c.isalpha() for c in text) and len(facts.amounts) > 1)


def _tells_no_spending(text: str, facts: Facts) -> bool:
    """Money that came in, what things cost, what is planned, and numbers that are no money."""
    outside = _outside_names(text, facts)
    with_amounts = without(text, [m.span for m in facts.merchants])
    if _is_a_figure(text, facts):
        return True
    if any(kind.search(with_amounts) for kind in _NO_SPENDING):
        return True
    came_in = _INCOME.search(outside)
    if came_in is None:
        return False
    rest = without(outside, [Span(*came_in.span())])
    return not _PLAINLY_PAID.intersection(keys_of(rest))


def _is_a_figure(text: str, facts: Facts) -> bool:
    """An age, a room, a code, a time or a score: numbers that nobody paid."""
    plain = all(a.currency is None for a in facts.amounts)
    if not plain or facts.merchants or _PLAINLY_PAID.intersection(keys_of(text)):
        return False
    if _MEASURED.search(text) is not None:
        return True
    clock = _CLOCK.search(text)
    if clock is not None and find_item(words_of(clock.group())) is None:
        return True
    return _RESULT.match(text) is not None and find_item(facts.words) is None


def _talk_words(words: Sequence[str], first: Sequence[str]) -> frozenset[str]:
    """In a short note, words like "deposit" name things: only a sentence or an order talks."""
    talk, things = small_words("talk"), small_words("also_things")
    note = len(words) <= _MAX_NOTE_WORDS and not _SENTENCE_WORDS.intersection(words)
    ordered = bool((things - {"table", "company", "meeting"}).intersection(first))
    if first == ["deposit"] and words[1:2] and words[1].isalpha():
        ordered = False
    return talk - things if note and not ordered else talk


def _is_about_a_thing(words: Sequence[str], facts: Facts) -> bool:
    """As in "the machine ate my 50": a sentence of its own with a bare number."""
    opening = {"the", "my", "our", "der", "die", "das", "this", "that"}.intersection(words[:1])
    spoken = sum(word.isalpha() for word in words)
    bare = all(a.currency is None and a.certainty < _SURE_PRICE for a in facts.amounts)
    return bool(opening) and spoken >= _SENTENCE_LENGTH and bare


def _counts(words: Sequence[str], facts: Facts) -> bool:
    """As in "session 4", "ali pinjam 50": a bare number beside a word that counts or lends."""
    bare = all(a.currency is None for a in facts.amounts)
    return bare and bool(small_words("counting").intersection(words))


def _is_sentence(words: Sequence[str], facts: Facts) -> bool:
    """As in "I lived here", "my room is 12": somebody does or is something else than paying."""
    acting = {"i", "we", "i'm", "ich", "wir"}.intersection(words)
    being = {"my", "our"}.intersection(words[:1]) and {"is", "are"}.intersection(words)
    return bool(acting or being) and all(a.currency is None for a in facts.amounts)


def _is_about_others(text: str) -> bool:
    """As in "she paid 20", "my card was charged"; "my lunch was 12" is the person's own."""
    match = _OTHERS.match(text)
    others = match is not None and find_item(words_of(match.group())) is None
    return others or _HOLDING.search(text) is not None


def _is_terse(text: str, words: Sequence[str]) -> bool:
    """As in "coffee 15?" is an expense noted with a doubtful face."""
    doubtful = text.rstrip().endswith("?") and len(words) <= _MAX_TERSE_WORDS and "at" not in words
    return doubtful and find_item(words_of(text)) is not None


def _tells_of_spending(words: Sequence[str]) -> bool:
    return any(word in small_words("spending") for word in words)


def _outside_names(text: str, facts: Facts) -> str:
    """The text without known names and dates, whose words mean nothing else ("99 Speedmart")."""
    spans = [m.span for m in facts.merchants] + [d.span for d in facts.dates if d.day is not None]
    spans += [a.span for a in facts.amounts if a.currency and is_free(a.span, spans)]
    method = find_method(text)
    if method is not None and is_free(method.span, spans):
        spans.append(method.span)
    return without(text, spans)
