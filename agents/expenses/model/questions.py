"""The questions about expenses: a category, the next step, and what stands on a receipt."""

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from datetime import time as time_of_day
from decimal import Decimal
from functools import partial
from typing import Protocol, TypeVar

from pydantic import ValidationError

from adapters.model import written
from adapters.model.gateway import ModelGateway
from adapters.model.picture import picture
from adapters.model.prompts import instructions
from adapters.model.question import Json, ModelQuestion, by_rules, form, newest_first, outside_in
from adapters.model.question_content import earlier
from agents.expenses.card import CARD
from agents.expenses.categories import CATEGORIES, MAX_SUGGESTIONS, known_category
from agents.expenses.meaning import (
    Categorized,
    CategorizeRequest,
    CategorySource,
    Decided,
    DecideRequest,
)
from agents.expenses.model.mentions import PROMPTS
from agents.expenses.model.receipt_evidence import (
    checked_against_lines,
    checked_against_picture,
    completed,
)
from agents.expenses.model.schemas import (
    CategorizeAnswer,
    DecideAnswer,
    ReceiptAnswer,
    WrittenField,
    WrittenItem,
)
from agents.expenses.photo_certainty import FIELD_CONFIDENCE_THRESHOLD
from agents.expenses.ports import CategoryRules
from agents.expenses.reading import LineItem, Reading, ReadValue
from agents.expenses.rules import ExpenseLimits
from domain.errors import InvalidModelOutputError
from domain.understanding import Person
from domain.usage import Budget
from domain.waiting import ASKS_ONCE, Wait

_THRESHOLD = ExpenseLimits().category_confidence_threshold

_MAX_LINES = 60
"""Lines of a receipt shown for choosing a category; the shop and the goods stand among them."""

_MAX_LINE_LENGTH = 120
_MAX_ITEMS = 20

_Value = TypeVar("_Value", str, Decimal, date)


class ExpenseRules(CategoryRules, Protocol):
    """Answers without a model."""

    def decide(self, request: DecideRequest) -> Decided: ...


@dataclass(frozen=True)
class ExpenseModels:
    """Asks the models, then the rules; implements ``ExpenseModels`` and ``ModelReader``, the ports.

    ``category_threshold`` is the confidence below which a person is asked.
    """

    gateway: ModelGateway
    rules: ExpenseRules
    category_threshold: float = _THRESHOLD

    @property
    def available(self) -> bool:
        """Whether any model is configured to read receipts."""
        return self.gateway.available

    async def used_up(self, user_id: str) -> Budget | None:
        """The budget for the day that keeps models out for this person, if one does."""
        return await self.gateway.used_up(user_id)

    async def categorize(
        self, request: CategorizeRequest, *, wait: Wait = ASKS_ONCE
    ) -> Categorized:
        question = to_categorize(request, self.rules, self.category_threshold, wait)
        return await self.gateway.ask(question)

    async def decide(self, request: DecideRequest, *, wait: Wait = ASKS_ONCE) -> Decided:
        return await self.gateway.ask(to_decide(request, self.rules, wait))

    async def complete(  # noqa: PLR0913 - what a reading needs
        self,
        reading: Reading,
        person: Person,
        task_id: str,
        *,
        image: bytes | None = None,
        caption: str = "",
        wait: Wait = ASKS_ONCE,
    ) -> Reading:
        """``reading`` completed by what a model makes of its lines, or sees on ``image``;
        ``AppError`` when none can.
        """
        question = replace(to_read(reading, person, caption, image), task_id=task_id, wait=wait)
        started = time.monotonic()
        read = await self.gateway.ask(question)
        took = round((time.monotonic() - started) * 1000)
        return completed(reading, read.model_copy(update={"duration_ms": took}))


def to_categorize(
    request: CategorizeRequest,
    rules: ExpenseRules,
    threshold: float = _THRESHOLD,
    wait: Wait = ASKS_ONCE,
) -> ModelQuestion[Categorized]:
    """Which of the built-in categories fits."""
    lines = request.lines[:_MAX_LINES]
    return ModelQuestion(
        purpose="categorize",
        instructions=instructions(
            "categorize",
            PROMPTS,
            categories="\n".join(f"- {category}" for category in CATEGORIES),
            threshold=str(threshold),
            max_suggestions=str(MAX_SUGGESTIONS),
        ),
        content={
            "merchant": request.merchant,
            "item": request.item,
            "amount": str(request.amount),
            "currency": request.currency,
            "guess": request.guess,
            "guess_confidence": request.guess_confidence,
            "lines": lines,
        },
        shortenings=(outside_in("lines", len(lines)),),
        form=form(CategorizeAnswer, _categorized),
        check=checked_categorized,
        fallback=by_rules(rules.categorize, request),
        user_id=request.person.user_id,
        agent=CARD.slug,
        task_id=request.task_id,
        wait=wait,
    )


