"""What models are asked in a service call: each question with its limits, its check and the rules
that answer where no model does.

A prompt holds what its step needs: never all nodes, templates or fields of a graph. What grows with
a call (exchanges, words, fields) is left out where it is too much: what is oldest or matters least.
"""

import re
from collections.abc import Callable, Mapping, Sequence
from functools import cached_property
from textwrap import wrap
from typing import TypedDict, TypeVar
from zoneinfo import ZoneInfo

from pydantic import JsonValue

from adapters.model.gateway import ModelGateway
from adapters.model.prompts import instructions, pages
from adapters.model.question import (
    Form,
    Json,
    ModelQuestion,
    Shortening,
    Written,
    by_rules,
    form,
    newest_first,
)
from adapters.model.software_orders import data_only
from agents.service_calls.card import CARD
from agents.service_calls.context import ASK, NAME, PHONE, SERVICE
from agents.service_calls.exchange import (
    AskedInCall,
    CallExchange,
    CallSummary,
    ChooseToolRequest,
    ExtractRequest,
    Matched,
    MatchRequest,
    Navigated,
    NavigateRequest,
    Recognised,
    SayPart,
    SayRequest,
    SummariseCallRequest,
    ToolChosen,
    Worded,
)
from agents.service_calls.model import evidence
from agents.service_calls.model.fragment import PROMPTS
from agents.service_calls.model.schemas import (
    ServiceExtractAnswer,
    ServiceMatchAnswer,
    ServiceNavigateAnswer,
    ServiceSummaryAnswer,
    ServiceToolAnswer,
    ServiceWordAnswer,
)
from agents.service_calls.model.wording import (
    SENTENCES,
    SENTENCES_A_NODE,
    Yardstick,
    cleaned,
    refusal,
    sentences,
)
from agents.service_calls.offline.language import written_in
from agents.service_calls.offline.tables import LANGUAGES
from agents.service_calls.ports import CallRules
from domain.waiting import ASKS_ONCE, Wait

NAVIGATOR_TOKENS, REPLY_TOKENS, TOOL_TOKENS, EXTRACTION_TOKENS = 1_100, 800, 1_000, 1_500
MATCH_TOKENS = 2_000
"""Of a prompt: instructions, schema and data."""
EXTRACTION_TEMPERATURE = 0.1

_SENTENCE_END = re.compile(r"(?<=[.!?\"])\s+")
_Written = TypeVar("_Written", bound=Written)
_Request = TypeVar("_Request", bound=AskedInCall)
_Answer = TypeVar("_Answer")
_PARTS = 1_000
"""Characters for roles, goals and examples of all parts of a reply together."""
_EXAMPLE = 200
_ROLE = 200
_PERSONA = 240
_LINE = 160
"""Characters of one line of data: longer ones are parted or cut."""
_MOST_WORDS = 6
"""Lines of the customer's newest words; an extraction is shown as many as there is room for."""
_LEAST_WORDS = 2
"""Lines that are always shown: without the newest words there is nothing to ask."""
_ALL_WORDS = 40
_MOST_FIELDS = 12
_WAY = 240
_FIRST = (ASK, PHONE, NAME, SERVICE)
"""Fields that are left out last."""


