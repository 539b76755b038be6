"""Longer answers in words: hints, and where a value came from."""

from agents.expenses.replies import DeletedTogether, Hinted, NoExpense, NotYours, ValueOrigin
from agents.expenses.shown import Card
from agents.expenses.tools import MAX_TAKEN_BACK
from agents.expenses.words import cards
from agents.expenses.words.names import member_name
from bot.texts.formats import Formats, shown
from bot.texts.speech import Wording, Words, table


def provenance(content: ValueOrigin, formats: Formats) -> Wording:
    """Where a field's value came from; without a field, where every value came from."""
    card, field = content.card, cards.field_name(content.field)
    names = [field] if field else [cards.field_name(name) for name in card.provenance]
    lines = [_origin(card, name, formats) for name in names]
    if not lines:
        return Wording(lead=formats.catalogue.text("expenses.provenance.nothing"), beside=True)
    return Wording(lead=lines[0], tail=tuple(lines[1:]), beside=True)


def _origin(card: Card, field: str, formats: Formats) -> str:
    words, label = formats.catalogue, cards.field_label(field, formats)
    value = cards.field_value(card, field, formats)
    origin = cards.provenance(card, field)
    if value is None:
        return words.text("expenses.provenance.none", field=label)
    if origin is None or not words.has(f"expenses.provenance.{origin.source}"):
        return words.text("expenses.provenance.unknown", field=label)
    key, evidence = f"expenses.provenance.{origin.source}", shown(origin.evidence)
    if evidence:
        return words.text(key, value=value, evidence=evidence)
    return words.first(f"{key}.{field}", f"{key}.bare", key, value=value)


def hinted(content: Hinted, formats: Formats) -> Wording:
    """What was heard, what would work, and the last expenses, so that one can be named."""
    words, lines = formats.catalogue, tuple(cards.line(card, formats) for card in content.cards)
    number = content.cards[0].number if content.cards else 1
    key = f"expenses.hint.{content.hint.value}"
    lead = words.text(key, number=str(number))
    if content.heard:
        lead = words.text("expenses.hint.heard", heard=shown(content.heard), hint=lead)
    return Wording(lead=lead, tail=lines)


def not_yours(content: NotYours, formats: Formats) -> Wording:
    """Who alone can change it."""
    words, card = formats.catalogue, content.card
    name = member_name(card.entered_by or "", words)
    lead = words.text(content.topic, what=cards.name_of(card, formats), name=name)
    return Wording(lead=lead)


def deleted_together(content: DeletedTogether, formats: Formats) -> Wording:
    words, gone = formats.catalogue, len(content.cards)
    lines = [cards.line(card, formats) for card in content.cards]
    if gone < content.wanted:
        key = "most" if gone == MAX_TAKEN_BACK else "only"
        lines.append(words.count(f"{content.topic}.{key}", gone))
    lines.append(words.text(f"{content.topic}.restore", number=str(content.cards[0].number)))
    return Wording(lead=words.count(content.topic, gone), tail=tuple(lines))


def no_expense(content: NoExpense, formats: Formats) -> Wording:
    return Wording(lead=formats.catalogue.text(f"expenses.notice.{content.notice.value}"))


WORDS = table(
    Words(ValueOrigin, provenance),
    Words(Hinted, hinted),
    Words(NotYours, not_yours),
    Words(DeletedTogether, deleted_together),
    Words(NoExpense, no_expense),
)
"""What words these topics."""
