"""What a model is asked to write about expenses."""

import json
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import JsonValue

from adapters.model import written
from adapters.model.fragment import WrittenDetails
from adapters.model.question import Written
from adapters.model.written_calls import form_of
from agents.expenses.details import Mention
from agents.expenses.shown import MoneyKind
from agents.expenses.tools import tools_for_models
from domain.messages import CallRequest
from domain.understanding import ActKind


class WrittenMention(Written):
    kind: Literal["expense", "income", "transfer"] | None
    merchant: str | None
    item: str | None
    amount: str | None
    formula: str | None
    ambiguous_amounts: list[str]
    currency: str | None
    occurred_on: str | None
    category: str | None
    payment_method: str | None
    reference: str | None

    def mention(self) -> Mention:
        """Raises ``InvalidModelOutputError``: whoever cannot write a date is not trusted at all."""
        amounts = [written.number(amount) for amount in self.ambiguous_amounts]
        return Mention(
            # That it is an expense goes without saying: said of income, it would undo that.
            kind=MoneyKind(self.kind) if self.kind not in {None, "expense"} else None,
            merchant=written.text(self.merchant),
            item=written.text(self.item),
            amount=written.number(self.amount),
            amount_evidence=written.text(self.formula),
            ambiguous_amounts=tuple(amount for amount in amounts if amount is not None),
            currency=written.currency(self.currency),
            occurred_on=written.day(self.occurred_on),
            category=written.text(self.category),
            payment_method=written.text(self.payment_method),
            reference=written.text(self.reference),
        )


_BESIDE = frozenset(tool.name for tool in tools_for_models() if tool.beside_records)


class WrittenExpenses(WrittenDetails):
    mentions: list[WrittenMention]
    call: form_of(tools_for_models())  # type: ignore[valid-type] # made from the tools themselves

    def called(self) -> CallRequest | None:
        return self.call.wanted() if self.call is not None else None

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        """One expense each."""
        mentions = [m for m in (wire.mention() for wire in self.mentions) if m != Mention()]
        if self.call is not None and self.call.tool not in _BESIDE:
            # What is told twice is meant once.
            asked = set(values_in(json.loads(self.call.wanted().arguments)))
            mentions = [m for m in mentions if m.amount is None or str(m.amount) not in asked]
        if kind is not ActKind.OPEN:
            # Of two changes at once nobody knows which holds.
            return [written_details(mentions[0])] if len(mentions) == 1 else []
        return [written_details(mention) for mention in mentions]


def values_in(told: JsonValue) -> Iterator[JsonValue]:
    """All that stands in arguments, in their lists too."""
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            yield from values_in(each)
    else:
        yield told


def written_details(details: Mention) -> JsonValue:
    """As an act carries them."""
    carried: JsonValue = details.model_dump(mode="json", exclude_defaults=True)
    return carried


class CategorizeAnswer(Written):
    reason: str
    category: str | None
    confidence: float
    suggestions: list[str]


class DecideAnswer(Written):
    reason: str
    action: str


class WrittenField(Written):
    """``evidence`` is the printed line that shows the value."""

    value: str
    evidence: str
    confidence: float


class WrittenItem(Written):
    name: str
    quantity: str | None
    unit_price: str | None
    amount: str | None


class ReceiptAnswer(Written):
    is_receipt: bool
    merchant: WrittenField | None
    total: WrittenField | None
    currency: WrittenField | None
    date: WrittenField | None
    time: str | None
    tax: WrittenField | None
    payment_method: WrittenField | None
    reference: WrittenField | None
    category: WrittenField | None
    items: list[WrittenItem]