def to_decide(
    request: DecideRequest, rules: ExpenseRules, wait: Wait = ASKS_ONCE
) -> ModelQuestion[Decided]:
    """Which of the legal actions to take next."""
    known: dict[str, Json] = request.known.model_dump(
        mode="json", exclude_none=True, exclude_defaults=True
    )
    return ModelQuestion(
        purpose="decide",
        instructions=instructions("decide", PROMPTS),
        content={
            "earlier": earlier(request.history),
            "legal": request.legal,
            "known": known,
            "problems": request.problems,
            "reading_confidence": request.reading_confidence,
        },
        shortenings=(newest_first("earlier", len(request.history)),),
        form=form(DecideAnswer, _decided),
        check=partial(checked_decided, request),
        fallback=by_rules(rules.decide, request),
        user_id=request.user_id,
        agent=CARD.slug,
        task_id=request.task_id,
        wait=wait,
    )


def to_read(
    reading: Reading, person: Person, caption: str = "", image: bytes | None = None
) -> ModelQuestion[Reading]:
    """The fields that the recognised lines of a receipt show, or its picture.
    ``UnusableAttachmentError`` for one that models cannot see.
    """
    if image is None:
        purpose, check = "read_lines", checked_against_lines
        source = "its lines as a text recogniser found them, which may misread characters"
    else:
        purpose, check = "read_image", checked_against_picture
        source = "the picture; the lines are what a text recogniser made of it and may be wrong"
    lines: list[Json] = [line[:_MAX_LINE_LENGTH] for line in reading.lines]
    return ModelQuestion(
        purpose=purpose,
        instructions=instructions(
            "read_receipt",
            PROMPTS,
            source=source,
            locale=person.locale,
            categories=", ".join(CATEGORIES),
            field_threshold=str(FIELD_CONFIDENCE_THRESHOLD),
            max_items=str(_MAX_ITEMS),
        ),
        content={"lines": lines} | ({"said": caption} if caption else {}),
        shortenings=(outside_in("lines", len(lines)),),
        form=form(ReceiptAnswer, lambda answer, writer: _reading(answer, reading, writer)),
        check=partial(check, reading.lines),
        pictures=() if image is None else (picture(image),),
        user_id=person.user_id,
        agent=CARD.slug,
    )


def _categorized(answer: CategorizeAnswer, _writer: str) -> Categorized:
    try:
        return Categorized(
            category=written.text(answer.category),
            confidence=answer.confidence,
            source=CategorySource.MODEL,
            suggestions=tuple(answer.suggestions),
            reason=written.brief(answer.reason),
        )
    except ValidationError:
        failure = InvalidModelOutputError("a category has a confidence outside 0 to 1")
    raise failure


def _decided(answer: DecideAnswer, _writer: str) -> Decided:
    return Decided(action=answer.action.strip(), reason=written.brief(answer.reason))


def checked_categorized(categorized: Categorized) -> Categorized:
    """Only built-in categories, written as they are."""
    category = known_category(categorized.category) if categorized.category else None
    named = [category, *(known_category(s) for s in categorized.suggestions)]
    suggestions = tuple(dict.fromkeys(s for s in named if s))[:MAX_SUGGESTIONS]
    if not suggestions:
        raise InvalidModelOutputError("the answer names no category that exists")
    return categorized.model_copy(
        update={
            "category": category,
            "confidence": categorized.confidence if category else 0.0,
            "suggestions": suggestions,
        }
    )


def checked_decided(request: DecideRequest, decided: Decided) -> Decided:
    """Only one of the legal actions."""
    if decided.action not in request.legal:
        raise InvalidModelOutputError("the chosen action is not a legal one")
    return decided


def _reading(answer: ReceiptAnswer, before: Reading, engine: str) -> Reading:
    """The overall confidence is 0 here: only checked evidence gives a reading its weight."""
    return Reading(
        sha256=before.sha256,
        engine=engine,
        confidence=0.0,
        is_receipt=answer.is_receipt,
        merchant=_field(answer.merchant, written.text),
        total=_field(answer.total, written.number),
        currency=_field(answer.currency, written.currency),
        occurred_on=_field(answer.date, written.day),
        occurred_at=_time(answer.time),
        tax=_field(answer.tax, written.number),
        payment_method=_field(answer.payment_method, written.text),
        reference=_field(answer.reference, written.text),
        category=_field(answer.category, written.text),
        items=tuple(item for wire in answer.items[:_MAX_ITEMS] for item in _item(wire)),
        lines=before.lines,
        pages=before.pages,
    )


def _field(
    wire: WrittenField | None, parse: Callable[[str], _Value | None]
) -> ReadValue[_Value] | None:
    """A field with a proper value and confidence, else None: the person is asked."""
    if wire is None or not 0 <= wire.confidence <= 1:
        return None
    try:
        value = parse(wire.value)
    except InvalidModelOutputError:
        return None
    if value is None:
        return None
    return ReadValue(
        value=value,
        confidence=wire.confidence,
        evidence=(written.text(wire.evidence) or "")[:_MAX_LINE_LENGTH],
    )


def _time(written: str | None) -> time_of_day | None:
    try:
        read = time_of_day.fromisoformat(written or "")
    except ValueError:
        return None
    return read.replace(tzinfo=None)


def _item(wire: WrittenItem) -> tuple[LineItem, ...]:
    name = written.text(wire.name)
    if name is None:
        return ()
    try:
        item = LineItem(
            name=name,
            quantity=written.number(wire.quantity),
            unit_price=written.number(wire.unit_price),
            amount=written.number(wire.amount),
        )
    except InvalidModelOutputError:
        return ()
    return (item,)