class ServiceCallModels:
    """Asks the models, then the rules; implements ``ports.ServiceModels``."""

    def __init__(self, gateway: ModelGateway, rules: CallRules) -> None:
        self._gateway = gateway
        self._rules = rules

    async def extract(self, request: ExtractRequest, wait: Wait = ASKS_ONCE) -> Recognised:
        return await self._gateway.ask(to_extract(request, wait))

    async def word(self, request: SayRequest, wait: Wait = ASKS_ONCE) -> Worded:
        """Fixed parts stand first, word for word; no model is asked where there is nothing else."""
        wording = DeliveryInWords(request, self._rules)
        if not wording.say:
            return wording.ruled
        return await self._gateway.ask(to_word(wording, wait))

    async def choose_tool(self, request: ChooseToolRequest, wait: Wait = ASKS_ONCE) -> ToolChosen:
        return await self._gateway.ask(to_choose_tool(request, wait))

    async def match(self, request: MatchRequest, wait: Wait = ASKS_ONCE) -> Matched:
        return await self._gateway.ask(to_match(request, wait))

    async def navigate(self, request: NavigateRequest, wait: Wait = ASKS_ONCE) -> Navigated:
        return await self._gateway.ask(to_navigate(request, wait))

    async def summarise(self, request: SummariseCallRequest, wait: Wait = ASKS_ONCE) -> CallSummary:
        return await self._gateway.ask(to_summarise(request, wait))


class DeliveryInWords:
    """A delivery by rules, and what of it a model may word."""

    def __init__(self, request: SayRequest, rules: CallRules) -> None:
        self.request = request
        self._rules = rules

    @cached_property
    def ruled(self) -> Worded:
        return self._rules.say(self.request)

    @cached_property
    def fixed(self) -> tuple[str, ...]:
        parts = tuple(part for part in self.request.parts if part.fixed)
        return self._said(parts) if parts else ()

    @cached_property
    def _free(self) -> list[tuple[SayPart, str]]:
        """Of parts that say the same by rules the first one."""
        free: dict[str, SayPart] = {}
        for part in self.request.parts:
            words = "" if part.fixed else " ".join(self._said((part,)))
            if words:
                free.setdefault(words, part)
        return [(part, words) for words, part in free.items()]

    @property
    def parts(self) -> tuple[SayPart, ...]:
        return tuple(part for part, _ in self._free)

    @property
    def say(self) -> tuple[str, ...]:
        """What each part that a model may word says by rules."""
        return tuple(words for _, words in self._free)

    @cached_property
    def language(self) -> str:
        """That of the call; where a customer writes in one that the graph has no texts in, theirs:
        a model speaks it.
        """
        said = [*(each.customer for each in self.request.exchanges), *self.request.words]
        known = self.request.language
        written = written_in(" ".join(said), known)
        return known if written in LANGUAGES else written

    @property
    def yardstick(self) -> Yardstick:
        worded = self.request.model_copy(update={"language": self.language})
        return Yardstick(worded, self.say, pages(PROMPTS))

    def _said(self, parts: tuple[SayPart, ...]) -> tuple[str, ...]:
        return self._rules.say(self.request.model_copy(update={"parts": parts})).texts


def to_extract(request: ExtractRequest, wait: Wait = ASKS_ONCE) -> ModelQuestion[Recognised]:
    """What the customer's words tell of some fields, and what they do."""
    fields = "\n".join(f"- `{name}`: {_cut(told, _LINE)}" for name, told in request.fields.items())
    content, shortenings = _talk(
        _newest(request.words, _ALL_WORDS),
        request.exchanges[-10:],
        request.context,
        request.summary,
    )
    return ModelQuestion(
        content={
            "asked": request.asked,
            "options": _data(request.options),
            **_times(request),
            **_tasks(request),
            **content,
        },
        form=_checked(ServiceExtractAnswer, evidence.extracted, request),
        fallback=by_rules(lambda asked: asked.recognised, request),
        shortenings=shortenings,
        temperature=EXTRACTION_TEMPERATURE,
        input_tokens=EXTRACTION_TOKENS,
        **_asked(
            "service_extract",
            request,
            wait,
            role=_role(request.role),
            goal=_role(request.goal),
            fields=fields,
        ),
    )


