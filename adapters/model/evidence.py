"""Checks of model output against what it came from: output is data, never an order.

A model may read, compare and choose among what is offered; it may not add. A value that the words
do not show is dropped, so that the person is asked for it; an answer of which nothing is left, or
that names what was not offered, raises ``InvalidModelOutputError`` and is not used at all.
"""

from decimal import Decimal

from adapters.model.software_orders import without_orders
from adapters.model.text_evidence import (
    confirms,
    currency_stands_in,
    takes_back,
    unexplained,
    words_stand_in,
)
from domain.categories import MAX_SUGGESTIONS, known_category
from domain.errors import InvalidModelOutputError
from domain.history import Speaker
from domain.money import amount_stands_in
from domain.understanding import (
    Act,
    ActKind,
    Categorized,
    Decided,
    DecideRequest,
    InsightQuery,
    Mention,
    Person,
    UnderstandRequest,
    Understood,
)

_SPEAKING_OF_FIELDS = frozenset({ActKind.EXPENSE, ActKind.DETAIL, ActKind.WHY})
_TAKING_BACK = frozenset({ActKind.CANCEL, ActKind.UNDO})


def checked_understood(request: UnderstandRequest, understood: Understood) -> Understood:
    """The acts with only what the messages show."""
    checked = [(_checked_act(act, request), act) for act in understood.acts]
    acts = tuple(act for act, _ in checked if act is not None)
    heard = {message_id for act in acts for message_id in act.message_ids}
    unheard = {i for act, was in checked if act is None for i in was.message_ids} - heard
    if not acts or unheard:
        msg = "no act of the answer is supported by the messages, or by one of them"
        raise InvalidModelOutputError(msg)
    return understood.model_copy(update={"acts": acts})


def _checked_act(act: Act, request: UnderstandRequest) -> Act | None:
    _offered(act, request)
    # All messages count, not only those that the act names: models forget to name some, and every
    # one of them is the person's own word. Except for what speaks to software: a model that obeys
    # it would find its amounts there.
    words = "\n".join(without_orders(said.text) for said in request.said)
    if not _asked_for(act, words, request):
        return None
    if act.kind is ActKind.AFFIRM and not confirms(words):
        # A yes can save a doubtful amount; without a word of agreement it has to be asked again.
        return act.model_copy(update={"kind": ActKind.UNCLEAR, "mentions": (), "query": None})
    if act.kind not in _SPEAKING_OF_FIELDS:
        query = act.query if act.kind is ActKind.INSIGHTS else None
        return act.model_copy(update={"mentions": (), "query": query})
    mentions = tuple(
        mention
        for mention in (_checked_mention(m, words, request.person) for m in act.mentions)
        if mention != Mention()
    )
    if act.kind is ActKind.EXPENSE:
        return act.model_copy(update={"mentions": mentions, "query": None}) if mentions else None
    if act.kind is ActKind.DETAIL and len(mentions) != 1:
        # Nothing it claims to change is in the message: then it was not understood.
        return act.model_copy(update={"kind": ActKind.UNCLEAR, "mentions": (), "query": None})
    return act.model_copy(update={"mentions": mentions, "query": None})


def _asked_for(act: Act, words: str, request: UnderstandRequest) -> bool:
    """Whether an act that answers or takes away is what the person wants. Whatever a receipt or an
    earlier message says: nothing goes away unless the new messages ask for it.
    """
    if act.kind is ActKind.INSIGHTS:
        return act.query is not None and _query_stands_in(act.query, request)
    return act.kind not in _TAKING_BACK or takes_back(words)


def _offered(act: Act, request: UnderstandRequest) -> None:
    if act.task_id is not None and act.task_id not in {task.task_id for task in request.tasks}:
        msg = "an act names a task that was not offered"
        raise InvalidModelOutputError(msg)
    if act.agent and act.agent not in {card.slug for card in request.agents}:
        msg = "an act names an agent that was not offered"
        raise InvalidModelOutputError(msg)
    if not {said.message_id for said in request.said}.issuperset(act.message_ids):
        msg = "an act names a message that was not offered"
        raise InvalidModelOutputError(msg)


def _checked_mention(mention: Mention, words: str, person: Person) -> Mention:
    amount = _standing(mention.amount, words)
    ambiguous = tuple(a for a in mention.ambiguous_amounts if amount_stands_in(a, words))
    shown = Mention(
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


def _query_stands_in(query: InsightQuery, request: UnderstandRequest) -> bool:
    """A question about another shop or category than the one asked for gives a wrong answer."""
    if query.since and query.until and query.since > query.until:
        return False
    earlier = [entry.text for entry in request.history if entry.speaker is Speaker.PERSON]
    words = "\n".join([*(said.text for said in request.said), *earlier])
    if query.merchant and not words_stand_in(query.merchant, words):
        return False
    return not query.category or known_category(query.category) is not None


def checked_categorized(categorized: Categorized) -> Categorized:
    """Only built-in categories, written as they are."""
    category = known_category(categorized.category) if categorized.category else None
    named = [category, *(known_category(s) for s in categorized.suggestions)]
    suggestions = tuple(dict.fromkeys(s for s in named if s))[:MAX_SUGGESTIONS]
    if not suggestions:
        msg = "the answer names no category that exists"
        raise InvalidModelOutputError(msg)
    return categorized.model_copy(
        update={
            "category": category,
            "confidence": categorized.confidence if category else 0.0,
            "suggestions": suggestions,
        }
    )


def checked_decided(request: DecideRequest, decided: Decided) -> Decided:
    """Only one of the legal actions."""
    if decided.action not in request.legal:
        msg = "the chosen action is not a legal one"
        raise InvalidModelOutputError(msg)
    return decided
