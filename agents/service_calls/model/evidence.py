"""A model's findings in a call, held against what the customer said and what was offered.

A value counts only where its words stand in the customer's own. Ids never come from a model.
"""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import time, timedelta

from pydantic import JsonValue

from adapters.model import written
from adapters.model.software_orders import (
    data_only,
    gives_orders,
    speaks_to_software,
    without_orders,
)
from adapters.model.text_evidence import is_small_talk, takes_back, words_stand_in
from agents.service_calls.context import ADDRESS, ASK, COURSE, EMAIL, NAME, PHONE, meaningful, text
from agents.service_calls.exchange import (
    CallExchange,
    CallSummary,
    ChooseToolRequest,
    ExtractRequest,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
    Recognised,
    Slot,
    SummariseCallRequest,
    ToolChosen,
    Window,
)
from agents.service_calls.graph.shapes import ENGINE_FIELDS, ActName
from agents.service_calls.model.checked_words import holds
from agents.service_calls.model.names import unknown_names
from agents.service_calls.model.schemas import (
    ServiceExtractAnswer,
    ServiceMatchAnswer,
    ServiceNavigateAnswer,
    ServiceSummaryAnswer,
    ServiceToolAnswer,
    WrittenDeed,
    WrittenTime,
)
from agents.service_calls.offline import names
from agents.service_calls.offline.phones import FEWEST, MOST
from agents.service_calls.offline.times import Wished, is_of_visit, join, whole_day, window
from domain.errors import InvalidModelOutputError
from domain.plain_text import one_line, visible
from language.yes_no import confirms

MAX_SUMMARY = 600
"""Characters."""

_LONGEST = {ASK: 120, NAME: 60, EMAIL: 120}
_LONG = 200
_MOST_DIGITS = 12
"""Of a number to call that does not begin with that of a country."""
_MOST_NAMES = 5
_MAX_ARGUMENT = 500
_MOST_TO_CHOOSE = 3

_RUN_OF_DIGITS = re.compile(r"\+?\d[\d\s().\-/]*\d")
_ADDRESS = re.compile(r"[^\s@]+@[^\s@]+\.[^\s@]+")
_ID = re.compile(r"(?:^|_)(?:id|ids|key|uuid|phone|email|number|ts)$")
_LOOKS_LIKE_ID = re.compile(r"\b(?:cust|task|proj|emp|event|call)-\w+|[0-9a-f]{8}-[0-9a-f]{4}-")
_ELSEWHERE = "elsewhere"
_BOOKED = {
    ActName.CANCEL_BOOKING: ActName.MAY_CANCEL, ActName.ASKS_TIMES: ActName.QUESTION,
    ActName.ISSUE: ActName.NEW_ISSUE, ActName.ASKS_VISIT: ActName.QUESTION,
}  # fmt: skip
"""What a model hears where something is booked: much can be cancelled, so the customer is asked
unless rules heard the plain command; when somebody comes is known; and what is booked stays beside
another matter, unless that corrects what it is booked for."""
_KEPT = frozenset({ActName.EMERGENCY, ActName.ASKS_HUMAN})
"""What rules heard of these a model does not talk away."""