def _times(request: ExtractRequest) -> dict[str, Json]:
    """Where the business is: its day, and the times that are proposed and were wished."""
    here, at = ZoneInfo(request.timezone), request.recognised.at
    spans = {"proposed": request.proposed, "wished": request.wished}
    told: dict[str, Json] = {}
    if at is not None:
        told["today"] = f"{at.astimezone(here):%Y-%m-%d, %A}"
    for name, span in spans.items():
        if span is not None:
            first, last = span.from_ts.astimezone(here), span.to_ts.astimezone(here)
            told[name] = f"{first:%Y-%m-%d %H:%M} to {last:%Y-%m-%d %H:%M}"
    if request.wished is not None and request.wished.hours is not None:
        clocks = (f"{each // 60:02}:{each % 60:02}" for each in request.wished.hours)
        told["wished"] = f"{told['wished']}, on each day {' to '.join(clocks)}"
    return told


def _wished(request: SayRequest) -> dict[str, Json]:
    """The time that the customer wished, where none such is free."""
    here, wish = ZoneInfo(request.timezone), request.wished
    if wish is None:
        return {}
    span = (f"{at.astimezone(here):%Y-%m-%d %H:%M}" for at in (wish.from_ts, wish.to_ts))
    return {"wished": " to ".join(span)}


def _tasks(request: ExtractRequest) -> dict[str, Json]:
    """A line for each task of the call: number, service, who comes when, and what it is about."""
    here = ZoneInfo(request.timezone)
    lines: list[Json] = []
    for task in request.tasks:
        when = "noted, no time is booked"
        if task.booked is not None:
            begins, ends = (at.astimezone(here) for at in (task.booked.from_ts, task.booked.to_ts))
            who = f"{task.booked.employee_name}, ".lstrip(", ")
            when = f"booked: {who}{begins:%Y-%m-%d %H:%M} to {ends:%H:%M}"
        lines.append(data_only(f"{task.number} {task.service}, {when}; {task.about}")[:_LINE])
    return {"tasks": lines} if lines else {}


def to_word(wording: DeliveryInWords, wait: Wait = ASKS_ONCE) -> ModelQuestion[Worded]:
    """All parts of a delivery in one call. Words that may not be said leave the rules' own."""
    request = wording.request

    def read(answer: ServiceWordAnswer, writer: str) -> Worded:
        texts = cleaned(answer.texts)
        counted = len(answer.texts) in {1, len(wording.say)}
        code = refusal(texts, wording.yardstick) if counted else "count"
        if not code:
            return Worded(texts=(*wording.fixed, *texts), by=writer)
        kept = _with_one_ruled(texts, wording)
        if kept is None:
            return wording.ruled.model_copy(update={"refused": code})
        return Worded(texts=(*wording.fixed, *kept), by=writer, refused=code)

    content, shortenings = _talk(
        _newest(request.words), request.exchanges[-5:], request.context, request.summary
    )
    say: list[Json] = [data_only(words) for words in wording.say]
    ruled = sum(len(sentences(each)) for each in wording.say)
    most = max(min(SENTENCES, SENTENCES_A_NODE * len(say)), ruled)
    return ModelQuestion(
        content={"say": say, **_wished(request), **content},
        form=form(ServiceWordAnswer, read),
        fallback=by_rules(lambda asked: asked.ruled, wording),
        shortenings=shortenings,
        talk=True,
        input_tokens=REPLY_TOKENS,
        **_asked(
            "service_word",
            request,
            wait,
            persona=_cut(request.persona, _PERSONA),
            language=wording.language,
            sentences=str(most),
            parts=_parts(wording.parts),
        ),
    )


def _with_one_ruled(texts: Sequence[str], wording: DeliveryInWords) -> list[str] | None:
    """The texts with the rules' own words for the one part that may not be said as it is; None
    where that is not all that is wrong.
    """
    if len(texts) != len(wording.say) or len(texts) == 1:
        return None
    for n, ruled in enumerate(wording.say):
        kept = [*texts[:n], ruled, *texts[n + 1 :]]
        if not refusal(kept, wording.yardstick):
            return kept
    return None


