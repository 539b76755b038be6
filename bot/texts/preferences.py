"""Preferences, privacy and deletion in words; currencies and languages by their names."""

from babel.numbers import get_currency_name

from bot.texts import cards
from bot.texts.catalogue import catalogue_for
from bot.texts.conversation import plain
from bot.texts.formats import Formats, known_locale, shown
from bot.texts.speech import Wording, Words, table
from domain.messages import ButtonPress
from domain.money import MINOR_UNITS
from domain.preferences import PreferenceField
from domain.replies import Choice
from domain.topics import (
    AskErase,
    AskPreference,
    Erased,
    EraseKept,
    Erasing,
    Preference,
    PressAction,
    Privacy,
)

MAX_REFUSED = 40
"""Characters of a refused value that are repeated."""

_OWN_KINDS = ("messages", "files")
"""What the platform itself counts when it deletes; agents count theirs."""


def preferred(content: Preference, formats: Formats) -> Wording:
    """What was set, and what it was before."""
    words, field = formats.catalogue, content.field
    before, after = (_with_name(field, value, formats) for value in (content.before, content.after))
    if content.before == content.after:
        return Wording(lead=words.text(f"{content.topic}.same", after=after))
    time = formats.moment(formats.now.isoformat())
    key = f"{content.topic}.{field}"
    kept = (words.text(f"{key}.kept"),) if field is PreferenceField.CURRENCY else ()
    lead = words.text(key, before=before, after=after, time=time)
    return Wording(lead=lead, tail=kept, panel=cards.panel(content.tasks, formats))


def back_label(choice: Choice, content: Preference, formats: Formats) -> str:
    """The button back to the value before: in its own words, which whoever wants it reads."""
    del content
    value = value_label(choice.press)
    return value and formats.catalogue.text("button.prefer_back", value=value)


def asked_preference(content: AskPreference, formats: Formats) -> Wording:
    """What is set now and how to change it; first why a value was not taken."""
    words, key = formats.catalogue, f"{content.topic}.{content.field}"
    if content.offered:
        return Wording(lead=_offered(content, formats))
    current = _with_name(content.field, content.current, formats)
    lines = [words.text(key, current=current), words.text(f"{key}.example")]
    if refused := shown(_with_name(content.field, content.refused, formats), MAX_REFUSED):
        lines.insert(0, words.text(f"{key}.refused", refused=refused))
    return Wording(lead=lines[0], tail=tuple(lines[1:]))


def _offered(content: AskPreference, formats: Formats) -> str:
    """An offer of a language is worded in that language: whoever wants it reads it."""
    key = f"{content.topic}.{content.field}.offered"
    if content.field is PreferenceField.LANGUAGE:
        return catalogue_for(content.offered).text(key)
    return formats.catalogue.text(key, offered=_with_name(content.field, content.offered, formats))


def privacy(content: Privacy, formats: Formats) -> Wording:
    """What is kept, who reads it, for how long; only what is true of every installation."""
    words, topic, days = formats.catalogue, content.topic, content.retention_days
    kept = words.text(f"{topic}.no_days") if days is None else words.count(f"{topic}.days", days)
    agents = cards.told("privacy", formats)
    return Wording(lead=words.text(topic), tail=(*agents, kept, words.text(f"{topic}.more")))


def asked_to_erase(content: AskErase, formats: Formats) -> Wording:
    """What goes; and what was arranged elsewhere and is still to come."""
    words, topic = formats.catalogue, content.topic
    tail = tuple(
        words.text(
            f"{topic}.still_to_come",
            what=shown(each.what, MAX_REFUSED),
            until=formats.moment(each.until.isoformat()),
        )
        for each in content.still_to_come
    )
    return Wording(lead=words.text(topic), tail=tail)


def erased(content: Erased, formats: Formats) -> Wording:
    """How much is gone, without numbers when they are not known; and who else has something."""
    words, topic = formats.catalogue, content.topic
    systems = formats.listed([shown(system, MAX_REFUSED) for system in content.kept_by])
    tail = (words.text(f"{topic}.kept_by", systems=systems),) if systems else ()
    kinds = (*(kind for kind in content.counts if kind not in _OWN_KINDS), *_OWN_KINDS)
    parts = [
        part for kind in kinds if (part := _counted(kind, content.counts.get(kind, 0), formats))
    ]
    if not any(content.counts.values()):
        return Wording(lead=words.text(topic), tail=tail)
    return Wording(lead=words.text(f"{topic}.counted", counts=formats.listed(parts)), tail=tail)


def _counted(kind: str, count: int, formats: Formats) -> str:
    """Empty for a kind that nobody has words for."""
    words = formats.catalogue
    keys = [f"{Erased.topic}.{kind}", *(f"{slug}.erased.{kind}" for slug in formats.agents)]
    return next((words.count(key, count) for key in keys if words.has(key)), "")


def preference_label(choice: Choice, content: AskPreference, formats: Formats) -> str:
    """A button of a question for a value."""
    del content, formats
    return value_label(choice.press)


def value_label(press: ButtonPress) -> str:
    """Languages by their own name, zones by their city, currencies by their code."""
    if press.action != PressAction.PREFER:
        return ""
    value = shown(press.value)
    match press.subject:
        case PreferenceField.LANGUAGE:
            return _own_name(value)
        case PreferenceField.TIMEZONE:
            return value.rpartition("/")[2].replace("_", " ") or value
        case _:
            return value


def _with_name(field: PreferenceField, value: str, formats: Formats) -> str:
    """A code with the name that it has in the person's language."""
    if field is PreferenceField.LANGUAGE:
        return _language(value, formats)
    if field is PreferenceField.TIMEZONE:
        return shown(value.replace("_", " "))
    if value not in MINOR_UNITS:
        return shown(value)
    name = get_currency_name(value, locale=formats.locale)
    return value if name == value else f"{value} ({name})"


def _language(identifier: str, formats: Formats) -> str:
    """``English (Malaysia)``: the country counts too, for it decides how numbers look."""
    locale = known_locale(identifier)
    if locale is None:
        return shown(identifier)
    name = formats.locale.languages.get(locale.language, locale.language)
    territory = formats.locale.territories.get(locale.territory or "")
    return f"{name} ({territory})" if territory else name


def _own_name(identifier: str) -> str:
    """As its speakers call it, so that they find it whatever is spoken now."""
    locale = known_locale(identifier)
    name = locale.get_display_name() if locale else None
    return name[:1].upper() + name[1:] if name else shown(identifier)


WORDS = table(
    Words(Preference, preferred, back_label),
    Words(AskPreference, asked_preference, preference_label),
    Words(Privacy, privacy),
    Words(AskErase, asked_to_erase),
    Words(EraseKept, plain),
    Words(Erasing, plain),
    Words(Erased, erased),
)
"""What words these topics."""
