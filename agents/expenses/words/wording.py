"""What the agent says of an expense, and how the platform shows one for it."""

from collections.abc import Sequence
from decimal import Decimal

from pydantic import JsonValue

from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES
from agents.expenses.features import FEATURES
from agents.expenses.replies import (
    About,
    AskCategory,
    Corrected,
    Deleted,
    Dropped,
    Kept,
    NotSaved,
    Restored,
    Reverted,
    Saved,
    SavedTogether,
    StorageDown,
    Unchanged,
    Unreadable,
)
from agents.expenses.shown import Card, Change, MoneyKind
from agents.expenses.words import cards, feature_notices, importing, questions, reports, spending
from agents.expenses.words.names import category_name
from bot.texts.cards import AgentButton
from bot.texts.catalogue import Catalogue
from bot.texts.formats import Formats, plain_line
from bot.texts.reasons import reason
from bot.texts.speech import CardView, Wording, Words, table
from domain.agents import AgentCard
from domain.replies import Choice
from domain.topics import PressAction

MANY = 5
"""Expenses saved together are shown as cards up to so many; more are a list."""


class ExpenseCards:
    """Implements ``bot.texts.cards.Cards``."""

    agent: AgentCard = CARD
    options: Sequence[str] = CATEGORIES
    many_choices: frozenset[str] = frozenset({AskCategory.topic})

    def view(self, card: JsonValue, formats: Formats) -> CardView:
        return cards.view(Card.model_validate(card), formats)

    def line(self, card: JsonValue, formats: Formats) -> str:
        return cards.line(Card.model_validate(card), formats)

    def name(self, card: JsonValue, formats: Formats) -> str:
        return cards.name_of(Card.model_validate(card), formats)

    def has(self, card: JsonValue, field: str) -> bool:
        return cards.has_value(Card.model_validate(card), field)

    def help(self, question: str, card: JsonValue, formats: Formats) -> Wording | None:
        """What the question wants, with an example, and how to leave it."""
        words, key = formats.catalogue, f"expenses.help.{question}"
        if not words.has(key):
            return None
        expense = Card.model_validate(card) if card else None
        name = cards.name_of(expense, formats) if expense else words.text("expenses.card.untitled")
        money = formats.money(questions.EXAMPLE_AMOUNT, expense.currency if expense else None)
        return Wording(
            lead=words.text(key, name=name, money=money),
            tail=(words.text("expenses.help.leave"),),
        )

    def option(self, value: str, words: Catalogue) -> str:
        return f"{cards.icon(value)} {category_name(value, words)}"


def _over_card(content: About, formats: Formats, *tail: str, lead: str = "") -> Wording:
    """The card below ``lead``, or below the topic's own text."""
    lead = lead or formats.catalogue.text(content.topic)
    return Wording(lead=lead, cards=(cards.view(content.card, formats),), tail=tail)


def _saved(content: Saved, formats: Formats) -> Wording:
    key = f"{content.topic}.late" if content.late else content.topic
    if content.card.kind is not MoneyKind.EXPENSE and not content.late:
        key = f"{content.topic}.{content.card.kind}"
    differences = _changes(content.card, content.differences, formats)
    told = feature_notices.notice_lines(content.notices, formats)
    return _over_card(content, formats, *differences, *told, lead=formats.catalogue.text(key))


def _changes(
    card: Card, changes: tuple[Change, ...], formats: Formats, key: str = ""
) -> tuple[str, ...]:
    """A line for each change, old and new; without ``key``, where the person's words overruled the
    photo.
    """
    lines = []
    for change in changes:
        before, after = cards.change_values(change, card, changes, formats)
        overruled = "expenses.saved.difference" if change.before else "expenses.saved.addition"
        label = cards.field_label(change.field, formats)
        told = key or overruled
        if key and not (before and after):
            told = "expenses.change.removed" if before else "expenses.change.added"
        text = formats.catalogue.text(told, field=label, before=before, after=after)
        lines.append(text)
    return tuple(lines)


