"""Words for what people send besides texts and receipts."""

from collections.abc import Callable, Mapping

from bot.texts.formats import shown
from bot.texts.reasons import reason
from bot.texts.speech import Speech, Wording
from domain.messages import MAX_TEXT_LENGTH
from domain.topics import ConversationTopic as Conversation


def unsupported(speech: Speech) -> Wording:
    """What it is that cannot be used; without words for that, what can be used."""
    topic, what = speech.reply.topic, speech.fact("what")
    why = reason(speech.words, speech.fact("code"), speech.fact("reason"))
    key = f"{topic}.{what}" + ("" if why or what != "voice" else ".bare")
    return Wording(lead=speech.words.first(key, topic, reason=why))


def heard(speech: Speech) -> Wording:
    """The words of a voice note: the person's own, so data."""
    text = shown(speech.fact("text"), MAX_TEXT_LENGTH)
    return Wording(lead=speech.words.text(speech.reply.topic, text=text))


def edit_unknown(speech: Speech) -> Wording:
    return Wording(lead=speech.words.text(speech.reply.topic))


WORDS: Mapping[str, Callable[[Speech], Wording]] = {
    Conversation.UNSUPPORTED: unsupported,
    Conversation.HEARD: heard,
    Conversation.EDIT_UNKNOWN: edit_unknown,
}
"""What words these topics."""
