"""The words of a turn from the graph's texts: variants, places, times, at most five sentences."""

import re
from collections.abc import Mapping, Sequence
from datetime import date
from zoneinfo import ZoneInfo

from babel import Locale, UnknownLocaleError
from babel.dates import format_date
from babel.lists import format_list
from pydantic import JsonValue

from agents.service_calls.context import NAME
from agents.service_calls.exchange import SayPart, SayRequest, Slot, WithoutText, Worded
from agents.service_calls.offline import names
from language.word_lists import table_of

MOST_SENTENCES = 5
"""Of one delivery."""
_MOST_OF_A_VALUE = 200
_PLACE = re.compile(r"\{(\w+)\}")
_SENTENCE_END = re.compile(r"(?<=[.!?…])\s+")
_NEAR = {
    "en": ("today", "tomorrow"),
    "ms": ("hari ini", "esok"),
    "de": ("heute", "morgen"),
    "es": ("hoy", "mañana"),
    "fr": ("aujourd'hui", "demain"),
}
_DATES = {"de": "EEE d. MMM", "es": "'el' EEEE d 'de' MMMM"}
_DATE = "EEE d MMM"


def said(request: SayRequest) -> Worded:
    """One text for each part that says something. A part whose texts all have a place without a
    value says nothing; one that has no texts says a plain sentence.
    """
    values = _values(request)
    worded = [
        part.model_copy(update={"texts": (_plain_text(part, request),)}) if part.unworded else part
        for part in request.parts
    ]
    spoken = [(part, _filled(part, values | {"about": _plainly(part.about)})) for part in worded]
    kept = _no_more_than_needed([s for _, s in spoken], [p.fixed for p, _ in spoken])
    return Worded(texts=tuple(" ".join(sentences) for sentences in kept if sentences))


def _plain_text(part: SayPart, request: SayRequest) -> str:
    """For a node that has no text, by the field that it asks for or by what it does."""
    every = table_of("agents.service_calls.offline", "data/plain_sentences.toml")
    plain = {name: str(text) for name, text in every.get(request.language, every["en"]).items()}
    if part.unworded is WithoutText.ENDS and request.booked:
        return plain["booked"]
    if part.unworded is WithoutText.WAITS and request.proposed:
        return plain["proposed"]
    if part.unworded is WithoutText.WAITS and request.options:
        return plain["options"]
    return plain.get(part.asks) or plain[part.unworded or WithoutText.PASSES]


def _filled(part: SayPart, values: Mapping[str, str]) -> list[str]:
    """The sentences of the text whose turn it is. They are parted before values come in, which
    may hold stops of their own.
    """
    usable = [text for text in part.texts if all(values.get(p) for p in _PLACE.findall(text))]
    if not usable:
        return []
    text = usable[(max(part.visit, 1) - 1) % len(usable)]
    sentences = _SENTENCE_END.split(text.strip())
    return [_began(_PLACE.sub(lambda place: values[place[1]], each)) for each in sentences if each]


def _began(sentence: str) -> str:
    """What a customer wrote small may stand first."""
    return sentence[:1].upper() + sentence[1:]


def _no_more_than_needed(spoken: list[list[str]], fixed: list[bool]) -> list[list[str]]:
    """No sentence twice, and of too many the first of each part and all of the last, which asks."""
    seen: set[str] = set()
    kept: list[list[str]] = []
    for sentences in spoken:
        new = [each for each in sentences if _plain(each) not in seen]
        seen.update(map(_plain, new))
        kept.append(new)
    last = max((n for n, sentences in enumerate(kept) if sentences), default=0)
    while sum(map(len, kept)) > MOST_SENTENCES:
        spare = [n for n in range(len(kept)) if n != last and not fixed[n] and kept[n]]
        if not spare:
            break
        longest = max(spare, key=lambda n: (len(kept[n]), n))
        kept[longest].pop()
    return kept


def _plain(sentence: str) -> str:
    return re.sub(r"\W+", " ", sentence).strip().casefold()


def _values(request: SayRequest) -> dict[str, str]:
    locale = locale_of(request.language)
    values = {field: _shown(value, locale) for field, value in request.context.items()}
    values[NAME] = names.shown(values.get(NAME, ""))
    listed = format_list(request.options, style="or", locale=locale) if request.options else ""
    matters = format_list(request.matters, locale=locale) if request.matters else ""
    return values | {
        "first_name": names.addressed(values[NAME]),
        "slot": _time(request.proposed, request),
        "slot_person": request.proposed.employee_name if request.proposed else "",
        "booked": _time(request.booked, request),
        "booked_person": request.booked.employee_name if request.booked else "",
        "times": _times(request),
        "options": listed,
        "matters": matters,
        "question": _plainly(request.question),
        "trade": request.trade,
        "visit": _visits([request.booked] if request.booked else [], request),
        "stays": _visits(request.stays, request),
        "open_visits": _visits([v.booked for v in request.open_visits if v.booked], request),
    }


def _shown(value: JsonValue, locale: Locale) -> str:
    if isinstance(value, list):
        texts = [_plainly(each) for each in value if isinstance(each, str) and each.strip()]
        return format_list(texts, locale=locale) if texts else ""
    if isinstance(value, str):
        return _plainly(value)
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""


def _plainly(text: str) -> str:
    """One line, not too long; what looks like markup stays the text that it is."""
    return " ".join(text.split())[:_MOST_OF_A_VALUE]


def locale_of(language: str) -> Locale:
    try:
        return Locale.parse(language)
    except (ValueError, UnknownLocaleError):
        return Locale("en")


def _time(slot: Slot | None, request: SayRequest) -> str:
    """As in "tomorrow, Tue 24 Nov, 10:00–12:00", in the zone of the business; the day is tomorrow
    by the customer's own calendar.
    """
    if slot is None:
        return ""
    language, now, here = request.language, request.now, ZoneInfo(request.timezone)
    start, end = slot.from_ts.astimezone(here), slot.to_ts.astimezone(here)
    day = format_date(start.date(), _DATES.get(language, _DATE), locale=locale_of(language))
    today = (
        now.astimezone(ZoneInfo(request.today_in) if request.today_in else here) if now else None
    )
    ahead = (start.date() - today.date()).days if today else -1
    near = _NEAR.get(language, ())[ahead : ahead + 1] if ahead >= 0 else ()
    return ", ".join([*near, day, f"{start:%H:%M}–{end:%H:%M}"])


def _visits(slots: Sequence[Slot], request: SayRequest) -> str:
    """As in "Bob Smith, tomorrow, Tue 24 Nov, 10:00–12:00; Mei Tan, Wed 25 Nov, 12:00–14:00"."""
    told = ([slot.employee_name, _time(slot, request)] for slot in slots)
    return "; ".join(", ".join(filter(None, each)) for each in told)


def _times(request: SayRequest) -> str:
    """As in "tomorrow, Tue 24 Nov, 10:00–12:00, 12:00–14:00; Wed 25 Nov, 10:00–12:00"."""
    here = ZoneInfo(request.timezone)
    days: dict[date, str] = {}
    for slot in request.free:
        start, end = slot.from_ts.astimezone(here), slot.to_ts.astimezone(here)
        known = days.get(start.date())
        days[start.date()] = (
            f"{known}, {start:%H:%M}–{end:%H:%M}" if known else _time(slot, request)
        )
    return "; ".join(days.values())
