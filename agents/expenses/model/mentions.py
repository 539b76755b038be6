"""What an act says about expenses, held against the words that it came from.

A value that nothing shows is not deleted: the person is asked whether it is right.
"""

import json
import re
from collections.abc import Sequence
from decimal import Decimal
from difflib import SequenceMatcher
from functools import cache
from string import Template
from typing import NamedTuple, Self

from pydantic import JsonValue, ValidationError

from adapters.model.act_checks import may_take_back, without_details
from adapters.model.amount_evidence import evidence_of, numbers_in, with_plain_digits
from adapters.model.fragment import Fragment
from adapters.model.prompts import page, pages
from adapters.model.question import Json
from adapters.model.software_orders import without_orders
from adapters.model.text_evidence import (
    abbreviates,
    currency_stands_in,
    unexplained,
    words_stand_in,
)
from adapters.model.written_calls import amounts_of, lists_of
from agents.expenses.card import CARD
from agents.expenses.categories import (
    CATEGORIES,
    INCOME_CATEGORIES,
    MAX_CATEGORY_LENGTH,
    built_in_category,
    known_category,
    names_of,
)
from agents.expenses.details import Mention
from agents.expenses.features import FEATURES
from agents.expenses.ledger import THE_SAVE
from agents.expenses.model.schemas import WrittenExpenses, values_in, written_details
from agents.expenses.offline.corrections import field_called
from agents.expenses.offline.guesses import kind_in
from agents.expenses.offline.kinds import named_income
from agents.expenses.offline.sureness import LARGEST_COUNT
from agents.expenses.offline.tables import small_words
from agents.expenses.offline.unclear_amounts import as_heard
from agents.expenses.shown import MoneyKind
from agents.expenses.spending import InsightMeasure, InsightQuery
from agents.expenses.tools import SUMMARISE_SPENDING, tools_for_models
from domain.history import Speaker
from domain.messages import CallRequest
from domain.money import AmountOrigin, amount_stands_in
from domain.tools import Effect, Tool
from domain.understanding import Act, ActKind, Person, TaskView, UnderstandRequest, Understood
from language.currencies import named, resolve
from language.words import without_accents
from language.yes_no import denies

PROMPTS = f"{__package__}.prompts"


@cache
def fragment() -> Fragment:
    """The expenses' part of the question what messages mean."""
    return Fragment(
        form=WrittenExpenses,
        page=Template(page("understand", PROMPTS)).substitute(
            categories=", ".join(CATEGORIES),
            of_income=", ".join(INCOME_CATEGORIES),
            tools=_listed(tools_for_models()),
        ),
        check=checked_act,
        known=shown_to_models,
        find_omissions=find_omissions,
        answers=FEATURES.answers,
        deletion=THE_SAVE,
        prompts=pages(PROMPTS),
        purposes=tuple(tool.purpose for tool in tools_for_models()),
    )


def _listed(tools: Sequence[Tool]) -> str:
    return "\n".join(f"  - `{tool.name}`: {tool.purpose}" for tool in tools)


def shown_to_models(known: JsonValue) -> Json:
    """Only the fields that are known; nothing where they are not this agent's."""
    try:
        mention = Mention.model_validate(known or {})
    except ValidationError:
        return {}
    shown: dict[str, Json] = mention.model_dump(
        mode="json", exclude_none=True, exclude_defaults=True
    )
    return shown