def extracted(answer: ServiceExtractAnswer, request: ExtractRequest, writer: str) -> Recognised:
    """What a model heard, as far as the customer said it; the rules' own findings beside it."""
    now = [without_orders(words) for words in request.words]
    before = [without_orders(each.customer) for each in request.exchanges]
    ruled = request.recognised
    values = _values(answer, request, now, before)
    deeds = [deed for deed in answer.acts if deed.act != _ELSEWHERE]
    wish = _wish(answer.time, request)
    shown = [deed for deed in deeds if _shown(deed, now, request, wish)]
    acts = {ActName(deed.act) for deed in shown}
    quoted = [deed.quote for deed in answer.acts if deed.act == _ELSEWHERE]
    quoted = [quote for quote in quoted if words_stand_in(quote, " ".join(now))]
    if quoted and not acts and not answer.values and not _KEPT & set(ruled.acts):
        return Recognised(elsewhere=True, by=writer)
    acts -= {ActName.ISSUE, ActName.NEW_ISSUE} if ASK not in values else set()
    if ActName.DENY in acts:
        acts.discard(ActName.AFFIRM)
    numbers = {task.number: task.booked is not None for task in request.tasks}
    tasks = {ActName(deed.act): deed.task for deed in shown if deed.task in numbers}
    corrects = ActName.ISSUE in acts and numbers.get(tasks.get(ActName.ISSUE, ""), False)
    questioned = ActName.QUESTION in acts
    if acts & {ActName.ISSUE, ActName.NEW_ISSUE}:
        acts.discard(ActName.QUESTION)  # "can you send somebody?" is answered by what is done
    if not {PHONE, NAME, EMAIL, ADDRESS}.isdisjoint(values):
        acts.add(ActName.GIVES_DATA)
    here = meaningful(request.context.get("appointment_details"))
    turned = {
        act: _BOOKED[act]
        for act in acts & _BOOKED.keys() - {*ruled.acts}
        if numbers.get(tasks.get(act, ""), here) and not (corrects and act is ActName.ISSUE)
    }
    acts = {turned.get(act, act) for act in acts}
    tasks = {turned.get(act, act): number for act, number in tasks.items()}
    denied = ActName.DENY in acts
    if ActName.PREFERS_TIME in acts and _wishes_visit(answer.time, request, denied=denied):
        acts.add(ActName.KEEP)
    if ActName.KEEP in acts:
        acts.discard(ActName.DENY)
        now_spoken_of = text(request.context, "task_number")
        kept, moved = (tasks.get(a, now_spoken_of) for a in (ActName.KEEP, ActName.PREFERS_TIME))
        acts -= {ActName.PREFERS_TIME} if kept == moved else set()
    if ActName.AFFIRM in acts and _meets(request.proposed, wish):
        acts.discard(ActName.PREFERS_TIME)  # "yes, Tuesday is good" books the Tuesday
    if acts:
        acts |= _KEPT & set(ruled.acts)
    else:
        acts = set(ruled.acts)
    has_number = not deeds or any(each.field == PHONE for each in answer.values)
    heard = tuple(act for act in ActName if act in acts)
    asked = [deed.quote for deed in deeds if deed.act == ActName.QUESTION.value]
    question = ruled.question or "; ".join(map(one_line, asked))[:_LONG]
    if not asked and any(deed.act == ActName.ASKS_VISIT.value for deed in shown):
        question = ""  # what is booked answers it
    return Recognised(
        values=values,
        withdrawn=tuple(field for field in ruled.values if field not in values),
        acts=heard,
        wish=wish if ActName.PREFERS_TIME in heard else None,
        avoid=_between_days(answer.time, request) if ActName.PREFERS_TIME in heard else (),
        question=question if ActName.QUESTION in heard or (corrects and questioned) else "",
        notes=_notes(ruled, values, _quotes(deeds, now)),
        has_number=has_number,
        aside="\n".join(quote for quote in quoted if _is_apart(quote, answer, deeds)),
        tasks=tasks,
        by=writer,
    )


def _values(
    answer: ServiceExtractAnswer, request: ExtractRequest, now: Sequence[str], before: Sequence[str]
) -> dict[str, str]:
    """The rules' values, and the model's in their place. A matter that a model did not hear is a
    name or a place that sounds like one.
    """
    ruled, answered = request.recognised.values, bool(answer.values or answer.acts)
    values = {field: value for field, value in ruled.items() if field != ASK or not answered}
    if any(each.field == ASK for each in answer.values) and ASK in ruled:
        values |= {} if meaningful(request.context.get(ASK)) else {ASK: ruled[ASK]}
    for each in answer.values:
        if each.field not in request.fields or not _told_by_customers(each.field):
            continue
        corrects = meaningful(request.context.get(each.field)) or each.field in ruled
        # A part of an address or of the matter is corrected: the rest of it was said before.
        whole = each.field in {ADDRESS, ASK}
        said = now if corrects and not whole else [*now, *before]
        value = supported(each.field, each.value, said)
        value = names.shown(value) if each.field == NAME else value
        if each.field == PHONE and _digits(value) == _digits(values.get(PHONE, "")):
            continue  # rules write it as it is said back
        if value and value != text(request.context, each.field):
            values[each.field] = value
    return values


