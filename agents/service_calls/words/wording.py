"""How what is told in a call is worded, and how the platform shows a call."""

from collections.abc import Sequence
from dataclasses import replace
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from agents.service_calls import pressed, replies
from agents.service_calls.card import CARD, CallCard
from agents.service_calls.exchange import Slot
from bot.texts.cards import AgentButton
from bot.texts.catalogue import LANGUAGES, Catalogue, catalogue_of
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.speech import CardView, Wording, Words, table
from domain.agents import AgentCard
from domain.messages import MAX_TEXT_LENGTH
from domain.replies import Choice, Content

_NAME_LENGTH = 60


def _about(card: CallCard) -> str:
    return shown(card.service or card.ask, _NAME_LENGTH)


def _title(card: CallCard, formats: Formats) -> str:
    """``Service call · Drywall Repair · T-1042``."""
    parts = (formats.catalogue.text("service_calls.name"), _about(card), shown(card.task_number))
    return " · ".join(part for part in parts if part)


def _visit(slot: Slot, card: CallCard, formats: Formats) -> str:
    """When and who, by the clock of the business."""
    there = replace(formats, zone=ZoneInfo(card.timezone))
    day = there.weekday(slot.from_ts.astimezone(there.zone).date())
    time = there.clock_range(slot.from_ts, slot.to_ts)
    parts = (day, time, shown(slot.employee_name, _NAME_LENGTH))
    return formats.catalogue.text(
        "service_calls.visit", when=", ".join(part for part in parts if part)
    )


def _came_of_it(card: CallCard, formats: Formats) -> tuple[str, ...]:
    visit = (_visit(card.booked, card, formats),) if card.booked else ()
    if card.outcome is None or card.booked:
        return visit
    return (formats.catalogue.text(f"service_calls.outcome.{card.outcome}"),)


class CallCards:
    """Implements ``bot.texts.cards.Cards``."""

    agent: AgentCard = CARD
    options: Sequence[str] = ()
    many_choices: frozenset[str] = frozenset()

    def view(self, card: JsonValue, formats: Formats) -> CardView:
        call = CallCard.model_validate(card)
        return CardView(call.number, f"📞 {_title(call, formats)}", _came_of_it(call, formats))

    def line(self, card: JsonValue, formats: Formats) -> str:
        call = CallCard.model_validate(card)
        number = f"#{call.number}" if call.number else ""
        parts = (f"📞 {number} {_title(call, formats)}".replace("  ", " "),)
        return " · ".join((*parts, *_came_of_it(call, formats)))

    def name(self, card: JsonValue, formats: Formats) -> str:
        return _title(CallCard.model_validate(card), formats)

    def has(self, card: JsonValue, field: str) -> bool:
        del card, field
        return False

    def help(self, question: str, card: JsonValue, formats: Formats) -> Wording | None:
        del card
        key, words = f"service_calls.help.{question}", formats.catalogue
        return Wording(lead=words.text(key)) if words.has(key) else None

    def option(self, value: str, words: Catalogue) -> str:
        del words
        return value


def _told(content: replies.CallWords, formats: Formats) -> Wording:
    """One paragraph, and nothing that the call did not say: it is also what is read aloud."""
    del formats
    lines = (plain_line(text, MAX_TEXT_LENGTH) for text in content.texts)
    return Wording(lead=" ".join(line for line in lines if line))


def _words_of_call(language: str, formats: Formats) -> Catalogue:
    """In the language of the call, where it has one of its own."""
    return catalogue_of(language) if language in LANGUAGES else formats.catalogue


def _noted_photo(content: replies.PhotoNoted, formats: Formats) -> Wording:
    return Wording(lead=_words_of_call(content.language, formats).text(content.topic))


def _over(content: replies.CallOver, formats: Formats) -> Wording:
    """Asks what its buttons answer; on the telephone the end of the call is seen as well."""
    words, spoken = _words_of_call(content.language, formats), f"{content.topic}.spoken"
    asked = words.text(content.topic)
    return Wording(lead=f"{words.text(spoken)} · {asked}" if content.spoken else asked)


def _rated(content: replies.ThanksForRating, formats: Formats) -> Wording:
    keys = (f"{content.topic}.{content.rating}", content.topic)
    return Wording(lead=formats.catalogue.first(*keys))


def _listed(tasks: Sequence[str], formats: Formats) -> str:
    return formats.listed([shown(task, _NAME_LENGTH) for task in tasks])


def _cancelled(content: replies.CancelledCall, formats: Formats) -> Wording:
    """Names what goes on all the same: a task, and a visit that was booked for it."""
    words, tail = formats.catalogue, []
    if content.tasks:
        tasks = _listed(content.tasks, formats)
        tail.append(words.count(f"{content.topic}.tasks", len(content.tasks), tasks=tasks))
    if content.card.booked:
        tail.append(_visit(content.card.booked, content.card, formats))
    else:
        tail.append(words.text(f"{content.topic}.not_booked"))
    if content.unconfirmed:
        tail.append(words.text(f"{content.topic}.unconfirmed"))
    return Wording(lead=words.text(content.topic), tail=tuple(tail))


def _of_tasks(content: replies.Undone | replies.NotUndone, formats: Formats) -> Wording:
    tasks = _listed(content.tasks, formats)
    return Wording(lead=formats.catalogue.count(content.topic, len(content.tasks), tasks=tasks))


def _over_card(content: replies.StillInCall, formats: Formats) -> Wording:
    view = CARDS.view(content.card.model_dump(mode="json"), formats)
    return Wording(lead=formats.catalogue.text(content.topic), cards=(view,))


def _label(choice: Choice, content: Content, formats: Formats) -> str:
    """What may be chosen is called as it is; a rating by its thumb."""
    if choice.press.action == pressed.CHOOSE:
        return plain_line(choice.label, _NAME_LENGTH)
    if choice.press.action == pressed.UNDO and isinstance(content, replies.CancelledCall):
        return _undo(choice.press.value, content, formats.catalogue)
    if choice.press.action == pressed.UNDO and isinstance(content, replies.CallOver):
        task = plain_line(choice.press.value, _NAME_LENGTH)
        words = _words_of_call(content.language, formats)
        return words.text("service_calls.button.cancel_visit", task=task)
    if choice.press.action == pressed.RATE:
        return formats.catalogue.text(f"service_calls.button.rate.{choice.press.value}")
    return ""


def _undo(task: str, content: replies.CancelledCall, words: Catalogue) -> str:
    """Several are told apart by their numbers."""
    button = words.text("service_calls.button.undo")
    several = len(content.tasks) > 1
    return words.text("button.for", button=button, name=plain_line(task)) if several else button


CARDS = CallCards()

WORDS = table(
    Words(replies.CallWords, _told, _label),
    Words(replies.CallOver, _over, _label),
    Words(replies.ThanksForRating, _rated),
    Words(replies.CancelledCall, _cancelled, _label),
    Words(replies.Undone, _of_tasks),
    Words(replies.NotUndone, _of_tasks),
    Words(replies.StillInCall, _over_card),
    Words(replies.PhotoNoted, _noted_photo),
)
"""What words each topic of this agent. A test checks that none is missing."""

BUTTONS = (
    AgentButton(action=pressed.RATE, code="sr"),
    AgentButton(action=pressed.UNDO, code="su"),
    AgentButton(action=pressed.CHOOSE, code="sc"),
)
