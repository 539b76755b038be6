"""Money that came in, or that only changed its place, as people note it.

A note is taken only when each of its words is explained: by what came in ("salary"), by how
("received"), by whom ("from Ali"), by a place of the person's own ("savings"). Where a word is left
over, it is talk or a purchase.
"""

import re
from collections.abc import Iterable
from datetime import date
from functools import cache
from typing import NamedTuple

from agents.expenses.categories import REFUND_CATEGORY, TRANSFER_CATEGORY, UNASKED
from agents.expenses.details import Mention
from agents.expenses.offline.keywords import is_injection, is_question
from agents.expenses.offline.lexicon import merchant_known
from agents.expenses.offline.mentions import facts_of
from agents.expenses.offline.tables import lists, pattern
from agents.expenses.shown import MoneyKind
from domain.understanding import Person
from language.amounts import Amount
from language.patterns import phrase_pattern
from language.words import words_of

MAX_LENGTH = 120
"""Characters. Longer texts are stories."""

_PRICE = "§"
"""Stands for the amount while the words around it are read."""

_MAX_NAME_WORDS = 4
_BACK = re.compile(r"\s*back\b", re.IGNORECASE)
_GIVEN_OR_GOT = frozenset({"Gift", "Business income"})
"""Words for these may as well be of what was spent: "gift 50", "client lunch 80"."""

_NOT_SO, _GIVEN, _SOLD, _PAYER, _WHAT, _PAID_WITH, _SAYS_KIND, _ASKED = (
    pattern("kinds", name)
    for name in (
        "not_so", "given", "sold", "payer", "what", "paid_with", "says_kind", "asked_to_record",
    )
)  # fmt: skip


class _Noun(NamedTuple):
    """What came in, as it is shown, and its category."""

    shown: str
    category: str


@cache
def _nouns() -> dict[str, _Noun]:
    table: dict[str, _Noun] = {}
    for category, entries in lists("kinds.toml", "income").items():
        for entry in entries:
            shown, *others = entry.split("|")
            for spelling in (shown, *others):
                table.setdefault(spelling.casefold(), _Noun(shown, category))
    return table


@cache
def _phrases(section: str, group: str) -> re.Pattern[str]:
    return phrase_pattern(lists("kinds.toml", section)[group])


@cache
def _small(group: str) -> frozenset[str]:
    return frozenset(lists("kinds.toml", "small")[group])


@cache
def _noun_pattern() -> re.Pattern[str]:
    return phrase_pattern(_nouns())


def moved_in(text: str, person: Person, today: date) -> Mention | None:
    """The income or the transfer that a prepared text notes; None for anything else."""
    if not text or len(text) > MAX_LENGTH or is_question(text) or is_injection(text):
        return None
    asked = _ASKED.match(text)
    stated = text[asked.end() :] if asked else text
    if _NOT_SO.search(stated):
        return None
    facts = facts_of(stated, person, today)
    if len(facts.amounts) != 1:
        return None
    price = facts.amounts[0]
    plain = _masked(stated, price, [dated.span for dated in facts.dates])
    told = _transfer(plain) or _income(plain)
    if told is None:
        return None
    return told.model_copy(
        update={
            "amount": price.value,
            "ambiguous_amounts": price.readings if price.value is None else (),
            "currency": price.currency,
            "occurred_on": next((d.day for d in facts.dates if d.day is not None), None),
        }
    )


def _masked(text: str, price: Amount, days: Iterable[tuple[int, int]]) -> str:
    stretches = [(span[0], span[1], " ") for span in days]
    stretches.append((price.span.start, price.span.end, f" {_PRICE} "))
    for start, end, instead in sorted(stretches, reverse=True):
        text = f"{text[:start]}{instead}{text[end:]}"
    return " ".join(re.sub(r"[.,;:!()]+(?=\s|$)|(?<=\s)[-:]+(?=\s)", " ", text).split())


def _is_explained(rest: str) -> bool:
    """Whether nothing but small words is left."""
    small = _small("words")
    return all(word.text.casefold() in small for word in words_of(rest.replace(_PRICE, " ")))


def _without(text: str, section: str, group: str) -> tuple[str, str]:
    """The text without the words of a group, and the first of them; "" where there is none."""
    found = _phrases(section, group).search(text)
    return _phrases(section, group).sub(" ", text), found.group() if found else ""


def _transfer(plain: str) -> Mention | None:
    """Between the person's own places; only their own words for these say that it is one."""
    for verbs, places in (
        ("withdrew", "cash"),
        ("took_out", "cash"),
        ("topped_up", "wallets"),
        ("settled", "cards"),
        ("moved", "accounts"),
        ("moved", "banks"),
        ("move", "accounts"),
        ("move", "banks"),
    ):
        # The places first: "credit card bill" is one, and "bill" is none.
        without_place, place = _without(plain, "places", places)
        rest, verb = _without(without_place, "verbs", verbs)
        if places == "cards":
            verb = verb or _without(place, "verbs", verbs)[1]
            if _PAID_WITH.search(plain):
                continue
        if verbs == "withdrew":
            place = place or verb
        if places != "wallets":
            # Where it came from: "from Maybank", "from checking".
            for other in ("accounts", "banks"):
                rest, _ = _without(rest, "places", other)
        if verb and place and _is_explained(rest):
            return Mention(kind=MoneyKind.TRANSFER, item=place)
    return None


def _income(plain: str) -> Mention | None:
    return _given(plain) or _sold(plain) or _received(plain)