def _is_apart(quote: str, answer: ServiceExtractAnswer, deeds: Sequence[WrittenDeed]) -> bool:
    """Whether nothing in these words is taken for the business as well."""
    taken = [deed.quote for deed in deeds] + [each.value for each in answer.values]
    return not any(words_stand_in(each, quote) or words_stand_in(quote, each) for each in taken)


def _quotes(deeds: Sequence[WrittenDeed], now: Sequence[str]) -> list[str]:
    """What the customer said for whoever comes."""
    spoken = " ".join(now)
    notes = (deed.quote for deed in deeds if deed.act == ActName.NOTE.value)
    return [note for note in notes if words_stand_in(note, spoken)]


def _notes(ruled: Recognised, values: Mapping[str, str], told: Sequence[str]) -> tuple[str, ...]:
    """What a model heard, and of the rules' the numbers: whichever is called first, the other one
    is kept.
    """
    number = ruled.values.get(PHONE, "")
    kept = [note for note in ruled.notes if len(_digits(note)) >= FEWEST]
    if number and number != values.get(PHONE, "") and not any(number in note for note in kept):
        kept.append(number)
    return (*kept, *(one_line(note) for note in told if note not in kept))


def _wish(told: WrittenTime | None, request: ExtractRequest) -> Window | None:
    """The time that a model heard, in any language; it is proposed to the customer, never booked.
    None where rules heard that it does not suit.

    Raises ``InvalidModelOutputError`` for a day or an hour that is none.
    """
    ruled, wished = request.recognised, _wished(told, request)
    if not wished or ruled.at is None:
        return None
    wish = window(wished, ruled.at, request.timezone, None)
    if wish is None or any(a.from_ts < wish.to_ts and wish.from_ts < a.to_ts for a in ruled.avoid):
        return None
    return join(request.wished, wish, ruled.at, request.timezone)


def _between_days(told: WrittenTime | None, request: ExtractRequest) -> tuple[Window, ...]:
    """Days between those that suit."""
    wished = _wished(told, request)
    return tuple(whole_day(day, request.timezone) for day in wished.without) if wished else ()


def _wishes_visit(told: WrittenTime | None, request: ExtractRequest, *, denied: bool) -> bool:
    """Whether the time that a model heard is that of the visit that is booked."""
    wished, at, visit = _wished(told, request), request.recognised.at, request.visit
    if wished is None or at is None or visit is None:
        return False
    return bool(wished) and is_of_visit(wished, at, request.timezone, visit, denied=denied)


def _wished(told: WrittenTime | None, request: ExtractRequest) -> Wished | None:
    """Raises ``InvalidModelOutputError`` for a day or an hour that is none."""
    at = request.recognised.at
    if told is None or at is None:
        return None
    since, until = _minutes(told.since), _minutes(told.until)
    days = sorted(filter(None, map(written.day, [told.day, *told.other_days])))
    if any(abs(day - at.date()) > _A_YEAR for day in days):
        raise InvalidModelOutputError("a wished day is out of reach")
    wished = Wished.on(days)
    if since is not None or until is not None:
        wished.hours = (since or 0, until or _WHOLE_DAY)
    return wished


def _meets(slot: Slot | None, wish: Window | None) -> bool:
    if slot is None or wish is None or wish.hours is not None:
        return False
    return wish.from_ts <= slot.from_ts and slot.to_ts <= wish.to_ts


_WHOLE_DAY = 24 * 60
_A_YEAR = timedelta(days=366)


def _minutes(clock: str | None) -> int | None:
    """Minutes of the day of "16:00"; None for nothing."""
    line = written.text(clock)
    try:
        at = time.fromisoformat(line) if line else None
    except ValueError:
        raise InvalidModelOutputError("a time of day is none") from None
    return None if at is None else at.hour * 60 + at.minute


def _told_by_customers(field: str) -> bool:
    return field not in ENGINE_FIELDS and not field.endswith(("_id", "_flag"))


