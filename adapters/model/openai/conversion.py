"""From a model's answers to domain values.

What is malformed (a number that is none, a day that does not exist, a task that was not offered)
spoils the whole answer: whoever cannot write a date is not trusted with the rest. Whether a
well-formed value is true is for the evidence checks.
"""

import re
from collections.abc import Sequence
from datetime import date
from decimal import Decimal
from typing import TypeVar

from pydantic import ValidationError

from adapters.model.openai.schemas import UnderstandAnswer, WireAct, WireMention, WireQuery
from domain.errors import InvalidModelOutputError
from domain.money import MINOR_UNITS
from domain.plain_text import one_line
from domain.understanding import (
    Act,
    ActKind,
    InsightMeasure,
    InsightQuery,
    Mention,
    UnderstandRequest,
)

_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,6})?")
_NOTHING = frozenset({"", "null", "none", "n/a", "-"})
"""How weak models write null inside a string."""

_MAX_REASON = 200
_MAX_NAME = 200
_MAX_READ = 10_000

_Item = TypeVar("_Item")


def acts(answer: UnderstandAnswer, request: UnderstandRequest) -> tuple[Act, ...]:
    """The acts of an answer. Raises ``InvalidModelOutputError``."""
    return tuple(_act(act, request) for act in answer.acts)


def _act(wire: WireAct, request: UnderstandRequest) -> Act:
    messages = [_numbered(request.said, number, "message") for number in wire.messages]
    task = None if wire.task is None else _numbered(request.tasks, wire.task, "task")
    try:
        return Act(
            kind=ActKind(wire.kind),
            message_ids=tuple(dict.fromkeys(said.message_id for said in messages)),
            agent=wire.agent,
            task_id=task.task_id if task else None,
            mentions=tuple(_mention(mention) for mention in wire.mentions),
            query=_query(wire.query) if wire.query else None,
            confidence=wire.confidence,
            reason=brief(wire.reason),
        )
    except ValidationError:
        failure = InvalidModelOutputError("an act has a confidence outside 0 to 1")
    raise failure


def _mention(wire: WireMention) -> Mention:
    return Mention(
        merchant=text(wire.merchant),
        item=text(wire.item),
        amount=number(wire.amount),
        ambiguous_amounts=tuple(
            amount for written in wire.ambiguous_amounts if (amount := number(written)) is not None
        ),
        currency=currency(wire.currency),
        occurred_on=day(wire.occurred_on),
        category=text(wire.category),
        payment_method=text(wire.payment_method),
        reference=text(wire.reference),
    )


def _query(wire: WireQuery) -> InsightQuery:
    return InsightQuery(
        measure=InsightMeasure(wire.measure),
        since=day(wire.since),
        until=day(wire.until),
        merchant=text(wire.merchant),
        category=text(wire.category),
    )


def text(written: str | None) -> str | None:
    """One line of text, or None for the ways in which models write nothing."""
    line = one_line((written or "")[:_MAX_READ])[:_MAX_NAME]
    return None if line.casefold() in _NOTHING else line


def number(written: str | None) -> Decimal | None:
    """A plain decimal number. Raises ``InvalidModelOutputError`` for anything else."""
    line = text(written)
    if line is None:
        return None
    if not _NUMBER.fullmatch(line) or not line.isascii():
        msg = "an amount is not a plain number"
        raise InvalidModelOutputError(msg)
    return Decimal(line)


def currency(written: str | None) -> str | None:
    """An ISO 4217 code. Raises ``InvalidModelOutputError`` for anything else."""
    line = text(written)
    if line is not None and line.upper() not in MINOR_UNITS:
        msg = "a currency is not an ISO 4217 code"
        raise InvalidModelOutputError(msg)
    return line.upper() if line else None


def day(written: str | None) -> date | None:
    """A day. Raises ``InvalidModelOutputError`` for one that does not exist."""
    line = text(written)
    try:
        return date.fromisoformat(line) if line else None
    except ValueError:
        failure = InvalidModelOutputError("a date is not one")
    raise failure


def _numbered(offered: Sequence[_Item], number_: int, what: str) -> _Item:
    if not 1 <= number_ <= len(offered):
        msg = f"{what} {number_} was not offered"
        raise InvalidModelOutputError(msg)
    return offered[number_ - 1]


def brief(reason: str) -> str:
    """A model's reason, cut to one line that fits a log and a card."""
    return (text(reason) or "")[:_MAX_REASON]
