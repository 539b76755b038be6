"""Understanding by a model behind an OpenAI-compatible API."""

from collections.abc import Sequence
from zoneinfo import ZoneInfo

from pydantic import ValidationError

from adapters.model.openai import conversion
from adapters.model.openai.budget import Draft, Shortening, newest_first, outside_in
from adapters.model.openai.client import ModelClient
from adapters.model.openai.config import OpenAIConfig
from adapters.model.openai.prompts import Json, instructions
from adapters.model.openai.schemas import (
    CategorizeAnswer,
    ConverseAnswer,
    DecideAnswer,
    SummariseAnswer,
    UnderstandAnswer,
)
from domain.agents.card import AgentCard
from domain.categories import CATEGORIES, MAX_SUGGESTIONS
from domain.conversation import Limits
from domain.errors import InvalidModelOutputError
from domain.history import Entry
from domain.understanding import (
    Categorized,
    CategorizeRequest,
    CategorySource,
    Conversed,
    ConverseRequest,
    Decided,
    DecideRequest,
    Mention,
    Person,
    Said,
    Summarised,
    SummariseRequest,
    TaskView,
    Topic,
    UnderstandRequest,
    Understood,
)

MAX_SUMMARY_LENGTH = 1_000
"""Characters; what ``Summarised`` promises."""

_MAX_LINES = 60
"""Lines of a receipt shown for choosing a category; the shop and the goods stand among them."""


class OpenAIEngine:
    """Asks one model. Its answers fit the schema, but are not yet checked against the evidence.

    Sends no ids of persons, chats or tasks to the provider. Raises ``ModelUnavailableError``,
    ``ModelMisconfiguredError`` and ``InvalidModelOutputError``.
    """

    def __init__(
        self,
        client: ModelClient,
        config: OpenAIConfig,
        *,
        category_threshold: float = Limits().category_confidence_threshold,
    ) -> None:
        self._client = client
        self._config = config
        self._category_threshold = category_threshold

    async def understand(self, request: UnderstandRequest) -> Understood:
        numbers = {task.task_id: n for n, task in enumerate(request.tasks, start=1)}
        spoken_of = {request.open_question, *(said.reply_to_task for said in request.said)}
        draft = self._draft(
            "understand",
            instructions(
                "understand",
                agents=_agents(request.agents),
                categories=", ".join(CATEGORIES),
            ),
            {
                "earlier": _earlier(request.history),
                **_person(request.person, request.said[-1]),
                "summary": request.summary,
                "tasks": [_task(n, task) for n, task in enumerate(request.tasks, start=1)],
                "open_question": numbers.get(request.open_question or ""),
                "messages": [
                    {
                        "number": n,
                        "text": said.text,
                        "reply_to_task": numbers.get(said.reply_to_task or ""),
                        **({"edited": True} if said.edited else {}),
                    }
                    for n, said in enumerate(request.said, start=1)
                ],
            },
            _tasks_first(request.tasks, spoken_of),
            _newest("earlier", len(request.history)),
        )
        return await self._client.ask(
            draft, UnderstandAnswer, lambda answer: self._understood(answer, request)
        )

    def _understood(self, answer: UnderstandAnswer, request: UnderstandRequest) -> Understood:
        acts = conversion.acts(answer, request)
        if not acts:
            msg = f"{self._config.name} found no act in the messages"
            raise InvalidModelOutputError(msg)
        return Understood(acts=acts, engine=f"{self._config.name}:{self._config.model}")

    async def categorize(self, request: CategorizeRequest) -> Categorized:
        lines = request.lines[:_MAX_LINES]
        draft = self._draft(
            "categorize",
            instructions(
                "categorize",
                categories="\n".join(f"- {category}" for category in CATEGORIES),
                threshold=str(self._category_threshold),
                max_suggestions=str(MAX_SUGGESTIONS),
            ),
            {
                "merchant": request.merchant,
                "item": request.item,
                "amount": str(request.amount),
                "currency": request.currency,
                "guess": request.guess,
                "guess_confidence": request.guess_confidence,
                "lines": lines,
            },
            Shortening("lines", outside_in(len(lines))),
        )
        return await self._client.ask(draft, CategorizeAnswer, _categorized)

    async def decide(self, request: DecideRequest) -> Decided:
        draft = self._draft(
            "decide",
            instructions("decide"),
            {
                "earlier": _earlier(request.history),
                "legal": request.legal,
                "known": _mention(request.known),
                "problems": request.problems,
                "reading_confidence": request.reading_confidence,
            },
            _newest("earlier", len(request.history)),
        )
        return await self._client.ask(draft, DecideAnswer, _decided)

    async def converse(self, request: ConverseRequest) -> Conversed:
        draft = self._draft(
            "converse",
            instructions("converse", agents=_agents(request.agents)),
            {
                "earlier": _earlier(request.history),
                **_person(request.person, request.said),
                "summary": request.summary,
                "tasks": [_task(n, task) for n, task in enumerate(request.tasks, start=1)],
                "message": request.said.text,
            },
            _tasks_first(request.tasks, {request.said.reply_to_task}),
            _newest("earlier", len(request.history)),
            talk=True,
        )
        return await self._client.ask(draft, ConverseAnswer, _conversed)

    async def summarise(self, request: SummariseRequest) -> Summarised:
        draft = self._draft(
            "summarise",
            instructions("summarise", max_length=str(MAX_SUMMARY_LENGTH)),
            {"previous": request.previous, "entries": _earlier(request.entries)},
            _newest("entries", len(request.entries)),
        )
        return await self._client.ask(draft, SummariseAnswer, _summarised)

    def _draft(
        self,
        purpose: str,
        task: str,
        content: dict[str, Json],
        *shortenings: Shortening,
        talk: bool = False,
    ) -> Draft:
        config = self._config
        return Draft(
            purpose=purpose,
            model=config.model,
            instructions=task,
            content=content,
            shortenings=shortenings,
            temperature=config.temperature if talk else 0,
            max_tokens=config.max_tokens if talk else config.max_structured_tokens,
        )


