"""A model's words about shopping, held against what this turn's results and the person say.

What was done is said by cards that code makes. A sentence that claims a change which no result of
this turn shows, or that names a price which stands nowhere, is objected to once; where it is
written again, it alone is dropped. Questions, offers and advice are free, in any script.
"""

import re
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from decimal import Decimal, InvalidOperation
from enum import StrEnum
from importlib.resources import files
from itertools import combinations, product

from pydantic import JsonValue

from adapters.model.reply_evidence import sentences_in, without_refused
from agents.procurement.state import Done
from agents.procurement.tools import (
    ADD_ITEM,
    ADD_TO_CART,
    CHANGE_ITEM,
    GET_CART,
    LIST_REQUESTS,
    REORDER,
    RETIRE_ITEM,
    SET_QUANTITY,
    TAKE_BACK,
    CartChanged,
    CheckedOut,
)
from domain.history import Speaker
from domain.plain_text import is_question
from domain.tools import Round, Step, StepRequest
from language.currencies import SIGN
from language.notation import likely_values
from language.numbers import spelled_in


class Claim(StrEnum):
    ADDED = "added"
    REMOVED = "removed"
    CHANGED = "changed"
    ORDERED = "ordered"
    CANCELLED = "cancelled"


def checked_step(request: StepRequest, step: Step) -> Step:
    """The step, without the sentences that nothing supports."""
    say = without_refused(step.say, lambda sentence: _refusal(sentence, request))
    return step.model_copy(update={"say": say})


def objection_to_step(request: StepRequest, step: Step) -> str:
    """Why a model is to write other words; empty where all of them may be said. Words beside calls
    are not worth asking again.
    """
    if step.calls:
        return ""
    reasons = (_refusal(sentence, request) for sentence in sentences_in(step.say))
    return next(filter(None, reasons), "")


def _refusal(sentence: str, request: StepRequest) -> str:
    """Why a sentence may not be said; empty where it may."""
    text = sentence.casefold()
    asks = is_question(text)
    claimed = set() if asks else _claims(text)
    if unshown := claimed - _claims_shown(request.rounds):
        what = ", ".join(sorted(unshown))
        return f"the words claim that something was {what}, which no result of this turn shows"
    if not asks and not _cart_is_as_said(text, request):
        return "the words say of the cart what neither the context nor a result shows"
    facts = _facts(request)
    wrong = _binding(text) - facts if claimed else _unshown(_priced(text), facts, text, request)
    if wrong:
        return "the words name a price or quantity that no result gave"
    return ""


# Figures

_FIGURE = re.compile(r"\d+(?:[.,'\u00a0\u202f ]\d{3})*(?:[.,]\d+)?|\d+")
_LEAST_SPELLED = 11
"""Smaller numbers in words are no figures: "one of them"."""
_DOZEN = re.compile(r"\b(?:dozen|dutzend|sedozen)\b")
_AMOUNT = re.compile(rf"(?<!\w){SIGN}\s*(\d[\d.,']*)|(?<![\w-])(\d+(?:[.,']\d+)*)\s*{SIGN}(?!\d)")
_ORDERED_AS = re.compile(r"\bpr\s?-?\s?(\d+)")
_TIMES = re.compile(r"(\d+)\s?[x×]|[x×]\s?(\d+)\b")


def _priced(text: str) -> set[Decimal]:
    """Money and numbers of requests: these have to be facts."""
    return _found_by((_AMOUNT, _ORDERED_AS), text)


def _binding(text: str) -> set[Decimal]:
    """Where a change is claimed quantities have to be facts as well. That they stand in the name of
    a product ("box of 12") does not make them one.
    """
    return _found_by((_AMOUNT, _ORDERED_AS, _TIMES), text) | _spelled(text)


def _spelled(text: str) -> set[Decimal]:
    numbers = (one.whole for one in spelled_in(_DOZEN.sub("twelve", text), prices=False))
    return {Decimal(number) for number in numbers if number >= _LEAST_SPELLED}