def to_navigate(request: NavigateRequest, wait: Wait = ASKS_ONCE) -> ModelQuestion[Navigated]:
    """Which of a node's successors comes next."""
    content, shortenings = _talk(
        _newest(request.words), request.exchanges[-3:], request.context, request.summary
    )
    ways = "\n".join(
        f"- `{way.node}`: {_joined(way.role, way.goal)} Condition: {way.condition}"[:_WAY]
        for way in request.ways
    )
    return ModelQuestion(
        content={
            **content,
            "done": [flag for flag, set_ in request.flags.items() if set_],
            "path": list(request.path),
        },
        form=_checked(ServiceNavigateAnswer, evidence.navigated, request),
        fallback=by_rules(evidence.default_way, request),
        shortenings=(
            *shortenings,
            newest_first("path", len(request.path)),
            newest_first("done", sum(bool(set_) for set_ in request.flags.values())),
        ),
        input_tokens=NAVIGATOR_TOKENS,
        **_asked(
            "service_navigate",
            request,
            wait,
            node=request.node,
            ways=ways,
            default=request.default or "(the end)",
        ),
    )


def to_choose_tool(request: ChooseToolRequest, wait: Wait = ASKS_ONCE) -> ModelQuestion[ToolChosen]:
    """Which of a node's tools, with which texts. Without a model none is chosen."""
    content, shortenings = _talk(_newest(request.words), (), request.context, request.summary)
    tools = [
        f"{name}: {data_only(request.purposes.get(name, ''))[:_LINE]}"
        f" Texts: {', '.join(request.takes.get(name, ())) or 'none known'}"
        for name in request.tools
    ]
    return ModelQuestion(
        content={"tools": tools, **content},
        form=_checked(ServiceToolAnswer, evidence.chosen, request),
        fallback=by_rules(lambda _: ToolChosen(), request),
        shortenings=shortenings,
        input_tokens=TOOL_TOKENS,
        **_asked(
            "service_choose_tool",
            request,
            wait,
            role=_role(request.role),
            goal=_role(request.goal),
            example=_cut(request.example, _EXAMPLE),
        ),
    )


def to_match(request: MatchRequest, wait: Wait = ASKS_ONCE) -> ModelQuestion[Matched]:
    """Which of the business's services the customer needs. Without a model rules decide."""
    content, shortenings = _talk(_newest(request.words), request.exchanges[-3:], {}, "")
    services: list[Json] = [
        data_only(f"{item.name}: {item.description}" if item.description else item.name)[:_LINE]
        for item in request.services
    ]
    return ModelQuestion(
        content={
            "services": services,
            "wanted": request.wanted,
            **({"found_before": data_only(request.known)} if request.known else {}),
            **content,
        },
        form=_checked(ServiceMatchAnswer, evidence.matched, request),
        fallback=by_rules(lambda _: Matched(), request),
        shortenings=(*shortenings, Shortening("services", tuple(range(len(services))))),
        input_tokens=MATCH_TOKENS,
        **_asked("service_match", request, wait),
    )


def to_summarise(
    request: SummariseCallRequest, wait: Wait = ASKS_ONCE
) -> ModelQuestion[CallSummary]:
    """Older exchanges in a few sentences."""
    earlier = _exchanges(request.exchanges)
    return ModelQuestion(
        content={"summary": data_only(request.previous), "earlier": earlier},
        form=_checked(ServiceSummaryAnswer, evidence.summarised, request),
        fallback=by_rules(evidence.summary_by_rules, request),
        shortenings=(newest_first("earlier", len(earlier)),),
        **_asked("service_summarise", request, wait, language=request.language),
    )


class _Asked(TypedDict):
    purpose: str
    instructions: str
    user_id: str
    task_id: str
    agent: str
    wait: Wait


