"""What a message adds to, or changes in, an expense that is already known."""

import re
from datetime import date
from typing import NamedTuple

from agents.expenses.categories import known_category
from agents.expenses.details import Mention
from agents.expenses.offline.expenses import lists_purchases
from agents.expenses.offline.keywords import is_judged, is_talk, is_thanks, keys_of
from agents.expenses.offline.kinds import kind_said
from agents.expenses.offline.lexicon import category_named, find_item, merchant_known
from agents.expenses.offline.mentions import is_told_whole, mention_in
from agents.expenses.offline.names import could_be_a_name
from agents.expenses.offline.tables import pattern, small_words
from domain.understanding import Person
from language import currencies
from language.words import words_of

_MAX_WORDS = 16
_MAX_NAME_WORDS = 5
_MAX_CATEGORY_WORDS = 3
_INTERJECTIONS = pattern("corrections", "interjections")
_FIELD_NAMES = {
    "amount": "amount price total sum cost value harga jumlah betrag importe montant",
    "merchant": "merchant shop store vendor place seller restaurant kedai händler",
    "category": "category kategori kategorie categoría catégorie",
    "date": "date day tarikh datum",
    "currency": "currency matawang währung",
    "payment": "payment|payment method|paid by|paid with",
    "item": "item description",
}
_FIELDS = {
    name: field
    for field, named in _FIELD_NAMES.items()
    for name in (named.split("|") if "|" in named else named.split())
}
_IN_NAMES = frozenset({"kedai", "restaurant"})
"""Words for a shop with which the names of shops begin."""
_AMOUNTS = frozenset(_FIELD_NAMES["amount"].split())
_LETTERS = re.compile(r"[^\W\d_]")
_UNIT = re.compile(r"(?:[^\W\d_]{1,4}\s?\d)")
_TRAILING = re.compile(
    r"[\s,]+(?:actually|instead|sebenarnya|eigentlich|stattdessen)$", re.IGNORECASE
)
_FIELD = pattern("corrections", "field")
_WRONG_FIELD = pattern("corrections", "wrong_field")
_CHANGE_IT = pattern("corrections", "change_it")
_IT_WAS = pattern("corrections", "it_was")
_NEW_NOT_OLD = re.compile(
    r"^(?P<new>.+?)[,;]?\s+(?:and\s+)?(?:not|instead of|rather than|bukan|nicht)\s+(?P<old>.+)$",
    re.IGNORECASE | re.DOTALL,
)
_NOT_OLD_NEW = pattern("corrections", "not_old_new")
_EXPLAINED = pattern("corrections", "explained")
"""Why it is so, behind what is so; it names no figure."""
_AND_FIELD = re.compile(
    r"\s*(?:,|\band\b)\s+(?=(?:the\s+|its\s+)?(?:amount|price|total|merchant|shop|store|category|"
    r"date|currency|payment method|payment)\s+(?:to|is|was|should be|=)\s)",
    re.IGNORECASE,
)
_FROM_TO = re.compile(r"^(?P<old>\S+)\s+(?:to|->|=>)\s+(?P<new>.+)$", re.IGNORECASE | re.DOTALL)
_FROM = re.compile(r"(?:^|[\s,])(?:from|at|@|dari|kat|bei)\s", re.IGNORECASE)
_UNDER = re.compile(r"^(?:for|under|in|as|untuk|für)\s+(?:the\s+)?(?!\W?\d)", re.IGNORECASE)
_ALSO = re.compile(r"^(?:also|another|and also|plus|juga|auch)\b", re.IGNORECASE)


def field_called(word: str) -> str | None:
    """The field of a mention that a word is the name of: "shop" of ``merchant``."""
    field = _FIELDS.get(word)
    return {"date": "occurred_on", "payment": "payment_method"}.get(field or "", field)


class Correction(NamedTuple):
    """The changes, and how plainly the words say that they are about something known."""

    changes: Mention
    referring: bool
    """By "it", "that", "change", or the name of a field; not by an interjection alone."""
    cued: bool
    replaced: Mention | None = None
    """The old value that the person named ("25 not 15")."""

    def replaces_another(self, known: Mention) -> bool:
        """Whether the old amount that the person named is not the one that is known."""
        old = self.replaced.amount if self.replaced else None
        return old is not None and known.amount not in {None, old}