def supported(field: str, value: str, said: Sequence[str]) -> str:
    """The value as the customer said it; empty where they did not."""
    value = one_line(visible(value)).strip(" .,!?\"'")
    if not meaningful(value) or len(value) > _LONGEST.get(field, _LONG) or gives_orders(value):
        return ""
    if field == PHONE:
        return _number(value, said)
    if field == EMAIL:
        stands = _ADDRESS.fullmatch(value) is not None and any(
            value.casefold() in words.casefold() for words in said
        )
    elif field == NAME:
        stands = _name(value, said)
    else:
        stands = _own_words(value, " ".join(said))
    return value if stands else ""


def _own_words(value: str, spoken: str) -> bool:
    numbers = set(re.findall(r"\d+", value))
    if not re.search(r"[^\W\d_]", value) or not numbers <= set(re.findall(r"\d+", spoken)):
        return False
    return not is_small_talk(value) and words_stand_in(value, spoken)


def _number(value: str, said: Sequence[str]) -> str:
    """As it stands in the customer's words. What no plan of numbers knows is said back, too."""
    wanted = _digits(value)
    for words in reversed(said):
        for run in _RUN_OF_DIGITS.findall(words):
            most = MOST if run.strip().startswith(("+", "00")) else _MOST_DIGITS
            if _digits(run) == wanted and FEWEST <= len(wanted) <= most:
                return str(run).strip()
    return ""


def _name(value: str, said: Sequence[str]) -> bool:
    """Every word of it, letter by letter: a name with a slip is another one."""
    if any(c.isdigit() for c in value) or len(value.split()) > _MOST_NAMES or confirms(value):
        return False
    if is_small_talk(value) or not any(c.isalpha() for c in value):
        return False
    spoken = " ".join(said).casefold()
    if not value.isascii() and "".join(value.split()).casefold() in "".join(spoken.split()):
        return True
    present = set(re.findall(r"[^\W\d_]+", spoken))
    return set(re.findall(r"[^\W\d_]+", value.casefold())) <= present


def _shown(
    deed: WrittenDeed, now: Sequence[str], request: ExtractRequest, wish: Window | None
) -> bool:
    """Whether the customer's new words do that. What books or ends takes a word for it; an
    emergency does not, nor does leaving it before anything is booked, where that is most of what
    was said. What cancels a visit is asked about first (``_BOOKED``).
    """
    spoken, act = " ".join(now), ActName(deed.act)
    told = request.recognised
    if act is ActName.PREFERS_TIME and not (wish or told.wish or told.avoid):
        return False
    takes = _TAKES_A_WORD.get(act, bool)
    here = meaningful(request.context.get("appointment_details"))
    booked = next((bool(t.booked) for t in request.tasks if t.number == deed.task), here)
    whole = 2 * len(deed.quote) >= len(spoken)
    if not booked and act is ActName.GOODBYE and whole:
        takes = bool
    return words_stand_in(deed.quote, spoken) and bool(takes(spoken))


def _agrees(spoken: str) -> bool:
    folded = spoken.casefold()
    return confirms(spoken) or bool(
        holds("agrees").search(folded) and not holds("denies").search(folded)
    )


_TAKES_A_WORD: Mapping[ActName, Callable[[str], object]] = {
    ActName.AFFIRM: _agrees,
    ActName.GOODBYE: lambda spoken: holds("leaves").search(spoken) or takes_back(spoken),
    ActName.ASKS_HUMAN: holds("wants_a_person").search,
}


def navigated(answer: ServiceNavigateAnswer, request: NavigateRequest, writer: str) -> Navigated:
    """A successor that was offered; the default for any other name."""
    offered = {way.node for way in request.ways}
    named = answer.next_node_to_go_to.strip()
    if named not in offered:
        return default_way(request, "not offered" if named != request.default else "")
    return Navigated(
        next_node_to_go_to=named,
        next_course_of_action=_brief(answer.next_course_of_action),
        is_on_track=answer.is_on_track,
        reason=_brief(answer.reason),
        by=writer,
    )


