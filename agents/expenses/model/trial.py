"""Messages about expenses whose right understanding is plain, to try a model with."""

import re
import tomllib
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from decimal import Decimal
from importlib.resources import files

from agents.expenses.card import CARD
from agents.expenses.details import Mention
from agents.expenses.model.mentions import fragment
from agents.expenses.offline.engine import OfflineEngine
from agents.parts import ModelExample, ModelTrial
from domain.money import AmountOrigin
from domain.understanding import (
    Act,
    ActKind,
    Person,
    Said,
    TaskPhase,
    TaskView,
    UnderstandRequest,
    Understood,
)

_CURRENCY = {"MY": "MYR"}
_AT = datetime(2026, 3, 13, 4, tzinfo=UTC)


def trial() -> ModelTrial:
    return ModelTrial(CARD.slug, fragment(), OfflineEngine(), tuple(_examples()))


def _examples() -> Iterator[ModelExample]:
    written = files("agents.expenses.model").joinpath("examples.toml").read_text(encoding="utf-8")
    for example in tomllib.loads(written)["example"]:
        wanted: list[str] = example["want"]
        yield ModelExample(_request(example), wanted, _is_right(wanted))


def _request(example: dict[str, str | list[str]]) -> UnderstandRequest:
    locale = str(example.get("locale", "en_MY"))
    currency = _CURRENCY.get(locale[-2:], "EUR")
    person = Person(user_id="trial", locale=locale, currency=currency)
    rows = enumerate(example.get("rows", ()), start=1)
    return UnderstandRequest(
        person=person,
        said=(Said(message_id="trial/1", text=str(example["say"]), sent_at=_AT),),
        tasks=tuple(_row(number, row, currency) for number, row in rows),
        agents=(CARD,),
        home=CARD.slug,
    )


def _row(number: int, row: str, currency: str) -> TaskView:
    item, amount = row.rsplit(" ", 1)
    known = Mention(item=item, amount=Decimal(amount), currency=currency)
    return TaskView(
        task_id=f"trial/expenses/{number}",
        agent=CARD.slug,
        phase=TaskPhase.DONE,
        number=number,
        title=item,
        known=known.model_dump(mode="json", exclude_defaults=True),
    )


def _is_right(wanted: list[str]) -> Callable[[Understood], bool]:
    return lambda understood: sorted(map(_describe, understood.acts)) == sorted(wanted)


def _describe(act: Act) -> str:
    """An act as the file writes it."""
    number = re.sub(r".*/", "#", act.task_id or "")
    if act.call is not None:
        return f"call {act.call.name}"
    if act.kind is ActKind.GENERAL:
        return "talk" if act.say else "talk without a reply"
    if act.kind is ActKind.UNDO:
        return f"delete {number}"
    told = Mention.model_validate(act.details or {})
    sure = told.amount_origin is not AmountOrigin.UNSURE and not act.proposed
    amount = f"{told.amount}" if sure else f"{told.amount}?"
    if act.kind is ActKind.OPEN:
        return f"new {amount}"
    return f"change {number} {amount}" if act.kind is ActKind.DETAIL else act.kind.value