def checked_act(act: Act, words: str, request: UnderstandRequest) -> Act | None:
    """The act with where each of its values comes from; None when nothing of it is shown.

    An amount that nothing shows is asked about, an expense with a name that nothing shows is
    proposed; a change to such a name is left out.
    """
    if act.call is not None:
        call = _checked_call(act.call, words, request)
        captions = {said.message_id for said in request.said if said.caption}
        below_a_file = not captions.isdisjoint(act.message_ids)
        return act.model_copy(update={"call": call}) if call and not below_a_file else None
    told = Mention.model_validate(act.details or {})
    if act.kind is ActKind.WHY and told == Mention():
        return act.model_copy(update={"details": _field_asked_about(act, words, request)})
    shown = _WordEvidence.of(words, request)
    mention = shown.in_own_words(_checked_mention(told, shown))
    if act.kind is ActKind.DETAIL and told.category and _is_about_category(told):
        # It is what the words are about, in whatever language; the card shows it, and it changes.
        named = known_category(told.category) or mention.category
        mention = Mention(category=named, item=mention.item)
    if any(said.spoken for said in request.said if said.message_id in act.message_ids):
        mention = as_heard(mention, words, request.person.currency)
    if _is_supported(act, mention, shown):
        proposed = act.kind is ActKind.OPEN and not shown.all_names(mention)
        checked = mention if act.kind is ActKind.OPEN else shown.without_unshown(mention)
        details = written_details(checked)
        return act.model_copy(update={"details": details, "proposed": act.proposed or proposed})
    if act.kind is ActKind.OPEN:
        return None
    # A change of which nothing is in the message was not understood.
    return without_details(act, ActKind.UNCLEAR if act.kind is ActKind.DETAIL else None)


def _field_asked_about(act: Act, words: str, request: UnderstandRequest) -> JsonValue:
    """The value whose field the words name: "which date did you use?"; else None."""
    task = next((task for task in request.tasks if task.task_id == act.task_id), None)
    called = filter(None, map(field_called, re.findall(r"\w+", words.casefold())))
    field, known = next(called, None), task.known if task is not None else None
    if field is None or not isinstance(known, dict) or known.get(field) is None:
        return None
    return {field: known[field]}


def _is_supported(act: Act, mention: Mention, shown: "_WordEvidence") -> bool:
    """Whether anything of it is shown. What answers a question may be said in words that no list
    knows; a new expense of which nothing is shown is invented.
    """
    if act.kind is ActKind.DETAIL:
        return mention != Mention() and bool(shown.words.strip())
    unshown: dict[str, object] = {"likely_category": None}
    if mention.amount_origin is AmountOrigin.UNSURE:
        unshown |= {"amount": None, "currency": None, "amount_origin": None}
    left = shown.without_unshown(mention).model_copy(update=unshown)
    return left != Mention(kind=mention.kind if act.kind is ActKind.OPEN else None)


def _is_about_category(told: Mention) -> bool:
    """Whether it says what category it is and, at most, what it was for."""
    of_that = {"likely_category": told.likely_category, "item": told.item}
    return told == Mention(category=told.category, **of_that)


def _checked_call(call: CallRequest, words: str, request: UnderstandRequest) -> CallRequest | None:
    """The call with only the amounts that the words show: what it lacks then, the tool asks for.
    Its other values stand on the card. None for a change that the words may not have asked for.
    """
    tool = next(tool for tool in tools_for_models() if tool.name == call.name)
    if tool is SUMMARISE_SPENDING:
        return call if _query_stands_in(call.arguments, request) else None
    if tool.effect is Effect.READ:
        return call  # it saves nothing: what it is asked stands in it
    if not words.strip():
        return None
    arguments = json.loads(call.arguments)
    amounts = [name for name in amounts_of(tool.arguments) if name in arguments]
    shown = _WordEvidence.of(words, request)
    for name in amounts:
        if not _is_told(Decimal(arguments[name]), shown):
            del arguments[name]
    for name, kind in lists_of(tool.arguments).items():
        entries = arguments.get(name, ())
        own = [
            (Decimal(each[n]), each.pop("formula", "")) if n == "amount" else (Decimal(each[n]), "")
            for each in entries
            for n in amounts_of(kind)
            if n in each
        ]
        amounts += [name for amount, _ in own if amount]
        if not all(not amount or _is_told(amount, shown, formula) for amount, formula in own):
            del arguments[name]
    if not amounts and not may_take_back(words, request):
        return None
    return call.model_copy(update={"arguments": json.dumps(arguments)})


def _is_told(amount: Decimal, shown: "_WordEvidence", formula: str = "") -> bool:
    found = evidence_of(amount, shown.digits, shown.earlier, formula)
    return found.origin is not AmountOrigin.UNSURE


