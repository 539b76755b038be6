"""Whether a model's words may be said to a customer.

What each part must convey was worded by rules before (``say``): its words are the yardstick. A
model may say the same in its own way; what it adds of days, times, names, numbers or deeds must
stand in the context or in the customer's own words. Anything else is refused as a whole, and the
rules' words are said: cutting pieces out would leave the rest of what a model made up.
"""

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime
from functools import cached_property
from itertools import combinations
from zoneinfo import ZoneInfo

from rapidfuzz import fuzz

from adapters.model.reply_evidence import objection_to
from agents.service_calls.context import ASK, EMAIL, NAME, PHONE, meaningful, text
from agents.service_calls.exchange import SayPart, SayRequest, Slot
from agents.service_calls.model.checked_words import holds, listed
from agents.service_calls.model.names import unknown_names
from agents.service_calls.offline.tables import LANGUAGES
from domain.plain_text import one_line, visible
from domain.understanding import Conversed, ConverseRequest, Person, Said
from language import named_times as times
from language.detection import languages

SENTENCES_A_NODE = 2
SENTENCES = 5
"""Of all nodes together."""
CHARACTERS_A_NODE = 400

_SAME = 85
"""Percent of likeness from which two sentences say the same."""
_LEAST_WORDS = 3

_SENTENCE_END = re.compile(
    r"(?<!\s\d\.)(?<!\s\d\d\.)(?<!\b[A-Z]\.)(?<!Mr\.)(?<!Dr\.)(?<!Ms\.)(?<!Mrs\.)(?<=[.!?…])[\"'”»)]?\s+"
    r"(?=[\"'“„«(¿¡]?[^\W\d_a-z])|(?<=[。！？])"
)
_MARK = re.compile(r"[?？؟]")

_NOT_YET = re.compile(
    r"(?:\b(?:not|nothing|never|nobody|before|until|would|could|can|may|shall|should|will|be|'?ll|to"
    r"|get|nichts?|noch|nicht|kein\w*|bevor|bis|soll\w*|kann|können|könnte|würde|darf|belum|tidak"
    r"|tiada|bukan|sebelum|akan|boleh|no|pas|sin|non|nie|не)|n['\u2019]t)\b(?:\W+\w+){0,3}\W*$|[未没不]\S{0,2}$",
    re.IGNORECASE,
)
_FIELDS = {NAME: "asks_name", PHONE: "asks_phone", EMAIL: "asks_email", ASK: "asks_matter"}
_DEEDS = ("booked", "cancelled", "task", "other")
"""What tools must have done before it is claimed; nothing that they do makes the last one true."""
_NUMBER = re.compile(r"\d+")
_PHONE_LIKE = re.compile(r"\+?\(?\d(?:[\s().\-/]{0,2}\d){6,}")


@dataclass(frozen=True)
class Yardstick:
    """What the parts say by rules, and all that a reply may name."""

    request: SayRequest
    say: tuple[str, ...]
    prompts: tuple[str, ...]

    @cached_property
    def told(self) -> str:
        return "\n".join(self.say)

    @property
    def unworded(self) -> tuple[SayPart, ...]:
        """Parts whose words are the model's own: their plain sentences only stand in."""
        return tuple(part for part in self.request.parts if part.unworded)

    @cached_property
    def of_graph(self) -> str:
        """What the parts say, and what the graph tells of those that have no text: facts of the
        business, but nothing of what was done in this call.
        """
        goals = (f"{part.goal}\n{part.example}" for part in self.unworded)
        return "\n".join([self.told, *goals])

    @cached_property
    def said(self) -> str:
        """The customer's own words."""
        earlier = (each.customer for each in self.request.exchanges)
        return "\n".join([*earlier, *self.request.words, self.request.question])

    @cached_property
    def times_said(self) -> str:
        """What the customer said of times: nothing where a time is told, since only that counts."""
        told = any(times.may_be_named(times.clock_of(at), self.told) for at in self.moments)
        return "" if told else self.said

    @property
    def days_said(self) -> str:
        """The same of days: all of it where nobody is free then, which may be said."""
        return self.said if self.request.wished else self.times_said

    @cached_property
    def known(self) -> str:
        """Values of the context, without ids: those are for no customer."""
        context = self.request.context.items()
        return "\n".join(str(v) for field, v in context if not field.endswith("_id"))

    @cached_property
    def grounds(self) -> str:
        slots = (slot.employee_name for slot in self.slots)
        more = (*slots, *self.request.options, *self.request.matters)
        return "\n".join([self.of_graph, self.said, self.known, *more])

    @property
    def slots(self) -> list[Slot]:
        booked = [self.request.booked, *self.request.stays]
        booked += [visit.booked for visit in self.request.open_visits]
        known = (self.request.proposed, *booked, *self.request.free)
        return [slot for slot in known if slot]

    def local(self, at: datetime) -> datetime:
        return at.astimezone(ZoneInfo(self.request.timezone))

    @cached_property
    def today(self) -> date:
        return self.local(self.request.now or datetime.now(UTC)).date()

    @cached_property
    def moments(self) -> list[datetime]:
        return [self.local(at) for slot in self.slots for at in (slot.from_ts, slot.to_ts)]