def _saved_together(content: SavedTogether, formats: Formats) -> Wording:
    """Several photos, or several expenses in one message: one summary."""
    words, saved, key = formats.catalogue, len(content.cards), content.topic
    tail: tuple[str, ...] = ()
    if saved == 1:
        tail = _changes(content.cards[0], content.differences, formats)
    if content.asking:
        tail = (*tail, words.count(f"{key}.asking", content.asking))
    tail = (*tail, *feature_notices.notice_lines(content.notices, formats))
    if content.opened == saved:
        spent = all(card.kind is MoneyKind.EXPENSE for card in content.cards)
        lead = words.count(f"{key}.{'all' if spent else 'mixed'}", saved)
    else:
        lead = words.text(key, saved=str(saved), photos=str(content.opened))
    if saved > MANY:
        lines = tuple(cards.line(card, formats) for card in content.cards)
        return Wording(lead=lead, tail=(*lines, *_all_of(content.cards, formats), *tail))
    views = tuple(cards.view(card, formats) for card in content.cards)
    return Wording(lead=lead, cards=views, tail=tail)


def _all_of(saved: Sequence[Card], formats: Formats) -> Sequence[str]:
    """What was spent in all, by currency, and how one is taken back, as no button does that."""
    sums: dict[str | None, Decimal] = {}
    for card in saved:
        if card.amount is not None and card.kind is MoneyKind.EXPENSE:
            sums[card.currency] = sums.get(card.currency, Decimal(0)) + card.amount
    totals = formats.listed([formats.money(amount, currency) for currency, amount in sums.items()])
    words, key = formats.catalogue, SavedTogether.topic
    total = (words.text(f"{key}.total", totals=totals),) if sums else ()
    return (*total, words.text(f"{key}.undo", number=str(saved[0].number)))


def _row_button(choice: Choice, content: SavedTogether, formats: Formats) -> str:
    """One of many rows is pressed by its number."""
    del formats
    many = len(content.cards) > MANY and choice.press.action == PressAction.EDIT
    return plain_line(choice.label) if many else ""


def _changed(content: Corrected | Reverted, formats: Formats) -> Wording:
    """The card after a change, and below it what changed, old and new."""
    lines = _changes(content.card, content.changes, formats, "expenses.change")
    notices = content.notices if isinstance(content, Corrected) else ()
    told = feature_notices.notice_lines(notices, formats)
    return _over_card(content, formats, *lines, *told)


def _not_saved(content: NotSaved, formats: Formats) -> Wording:
    lead = _with_reason(content.topic, content.code, content.reason, formats)
    return _over_card(content, formats, lead=lead)


def _unreadable(content: Unreadable, formats: Formats) -> Wording:
    lead = _with_reason(content.topic, content.code, content.reason, formats)
    return Wording(lead=lead, tail=(formats.catalogue.text("expenses.unreadable.instead"),))


def _with_reason(topic: str, code: str, told: str, formats: Formats) -> str:
    """The reason in the words of the error that caused it, else the topic's general text."""
    why = reason(formats.catalogue, code, told)
    return formats.catalogue.text(topic if why else f"{topic}.bare", reason=why)


WORDS = {
    **table(
        Words(Saved, _saved),
        Words(SavedTogether, _saved_together, _row_button),
        Words(Corrected, _changed),
        Words(Unchanged, _over_card),
        Words(Deleted, _over_card),
        Words(Reverted, _changed),
        Words(Restored, _over_card),
        Words(StorageDown, _over_card),
        Words(NotSaved, _not_saved),
        Words(Kept, _over_card),
        Words(Dropped, _over_card),
        Words(Unreadable, _unreadable),
    ),
    **questions.WORDS,
    **reports.WORDS,
    **spending.WORDS,
    **importing.WORDS,
    **{topic: words for own in FEATURES.each_of("words", "WORDS") for topic, words in own.items()},
}
"""What words each topic of this agent. A test checks that none is missing."""

CARDS = ExpenseCards()

BUTTONS = (
    AgentButton(action="expenses.save_anyway", code="sv"),
    AgentButton(action="expenses.save", code="sp"),
    AgentButton(action="expenses.change", code="cp"),
    AgentButton(action="expenses.save_as_spent", code="ss"),
    AgentButton(action="expenses.save_as_refund", code="mb"),
    AgentButton(action="expenses.save_all", code="sa"),
    AgentButton(action="expenses.change_other", code="co"),
    AgentButton(action="expenses.import", code="im"),
    AgentButton(action="expenses.import_days", code="id"),
    AgentButton(action="expenses.import_signs", code="is"),
    AgentButton(action="expenses.import_all", code="ia"),
    AgentButton(action="expenses.import_new", code="in"),
    AgentButton(action="expenses.import_named", code="ik"),
    AgentButton(action="expenses.field", code="xf"),
    *(button for own in FEATURES.each_of("words", "BUTTONS") for button in own),
)
"""Its own buttons; all others are the platform's."""
