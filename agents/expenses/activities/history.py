"""Looking through what is saved, splitting one expense, and a category for all of one shop."""

from hashlib import sha256

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.expenses.card import MoneyKind
from agents.expenses.for_all import ForAllOutcome, ForAllRequest, SweepRequest, SweepStep
from agents.expenses.history import Browsed, HistoryRequest, order_carried
from agents.expenses.ledger import FindRequest
from agents.expenses.ports import HistoryRules, HistoryStore, Sweeps
from agents.expenses.splitting import (
    SplitOrder,
    SplitOutcome,
    SplitProblem,
    SplitRequest,
    parted,
)

_log = structlog.get_logger()

_SWEEP_LENGTH = 12


class BrowseHistory:
    """Every write is idempotent on its own key, so a retry changes nothing."""

    def __init__(self, rules: HistoryRules, history: HistoryStore, sweeps: Sweeps) -> None:
        self._rules = rules
        self._history = history
        self._sweeps = sweeps

    @activity.defn
    async def browse_history(self, request: HistoryRequest) -> Browsed:
        """A page of this person's expenses, or one of them. Reads only."""
        with app_errors():
            user_id = request.person.user_id
            if request.task_id:
                return Browsed(row=await self._history.row(_finding(request, request.task_id)))
            if request.carried:
                order = order_carried(request.carried)
            else:
                order = self._rules.history_order(request)
            if order is None:
                return Browsed()
            if order.number:
                found = await self._history.row(_finding(request, "", order.number))
                return Browsed(order=order, row=found)
            matches = await self._history.matches(user_id, order)
        _log.info("expense.browsed", total=matches.total, page=order.page)
        return Browsed(order=order, matches=matches)

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
            row = await self._history.row(finding) if number or request.task_id else None
            if row is None or row.deleted or row.card.amount is None or row.card.currency is None:
                return SplitOutcome(number=number)
            card = row.card
            if card.kind is not MoneyKind.EXPENSE:
                return SplitOutcome(card=card, problem=SplitProblem.KIND)
            found = parted(shares, row.card.amount, row.card.currency)
            if found.problem is not None:
                return SplitOutcome(card=card, problem=found.problem, told=found.told)
            return await self._history.split(
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

    @activity.defn
    async def offer_for_all(self, request: ForAllRequest) -> ForAllOutcome:
        """Learns a category and tells how many rows have another; idempotent on ``change_id``."""
        with app_errors():
            order = self._rules.for_all_order(request)
            if order is None:
                return ForAllOutcome()
            sweep = sha256(request.change_id.encode()).hexdigest()[:_SWEEP_LENGTH]
            return await self._sweeps.offer(request.person.user_id, sweep, order)

    @activity.defn
    async def sweep_category(self, request: SweepRequest) -> ForAllOutcome:
        """Changes all rows of an offer, or changes them back. Idempotent."""
        with app_errors():
            if request.step is SweepStep.CHANGE:
                outcome = await self._sweeps.change(request)
            else:
                outcome = await self._sweeps.change_back(request)
        _log.info("expense.swept", step=request.step.value, rows=outcome.count)
        return outcome


def _finding(request: HistoryRequest, task_id: str, number: int = 0) -> FindRequest:
    return FindRequest(
        user_id=request.person.user_id,
        conversation_id=request.conversation_id,
        task_id=task_id,
        number=number,
    )
