"""Who was paid and what it was for: the words between the fixed parts of a text, interpreted."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from agents.expenses.offline.lexicon import find_item, item_known, item_misspelt, merchant_known
from agents.expenses.offline.tables import small_words
from language.words import Word

_MAX_NAME_WORDS = 5
PAYING = frozenset(
    [
        "paid", "pay", "gave", "sent", "transferred", "donated", "bayar", "bezahlt", "tipped",
        "derma", "sedekah", "donation", "donate",
    ]
)  # fmt: skip
PLACE = frozenset(["in", "to", "ke", "nach", "till", "until", "near"])
_THINGS = frozenset(
    [
        "bought", "buy", "purchased", "ordered", "ate", "drank", "beli", "gekauft", "compré",
        "acheté", "had", "got", "grabbed", "getting", "makan", "minum", "tapau",
    ]
)  # fmt: skip
"""After these an unknown word is a thing, not somebody's name."""


WEIGHT = re.compile(r"\d+(?:[.,]\d+)?(?:g|gm|kg|ml|l|lbs?|oz)", re.IGNORECASE)
"""What is sold by weight is a thing, not a shop."""


_HEADS_NO_DISH = frozenset(["sushi", "salad", "ramen"])
"""English puts what a dish is last, so in front of a strange word these begin a name."""


_COUNTED = frozenset(
    [
        "kg",
        "biji",
        "batang",
        "bungkus",
        "keping",
        "ekor",
        "pasang",
        "helai",
        "naskah",
        "botol",
        "kotak",
        "dozen",
    ]
)
"""What is counted like this is a thing."""


_NO_NAME = re.compile(
    r"[?؟;:\"<>{}|=\n。、]|[!,.]\s|[\u0e00-\u0e7f\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]{13}"
)
"""Signs of a sentence; also a long run of a script that is written without spaces."""


class Phrase(NamedTuple):
    """Words between the fixed parts; ``lead`` is the preposition in front, lower case."""

    words: list[Word]
    lead: str = ""
    behind: bool = False
    """Whether the preposition stands right behind an amount or another fixed part."""

    @property
    def text(self) -> str:
        return " ".join(word.text for word in self.words)

    @property
    def names_company(self) -> bool:
        return self.lead.rpartition(" ")[2].casefold() in small_words("company")


def who_and_what(
    phrases: Sequence[Phrase], known: str | None, said: frozenset[str]
) -> tuple[str | None, str | None]:
    """Merchant and item. A known name wins; else "at X"; a bare unknown phrase is a name. Who was
    there is told with the item: "sushi with Mia".

    ``known`` is a merchant found by name; ``said`` are all words of the text in lower case.
    """
    merchant, item = known, None
    bought = bool(said & _THINGS) or any(map(WEIGHT.fullmatch, said))
    telling = _Telling(bought=bought, paid=bool(said & PAYING))
    leads = small_words("from_whom")
    company = [phrase for phrase in phrases if phrase.names_company]
    phrases = [phrase for phrase in phrases if not phrase.names_company]
    parts = [part for phrase in phrases for part in _divided(phrase)]
    telling = telling._replace(
        occasion=any(_is_occasion(part) for part in parts),
        thing=len(phrases) > 1 and any(find_item(p.words) is not None for p in phrases),
    )
    if len(parts) == 1 and said & _COUNTED:
        telling = telling._replace(bought=True)
    for part in sorted(parts, key=lambda p: p.lead not in leads):
        role = _role(part, telling, has_merchant=merchant is not None)
        if role == "merchant" and merchant is None:
            named = merchant_known(part.text, fuzzy=True)
            merchant = named.name if named else _without_article(part)
        elif role == "item" and item is None:
            item = _named_thing(part)
    if item is not None:
        shared = (f"{', ' if ' ' in each.lead else ' '}{each.lead} {each.text}" for each in company)
        item = "".join([item, *shared])
    return merchant, item


def could_be_a_name(text: str) -> bool:
    """Whether words that may name a shop or a category are no sentence and no order instead.

    An order is one by its first word ("summarise Hamlet"), unless the others show that it is a part
    of a name ("Compose Coffee").
    """
    words = text.split()
    if not 0 < len(words) <= _MAX_NAME_WORDS or _NO_NAME.search(text):
        return False
    if any(word.casefold() in small_words("sentence") for word in words):
        return False
    ordered = words[0].casefold() in small_words("orders") and len(words) > 1
    if not ordered and not any(word.casefold() in small_words("talk") for word in words):
        return True
    endings = small_words("shop") | small_words("brand_ending")
    return all(not word.islower() for word in words) and words[-1].casefold() in endings