def _given(plain: str) -> Mention | None:
    """As in "Ali paid me back 50", "Oma hat mir 50 geschenkt"."""
    given = _GIVEN.fullmatch(plain)
    if given is None or not _could_pay(given["payer"]):
        return None
    rest, what = _told_apart(given["rest"] or "")
    noun = _noun_in(f"{given['verb']} {given['rest'] or ''}")
    back = "back" in given["verb"].casefold() or _BACK.match(given["rest"] or "")
    item = noun.shown if noun else ("paid back" if back else what)
    rest = _noun_pattern().sub(" ", rest)
    return _income_of(given["payer"], item) if _is_explained(rest) else None


def _sold(plain: str) -> Mention | None:
    sold = _SOLD.fullmatch(plain)
    if sold is None:
        return None
    what = _stripped(sold["first"] or sold["last"] or "")
    return _income_of(None, what) if what and len(what.split()) <= _MAX_NAME_WORDS else None


def _received(plain: str) -> Mention | None:
    """What came in with a word that says so, or with a word for what it is and nothing else."""
    named = _PAYER.search(plain)
    payer = _stripped(named["payer"]) if named else None
    rest = f"{plain[: named.start()]} {plain[named.end() :]}" if named else plain
    if payer is not None and not _could_pay(payer):
        return None
    rest, earned = _without(rest, "verbs", "earned")
    rest, returned = _without(rest, "verbs", "returned")
    rest, received = _without(rest, "verbs", "received")
    rest, what = _told_apart(rest)
    named_in = rest
    noun = _noun_in(rest) or (_noun_in(payer) if payer and (received or returned) else None)
    rest = _noun_pattern().sub(" ", rest)
    rest, weak = _without(rest, "verbs", "weak")
    rest, back = _without(rest, "verbs", "back")
    shop = merchant_known(payer) if payer else None
    came_back = bool(returned or (back and (received or weak or shop)))
    came_in = came_back or bool(received)
    if noun is None:
        # From a shop one gets things: money only where the words say so.
        got = weak and payer and shop is None
        sold = bool(what) and merchant_known(what or "") is None
        if not (got or (came_in and (payer or sold)) or (earned and (payer or what))):
            return None
    elif not (came_in or earned or payer or _came_in_by_itself(named_in)) or (
        noun.category == "Gift" and shop is not None and not came_in
    ):
        return None
    payer, rest = _payer_in_front(payer, rest)
    if not _is_explained(rest):
        return None
    item = noun.shown if noun and noun.shown.casefold() != (payer or "").casefold() else what
    told = _income_of(payer, item)
    refunded = came_back and shop is not None and noun is None
    return told.model_copy(update={"category": REFUND_CATEGORY}) if refunded else told


def _came_in_by_itself(text: str) -> bool:
    """Whether a word for what came in can be of nothing that was spent, as "gift" can be."""
    found = (_nouns()[" ".join(f.casefold().split())] for f in _noun_pattern().findall(text))
    return any(noun.category not in _GIVEN_OR_GOT for noun in found)


def _payer_in_front(payer: str | None, rest: str) -> tuple[str | None, str]:
    """As in "shopee refund 35.90": a known name in front of what came in."""
    words = rest.replace(_PRICE, " ").split()
    known = merchant_known(" ".join(words)) if payer is None and words else None
    return (known.name, "") if known is not None else (payer, rest)


def _told_apart(rest: str) -> tuple[str, str | None]:
    """The text without "for the logo", and what that was."""
    found = _WHAT.search(rest)
    if found is None:
        return rest, None
    what = _stripped(found["what"])
    return f"{rest[: found.start()]} {rest[found.end() :]}", what or None


def _noun_in(text: str) -> _Noun | None:
    found = _noun_pattern().search(text)
    return _nouns()[" ".join(found.group().casefold().split())] if found else None


def _stripped(name: str) -> str:
    """A name without small words around it."""
    words = name.replace(_PRICE, " ").split()
    small = _small("words")
    while words and words[0].casefold() in small:
        words.pop(0)
    while words and words[-1].casefold() in small:
        words.pop()
    return " ".join(words)


def _could_pay(name: str) -> bool:
    words = _stripped(name).split()
    nobody = _small("nobody")
    return 0 < len(words) <= _MAX_NAME_WORDS and not nobody & {w.casefold() for w in words}


def _income_of(payer: str | None, item: str | None) -> Mention:
    name = _stripped(payer) if payer else None
    known = merchant_known(name) if name else None
    return Mention(
        kind=MoneyKind.INCOME, merchant=known.name if known else name or None, item=item or None
    )


def named_income(text: str) -> str | None:
    """What came in, as a text names it: "salary", "refund"."""
    noun = _noun_in(text)
    return noun.shown if noun else None


def category_of_kind(kind: MoneyKind, merchant: str | None, item: str | None) -> str:
    """The category of income, by what it is and then by who gave it; of a transfer the only one."""
    if kind is MoneyKind.TRANSFER:
        return TRANSFER_CATEGORY
    found = _noun_in(item or "") or _noun_in(merchant or "")
    return found.category if found else UNASKED[MoneyKind.INCOME]


def kind_said(text: str) -> Mention | None:
    """What a prepared text says that something was: "that was income", "no, I received it"."""
    said = _SAYS_KIND.fullmatch(" ".join(text.split()).rstrip(" .!"))
    if said is None:
        return None
    told = (kind for kind in MoneyKind if said[kind.value])
    kind = next(told, MoneyKind.INCOME)
    noun = _noun_in(said["income"] or "")
    category = noun.category if noun and noun.shown != "income" else None
    return Mention(kind=kind, category=category)
