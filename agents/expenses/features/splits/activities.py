"""Carries out what is asked about the categories of one expense."""

from fractions import Fraction
from hashlib import sha256

from agents.expenses.features.splits import store
from agents.expenses.features.splits.tools import (
    SPLIT_EXPENSE,
    ExpenseSplit,
    SplitArguments,
    SplitShare,
)
from agents.expenses.ledger import FindRequest
from agents.expenses.parts import PersonCall, binding
from agents.expenses.shown import Card, MoneyKind
from agents.expenses.splitting import Parted, Share, SplitOrder, SplitProblem, parted
from agents.expenses.store.rows import card as card_of
from domain.errors import ToolRefusedError
from domain.tools import ErrorCode

_CHANGE = 12
"""Characters of what names the change in a button."""


async def split_expense(call: PersonCall[SplitArguments]) -> ExpenseSplit:
    """Where its parts are clear and add up. It replaces the parts that the expense had."""
    asked, request = call.asked, call.request
    finding = FindRequest(
        user_id=call.user_id,
        conversation_id=request.conversation_id,
        task_id=asked.task_id or "",
        number=asked.number or 0,
    )
    row = await store.find(call.connection, finding)
    if row is None:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND, "there is no such expense", details={"number": finding.number}
        )
    card = card_of(row)
    if card.amount is None or card.currency is None or card.kind is not MoneyKind.EXPENSE:
        raise _refused(card, Parted((), SplitProblem.KIND))
    found = parted([_share(part) for part in asked.parts], card.amount, card.currency)
    if found.problem is not None:
        raise _refused(card, found)
    change = sha256(request.call.call_id.encode()).hexdigest()[:_CHANGE]
    order = SplitOrder(
        user_id=call.user_id,
        conversation_id=request.conversation_id,
        task_id=card.task_id,
        change_id=f"{request.conversation_id}/{change}",
        parts=found.parts,
        today=request.today,
    )
    return await store.split(call.connection, order, row)


def _share(part: SplitShare) -> Share:
    fraction = Fraction(part.fraction) if part.fraction is not None else None
    return Share(part.category, part.amount, fraction, part.currency)


def _refused(card: Card, found: Parted) -> ToolRefusedError:
    problem = found.problem or SplitProblem.UNCLEAR
    told = str(found.told) if found.told is not None else None
    return ToolRefusedError(
        ErrorCode.INVALID_ARGUMENTS,
        _PROBLEMS[problem],
        details={"card": card.model_dump(mode="json"), "problem": problem.value, "told": told},
    )


_PROBLEMS = {
    SplitProblem.UNCLEAR: "it is not clear what the parts are",
    SplitProblem.SUM: "the parts do not add up to the amount",
    SplitProblem.ONE: "all of it is of one category",
    SplitProblem.CURRENCY: "a part is in another currency than the expense",
    SplitProblem.KIND: "it is no expense",
}

bind = binding((SPLIT_EXPENSE, split_expense))