class _Telling(NamedTuple):
    """Whether the text tells of a purchase, and whether of somebody who was paid."""

    bought: bool
    paid: bool
    occasion: bool = False
    """Whether another part says what it was for, like "dinner"."""
    thing: bool = False
    """Whether a part is a thing that is known: strange words beside it, all in small letters, may
    be anything ("coffee 3.50 early in the morning")."""


def _is_occasion(phrase: Phrase) -> bool:
    return len(phrase.words) == 1 and phrase.words[0].text.casefold() in small_words("occasion")


def _named_thing(phrase: Phrase) -> str:
    article = phrase.words[0].text.casefold() == "the" and len(phrase.words) > 1
    return " ".join(word.text for word in phrase.words[article:])


def _without_article(phrase: Phrase) -> str:
    """A thing loses its article ("the cinema"), a name keeps it ("the Majestic")."""
    first, *rest = phrase.words
    plain = small_words("shop") | small_words("describing") | small_words("thing")
    known = all(w.text.casefold() in plain or item_known(w.key) for w in rest)
    if first.text == "the" and rest and known:
        return " ".join(word.text for word in rest)
    return phrase.text


def _divided(phrase: Phrase) -> list[Phrase]:
    """A thing and a name in one breath: "dinner Village Park", "nasi lemak warung Bu Tini"."""
    words = phrase.words
    if phrase.lead or len(words) == 1 or item_known(_key(words)) is not None:
        return [phrase]
    for division in (_around_shop, _misspelt_shop, _beside_occasion, _at_capitals):
        parts = division(words)
        if parts is not None:
            return parts
    return [phrase]


def _around_shop(words: list[Word]) -> list[Phrase] | None:
    """As in "warung mak jah nasi campur" and "nasi lemak warung Bu Tini"."""
    shops = small_words("shop_first")
    called = words[0].text.casefold() in shops | small_words("honorific")
    for at in range(2, len(words)):
        thing = words[at:]
        place = any(word.text.casefold() in small_words("shop") for word in thing)
        strange = find_item(words[1:at]) is None
        if called and strange and not place and item_known(_key(thing)) is not None:
            return [Phrase(words[:at]), Phrase(thing)]
    for at in range(1, len(words)):
        if words[at].text.casefold() in shops and find_item(words[:at]):
            return [Phrase(words[:at]), Phrase(words[at:])]
    return None


def _beside_occasion(words: list[Word]) -> list[Phrase] | None:
    occasion = small_words("occasion")
    if words[-1].text.casefold() in occasion and _is_unknown(words[:-1]):
        return [Phrase(words[:-1]), Phrase(words[-1:])]
    if words[0].text.casefold() in occasion and _is_unknown(words[1:]):
        return [Phrase(words[1:]), Phrase(words[:1])]
    return None


def _at_capitals(words: list[Word]) -> list[Phrase] | None:
    """As in "movie night AMC": a known thing, and behind it a strange name in capitals."""
    capital = [word.text[:1].isupper() for word in words]
    at = next((i for i in range(1, len(words)) if all(capital[i:])), None)
    if at is None or capital[at - 1]:
        return None
    known = find_item(words[:at]) is not None and _is_unknown(words[at:])
    return [Phrase(words[at:]), Phrase(words[:at])] if known else None


def _misspelt_shop(words: list[Word]) -> list[Phrase] | None:
    """As in "cofee starbuks": a thing and a known name, both perhaps with a slip."""
    for thing, named in ((words[:1], words[1:]), (words[-1:], words[:-1])):
        known = item_known(thing[0].key) or item_misspelt(thing[0].key)
        name = " ".join(word.text for word in named)
        if known is not None and find_item(named) is None and merchant_known(name, fuzzy=True):
            return [Phrase(list(named)), Phrase(list(thing))]
    return None


def _is_unknown(words: Sequence[Word]) -> bool:
    """Whether every word could be part of a name: no thing to buy, no word that describes one."""
    describing = small_words("describing") | small_words("filler") | small_words("for_what")
    return find_item(words) is None and not any(
        word.text.casefold() in describing or word.key.isdigit() for word in words
    )


