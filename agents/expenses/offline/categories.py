"""Proposing a category from names: the merchant, the item, the reading's guess, its lines."""

from collections import Counter

from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS, known_category
from agents.expenses.meaning import Categorized, CategorizeRequest, CategorySource
from agents.expenses.offline.lexicon import find_item, find_merchants, item_known, merchant_known
from agents.expenses.offline.words import clean, key_of, words_of

_SURE_MERCHANT = 0.95
_SURE_ITEM = 0.9
_PART_OF_NAME = 0.85
_TYPO = 0.8
_LINES = 0.6
_LINES_LIMIT = 40
_MIN_LINE_HITS = 2
_ON_EVERY_RECEIPT = frozenset(
    {"tax", "taxes", "bill", "bills", "service", "deposit", "reload", "prepaid", "cukai", "bil"}
)
"""Words that name things to buy in a chat, but say nothing about a shop."""


def categorize(request: CategorizeRequest) -> Categorized:
    """The best proposal with suggestions. At 0.8 or more only when a known name clearly matches."""
    proposals = _proposals(request)
    best = max(proposals, key=lambda p: p.confidence, default=None)
    named = sorted((p for p in proposals if p.category), key=lambda p: -p.confidence)
    order = [*dict.fromkeys(p.category for p in named if p.category), *CATEGORIES]
    suggestions = tuple(dict.fromkeys(order))[:MAX_SUGGESTIONS]
    if best is None:
        nothing = "no known name in it"
        return Categorized(
            category=None,
            confidence=0.0,
            source=CategorySource.RULES,
            suggestions=suggestions,
            reason=nothing,
        )
    return best.model_copy(update={"suggestions": suggestions})


def _proposal(category: str, confidence: float, reason: str) -> Categorized:
    return Categorized(
        category=category, confidence=confidence, source=CategorySource.RULES, reason=reason
    )


def _proposals(request: CategorizeRequest) -> list[Categorized]:
    found = [*_by_merchant(request.merchant), *_by_item(request.item), *_by_lines(request.lines)]
    guess = known_category(request.guess) if request.guess else None
    if guess is not None:
        reason = "the reading's own guess"
        found.append(
            Categorized(
                category=guess,
                confidence=request.guess_confidence,
                source=CategorySource.READING,
                reason=reason,
            )
        )
    return found


def _by_merchant(merchant: str | None) -> list[Categorized]:
    if merchant is None:
        return []
    whole = merchant_known(merchant)
    if whole is not None:
        return [_proposal(whole.category, _SURE_MERCHANT, f"{whole.name} is a known merchant")]
    words = words_of(clean(merchant))
    parts = find_merchants(words)
    if parts:
        part = parts[0].known
        sure = _PART_OF_NAME if parts[0].span.start == 0 else _TYPO
        return [_proposal(part.category, sure, f"the name has {part.name} in it")]
    typo = merchant_known(merchant, fuzzy=True)
    if typo is not None:
        return [_proposal(typo.category, _TYPO, f"reads like {typo.name}")]
    item = find_item(words)
    return [_proposal(item.category, _PART_OF_NAME, f"the name says {item.name}")] if item else []


def _by_item(item: str | None) -> list[Categorized]:
    if item is None:
        return []
    words = words_of(clean(item))
    whole = item_known("".join(word.key for word in words))
    known = whole or find_item(words)
    if known is None:
        return []
    sure = _SURE_ITEM if whole or find_item(words[-1:]) or find_item(words[:1]) else _LINES
    return [_proposal(known.category, sure, f"{known.name} is a known thing to buy")]


def _by_lines(lines: tuple[str, ...]) -> list[Categorized]:
    """What most of the bought things on a receipt are; a hint, not a certainty."""
    hits: Counter[str] = Counter()
    for line in lines[:_LINES_LIMIT]:
        for word in words_of(clean(line)):
            if not word.text.isalpha() or word.text.casefold() in _ON_EVERY_RECEIPT:
                continue
            known = item_known(key_of(word.text))
            if known is not None:
                hits[known.category] += 1
    if not hits:
        return []
    category, count = hits.most_common(1)[0]
    confidence = _LINES if count >= _MIN_LINE_HITS else _LINES / 2
    return [_proposal(category, confidence, f"{count} lines of the receipt name such things")]