def find_omissions(
    request: UnderstandRequest, understood: Understood, by_rules: Understood
) -> Sequence[Act]:
    """The acts of rules with an amount that is in none of a model's acts, where that tells of
    expenses. What a model takes for talk is left to its words. A small number that rules are not
    sure of is at most asked about again, never proposed: it may count people, nights or rooms.
    """
    own = [act for act in understood.acts if act.agent == CARD.slug and act.kind in _TELLING]
    if not own:
        return ()
    amounts = {amount for act in own for amount in _amounts_of(act)}
    settled = any(act.call is not None and Decimal(0) in _amounts_of(act) for act in own)
    if settled:  # what is forgiven of a debt is in no other amount
        return ()
    words = "\n".join(said.text for said in request.said)
    names = "\n".join(name for act in own for name in _names_of(act))
    read = (act for act in by_rules.acts if act.agent == CARD.slug and act.kind is ActKind.OPEN)
    return [
        act.model_copy(update={"likely": act.likely and not _may_be_count(act)})
        for act in read
        if (act.likely or not _may_be_count(act))
        and (told := _amounts_of(act))
        and amounts.isdisjoint(told)
        # An amount in words may have been read wrong, by rules above all.
        and all(amount_stands_in(amount, words) for amount in told)
        # Of something that the model's acts name, it read another amount.
        and not any(words_stand_in(name, names) for name in _names_of(act))
    ]


def _may_be_count(act: Act) -> bool:
    told = Mention.model_validate(act.details or {})
    bare = told.currency is None and not act.sure
    return bare and all(each <= LARGEST_COUNT and not each % 1 for each in _amounts_of(act))


def _names_of(act: Act) -> list[str]:
    told = Mention.model_validate(act.details or {})
    return [name for name in (told.merchant, told.item) if name]


_TELLING = frozenset({ActKind.OPEN, ActKind.DETAIL})


def _amounts_of(act: Act) -> set[Decimal]:
    """The amounts that an act carries, and those that one was worked out from."""
    if act.call is not None:
        leaves = [str(each) for each in values_in(json.loads(act.call.arguments))]
        return {Decimal(each) for each in leaves if _DECIMAL.fullmatch(each)}
    told = Mention.model_validate(act.details or {})
    amounts = [told.amount, *told.ambiguous_amounts, *numbers_in(told.amount_evidence or "")]
    return {amount for amount in amounts if amount is not None}


_DECIMAL = re.compile(r"\d+(?:\.\d+)?")


_STEM = 5
"""Letters with which two words begin that are of one stem."""
_ROOT = 4
"""Letters that two forms of one word share at least, as "getankt" and "tanken"."""


