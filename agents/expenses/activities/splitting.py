"""Splitting one expense over categories."""

from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.card import MoneyKind
from agents.expenses.ledger import FindRequest
from agents.expenses.ports import SplitRules, Splits
from agents.expenses.splitting import (
    SplitOrder,
    SplitOutcome,
    SplitProblem,
    SplitRequest,
    parted,
)


class SplitExpenses:
    def __init__(self, rules: SplitRules, splits: Splits) -> None:
        self._rules = rules
        self._splits = splits

    @activity.defn
    async def split_expense(self, request: SplitRequest) -> SplitOutcome:
        """Splits one row, where its parts are clear and add up; idempotent on ``change_id``."""
        with app_errors():
            number, shares = self._rules.split_order(request)
            finding = FindRequest(
                user_id=request.person.user_id,
                conversation_id=request.conversation_id,
                task_id="" if number else request.task_id,
                number=number,
            )
            row = await self._splits.find(finding) if number or request.task_id else None
            if row is None or row.deleted or row.card.amount is None or row.card.currency is None:
                return SplitOutcome(number=number)
            card = row.card
            if card.kind is not MoneyKind.EXPENSE:
                return SplitOutcome(card=card, problem=SplitProblem.KIND)
            found = parted(shares, row.card.amount, row.card.currency)
            if found.problem is not None:
                return SplitOutcome(card=card, problem=found.problem, told=found.told)
            return await self._splits.split(
                SplitOrder(
                    user_id=request.person.user_id,
                    conversation_id=request.conversation_id,
                    task_id=card.task_id,
                    change_id=request.change_id,
                    parts=found.parts,
                    evidence=request.asked,
                    today=request.today,
                )
            )