def _found_by(patterns: Iterable[re.Pattern[str]], text: str) -> set[Decimal]:
    return {
        number
        for pattern in patterns
        for match in pattern.finditer(text)
        for number in _numbers(" ".join(group for group in match.groups() if group))
    }


def _unshown(
    figures: set[Decimal], facts: set[Decimal], text: str, request: StepRequest
) -> set[Decimal]:
    """The figures that are no fact, nor one so many times as the sentence or the person says, nor
    what several prices come to, each so many times, nor how far a fact is from what the person
    named, also before this turn: "RM78 over your 900".
    """
    before = _said_before(request)
    times = {Decimal(one.whole) for each in (text, *_words(request)) for one in spelled_in(each)}
    times |= {n for each in (text, *_words(request)) for n in _numbers(each)} - figures
    money = {n for n in before if n >= _LEAST_LIMIT}
    unshown = figures - facts - money - {n * fact for n in times for fact in facts}
    unshown -= {abs(fact - n) for n in money for fact in facts}
    return unshown and unshown - _sums_of(_prices(request), times | before)


_LEAST_LIMIT = 20
"""What people name of money to spend is more than what they name of pieces, mostly."""
_ADDED_UP = 3
_MOST_PRICES, _MOST_TIMES = 12, 6
"""Of more, almost any figure would be some sum."""


def _sums_of(prices: set[Decimal], times: set[Decimal]) -> set[Decimal]:
    counts = {n for n in times | {Decimal(1)} if n > 0 and n == n.to_integral_value()}
    if len(prices) > _MOST_PRICES or len(counts) > _MOST_TIMES:
        return set()
    return {
        sum((n * price for n, price in zip(each, added, strict=True)), Decimal(0))
        for size in range(2, _ADDED_UP + 1)
        for added in combinations(sorted(prices), size)
        for each in product(counts, repeat=size)
    }


def _prices(request: StepRequest) -> set[Decimal]:
    """What one of each product costs that a result of this turn shows."""
    return {
        price
        for done in request.rounds
        for result in done.results
        for each in _objects(result.value)
        for price in _number(each.get("price"))
    }


def _said_before(request: StepRequest) -> set[Decimal]:
    """Numbers that the person named before this turn."""
    said = (each.text for each in request.history if each.speaker is Speaker.PERSON)
    return {n for text in said for n in _numbers(text)}


def _words(request: StepRequest) -> list[str]:
    heard = (each for done in request.rounds for each in done.heard)
    return [each.text.casefold() for each in (*request.said, *heard)]


def _numbers(text: str) -> Iterator[Decimal]:
    for match in _FIGURE.finditer(text):
        yield likely_values(match[0])[0]


def _facts(request: StepRequest) -> set[Decimal]:
    """Values of results and of the cart, and whatever the person said."""
    texts = _words(request)
    texts += [part for m in _CART_FACTS.finditer(request.context) for part in m.groups() if part]
    known = {n for text in texts for m in _FIGURE.finditer(text) for n in likely_values(m[0])}
    known |= {number for text in texts for number in _spelled(text)}
    for each in request.rounds:
        for result in each.results:
            known |= set(_values(result.value))
    return known


_CART_FACTS = re.compile(r"\(x(\d+)\)|[\])] - ([\d.]+)|total ([\d.]+)|: (\d+) line")
"""Also prices of the list that was shown last."""


_OF_THE_SEARCH = {"asked", "offset", "score"}
"""What was searched, and how well it fits: no facts about products."""


def _objects(value: JsonValue) -> Iterator[dict[str, JsonValue]]:
    """A result and all objects in it, without what is of the search alone."""
    if isinstance(value, list):
        for part in value:
            yield from _objects(part)
    elif isinstance(value, dict):
        own = {name: part for name, part in value.items() if name not in _OF_THE_SEARCH}
        yield own
        yield from _objects(list(own.values()))