def _is_of_one_stem(one: str, other: str) -> bool:
    stem = other[: max(_STEM, len(other) // 2)]
    if len(stem) >= _STEM and one.startswith(stem):
        return True
    shared = SequenceMatcher(None, one, other, autojunk=False).find_longest_match().size
    return shared >= max(_ROOT, len(other) * 3 // 5)


_WORDS = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*")
_JOINING = frozenset(["too", "auch", "también", "aussi", "ook", "juga", "lagi", "y", "et"])
_UNPARTED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\u0e00-\u0e7f]")
_FEW_WORDS = 3
"""More of them are a sentence, and no name for what somebody paid for."""


class _WordEvidence(NamedTuple):
    """Texts that the values of a model are compared with."""

    words: str
    """The person's, without orders to software."""
    digits: str
    """The same words with their numbers in digits too."""
    earlier: tuple[str, ...]
    """Cards and messages before, newest first."""
    person: Person
    believed: bool
    """Values of a model that are not in the words may be right: the words are no small talk, and no
    text speaks to software."""

    @classmethod
    def of(cls, words: str, request: UnderstandRequest) -> Self:
        cards = [_in_words(task) for task in reversed(request.tasks) if task.agent == CARD.slug]
        said = [without_orders(entry.text) for entry in reversed(request.history)]
        digits = with_plain_digits(words)
        return cls(
            words,
            digits,
            tuple(filter(None, [*cards, *said])),
            request.person,
            may_take_back(words, request),
        )

    def name(self, name: str | None) -> str | None:
        """The name, or what of it stands in the words, where that is less than all of it."""
        if not name or words_stand_in(name, self.words):
            return name
        return " ".join(word for word in name.split() if self._has_word(word)) or name

    def _has_word(self, word: str) -> bool:
        """Whether a word stands in the words or in an earlier text, with other accents and endings
        too ("cleaning" for "cleaner"), or shortened ("mkn" for "makan").
        """
        plain = without_accents(word)
        texts = [without_accents(text) for text in (self.words, *self.earlier)]
        return any(words_stand_in(plain, text) for text in texts) or any(
            _is_of_one_stem(each, plain) or abbreviates(each, plain) for each in texts[0].split()
        )

    def has(self, name: str | None) -> bool:
        words = (name or "").split()
        return all(self._has_word(word) for word in words if any(map(str.isalnum, word)))

    def has_part(self, item: str | None) -> bool:
        """Whether the words show what it was for: half of its words that are no small ones."""
        words = [w for w in (item or "").split() if any(map(str.isalnum, w))]
        telling = [word for word in words if len(word) >= _ROOT] or words
        return 2 * sum(map(self._has_word, telling)) >= len(telling)

    def in_own_words(self, mention: Mention) -> Mention:
        """With the person's words as what it was for, where these are few and the model has put
        them in its own: "tyre repair" for "tayar". Beside somebody who was paid, or who paid, what
        no word shows is left out; income that the words show is called as its category.
        """
        is_told = mention.amount is not None and mention.amount_origin is None and self.believed
        if not is_told or self.has_part(mention.item) or not self.has(mention.merchant):
            return mention
        if mention.merchant:
            return mention.model_copy(update={"item": None})
        if mention.kind is MoneyKind.INCOME:
            income = named_income(mention.likely_category or "") if self.shows_income() else None
            return mention.model_copy(update={"item": income.casefold()}) if income else mention
        more = (mention.occurred_on, mention.payment_method, mention.category, mention.reference)
        said = self._few_words()
        if not said or any(more) or denies(self.words) or len(numbers_in(self.words)) != 1:
            return mention
        return mention.model_copy(update={"item": " ".join(said)})

    def _few_words(self) -> list[str]:
        """The words without small ones around them; none where they are many, or a script does not
        part them.
        """
        if _UNPARTED.search(self.words):
            return []
        small = small_words("filler") | _JOINING
        said = [w for w in _WORDS.findall(self.words) if resolve(w, self.person.currency) is None]
        while said and said[0].casefold() in small:
            del said[0]
        while said and said[-1].casefold() in small:
            del said[-1]
        return said if len(said) <= _FEW_WORDS else []

    def shows_income(self) -> bool:
        return kind_in(self.words) is MoneyKind.INCOME or named_income(self.words) is not None

    def has_day(self, told: Mention) -> bool:
        """Whether a card or a message before shows the day: what is told may be of the same."""
        day = told.occurred_on.isoformat() if told.occurred_on else ""
        return bool(day) and any(day in text for text in self.earlier)

    def all_names(self, mention: Mention) -> bool:
        """Whether the words show its names. Income may be called by its usual name where other
        words show that it is income.
        """
        income = mention.kind is MoneyKind.INCOME and named_income(mention.item or "") is not None
        item = self.has_part(mention.item) or (income and self.shows_income())
        return self.has(mention.merchant) and item

    def without_unshown(self, mention: Mention) -> Mention:
        merchant = mention.merchant if self.has(mention.merchant) else None
        item = mention.item if self.has_part(mention.item) else None
        return mention.model_copy(update={"merchant": merchant, "item": item})


def _in_words(task: TaskView) -> str:
    known = shown_to_models(task.known)
    told = " ".join(str(value) for value in known.values()) if isinstance(known, dict) else ""
    return f"#{task.number} {told}" if told else ""


def _checked_mention(told: Mention, shown: _WordEvidence) -> Mention:
    ambiguous = tuple(a for a in told.ambiguous_amounts if amount_stands_in(a, shown.digits))
    amount = told.amount if len(ambiguous) <= 1 else None
    found = None
    if amount is not None:
        found = evidence_of(amount, shown.digits, shown.earlier, told.amount_evidence or "")
    names = Mention(
        kind=told.kind,
        merchant=shown.name(told.merchant),
        item=told.item if shown.has_part(told.item) else shown.name(told.item),
        category=_named_category(told, shown),
        payment_method=_named(told.payment_method, shown.words),
        reference=_named(told.reference, shown.words),
    )
    amounts = [a for a in (amount, *ambiguous) if a is not None]
    explained = names.merchant, names.item, names.category, names.payment_method, names.reference
    says_more = unexplained(shown.words, amounts, explained)
    origin = found.origin if found else None
    written = numbers_in(shown.words)
    if not shown.believed and origin in {AmountOrigin.UNSURE, AmountOrigin.EARLIER}:
        amount = origin = None
    if amount is not None and origin is AmountOrigin.UNSURE and len(written) == 1:
        # The words have another number: the person says which one holds.
        ambiguous = (*written, amount)
        amount = origin = None
    currency = told.currency
    if currency and not _currency_is_shown(currency, shown):
        if says_more and currency != shown.person.currency:
            # Some word may well mean that currency ("pavos"): the person is asked.
            origin = AmountOrigin.UNSURE if amount is not None else origin
        else:
            currency = None
    likely = told.likely_category or told.category
    find_category = built_in_category if told.kind is MoneyKind.INCOME else known_category
    return names.model_copy(
        update={
            "amount": amount,
            # A single reading is no ambiguity, and not certain either: the person is asked.
            "ambiguous_amounts": ambiguous if amount is None and len(ambiguous) > 1 else (),
            "amount_origin": origin,
            "amount_evidence": (found.quote or None) if found else None,
            "currency": currency,
            "occurred_on": told.occurred_on if says_more or shown.has_day(told) else None,
            "likely_category": None if names.category or not likely else find_category(likely),
        }
    )


def _currency_is_shown(code: str, shown: _WordEvidence) -> bool:
    if currency_stands_in(code, shown.words, shown.person.locale):
        return True
    written = named(shown.words, code)
    return written is not None and written.code == code


def _named(name: str | None, words: str) -> str | None:
    return name if name and words_stand_in(name, words) else None


_AND = 2
"""Letters of what joins the words of a category's name: "y", "et", "&"."""


def _named_category(told: Mention, shown: _WordEvidence) -> str | None:
    """A built-in category of which the person said at least one word, in any language of ours, or
    one of the person's own that stands in the words or on what was shown, and as no other name.
    """
    name = " ".join((told.category or "").split())
    category = known_category(name) if name else None
    if category is not None:
        parts = [p for name in names_of(category) for p in name.split() if len(p) > _AND]
        return category if any(words_stand_in(part, shown.words) for part in parts) else None
    others = {(other or "").casefold() for other in (told.merchant, told.item)}
    stands = any(words_stand_in(name, text) for text in (shown.words, *shown.earlier))
    is_own = name.casefold() not in others and stands
    return name if name and is_own and len(name) <= MAX_CATEGORY_LENGTH else None


def _query_stands_in(arguments: str, request: UnderstandRequest) -> bool:
    """A question about another shop or category than the one asked for gives a wrong answer. What
    is wrong with the arguments themselves the tool says.
    """
    try:
        query = InsightQuery.model_validate_json(arguments)
    except ValidationError:
        return True
    both = ((query.since, query.until), (query.against_since, query.against_until))
    if any(since and until and since > until for since, until in both):
        return False
    compared = query.against_since is not None and query.against_until is not None
    if compared is not (query.measure is InsightMeasure.COMPARE):
        return False
    earlier = [entry.text for entry in request.history if entry.speaker is Speaker.PERSON]
    words = "\n".join([*(said.text for said in request.said), *earlier])
    named = filter(None, (query.merchant, query.item, query.payment_method))
    if not all(words_stand_in(name, words) for name in named):
        return False
    category = query.category
    return not category or bool(built_in_category(category)) or words_stand_in(category, words)
