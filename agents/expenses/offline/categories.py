"""Proposing a category from names: the merchant, the item, the reading's guess, its lines."""

import re
from collections import Counter

from rapidfuzz import fuzz, process

from agents.expenses.categories import (
    CATEGORIES,
    INCOME_CATEGORIES,
    MAX_SUGGESTIONS,
    known_category,
)
from agents.expenses.meaning import Categorized, CategorizeRequest, CategorySource
from agents.expenses.offline.kinds import category_of_kind
from agents.expenses.offline.lexicon import find_item, find_merchants, item_known, merchant_known
from agents.expenses.offline.tables import lists
from agents.expenses.shown import MoneyKind
from language.words import clean, key_of, words_of

_NAMES = {word: category for category, words in lists("trades.toml").items() for word in words}
"""Words by which a business calls what it is: "restoran", "hardware"."""
_LONG_TRADES = [word for word in _NAMES if len(word) >= 8]  # noqa: PLR2004 - below it, chance
_SURE_TRADE = 87.0
_LEGAL = re.compile(
    r"(?:\([^)]*\)|\b(?:sdn|bhd|s/b|plt|pte|ltd|llc|inc|gmbh|kg|co|corp|company|enterprise|trading|"
    r"marketing|holdings?|group|house|shop|store|m)\b|\d+|[.,&])",
    re.IGNORECASE,
)
"""What stands behind a name and says nothing of what is sold."""
_SHORTEST_THING = 4
_SURE_MERCHANT = 0.95
_SURE_ITEM = 0.9
_PART_OF_NAME = 0.85
_TYPO = 0.8
_LINES = 0.6
_LINES_LIMIT = 40
_MIN_LINE_HITS = 2
_MANY_LINES, _NEARLY_ALL = 4, 0.8
"""So many bought things of one kind are no chance."""
_ON_EVERY_RECEIPT = frozenset(
    {"tax", "taxes", "bill", "bills", "service", "deposit", "reload", "prepaid", "cukai", "bil"}
)
"""Words that name things to buy in a chat, but say nothing about a shop."""


def categorize(request: CategorizeRequest) -> Categorized:
    """The best proposal with suggestions. At 0.8 or more only when a known name clearly matches.

    What is no expense has a category in any case.
    """
    if request.kind is not MoneyKind.EXPENSE:
        chosen = category_of_kind(request.kind, request.merchant, request.item)
        if request.kind is MoneyKind.INCOME and request.guess in INCOME_CATEGORIES:
            chosen = request.guess  # of a model, which knows more than names say
        return _proposal(chosen, 1.0, f"it is {request.kind}")
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
        if any(trade.category != part.category for trade in _by_trade(merchant)):
            sure = _LINES
        return [_proposal(part.category, sure, f"the name has {part.name} in it")]
    typo = merchant_known(merchant, fuzzy=True)
    if typo is not None:
        return [_proposal(typo.category, _TYPO, f"reads like {typo.name}")]
    return _by_trade(merchant) or _by_thing_in_name(merchant)


def _by_trade(merchant: str) -> list[Categorized]:
    """By the word that says what a shop is, also misread or run together with others."""
    for word in (w.text.casefold() for w in words_of(clean(merchant))):
        category = _NAMES.get(word)
        if category is None and len(word) >= len(min(_LONG_TRADES, key=len)):
            near = process.extractOne(
                word, _LONG_TRADES, score_cutoff=_SURE_TRADE, scorer=fuzz.ratio
            )
            inside = next((trade for trade in _LONG_TRADES if trade in word), None)
            category = _NAMES.get(near[0] if near else inside or "")
        if category is not None:
            return [_proposal(category, _PART_OF_NAME, f"the name says {word}")]
    return []


def _by_thing_in_name(merchant: str) -> list[Categorized]:
    """A thing to buy that a name ends with. Elsewhere it is part of somebody's name: a Gin Kee
    sells no gin.
    """
    words = words_of(clean(_LEGAL.sub(" ", merchant)))
    last = words[-1:]
    item = find_item(words)
    if item is None:
        return []
    ends = find_item(last) == item and len(last[0].text) >= _SHORTEST_THING
    sure = _PART_OF_NAME if ends else _LINES
    return [_proposal(item.category, sure, f"the name says {item.name}")]


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
    if count >= _MANY_LINES and count >= _NEARLY_ALL * hits.total():
        confidence = _TYPO
    return [_proposal(category, confidence, f"{count} lines of the receipt name such things")]