def _asked(purpose: str, request: AskedInCall, wait: Wait, **places: str) -> _Asked:
    """Its prompt, with these places filled, and whose question it is."""
    return _Asked(
        purpose=purpose,
        instructions=instructions(purpose, PROMPTS, **places),
        user_id=request.user_id,
        task_id=request.task_id,
        agent=CARD.slug,
        wait=wait,
    )


def _checked(
    schema: type[_Written], check: Callable[[_Written, _Request, str], _Answer], request: _Request
) -> Form[_Answer]:
    return form(schema, lambda answer, writer: check(answer, request, writer))


def _talk(
    said: Sequence[str],
    exchanges: Sequence[CallExchange],
    context: Mapping[str, JsonValue],
    summary: str,
) -> tuple[dict[str, Json], tuple[Shortening, ...]]:
    """What was said and is known, as lists of which the least important is left out first."""
    earlier = _exchanges(exchanges)
    first = {field: context[field] for field in _FIRST if field in context}
    known: list[Json] = [*evidence.shown({**first, **context}, _LINE)]
    before: list[Json] = [data_only(summary)] if summary else []
    content: dict[str, Json] = {
        "words": list(said),
        "known": known,
        "earlier": earlier,
        "before": before,
    }
    shortenings = (
        Shortening("words", tuple(reversed(range(len(said)))), least=_LEAST_WORDS),
        Shortening("known", tuple(range(min(len(known), _MOST_FIELDS)))),
        newest_first("earlier", len(earlier)),
        Shortening("before", tuple(range(len(before)))),
    )
    return {key: value for key, value in content.items() if value}, tuple(
        each for each in shortenings if content[each.key]
    )


def _newest(words: Sequence[str], most: int = _MOST_WORDS) -> list[str]:
    """The customer's words in lines."""
    return [line for each in words for line in wrap(each, _LINE)][-most:]


def _exchanges(exchanges: Sequence[CallExchange]) -> list[Json]:
    """Our own words hold names and texts of others: what speaks to software is left out of them."""
    return [
        {
            who: words
            for who, words in (
                ("customer", each.customer[: 2 * _LINE]),
                ("agent", data_only(each.agent)[: 2 * _LINE]),
            )
            if words
        }
        for each in exchanges
    ]


def _parts(parts: Sequence[SayPart]) -> str:
    """Roles and goals of the parts; of the examples what there is room for."""
    goals = [_joined(part.role, part.goal) for part in parts]
    room = (_PARTS - sum(map(len, goals))) // len(parts)
    most = [room if part.unworded else min(_EXAMPLE, room) for part in parts]
    examples = [_whole_sentences(p.example.strip(), n) for p, n in zip(parts, most, strict=True)]
    told = zip(parts, goals, examples, strict=True)
    return "\n".join(
        f"{n}. {goal}{f' For example: {example}' if example else ''}"
        f"{' (It has no text: its goal counts, `say` stands in.)' if part.unworded else ''}"
        for n, (part, goal, example) in enumerate(told, start=1)
    )


def _joined(role: str, goal: str) -> str:
    return ": ".join(filter(None, (_role(role).rstrip("."), _role(goal))))


def _role(told: str) -> str:
    return _cut(told.strip(), _ROLE)


def _data(texts: Sequence[str]) -> list[Json]:
    return [data_only(each) for each in texts]


def _cut(text: str, longest: int) -> str:
    """The text, or as many whole sentences of it as fit; of a longer first one as many words."""
    if len(text) <= longest:
        return text
    return _whole_sentences(text, longest) or (
        f"{text[:longest].rpartition(' ')[0].rstrip(' ,:;')} …"
    )


def _whole_sentences(text: str, longest: int) -> str:
    """As many of them as fit: half a rule for a model would be another one."""
    if len(text) <= longest:
        return text
    ends = [end.start() for end in _SENTENCE_END.finditer(text, 0, max(0, longest) + 1)]
    ends = [end for end in ends if text.count('"', 0, end) % 2 == 0]  # no half quotation
    return text[: ends[-1]] if ends else ""
