"""From a reply's facts to its words: one entry per topic, none missing."""

from collections import Counter
from collections.abc import Callable, Mapping
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal, InvalidOperation

from bot.texts import cards, media, preferences, questions, reports, usage
from bot.texts.catalogue import UnwordableReplyError, catalogue_for
from bot.texts.formats import Formats, plain_line, shown
from bot.texts.names import category_name
from bot.texts.reasons import reason
from bot.texts.speech import Button, Speech, Wording
from domain.messages import MAX_TEXT_LENGTH
from domain.replies import Choice, Reply
from domain.topics import ConversationTopic as Conversation
from domain.topics import PressAction
from domain.topics import TransactionTopic as Transaction

MAX_QUOTE = 80
"""Characters of the person's own words that are repeated to them."""

Words = Callable[[Speech], Wording]


def formats_for(locale: str, timezone: str, now: datetime) -> Formats:
    """How to write values for a person; ``now`` is UTC."""
    return Formats.of(catalogue_for(locale), locale, timezone, now)


def worded(reply: Reply, formats: Formats) -> Wording:
    """The words and buttons of a reply. Raises ``UnwordableReplyError`` for an unknown topic."""
    words = TOPICS.get(reply.topic)
    if words is None:
        msg = f"no words for the topic {reply.topic!r}"
        raise UnwordableReplyError(msg)
    speech = Speech(reply, formats)
    said = words(speech)
    buttons = tuple(Button(_label(choice, speech), choice.press) for choice in reply.choices)
    buttons = _told_apart(buttons, reply)
    return Wording(lead=said.lead, cards=said.cards, tail=said.tail, buttons=buttons)


def _plain(speech: Speech) -> Wording:
    """The topic's own text, and nothing else."""
    return Wording(lead=speech.words.text(speech.reply.topic))


def _with_cards(speech: Speech) -> Wording:
    """The topic's own text over all its cards."""
    return _shown(speech, speech.words.text(speech.reply.topic))


def _shown(speech: Speech, lead: str, *tail: str) -> Wording:
    views = tuple(cards.view(card, speech.formats) for card in speech.reply.cards)
    return Wording(lead=lead, cards=views, tail=tuple(part for part in tail if part))


def _saved(speech: Speech) -> Wording:
    key = "transaction.saved.late" if speech.fact("late") == "1" else "transaction.saved"
    return _shown(speech, speech.words.text(key), *_differences(speech))


def _differences(speech: Speech) -> list[str]:
    """Where the person's words overruled the photo."""
    lines = []
    for change in speech.reply.changes:
        before, after = cards.change_values(
            change, speech.card, speech.reply.changes, speech.formats
        )
        key = "difference" if change.before else "addition"
        label = cards.field_label(change.field, speech.formats)
        lines.append(
            speech.words.text(f"transaction.saved.{key}", field=label, before=before, after=after)
        )
    return lines


def _album(speech: Speech) -> Wording:
    """Several photos, or several expenses in one message: one summary."""
    saved, asking, all_of = len(speech.reply.cards), speech.fact("asking"), speech.fact("photos")
    question = ""
    if asking.isdecimal() and int(asking):
        question = speech.words.count("transaction.album_saved.asking", int(asking))
    if all_of in ("", str(saved)):
        lead = speech.words.count("transaction.album_saved.all", saved)
    else:
        lead = speech.words.text("transaction.album_saved", saved=str(saved), photos=all_of)
    differences = _differences(speech) if saved == 1 else []
    return _shown(speech, lead, *differences, question)


def _noted(speech: Speech) -> Wording:
    """What must wait until it is asked about: one in a sentence, several as lines."""
    lines = [cards.line(card, speech.formats) for card in speech.reply.cards]
    if speech.fact("first") != "1" and len(lines) == 1:
        key = "transaction.noted.later" if speech.fact("later") == "1" else "transaction.noted"
        return Wording(lead=speech.words.text(key, line=lines[0]))
    key = "transaction.noted.first" if speech.fact("first") == "1" else "transaction.noted.more"
    return Wording(lead=speech.words.count(key, len(lines)), tail=tuple(lines))