def refusal(texts: Sequence[str], by: Yardstick) -> str:
    """Why these words of a model may not be said, as a code; empty for words that may."""
    words = "\n".join(texts)
    checks: tuple[tuple[str, Callable[[], bool]], ...] = (
        ("length", lambda: _too_long(texts, by)),
        ("unsafe", lambda: not _harmless(words, by)),
        ("language", lambda: _foreign(words, by.request.language)),
        ("number", lambda: _unknown_number(words, by)),
        ("time", lambda: _unknown_time(words, by)),
        ("person", lambda: bool(unknown_names(words, _of_names(by), by.request.language))),
        ("price", lambda: bool(holds("prices").search(words)) and not _priced(words, by)),
        ("claim", lambda: _claims(words, by) or _promises(words, by)),
        ("asks", lambda: _asks_wrongly(words, by)),
        ("fact", lambda: _leaves_out(words, by)),
        ("twice", lambda: _says_twice(words)),
    )
    return next((code for code, fails in checks if fails()), "")


def cleaned(texts: Sequence[str]) -> tuple[str, ...]:
    return tuple(filter(None, (one_line(visible(each)) for each in texts)))


def sentences(words: str) -> list[str]:
    parts = (part.strip() for line in words.splitlines() for part in _SENTENCE_END.split(line))
    return [part for part in parts if any(c.isalnum() for c in part)]


def _too_long(texts: Sequence[str], by: Yardstick) -> bool:
    """One text for several parts may have what they have together, and any as many sentences as the
    rules' own words for it.
    """
    nodes = len(by.say) if len(texts) == 1 else 1
    ruled = [len(sentences(each)) for each in by.say]
    own = sum(ruled) if len(texts) == 1 else max(ruled, default=0)
    counts = [len(sentences(each)) for each in texts]
    fixed = sum(len(sentences(t)) for p in by.request.parts if p.fixed for t in p.texts[:1])
    return (
        not texts
        or any(count > max(SENTENCES_A_NODE * nodes, own) for count in counts)
        or any(len(each) > CHARACTERS_A_NODE * nodes for each in texts)
        or sum(counts) > max(SENTENCES - fixed, SENTENCES_A_NODE, sum(ruled))
    )


def _harmless(words: str, by: Yardstick) -> bool:
    """The checks of every reply. The customer's own number and what tools returned are allowed."""
    plain = words
    own = [text(by.request.context, field) for field in (PHONE, EMAIL)]
    for known in filter(None, [*own, by.request.context.get("task_number")]):
        plain = plain.replace(str(known), " ")
    plain = _PHONE_LIKE.sub(lambda m: " " if _is_known_phone(m[0], by) else m[0], plain)
    if "booked" in by.request.confirmed or holds("claims_booked").search(by.told):
        plain = holds("claims_booked").sub(" ", plain)
    if holds("noted").search(by.told):
        plain = holds("noted").sub(" ", plain)
    asked = ConverseRequest(
        person=Person(user_id="-"),
        said=Said(message_id="-", text=by.grounds, sent_at=by.request.now or datetime.now(UTC)),
    )
    said = Conversed(text=plain if plain.strip() else words)
    if objection_to(asked, said, by.prompts, only_told_figures=True):
        return False
    ids = (v for f, v in by.request.context.items() if f.endswith("_id") and meaningful(v))
    return not any(str(each) in words for each in ids)


def _is_known_phone(number: str, by: Yardstick) -> bool:
    wanted = "".join(_NUMBER.findall(number))
    lines = [*by.known.splitlines(), *by.said.splitlines(), *by.told.splitlines()]
    known = ("".join(_NUMBER.findall(run)) for line in lines for run in _PHONE_LIKE.findall(line))
    return any(each.endswith(wanted) for each in known)


def _foreign(words: str, language: str) -> bool:
    """Another language than the customer's, as far as its commonest words show it."""
    if language not in LANGUAGES:
        return languages().of(words, language) != language
    present = re.findall(r"[^\W\d_]+", words.casefold())
    hits = {name: sum(w in listed(f"common_{name}") for w in present) for name in LANGUAGES}
    own = hits.pop(language, 0)
    return max(hits.values()) >= _LEAST_WORDS and own == 0


def _unknown_number(words: str, by: Yardstick) -> bool:
    rest = _PHONE_LIKE.sub(lambda m: " " if _is_known_phone(m[0], by) else m[0], words)
    allowed = {str(int(n)) for n in _NUMBER.findall(by.grounds)}
    allowed |= {str(n) for n in range(1, len(by.request.options) + 1)}
    for at in by.moments:
        allowed |= {str(n) for n in (at.day, at.month, at.year, at.hour, at.hour % 12 or 12)}
        allowed.add(str(at.minute))
    return any(str(int(n)) not in allowed for n in _NUMBER.findall(rest))


