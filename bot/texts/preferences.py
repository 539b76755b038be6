"""Preferences, privacy and deletion in words; currencies and languages by their names."""

from collections.abc import Callable, Mapping

from babel import Locale, UnknownLocaleError
from babel.numbers import get_currency_name

from bot.texts.formats import shown
from bot.texts.speech import Speech, Wording
from domain.money import MINOR_UNITS
from domain.preferences import PreferenceField
from domain.replies import Choice
from domain.topics import ConversationTopic as Conversation

MAX_REFUSED = 40
"""Characters of a refused value that are repeated."""

_COUNTED = ("transactions", "messages", "files")


def preferred(speech: Speech) -> Wording:
    """What was set, and what it was before."""
    field = speech.fact("field")
    key = f"{speech.reply.topic}.{field}"
    if not speech.words.has(key):
        return Wording(lead=speech.words.text(speech.reply.topic))
    before, after = (_named(field, speech.fact(name), speech) for name in ("before", "after"))
    if speech.fact("before") == speech.fact("after"):
        return Wording(lead=speech.words.text(f"{speech.reply.topic}.same", after=after))
    time = speech.formats.moment(speech.formats.now.isoformat())
    return Wording(lead=speech.words.text(key, before=before, after=after, time=time))


def asked_preference(speech: Speech) -> Wording:
    """What is set now and how to change it; first why a value was not taken."""
    field = speech.fact("field")
    key = f"{speech.reply.topic}.{field}"
    if not speech.words.has(key):
        return Wording(lead=speech.words.text(speech.reply.topic))
    current = _named(field, speech.fact("current"), speech)
    lines = [speech.words.text(key, current=current), speech.words.text(f"{key}.example")]
    refused = shown(speech.fact("refused"), MAX_REFUSED)
    if refused:
        lines.insert(0, speech.words.text(f"{key}.refused", refused=refused))
    return Wording(lead=lines[0], tail=tuple(lines[1:]))


def privacy(speech: Speech) -> Wording:
    """What is kept, who reads it, for how long; only what is true of every installation."""
    topic, days = speech.reply.topic, speech.fact("retention_days")
    kept = (
        speech.words.count(f"{topic}.days", int(days))
        if days.isdecimal()
        else speech.words.text(f"{topic}.no_days")
    )
    return Wording(lead=speech.words.text(topic), tail=(kept, speech.words.text(f"{topic}.more")))


def erased(speech: Speech) -> Wording:
    """How much is gone; without numbers when they are not known."""
    topic = speech.reply.topic
    numbers = [int(n) for n in map(speech.fact, _COUNTED) if n.isdecimal()]
    if len(numbers) < len(_COUNTED) or not any(numbers):
        return Wording(lead=speech.words.text(topic))
    expenses, messages, files = (
        speech.words.count(f"{topic}.{name}", n) for name, n in zip(_COUNTED, numbers, strict=True)
    )
    text = speech.words.text(f"{topic}.counted", expenses=expenses, messages=messages, files=files)
    return Wording(lead=text)


def preference_label(choice: Choice, speech: Speech) -> str:
    """A button: languages by their own name, zones by their city, currencies by their code."""
    value = shown(choice.press.value)
    match choice.press.subject:
        case PreferenceField.LANGUAGE:
            return _own_name(value, speech)
        case PreferenceField.TIMEZONE:
            return value.rpartition("/")[2].replace("_", " ") or value
        case _:
            return value or speech.words.text("button.prefer")


def _named(field: str, value: str, speech: Speech) -> str:
    """A code with the name that it has in the person's language."""
    if field == PreferenceField.LANGUAGE:
        return _language(value, speech)
    if field == PreferenceField.TIMEZONE:
        return shown(value.replace("_", " "))
    if value not in MINOR_UNITS:
        return shown(value)
    name = get_currency_name(value, locale=speech.formats.locale)
    return value if name == value else f"{value} ({name})"


def _language(identifier: str, speech: Speech) -> str:
    """``English (Malaysia)``: the country counts too, for it decides how numbers look."""
    locale = _parsed(identifier)
    if locale is None:
        return shown(identifier)
    name = speech.formats.locale.languages.get(locale.language, locale.language)
    territory = speech.formats.locale.territories.get(locale.territory or "")
    return f"{name} ({territory})" if territory else name


def _own_name(identifier: str, speech: Speech) -> str:
    """As its speakers call it, so that they find it whatever is spoken now."""
    locale = _parsed(identifier)
    name = locale.get_display_name() if locale else None
    return (
        name[:1].upper() + name[1:]
        if name
        else shown(identifier) or speech.words.text("button.prefer")
    )


def _parsed(identifier: str) -> Locale | None:
    try:
        return Locale.parse(identifier.replace("-", "_"))
    except (UnknownLocaleError, ValueError):
        return None


WORDS: Mapping[str, Callable[[Speech], Wording]] = {
    Conversation.PREFERENCE: preferred,
    Conversation.ASK_PREFERENCE: asked_preference,
    Conversation.PRIVACY: privacy,
    Conversation.ERASED: erased,
}
"""What words these topics; the others are their plain text."""