def merged(known: Mention, changes: Mention) -> Mention:
    """``known`` with everything that ``changes`` mentions laid over it."""
    update = {name: value for name in Mention.model_fields if (value := getattr(changes, name))}
    if changes.amount is not None:
        update |= {"amount": changes.amount, "ambiguous_amounts": ()}
    elif changes.ambiguous_amounts:
        update["amount"] = None
    return known.model_copy(update=update)


def without_interjection(text: str) -> str:
    """The text behind "no", "sorry", "oops" and the like."""
    lead = _INTERJECTIONS.match(text)
    return text[lead.end() :] if lead else text


def correction_in(text: str, person: Person, today: date) -> Correction | None:
    """The correction that a prepared text makes by its own words; None when it makes none."""
    asks = text.rstrip().endswith("?") or ("?" in text and not re.search(r"\d", text))
    if asks or is_thanks(text) or len(text.split()) > _MAX_WORDS:
        return None
    if (kind := kind_said(text)) is not None:
        return _about_it(kind, None)
    lead = _INTERJECTIONS.match(text)
    cued = lead is not None and lead["hard"] is not None
    rest = text[lead.end() :] if lead else text
    if trail := _TRAILING.search(rest):
        cued, rest = True, rest[: trail.start()]
    if why := _EXPLAINED.search(rest):
        rest = rest[: why.start()]
    if _WRONG_FIELD.match(text):
        cued, rest = True, text
    if not rest or _ALSO.match(rest):
        return None
    old: Mention | None = None
    if swap := _NOT_OLD_NEW.match(rest) or _NEW_NOT_OLD.match(rest):
        old = values_in(swap["old"], person, today)
        if old is not None:
            rest, cued = swap["new"], True
    found = _referring(rest, person, today, old) or _by_interjection(
        rest, person, today, old, cued=cued
    )
    return None if found is not None and lists_purchases(text, person, today) else found


def _referring(rest: str, person: Person, today: date, old: Mention | None) -> Correction | None:
    """One change, or several named fields: "the merchant to Zus and the amount to 12"."""
    first, *others = _AND_FIELD.split(rest)
    found = _one_change(first, person, today, old)
    further = [_one_change(f"change {part}", person, today, None) for part in others]
    if found is None or not all(further):
        return _one_change(rest, person, today, old) if others else found
    changes = found.changes
    for more in filter(None, further):
        changes = merged(changes, more.changes)
    return found._replace(changes=changes)


def _one_change(rest: str, person: Person, today: date, old: Mention | None) -> Correction | None:
    if wrong := _WRONG_FIELD.match(rest):
        name = " ".join((wrong["field"] or wrong["named"]).casefold().split())
        told = field_value(_FIELDS[name], wrong["value"], person, today)
        return None if told is None else _about_it(told, old)
    if field := _FIELD.match(rest):
        if not (field["verb"] or field["is"]) and _begins_a_name(field, person, today):
            return None
        changes = field_value(
            _FIELDS[" ".join(field["field"].casefold().split())], field["value"], person, today
        )
        plain = not (field["verb"] or field["is"]) and field["field"].casefold() in _AMOUNTS
        if plain and _LETTERS.match(field["value"]) and not _UNIT.match(field["value"]):
            return None
        if changes is not None:
            return _about_it(changes, old)
    it = _CHANGE_IT.match(rest) or _IT_WAS.match(rest)
    if it is None:
        return None
    values = values_in(it["value"], person, today, change=_CHANGE_IT.match(rest) is not None)
    return None if values is None else _about_it(values, old)


def _begins_a_name(field: re.Match[str], person: Person, today: date) -> bool:
    """Whether an unmarked field's name is a part of something else: "Kedai Zul 20" is an expense
    at a shop of that name, and "Restaurant Satu" is a name.
    """
    named, value = field["field"].casefold(), field["value"]
    if len(value.split()) > _MAX_NAME_WORDS or named in _IN_NAMES:
        return True
    told = mention_in(value, person, today)
    priced = told.amount is not None or bool(told.ambiguous_amounts)
    return _FIELDS[" ".join(named.split())] == "merchant" and priced


def _about_it(changes: Mention, old: Mention | None) -> Correction:
    return Correction(changes, referring=True, cued=True, replaced=old)