def _role(phrase: Phrase, telling: _Telling, *, has_merchant: bool) -> str:
    if phrase.lead in PLACE:
        return _role_of_place(phrase, telling, has_merchant=has_merchant)
    if phrase.lead in small_words("from_whom"):
        return "merchant" if _could_be_paid(phrase) else ""
    if phrase.lead in small_words("for_what"):
        known = merchant_known(phrase.text)
        return "merchant" if known and not has_merchant else "item"
    return _role_of_bare(phrase, telling, has_merchant=has_merchant)


def _role_of_bare(phrase: Phrase, telling: _Telling, *, has_merchant: bool) -> str:
    """Without a preposition: a shop by its words, else a known thing, else somebody's name."""
    beside = telling.occasion and _ends_unknown(phrase.words)
    if not has_merchant and (beside or _is_shop(phrase.words)):
        return "merchant"
    if telling.bought or find_item(phrase.words) is not None or _is_thing(phrase.words):
        return "item"
    if telling.thing and not any(word.text[:1].isupper() for word in phrase.words):
        return ""
    return "merchant" if not has_merchant and len(phrase.words) <= _MAX_NAME_WORDS else ""


def _role_of_place(phrase: Phrase, telling: _Telling, *, has_merchant: bool) -> str:
    somebody = phrase.words[0].text.casefold() in small_words("honorific")
    if not telling.paid and not (somebody and phrase.behind):
        return ""
    if find_item(phrase.words) is not None and not _is_name(phrase):
        return "item"
    named = _is_name(phrase) or (phrase.behind and _could_be_paid(phrase))
    return "merchant" if phrase.lead == "to" and named and not has_merchant else ""


def _could_be_paid(phrase: Phrase) -> bool:
    first = phrase.words[0]
    number = all(word.key.isdigit() for word in phrase.words)
    if first.text.casefold() == "the" and len(phrase.words) > 1:
        first = phrase.words[1]
    nobody = first.text.casefold() in small_words("nobody")
    return not number and not nobody and len(phrase.words) <= _MAX_NAME_WORDS


def _is_name(phrase: Phrase) -> bool:
    return phrase.words[0].text[:1].isupper()


def _is_shop(words: Sequence[Word]) -> bool:
    """By a word for a shop, first or last as its language has it, or by capitals throughout."""
    if not 1 < len(words) <= _MAX_NAME_WORDS + 1 or item_known(_key(words)) is not None:
        return False
    said = [word.text.casefold() for word in words]
    shops = small_words("shop")
    if said[0] in small_words("shop_first") or said[-1] in shops:
        return True
    if any(word in shops for word in said):
        return find_item(words[-1:]) is None
    dish_first = said[0] in _HEADS_NO_DISH and _is_unknown(words[1:])
    if dish_first or any(word in small_words("honorific") for word in said[:-1]):
        return True
    if len(words) > 2 and said[-1] in small_words("brand_ending"):  # noqa: PLR2004 - two in front
        strange = [w for w in words[:-1] if _is_unknown([w])]
        return bool(strange) and find_item(words[:-1]) is None
    return _is_capitalised(words)


def _ends_unknown(words: Sequence[Word]) -> bool:
    """As in "sushi tei": a thing by its first word only, beside another word for the occasion."""
    last = words[-1:]
    return 1 < len(words) <= _MAX_NAME_WORDS and _is_unknown(last) and not _is_thing(last)


def _is_capitalised(words: Sequence[Word]) -> bool:
    """As in "Highlands Coffee"; not "Chicken Rice" nor "Iced Coffee", which are things."""
    capitals = all(w.text[:1].isupper() and w.text[1:].islower() for w in words)
    return capitals and _is_unknown(words[:1])


def _is_thing(words: Sequence[Word]) -> bool:
    """A thing by its last word ("bahnticket"), by a description, or a misspelt one ("lunhc")."""
    last = words[-1].text.casefold()
    if any(last.endswith(ending) and last != ending for ending in small_words("thing_ending")):
        return True
    if last in small_words("thing"):
        return True
    if len(words) == 1:
        return item_misspelt(words[0].key) is not None or last in small_words("describing")
    return words[0].text.casefold() in small_words("describing") and len(words) <= 2  # noqa: PLR2004


def _key(words: Sequence[Word]) -> str:
    return "".join(word.key for word in words)
