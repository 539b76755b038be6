"""Looks through what was saved."""

from functools import partial

import structlog

from adapters.postgres.pool import Database
from agents.expenses.features.history import store
from agents.expenses.features.history.search import ExpenseSearch
from agents.expenses.features.history.tools import (
    FIND_EXPENSES,
    SHOW_EXPENSE,
    ExpenseSelection,
    ExpensesFound,
    SavedExpense,
)
from agents.expenses.ledger import FindRequest
from agents.expenses.parts import PersonCall, Shared, handler_of
from agents.parts import FeatureParts
from domain.errors import ToolRefusedError
from domain.tools import Arguments, ErrorCode, RunToolRequest

_log = structlog.get_logger()


async def find_expenses(
    database: Database, request: RunToolRequest, arguments: Arguments
) -> ExpensesFound:
    """In a transaction of its own: the page and how many there are belong to one moment."""
    search = ExpenseSearch.model_validate(arguments)
    async with database.transaction("repeatable_read", readonly=True) as connection:
        found = await store.matches(connection, request.person.user_id, search)
    _log.info("expense.browsed", total=found.total, page=found.page)
    return found


async def show_expense(call: PersonCall[ExpenseSelection]) -> SavedExpense:
    """One that was taken back, too."""
    finding = FindRequest(
        user_id=call.user_id,
        conversation_id=call.request.conversation_id,
        task_id=call.asked.task_id or "",
        number=call.asked.number or 0,
    )
    found = await store.one(call.connection, finding)
    if found is None:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            "no expense of this person is called so",
            details={"number": finding.number},
        )
    return found


def bind(shared: Shared) -> FeatureParts:
    return FeatureParts(
        tools=((SHOW_EXPENSE, handler_of(show_expense)),),
        outside=((FIND_EXPENSES, partial(find_expenses, shared.lent.database)),),
    )
