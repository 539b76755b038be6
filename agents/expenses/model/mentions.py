"""What an act says about expenses, held against the words that it came from.

A value that the words do not show is dropped, so that the person is asked for it.
"""

import json
from collections.abc import Sequence
from decimal import Decimal
from functools import cache
from string import Template

from pydantic import JsonValue, ValidationError

from adapters.model.prompts import page, pages
from adapters.model.question import Json
from adapters.model.text_evidence import currency_stands_in, unexplained, words_stand_in
from adapters.model.understanding import Fragment, may_take_back, without_details
from adapters.model.written_calls import amounts_of, lists_of
from agents.expenses.categories import CATEGORIES, known_category
from agents.expenses.details import Mention
from agents.expenses.model.schemas import WrittenExpenses, written_details
from agents.expenses.offline.spelled import as_heard
from agents.expenses.spending import InsightMeasure, InsightQuery
from agents.expenses.tools import SUMMARISE_SPENDING, tools_for_models
from domain.history import Speaker
from domain.messages import CallRequest
from domain.money import amount_stands_in
from domain.tools import Effect, Tool
from domain.understanding import Act, ActKind, Person, UnderstandRequest

PROMPTS = f"{__package__}.prompts"


@cache
def fragment() -> Fragment:
    """The expenses' part of the question what messages mean."""
    return Fragment(
        form=WrittenExpenses,
        page=Template(page("understand", PROMPTS)).substitute(
            categories=", ".join(CATEGORIES), tools=_listed(tools_for_models())
        ),
        check=checked_act,
        known=shown_to_models,
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
    """The act with only what ``words`` show; None when nothing of it is left."""
    if act.call is not None:
        call = _checked_call(act.call, words, request)
        captions = {said.message_id for said in request.said if said.caption}
        below_a_file = not captions.isdisjoint(act.message_ids)
        return act.model_copy(update={"call": call}) if call and not below_a_file else None
    said = Mention.model_validate(act.details or {})
    mention = _checked_mention(said, words, request.person)
    if act.kind is ActKind.DETAIL and said == Mention(category=said.category):
        # It is what the words are about, in whatever language; the card shows it, and it changes.
        mention = Mention(category=known_category(said.category) if said.category else None)
    if any(told.spoken for told in request.said if told.message_id in act.message_ids):
        mention = as_heard(mention, words, request.person.currency)
    nothing = Mention(kind=mention.kind if act.kind is ActKind.OPEN else None)
    if mention != nothing:
        return act.model_copy(update={"details": written_details(mention)})
    if act.kind is ActKind.OPEN:
        return None
    # A change of which nothing is in the message was not understood.
    return without_details(act, ActKind.UNCLEAR if act.kind is ActKind.DETAIL else None)


def _checked_call(call: CallRequest, words: str, request: UnderstandRequest) -> CallRequest | None:
    """The call with only the amounts that the words show: what it lacks then, the tool asks for.
    Its other values stand on the card. None for a change that the words may not have asked for.
    """
    tool = next(tool for tool in tools_for_models() if tool.name == call.name)
    if tool is SUMMARISE_SPENDING:
        return call if _query_stands_in(call.arguments, request) else None
    arguments = json.loads(call.arguments)
    amounts = [name for name in amounts_of(tool.arguments) if name in arguments]
    for name in amounts:
        if not amount_stands_in(Decimal(arguments[name]), words):
            del arguments[name]
    for name, kind in lists_of(tool.arguments).items():
        own = [each[n] for each in arguments.get(name, ()) for n in amounts_of(kind) if n in each]
        amounts += own
        if not all(amount_stands_in(Decimal(amount), words) for amount in own):
            del arguments[name]
    if tool.effect is not Effect.READ and not amounts and not may_take_back(words, request):
        return None
    return call.model_copy(update={"arguments": json.dumps(arguments)}) if words.strip() else None


def _checked_mention(mention: Mention, words: str, person: Person) -> Mention:
    amount = _standing(mention.amount, words)
    ambiguous = tuple(a for a in mention.ambiguous_amounts if amount_stands_in(a, words))
    shown = Mention(
        kind=mention.kind,
        merchant=_named(mention.merchant, words),
        item=_named(mention.item, words),
        amount=amount,
        # A single reading is no ambiguity, and not certain either: the person is asked.
        ambiguous_amounts=ambiguous if amount is None and len(ambiguous) > 1 else (),
        currency=mention.currency,
        category=_named_category(mention.category, words),
        payment_method=_named(mention.payment_method, words),
        reference=_named(mention.reference, words),
    )
    says_more = unexplained(
        words, [a for a in (amount, *ambiguous) if a is not None], _names(shown)
    )
    dated = shown.model_copy(update={"occurred_on": mention.occurred_on if says_more else None})
    if not shown.currency or currency_stands_in(shown.currency, words, person.locale):
        return dated
    if says_more and shown.currency != person.currency:
        # Some word may well mean that currency ("bucks"). Taking the amount in the person's own
        # currency would be as wrong as believing the model.
        return dated.model_copy(update={"amount": None, "ambiguous_amounts": (), "currency": None})
    return dated.model_copy(update={"currency": None})


def _names(mention: Mention) -> tuple[str | None, ...]:
    return (
        mention.merchant,
        mention.item,
        mention.category,
        mention.payment_method,
        mention.reference,
    )


def _named(name: str | None, words: str) -> str | None:
    return name if name and words_stand_in(name, words) else None


def _standing(amount: Decimal | None, words: str) -> Decimal | None:
    return amount if amount is not None and amount_stands_in(amount, words) else None


def _named_category(name: str | None, words: str) -> str | None:
    """A built-in category of which the person said at least one word."""
    category = known_category(name) if name else None
    if category is None:
        return None
    parts = [part for part in category.split() if part.isalpha()]
    return category if any(words_stand_in(part, words) for part in parts) else None


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
    return not query.category or known_category(query.category) is not None
