"""What people say to the shop, and what they mean; and what they say that is not for it.

A line of ``statements.jsonl`` is what is said, what goes on meanwhile (``shop.CONTEXTS``), and what
it means: ``search WORDS <=MAX >=MIN cheapest dearest in_stock @SUPPLIER``, ``buy WORDS xN``,
``add P2 xN`` (of the list), ``set L1 xN`` (a line of the cart), ``cart``, ``orders``, ``more``,
``empty``, ``browse WORDS``, ``reorder N``, ``take_back N``, ``checkout DAY NOTE``, ``end TOPIC``;
at a question ``affirm``, ``deny``, ``cancel``, ``change …``; ``undo``; ``shop`` for anything of the
shop's, and ``not`` for nothing. Several are joined by `` + ``. Those that are ``held`` were kept
aside while the rules were made.
"""

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from pathlib import Path

import pytest

from agents.procurement.card import CARD
from domain.tools import ToolCall
from domain.understanding import ActKind
from tests.agents.procurement.offline.shop import CONTEXTS, Context, Turn, acts, turn

HERE = Path(__file__).parent
_PLAIN = {
    "affirm": ActKind.AFFIRM,
    "deny": ActKind.DENY,
    "cancel": ActKind.CANCEL,
    "undo": ActKind.UNDO,
}


def lines(name: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in (HERE / name).read_text(encoding="utf-8").splitlines()]


def is_understood(text: str, context: Context, means: str) -> bool:
    """Whether the words are taken for what they mean, and the calls are those that they ask for."""
    (act,) = acts(text, context)
    if means == "not" or means in _PLAIN:
        kind = _PLAIN.get(means, ActKind.GENERAL)
        return act.kind is kind and (act.agent == CARD.slug) is (means in _PLAIN)
    told = act.agent == CARD.slug and isinstance(act.details, dict)
    if not told or means == "shop":
        return told and act.kind in {ActKind.OPEN, ActKind.DETAIL}
    wanted = means.removeprefix("change ")
    if context.asking and (act.kind is ActKind.DETAIL) != (wanted != means):
        return False
    assert isinstance(act.details, dict)
    return _fits(turn(str(act.details["words"]), context), wanted, context)


def _fits(made: Turn, means: str, context: Context) -> bool:
    calls = list(made.calls)
    return all(_met(wish, calls, made, context) for wish in means.split(" + ")) and not [
        call for call in calls if call.name not in {"search_catalog", "checkout"}
    ]


def _met(wish: str, calls: list[ToolCall], made: Turn, context: Context) -> bool:  # noqa: PLR0911 - one for each verb
    verb, _, rest = wish.partition(" ")
    count = int(found[1]) if (found := re.search(r" x(\d+)$", rest)) else None
    rest = re.sub(r" x\d+$", "", rest)
    if verb == "end":
        return made.ending.remarks[-1].topic == f"procurement.{rest}"
    if verb in {"search", "buy"}:
        return _searched(verb, rest, count, calls, made)
    if verb == "add":
        item = rest.replace("P", "") if rest.startswith("P") else ""
        item_id = context.items[int(item) - 1] if item else context.cart[int(rest[1:]) - 1][0]
        return _took(calls, "add_to_cart", {"item_id": item_id, "quantity": count or 1})
    if verb == "set":
        item_id = context.cart[int(rest[1:]) - 1][0]
        return _took(calls, "set_quantity", {"item_id": item_id, "quantity": count})
    if verb == "checkout":
        day, _, note = rest.partition(" ")
        sent = {"delivery_date": day if day not in {"", "-"} else None, "notes": note}
        return _took(calls, "checkout", sent)
    if verb == "empty":
        return not made.shop.cart and all(_took(calls, "set_quantity", None) for _ in context.cart)
    if verb == "more":
        return _took(calls, "search_catalog", {"query": "blue pens", "offset": 5})
    plain: dict[str, tuple[str, dict[str, object]]] = {
        "cart": ("get_cart", {}),
        "orders": ("list_requests", {}),
        "take_back": ("take_back", {"number": int(rest) if rest.isdigit() else None}),
        "reorder": ("reorder", {"number": int(rest) if rest.isdigit() else None}),
        "browse": ("browse_catalog", {"category": rest or None}),
    }
    return _took(calls, *plain[verb])


def _took(calls: list[ToolCall], name: str, told: Mapping[str, object] | None) -> bool:
    for call in calls:
        arguments = json.loads(call.arguments)
        fits = told is None or all(
            arguments.get(k, 1 if k == "quantity" else "" if k == "notes" else None) == v
            for k, v in told.items()
        )
        if call.name == name and fits:
            calls.remove(call)
            return True
    return False


def _searched(verb: str, rest: str, count: int | None, calls: list[ToolCall], made: Turn) -> bool:
    words, told = [], dict.fromkeys(("min_price", "max_price", "supplier", "in_stock", "sort"))
    for word in rest.split():
        if word.startswith(("<=", ">=")):
            told["max_price" if word[0] == "<" else "min_price"] = word[2:]
        elif word.startswith("@"):
            told["supplier"] = word[1:].replace("_", " ")
        elif word in {"cheapest", "dearest"}:
            told["sort"] = "price_asc" if word == "cheapest" else "price_desc"
        elif word == "in_stock":
            told["in_stock"] = True
        else:
            words.append(word)
    for call in calls:
        asked = json.loads(call.arguments)
        same = all(
            asked.get(k) == v
            or (v is not None and k.endswith("price") and Decimal(asked.get(k) or -1) == Decimal(v))
            for k, v in told.items()
        )
        if call.name == "search_catalog" and asked["query"].split() == words and same:
            calls.remove(call)
            return verb == "search" or _bought(" ".join(words), count, calls, made)
    return False


def _bought(words: str, count: int | None, calls: list[ToolCall], made: Turn) -> bool:
    """Added where one item fits, else asked which one, or nothing was found."""
    for call in made.calls:
        if call.name == "search_catalog" and json.loads(call.arguments)["query"].startswith(words):
            if call.call_id in made.ending.to_choose:
                return made.ending.to_choose[call.call_id] == (count or 1)
            if call.call_id not in made.ending.lookups:
                return True
    return _took(calls, "add_to_cart", {"quantity": count or 1})


@pytest.mark.parametrize("name", ["statements.jsonl", "others.jsonl"])
def test_what_is_said_is_understood_and_what_is_not_for_the_shop_left_alone(name: str) -> None:
    missed = [
        row["text"]
        for row in lines(name)
        if not is_understood(
            str(row["text"]), CONTEXTS[str(row["in"])], str(row.get("means", "not"))
        )
    ]
    assert not missed