def _values(value: JsonValue) -> Iterator[Decimal]:
    """Whole values that are numbers, and what lines come to, as the cart and a request show it."""
    for each in _objects(value):
        for part in each.values():
            yield from _number(part)
        quantity = each.get("quantity")
        for price in _number(each.get("price_now", each.get("price"))):
            if isinstance(quantity, int):
                yield price * quantity


def _number(value: JsonValue) -> Iterator[Decimal]:
    if isinstance(value, str | int | float) and not isinstance(value, bool):
        try:
            yield Decimal(str(value))
        except InvalidOperation:
            return


# Claims

_WORDS = tomllib.loads(files(__package__).joinpath("claims.toml").read_text(encoding="utf-8"))


def _filled(form: str, parts: Mapping[str, str]) -> str:
    for name, part in parts.items():
        form = form.replace(f"{{{name}}}", part)
    return form


_CLAIMS = {
    claim: [
        re.compile(_filled(_WORDS["past"][language], {**_WORDS["parts"], "done": words}))
        for language, words in _WORDS["done"][claim.value].items()
    ]
    for claim in Claim
}
_COMES, _NOT_DONE, _OF_THE_CART, _EMPTY = (
    re.compile(_WORDS["sentences"][name]) for name in ("comes", "not_done", "of_the_cart", "empty")
)


def _claims(text: str) -> set[Claim]:
    """Returns the changes that a sentence claims."""
    found = {
        claim
        for claim, patterns in _CLAIMS.items()
        for pattern in patterns
        for match in pattern.finditer(text)
        if not _NOT_DONE.search(text[: match.start()]) and not _NOT_DONE.search(match[0])
    }
    return found | ({Claim.ORDERED} if _COMES.search(text) else set())


def _claims_shown(rounds: Iterable[Round]) -> set[Claim]:
    """What the results of this turn show to have happened, or to stand in a list of requests."""
    shown: set[Claim] = set()
    for done in _done(rounds):
        shown |= _SHOWN_BY.get(done.call.name, frozenset())
        if done.call.name == SET_QUANTITY.name:
            changed = done.value(CartChanged)
            shown.add(Claim.REMOVED if changed and not changed.quantity else Claim.CHANGED)
        sent = done.value(CheckedOut)
        if sent is not None and sent.request is not None:
            shown.add(Claim.ORDERED)
    return shown


_SHOWN_BY = {
    ADD_TO_CART.name: frozenset({Claim.ADDED}),
    ADD_ITEM.name: frozenset({Claim.ADDED}),
    CHANGE_ITEM.name: frozenset({Claim.CHANGED}),
    RETIRE_ITEM.name: frozenset({Claim.REMOVED}),
    REORDER.name: frozenset({Claim.ADDED}),
    TAKE_BACK.name: frozenset({Claim.CANCELLED, Claim.ADDED}),
    LIST_REQUESTS.name: frozenset({Claim.ORDERED, Claim.CANCELLED}),
}


def _done(rounds: Iterable[Round]) -> Iterator[Done]:
    """The calls that succeeded."""
    for each in rounds:
        made = map(Done, each.calls, each.results)
        yield from (done for done in made if done.ok)


# Statements about the cart


def _cart_is_as_said(text: str, request: StepRequest) -> bool:
    """A statement about the cart needs it in the input of this round."""
    shown_by = {done.call.name for done in _done(request.rounds)}
    has_lines = request.context.startswith("Cart")
    seen = has_lines or not shown_by.isdisjoint(_SHOWING_THE_CART)
    if _EMPTY.search(text):
        # Without lines it is left out of the input: then it is empty indeed.
        return not has_lines
    told = _OF_THE_CART.search(text)
    return seen or told is None or _NOT_DONE.search(text[: told.end()]) is not None


_SHOWING_THE_CART = {
    tool.name for tool in (GET_CART, ADD_TO_CART, SET_QUANTITY, REORDER, TAKE_BACK)
}
