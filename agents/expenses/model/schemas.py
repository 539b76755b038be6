"""What a model is asked to write about expenses."""

import json
from collections.abc import Iterator, Sequence
from typing import Literal

from pydantic import JsonValue

from adapters.model import written
from adapters.model.question import Written
from adapters.model.understanding import WrittenDetails
from adapters.model.written_calls import form_of
from agents.expenses.details import (
    MAX_RANKED,
    AveragedOver,
    ExpenseDetails,
    Grouping,
    InsightMeasure,
    InsightQuery,
    Mention,
)
from agents.expenses.features import offered_tools
from agents.expenses.shown import MoneyKind
from domain.messages import CallRequest
from domain.understanding import ActKind


class WrittenMention(Written):
    kind: Literal["expense", "income", "transfer"] | None
    merchant: str | None
    item: str | None
    amount: str | None
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
            ambiguous_amounts=tuple(amount for amount in amounts if amount is not None),
            currency=written.currency(self.currency),
            occurred_on=written.day(self.occurred_on),
            category=written.text(self.category),
            payment_method=written.text(self.payment_method),
            reference=written.text(self.reference),
        )


class WrittenQuery(Written):
    measure: Literal[
        "total", "list", "largest", "smallest", "average", "count", "lines", "first", "last",
        "compare", "share", "balance",
    ]  # fmt: skip
    income: bool
    since: str | None
    until: str | None
    against_since: str | None
    against_until: str | None
    merchant: str | None
    category: str | None
    item: str | None
    payment_method: str | None
    by: Literal["shop", "category", "payment", "month", "week", "day"] | None
    per: Literal["day", "week", "month", "visit"] | None
    top: int | None

    def query(self) -> InsightQuery:
        """Raises ``InvalidModelOutputError``."""
        return InsightQuery(
            measure=InsightMeasure(self.measure),
            kind=MoneyKind.INCOME if self.income else MoneyKind.EXPENSE,
            since=written.day(self.since),
            until=written.day(self.until),
            against_since=written.day(self.against_since),
            against_until=written.day(self.against_until),
            merchant=written.text(self.merchant),
            category=written.text(self.category),
            item=written.text(self.item),
            payment_method=written.text(self.payment_method),
            by=Grouping(self.by or ""),
            per=AveragedOver(self.per or ""),
            top=min(max(self.top or 0, 0), MAX_RANKED),
        )


class WrittenExpenses(WrittenDetails):
    mentions: list[WrittenMention]
    query: WrittenQuery | None
    call: form_of(offered_tools())  # type: ignore[valid-type] # made from the tools themselves

    def called(self) -> CallRequest | None:
        return self.call.wanted() if self.call is not None else None

    def told(self, kind: ActKind) -> Sequence[JsonValue]:
        """One expense each. A query counts beside mentions only if none of them has an amount."""
        mentions = [m for m in (wire.mention() for wire in self.mentions) if m != Mention()]
        if self.call is not None:  # what is told twice is meant once
            asked = set(_values(json.loads(self.call.wanted().arguments)))
            mentions = [m for m in mentions if m.amount is None or str(m.amount) not in asked]
        query = self.query.query() if self.query else None
        if kind is not ActKind.OPEN:
            # Of two changes at once nobody knows which holds.
            return [written_details(mentions[0])] if len(mentions) == 1 else []
        if query and not any(m.amount is not None or m.ambiguous_amounts for m in mentions):
            return [written_details(ExpenseDetails(query=query))]
        return [written_details(mention) for mention in mentions]


def _values(told: JsonValue) -> Iterator[JsonValue]:
    """All that stands in arguments, in their lists too."""
    if isinstance(told, dict):
        told = list(told.values())
    if isinstance(told, list):
        for each in told:
            yield from _values(each)
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
