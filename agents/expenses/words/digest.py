"""Reports that come by themselves, in words."""

from datetime import datetime, time

from agents.expenses.digests import HOUR
from agents.expenses.replies import DigestArranged
from bot.texts.formats import Formats
from bot.texts.speech import Wording, Words, table


def digest_arranged(content: DigestArranged, formats: Formats) -> Wording:
    words, key, arranged = formats.catalogue, content.topic, content.arranged
    if not arranged.understood:
        return Wording(lead=words.text(f"{key}.unclear"))
    if arranged.every is None:
        return Wording(lead=words.text(f"{key}.off"))
    today = formats.now.astimezone(formats.zone).date()
    moment = datetime.combine(today, time(HOUR), formats.zone)
    return Wording(lead=words.text(f"{key}.{arranged.every.value}", time=formats.clock(moment)))


WORDS = table(Words(DigestArranged, digest_arranged))
"""What words these topics."""