def _unknown_time(words: str, by: Yardstick) -> bool:
    language = by.request.language
    named = times.clocks(words)
    ours = list(map(times.clock_of, by.moments))
    told = [t for t in times.clocks(by.of_graph) if not any(t.may_be(our) for our in ours)]
    known = [*ours, *told, *times.clocks(by.times_said)]
    if any(not any(each.may_be(other) for other in known) for each in named):
        return True
    grounds = f"{by.of_graph}\n{by.days_said}\n{by.known}"
    starts = [by.local(slot.from_ts) for slot in by.slots]
    parts = times.parts_of_day(words) - times.parts_of_day(grounds)
    return bool(
        times.weekdays(words, language)
        - times.weekdays(grounds, language)
        - {at.weekday() for at in by.moments}
        or times.months(words, language)
        - times.months(grounds, language)
        - {at.month for at in by.moments}
        or times.days_from_now(words)
        - times.days_from_now(grounds)
        - {(at.date() - by.today).days for at in by.moments}
        or times.vague(words) - times.vague(grounds)
        or any(not any(f <= at.hour < t for at in starts) for f, t in parts)
    )


def _of_names(by: Yardstick) -> str:
    parts = (f"{part.role} {part.goal} {' '.join(part.texts)}" for part in by.request.parts)
    days = " ".join(times.names(by.request.language))
    return "\n".join([by.grounds, by.request.persona, days, *parts])


def _priced(words: str, by: Yardstick) -> bool:
    grounds = f"{by.of_graph}\n{by.known}".casefold()
    return all(found.casefold() in grounds for found in holds("prices").findall(words))


def _claims(words: str, by: Yardstick) -> bool:
    """Something is said to be done that no tool confirmed and no text of the graph says."""
    claims = [holds(f"claims_{deed}") for deed in _DEEDS if deed not in by.request.confirmed]
    return any(_asserts(claim, words) and not _asserts(claim, by.told) for claim in claims)


def _promises(words: str, by: Yardstick) -> bool:
    stated = [each for each in sentences(words) if not _MARK.search(each)]
    return any(map(holds("promises").search, stated)) and not holds("promises").search(by.told)


def _asserts(claim: re.Pattern[str], words: str) -> bool:
    """Whether a sentence claims it, not as something that is still to come or may be."""
    leads = (
        sentence[: found.start()]
        for sentence in sentences(words)
        for found in claim.finditer(sentence)
    )
    return any(not (_NOT_YET.search(led) or holds("condition").search(led)) for led in leads)


def asked_fields(words: str) -> set[str]:
    """Fields that a text asks for, in the languages that rules know."""
    asking = [s for s in sentences(words) if _MARK.search(s) or holds("requests").search(s)]
    found = {f for s in asking for f, said in _FIELDS.items() if holds(said).search(s)}
    if ASK in found and all(holds("else").search(s) for s in asking):
        found.discard(ASK)
    return found


def _asks_wrongly(words: str, by: Yardstick) -> bool:
    """It asks for what is set or what no part asks for, or does not ask what a part does. What a
    part without a text asks stands in its goal alone.
    """
    wanted = {part.asks for part in by.request.parts if part.asks}
    asked, ruled = asked_fields(words), asked_fields(by.told)
    if any(meaningful(by.request.context.get(f)) for f in asked - ruled):
        return True
    if not by.unworded and asked - wanted - ruled:
        return True
    if not by.unworded and bool(_marks(by.told) or ruled or wanted) != bool(_marks(words) or asked):
        return True
    return by.request.language in LANGUAGES and bool(wanted & set(_FIELDS) - asked)


def _marks(words: str) -> list[str]:
    return _MARK.findall(words)


def _leaves_out(words: str, by: Yardstick) -> bool:
    """A fact that the parts convey is missing: the time, who comes, the number of the task, what
    may be chosen.
    """
    told, folded, request = by.told, words.casefold(), by.request
    number = text(request.context, "task_number")
    named = [number] if number and number in told else []
    options = [each for each in request.options if each.casefold() in told.casefold()]
    if any(each.casefold() not in folded for each in [*named, *options]):
        return True
    for slot in by.slots:
        start = by.local(slot.from_ts)
        clock = times.clock_of(start)
        if not times.may_be_named(clock, told):
            continue
        if not times.may_be_named(clock, words):
            return True
        day_named = (
            start.weekday() in times.weekdays(words, request.language)
            or (start.date() - by.today).days in times.days_from_now(words)
            or str(start.day) in _NUMBER.findall(times.without_clocks(words))
        )
        person = slot.employee_name.split(" ")[0].casefold()
        if not day_named or (person and person in told.casefold() and person not in folded):
            return True
    return False


def _says_twice(words: str) -> bool:
    lines = [s.casefold() for s in sentences(words) if len(s.split()) >= _LEAST_WORDS]
    return any(fuzz.token_sort_ratio(a, b) >= _SAME for a, b in combinations(lines, 2))