def _categorized(answer: CategorizeAnswer) -> Categorized:
    try:
        return Categorized(
            category=conversion.text(answer.category),
            confidence=answer.confidence,
            source=CategorySource.MODEL,
            suggestions=tuple(answer.suggestions),
            reason=conversion.brief(answer.reason),
        )
    except ValidationError:
        failure = InvalidModelOutputError("a category has a confidence outside 0 to 1")
    raise failure


def _decided(answer: DecideAnswer) -> Decided:
    return Decided(action=answer.action.strip(), reason=conversion.brief(answer.reason))


def _conversed(answer: ConverseAnswer) -> Conversed:
    if answer.about == "off_limits":
        return Conversed(topic=Topic.REFUSAL)
    return Conversed(text=answer.reply.strip())


def _summarised(answer: SummariseAnswer) -> Summarised:
    return Summarised(summary=answer.summary.strip()[:MAX_SUMMARY_LENGTH])


def _earlier(entries: Sequence[Entry]) -> list[Json]:
    return [{"speaker": entry.speaker.value, "text": entry.text} for entry in entries]


def _newest(key: str, count: int) -> Shortening:
    return Shortening(key, newest_first(count))


def _tasks_first(tasks: Sequence[TaskView], spoken_of: set[str | None]) -> Shortening:
    """Tasks that the messages answer always stay; of the others the oldest go first."""
    needed = [n for n, task in enumerate(tasks) if task.task_id in spoken_of]
    others = [n for n in newest_first(len(tasks)) if n not in needed]
    return Shortening("tasks", (*needed, *others), least=len(needed))


def _person(person: Person, said: Said) -> dict[str, Json]:
    today = said.sent_at.astimezone(ZoneInfo(person.timezone))
    return {
        "today": f"{today:%Y-%m-%d, %A}",
        "currency": person.currency,
        "locale": person.locale,
    }


def _agents(cards: Sequence[AgentCard]) -> str:
    """Cards are Steward's own words, so they may stand among the instructions."""
    lines = (
        f"- `{card.slug}`: {card.purpose} For example: {'; '.join(card.examples)}."
        for card in cards
    )
    return "\n".join(lines) or "- none"


def _task(number: int, task: TaskView) -> Json:
    return {
        "number": number,
        "agent": task.agent,
        "phase": task.phase.value,
        "doing": task.activity,
        "question": task.question.value if task.question else None,
        "known": _mention(task.known),
        "choices": task.choices,
    }


def _mention(mention: Mention) -> Json:
    """Only what is known; the JSON form has amounts and dates as text."""
    known: dict[str, Json] = mention.model_dump(
        mode="json", exclude_none=True, exclude_defaults=True
    )
    return known
