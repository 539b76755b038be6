"""Texts with numbers, made from families of templates: notes of spending, and talk that is none."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random
from typing import NamedTuple, cast

from agents.expenses.categories import CATEGORIES
from agents.expenses.offline.tables import lists

FAMILIES = Path(__file__).with_name("families.toml")
_CHOICE = re.compile(r"\(([^()]*)\)")
_SLOT = re.compile(r"\{(\w+)\}")
_CURRENCIES = (
    *("rm{}", "RM{}", "rm {}", "{} ringgit", "{} myr", "${}", "{} usd", "USD {}", "{} dollars"),
    *("{}€", "€{}", "{} eur", "{} euros", "{} Euro", "£{}", "{} quid", "{} bucks", "₹{}"),
    *("{} rupees", "rp {}000", "{} pesos", "{} reais", "R${}", "S${}", "{} baht", "{} thb"),
    *("¥{}00", "{} chf"),
)


class Example(NamedTuple):
    """A text, whether it states money spent, and where it is from."""

    text: str
    spent: bool
    source: str
    made: bool = True
    """By a template; else somebody wrote it."""


def examples(each: int, seed: int = 1) -> Iterator[Example]:
    """``each`` texts of every template, the same for the same seed."""
    random = Random(seed)  # noqa: S311 - texts to learn from, no secret
    raw = tomllib.loads(FAMILIES.read_text(encoding="utf-8"))
    words = cast("dict[str, list[str]]", raw["words"]) | _known()
    for family in cast("list[dict[str, object]]", raw["family"]):
        for template in cast("list[str]", family["texts"]):
            for _ in range(each):
                text = _filled(template, words, random)
                yield Example(text, bool(family["spent"]), str(family["name"]))


@cache
def _known() -> dict[str, list[str]]:
    items = [name for entries in lists("items.toml").values() for name in entries]
    shops = [e.split("|")[0] for entries in lists("merchants.toml").values() for e in entries]
    categories = [name for group in lists("categories.toml").values() for name in group]
    return {"item": items, "shop": shops, "category": [*categories, *map(str.lower, CATEGORIES)]}


def _filled(template: str, words: dict[str, list[str]], random: Random) -> str:
    text = template
    while _CHOICE.search(text):
        text = _CHOICE.sub(lambda found: random.choice(found[1].split("|")), text, count=1)
    text = _SLOT.sub(lambda slot: _slot(slot[1], words, random), text)
    return _cased(" ".join(text.split(" ")).strip(), random)


def _slot(name: str, words: dict[str, list[str]], random: Random) -> str:
    if name == "money":
        return _money(random)
    if name == "n":
        return str(random.randint(1, 9))
    if name == "strange":
        return "".join(random.choice(_SYLLABLES) for _ in range(random.randint(1, 4)))
    if name == "year":
        return str(random.randint(1960, 2026))
    return random.choice(words[name])


def _money(random: Random) -> str:
    """A price: often a bare number, as people type it."""
    cents = f"{random.randint(1, 300)}.{random.randint(10, 99)}"
    value = random.choice(
        (
            str(random.randint(2, 30)),
            str(random.randint(10, 99)),
            str(random.randint(2, 60) * 5),
            str(random.randint(1, 40) * 50),
            f"{random.randint(1, 99)}.{random.randint(1, 9)}0",
            cents,
            f"{random.randint(1, 9)},{random.randint(1, 9)}0",
            f"{random.randint(1, 150)},{random.randint(10, 99)}",
            f"{random.randint(1, 9)},{random.randint(100, 999)}",
            f"{random.randint(1, 9)}k",
        )
    )
    return random.choice(_CURRENCIES).format(value) if random.random() < _PRICED else value


_PRICED = 0.4
_SYLLABLES = (
    *("ka", "lo", "mi", "ra", "ten", "sa", "bur", "vel", "no", "chi", "po", "dar", "quin", "ets"),
    *("fo", "gra", "hu", "jin", "lam", "mer", "ny", "ol", "pra", "ri", "sto", "tu", "um", "vi"),
    *("wan", "xe", "ya", "zo", "bak", "del", "eng", "fis", "gul", "hop", "ix", "kro", "lin"),
    *("mas", "nas", "ong", "pel", "rus", "shi", "tra", "ut", "wer", "haus", "schil", "ei", "ü"),
)
"""Names of things and shops that nobody has heard of."""


def _cased(text: str, random: Random) -> str:
    drawn = random.random()
    if drawn < _CAPITAL:
        return text[:1].upper() + text[1:]
    return text.upper() if drawn > _SHOUTED else text


_CAPITAL, _SHOUTED = 0.3, 0.98
