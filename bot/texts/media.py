"""Words for what people send besides texts and photos."""

from bot.texts.cards import with_agents
from bot.texts.conversation import plain
from bot.texts.formats import Formats, shown
from bot.texts.reasons import reason
from bot.texts.speech import Wording, Words, table
from domain.messages import MAX_TEXT_LENGTH, Unusable
from domain.topics import EditUnknown, Unsupported, VoiceHeard


def unsupported(content: Unsupported, formats: Formats) -> Wording:
    """What it is that cannot be used, or why; without words for that, what can be used."""
    words, what = formats.catalogue, content.what
    why = reason(words, content.code, content.reason)
    if why and what == Unusable.OTHER:
        return Wording(lead=f"📎 {why}")
    key = f"{content.topic}.{what}" + ("" if why or what != "voice" else ".bare")
    return Wording(lead=with_agents(key if words.has(key) else content.topic, formats, reason=why))


def heard(content: VoiceHeard, formats: Formats) -> Wording:
    """The words of a voice note: the person's own, so data."""
    text = shown(content.text, MAX_TEXT_LENGTH)
    return Wording(lead=formats.catalogue.text(content.topic, text=text))


WORDS = table(
    Words(Unsupported, unsupported),
    Words(VoiceHeard, heard),
    Words(EditUnknown, plain),
)
"""What words these topics."""