def _changed(speech: Speech) -> Wording:
    """The card after a change, and below it what changed, old and new."""
    lines = []
    for change in speech.reply.changes:
        before, after = cards.change_values(
            change, speech.card, speech.reply.changes, speech.formats
        )
        label = cards.field_label(change.field, speech.formats)
        lines.append(
            speech.words.text("transaction.change", field=label, before=before, after=after)
        )
    return _shown(speech, speech.words.text(speech.reply.topic), *lines)


def _with_reason(speech: Speech) -> Wording:
    """The reason in the words of the error that caused it, else the topic's general text."""
    topic = speech.reply.topic
    why = reason(speech.words, speech.fact("code"), speech.fact("reason"))
    if why:
        return _shown(speech, speech.words.text(topic, reason=why))
    return _shown(speech, speech.words.text(f"{topic}.bare"))


def _unreadable(speech: Speech) -> Wording:
    said = _with_reason(speech)
    return Wording(lead=said.lead, tail=(speech.words.text("transaction.unreadable.instead"),))


def _expired(speech: Speech) -> Wording:
    several = len(speech.reply.cards) > 1
    key = "transaction.expired" + (".many" if several else "")
    return _shown(speech, speech.words.text(key))


def _cancelled(speech: Speech) -> Wording:
    """Names what was dropped: the drafts as cards, and words that were not understood yet."""
    dropped, tail = shown(speech.fact("text"), MAX_QUOTE), []
    key = "conversation.cancelled"
    if speech.fact("by") == "operator":
        key += ".operator"
    elif speech.reply.cards:
        key += ".dropped.many" if len(speech.reply.cards) > 1 else ".dropped"
    if dropped:
        tail.append(speech.words.text("conversation.cancelled.text", text=dropped))
    stated = shown(speech.fact("reason"))
    if stated:
        tail.append(speech.words.text("conversation.cancelled.reason", reason=stated))
    return _shown(speech, speech.words.text(key), *tail)


def _closed(speech: Speech) -> Wording:
    key = "conversation.closed_by_operator" + (".dropped" if speech.reply.cards else "")
    if speech.fact("unheard"):
        key = "conversation.closed_by_operator.unheard"
    return _shown(speech, speech.words.text(key))


def _too_long(speech: Speech) -> Wording:
    return Wording(lead=speech.words.text(speech.reply.topic, limit=str(MAX_TEXT_LENGTH)))


def _free_answer(speech: Speech) -> Wording:
    """A model's own words: data, so shown without control characters, its lines kept. Steward's
    commands in it can be pressed; anything else that could was refused at the gateway.
    """
    lines = [plain_line(line, MAX_TEXT_LENGTH) for line in speech.reply.text.strip().splitlines()]
    return Wording(lead="\n".join(lines).strip() or speech.words.text("general.empty"))


def _general_topic(speech: Speech) -> Wording:
    return Wording(lead=speech.words.first(f"topic.{speech.fact('topic')}", "topic.no_free_chat"))


def _asking(kind: str) -> Words:
    return lambda speech: questions.asked(speech, kind)


def _label(choice: Choice, speech: Speech) -> str:
    """A value to choose, in the person's notation; else the action, and what it is for."""
    action, label = choice.press.action, plain_line(choice.label)
    if action == PressAction.PREFER:
        return preferences.preference_label(choice, speech)
    if action == PressAction.ANSWER:
        return _answer_label(label or plain_line(choice.press.value), speech)
    if speech.reply.topic == Transaction.ASK_EDIT and action == PressAction.KEEP:
        return speech.words.text("button.leave")
    button = speech.words.first(f"button.{action}", "button.answer")
    if not label:
        return button
    return speech.words.text("button.for", button=button, name=_money_label(label, speech))