def _by_interjection(
    rest: str, person: Person, today: date, old: Mention | None, *, cued: bool
) -> Correction | None:
    if not cued:
        return None
    values = values_in(rest, person, today)
    return None if values is None else Correction(values, referring=False, cued=True, replaced=old)


def field_value(field: str, value: str, person: Person, today: date) -> Mention | None:
    """The value that was given for a named field; None when it is none for that field."""
    if (swap := _FROM_TO.match(value)) and field != "date":
        value = swap["new"]
    value = value.strip(" .,!\"'")
    if is_judged(value):
        return None
    whole = mention_in(value, person, today)
    if field == "amount":
        unknown = whole.amount is None and not whole.ambiguous_amounts
        return None if unknown else whole.model_copy(update={"item": None, "merchant": None})
    if field == "merchant":
        return _named_merchant(value)
    if field == "category":
        category = category_named(value) or _own_category(value)
        return Mention(category=category) if category else None
    if field == "currency":
        unit = currencies.named(value, person.currency)
        return Mention(currency=unit.code) if unit else None
    single = {
        "date": Mention(occurred_on=whole.occurred_on),
        "payment": Mention(payment_method=whole.payment_method),
        "item": Mention(item=value if any(c.isalpha() for c in value) else None),
    }[field]
    return None if single == Mention() else single


def _named_merchant(value: str) -> Mention | None:
    if not any(char.isalpha() for char in value) or len(value.split()) > _MAX_NAME_WORDS:
        return None
    known = merchant_known(value, fuzzy=True)
    return Mention(merchant=known.name if known else value)


def _own_category(value: str) -> str | None:
    words = words_of(value)
    short = 0 < len(words) <= _MAX_CATEGORY_WORDS
    plain = short and not is_talk(value, small_words("talk"))
    return value[:1].upper() + value[1:] if plain else None


def values_in(text: str, person: Person, today: date, *, change: bool = False) -> Mention | None:
    """Field values in a text that is known to be about an expense; None when there are none.

    An unknown word is a name only when the text marks it as one ("from X", a capital letter).
    ``change`` says that the text tells what to make of it, so a category is expected.
    """
    value = text.strip(" .!\"'")
    category = _category_in(_UNDER.sub("", value), change=change)
    if category is not None:
        return Mention(category=category)
    mention = mention_in(value, person, today)
    if not _is_marked_name(mention.merchant, value):
        mention = mention.model_copy(update={"merchant": None})
    if (
        mention.item is not None
        and find_item(words_of(mention.item)) is None
        and not mention.amount
    ):
        mention = mention.model_copy(update={"item": None})
    if mention.item is not None and not set(keys_of(mention.item)) - small_words("filler"):
        mention = mention.model_copy(update={"item": None})  # as "the" of "the new price"
    if mention.currency is None is mention.amount and (unit := _only_currency(value, person)):
        return Mention(currency=unit.code)
    whole = mention != Mention() and is_told_whole(value, mention, person, today)
    return _with_trailing_category(mention, value) if whole else None


def _only_currency(value: str, person: Person) -> currencies.Unit | None:
    """As in "that was in usd": beside the currency stand small words only."""
    unit = currencies.named(value, person.currency)
    rest = unit and words_of(f"{value[: unit.start]} {value[unit.end :]}")
    small = rest is not None and all(w.text.casefold() in small_words("filler") for w in rest)
    return unit if small else None


def _category_in(value: str, *, change: bool) -> str | None:
    exact = known_category(value)
    if exact is not None or merchant_known(value) is not None:
        return exact
    named = category_named(value)
    return named if named and (change or find_item(words_of(value)) is None) else None


def _with_trailing_category(mention: Mention, value: str) -> Mention:
    """15.50, business": the last part of an enumeration may name the category."""
    *before, last = value.split(",")
    category = category_named(last) if before and find_item(words_of(last)) is None else None
    if category is None or merchant_known(last):
        return mention
    same = mention.merchant is not None and mention.merchant.casefold() == last.strip().casefold()
    update = {"category": category} | ({"merchant": None} if same else {})
    return mention.model_copy(update=update)


def _is_marked_name(merchant: str | None, value: str) -> bool:
    if merchant is None or merchant_known(merchant) is not None or _FROM.search(value):
        return True
    words = words_of(merchant)
    if any(w.text.casefold() in small_words("shop") for w in words):
        return True
    return merchant[:1].isupper() and could_be_a_name(merchant)