def default_way(request: NavigateRequest, reason: str = "") -> Navigated:
    """Where nobody, or no model that can be believed, says another way."""
    return Navigated(next_node_to_go_to=request.default, reason=reason)


def _brief(words: str) -> str:
    return written.brief(data_only(words))


def chosen(answer: ServiceToolAnswer, request: ChooseToolRequest, writer: str) -> ToolChosen:
    """A tool of the node with texts for it. What is called like a field that is set has that
    field's value; an id, a number or a time that a model writes is none.
    """
    name = answer.tool.strip()
    if name not in request.tools:
        return ToolChosen()
    takes = request.takes.get(name)
    grounds = "\n".join([*request.words, *map(str, request.context.values())])
    arguments: dict[str, JsonValue] = {}
    for each in answer.arguments:
        if meaningful(request.context.get(each.name)):
            arguments[each.name] = request.context[each.name]
        elif (takes is None or each.name in takes) and _free_text(each.name, each.value, grounds):
            arguments[each.name] = each.value.strip()
    return ToolChosen(tool=name, arguments=arguments, by=writer)


def _free_text(name: str, value: str, grounds: str) -> bool:
    if (
        _ID.search(name.casefold())
        or not value.strip()
        or len(value) > _MAX_ARGUMENT
        or speaks_to_software(value)
    ):
        return False
    if _LOOKS_LIKE_ID.search(value.casefold()):
        return False
    return set(re.findall(r"\d+", value)) <= set(re.findall(r"\d+", grounds))


def matched(answer: ServiceMatchAnswer, request: MatchRequest, writer: str) -> Matched:
    """At most three services of the business; none leaves it to rules. Raises
    ``InvalidModelOutputError`` for a name that it does not have.
    """
    known = {item.name.casefold(): item.name for item in request.services}
    names: dict[str, None] = {}
    for line in answer.services:
        name = line.strip().casefold()
        # The line of a service goes on behind its name.
        found = known.get(name) or known.get(name.partition(":")[0].strip())
        if found is None:
            raise InvalidModelOutputError(f"services: {line[:_LONG]!r} is not one of those")
        names[found] = None
    return Matched(names=tuple(names)[:_MOST_TO_CHOOSE], by=writer)


def summarised(
    answer: ServiceSummaryAnswer, request: SummariseCallRequest, writer: str
) -> CallSummary:
    """That of rules in place of one that names what nobody said: it would be believed later."""
    summary = one_line(visible(answer.summary))[:MAX_SUMMARY].strip()
    grounds = "\n".join([request.previous, *spoken_in(request.exchanges)])
    refused = (
        not summary
        or speaks_to_software(summary)
        or _LOOKS_LIKE_ID.search(summary.casefold())
        or not set(re.findall(r"\d+", summary)) <= set(re.findall(r"\d+", grounds))
        or unknown_names(summary, grounds, request.language)
    )
    return summary_by_rules(request) if refused else CallSummary(summary=summary, by=writer)


def summary_by_rules(request: SummariseCallRequest) -> CallSummary:
    """What the customer said, the newest of it, in their own words."""
    said = (data_only(each.customer) for each in request.exchanges if each.customer.strip())
    words = one_line(" / ".join([request.previous, *said] if request.previous else said))
    return CallSummary(summary=words[-MAX_SUMMARY:].strip())


def spoken_in(exchanges: Iterable[CallExchange]) -> list[str]:
    return [words for each in exchanges for words in (each.customer, each.agent) if words]


def _digits(words: str) -> str:
    return "".join(c for c in words if c.isdigit())


_OF_THE_ENGINE = frozenset({
    "appointment", "candidates", "who_are_you", "task_name", "call_ended", "hangup_status", COURSE,
})  # fmt: skip


def shown(context: Mapping[str, object], longest: int) -> list[str]:
    """The fields that help to understand a customer, a line each, without ids.

    Tools wrote some of them: what speaks to software is left out.
    """
    lines = []
    for field, value in context.items():
        if field.endswith("_id") or field in _OF_THE_ENGINE:
            continue
        told = ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)
        lines.append(f"{field}: {data_only(one_line(told))[:longest]}")
    return lines