def _answer_label(value: str, speech: Speech) -> str:
    if speech.reply.topic == Transaction.ASK_AMOUNT:
        return _money_label(value, speech)
    if speech.reply.topic == Transaction.ASK_DATE:
        return _date_label(value, speech)
    if speech.reply.topic == Transaction.ASK_CATEGORY and value:
        return category_name(value, speech.words)
    return value or speech.words.text("button.answer")


def _told_apart(buttons: tuple[Button, ...], reply: Reply) -> tuple[Button, ...]:
    """Buttons of the same name for different cards get the number of theirs ("Undo #2")."""
    numbers = {card.task_id: card.number for card in reply.cards}
    labels = Counter(button.label for button in buttons)
    return tuple(
        replace(button, label=f"{button.label} #{numbers[button.press.subject]}")
        if labels[button.label] > 1 and button.press.subject in numbers
        else button
        for button in buttons
    )


def _money_label(label: str, speech: Speech) -> str:
    try:
        amount = Decimal(label)
    except InvalidOperation:
        return label
    return speech.formats.money(amount, speech.card.currency if speech.card else None)


def _date_label(label: str, speech: Speech) -> str:
    try:
        return speech.formats.full_day(date.fromisoformat(label))
    except ValueError:
        return label


TOPICS: Mapping[str, Words] = {
    Transaction.SAVED: _saved,
    Transaction.ALBUM_SAVED: _album,
    Transaction.NOTED: _noted,
    Transaction.CORRECTED: _changed,
    Transaction.UNCHANGED: _with_cards,
    Transaction.DELETED: _with_cards,
    Transaction.REVERTED: _changed,
    Transaction.RESTORED: _with_cards,
    Transaction.NOTHING_TO_UNDO: _plain,
    Transaction.NOT_FOUND: _plain,
    Transaction.ASK_AMOUNT: _asking("amount"),
    Transaction.ASK_MERCHANT: _asking("merchant"),
    Transaction.ASK_DATE: _asking("date"),
    Transaction.ASK_CATEGORY: _asking("category"),
    Transaction.ASK_BETTER_IMAGE: _asking("better_image"),
    Transaction.ASK_DUPLICATE: questions.asked_duplicate,
    Transaction.ASK_EDIT: questions.asked_edit,
    Transaction.STORAGE_DOWN: _with_cards,
    Transaction.NOT_SAVED: _with_reason,
    Transaction.KEPT: _with_cards,
    Transaction.EXPIRED: _expired,
    Transaction.DROPPED: _with_cards,
    Transaction.UNREADABLE: _unreadable,
    Transaction.PROVENANCE: reports.provenance,
    Conversation.START: _plain,
    Conversation.HELP: reports.helped,
    Conversation.STATUS: reports.status,
    Conversation.HISTORY: reports.history,
    Conversation.CANCELLED: _cancelled,
    Conversation.CANCELLED_SAVED: _with_cards,
    Conversation.NOTHING_TO_CANCEL: _plain,
    Conversation.CLOSED_BY_OPERATOR: _closed,
    Conversation.STALE_BUTTON: _plain,
    Conversation.NO_DRAFT: _plain,
    Conversation.RESUMED: _with_cards,
    Conversation.DEGRADED: _plain,
    Conversation.FAILED: _with_reason,
    Conversation.TOO_LONG: _too_long,
    Conversation.EMPTY: _plain,
    **media.WORDS,
    Conversation.ASK_ERASE: _plain,
    Conversation.ERASE_KEPT: _plain,
    Conversation.ERASING: _plain,
    **preferences.WORDS,
    **usage.WORDS,
    Conversation.INSIGHT: reports.insight,
    Conversation.INSIGHT_FAILED: _plain,
    Conversation.GENERAL_ANSWER: _free_answer,
    Conversation.GENERAL_TOPIC: _general_topic,
}
"""What words each topic. A test checks that none is missing."""
