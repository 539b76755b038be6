"""What several topics say alike."""

from bot.texts.formats import Formats
from bot.texts.speech import Wording
from domain.replies import Content


def topic_text(content: Content, formats: Formats) -> Wording:
    """Returns the topic's own text, and no more."""
    return Wording(lead=formats.catalogue.text(content.topic))


def with_example(lead: str, key: str, formats: Formats) -> Wording:
    """Returns a text with the example of how such a wish is said."""
    return Wording(lead=lead, tail=(formats.catalogue.text(f"{key}.example"),))
