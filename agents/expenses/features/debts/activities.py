"""Carries out what is asked about debts. A call that is refused changes nothing."""

from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from agents.expenses.features.debts import store
from agents.expenses.features.debts.debt import DebtBalance, DebtKind, DebtReason, NotedDebt
from agents.expenses.features.debts.tools import (
    HOLD_DEBTS,
    NOTE_DEBTS,
    SHOW_DEBTS,
    DebtEntries,
    DebtEntry,
    DebtProblem,
    DebtsFound,
    DebtsNoted,
    DebtsOfCall,
)
from agents.expenses.parts import PersonCall, binding, refusal
from agents.expenses.store.names import folded
from agents.expenses.store.queue import queue_up
from domain.errors import ToolRefusedError
from domain.money import Currency, amount_limit, rounded
from domain.tools import ErrorCode, NoArguments

_PROBLEMS = {
    DebtProblem.UNCLEAR: "the amount is not more than zero, too large, or has too many decimals",
    DebtProblem.NO_AMOUNT: "the amount is missing",
    DebtProblem.UNKNOWN: "nothing is noted between the person and this one",
}


async def note_debts(call: PersonCall[DebtEntries]) -> DebtsNoted:
    """All of the entries or, where one cannot be, none."""
    entries, call_id = call.asked.entries, call.request.call.call_id
    await queue_up(call.connection, call.user_id)
    noted: list[NotedDebt] = []
    for entry in entries:
        known = await store.of_name(call.connection, call.user_id, entry.name)
        noted += _noted(entry, _with(known, noted, entry.name), call.currency)
    await store.note(call.connection, call.user_id, call_id, noted)
    balances = await _balances(call, [entry.name for entry in entries])
    return DebtsNoted(call_id=call_id, balances=balances)


async def show_debts(call: PersonCall[NoArguments]) -> DebtsFound:
    return DebtsFound(balances=await store.open_ones(call.connection, call.user_id))


async def hold_debts(call: PersonCall[DebtsOfCall]) -> DebtsNoted:
    asked = call.asked
    names = await store.hold(call.connection, call.user_id, asked.call_id, holds=asked.hold)
    balances = await _balances(call, names)
    return DebtsNoted(call_id=asked.call_id, hold=asked.hold, balances=balances)


bind = binding((NOTE_DEBTS, note_debts), (SHOW_DEBTS, show_debts), (HOLD_DEBTS, hold_debts))


async def _balances(call: PersonCall[Any], names: Sequence[str]) -> tuple[DebtBalance, ...]:
    unique = dict.fromkeys(names)
    found = [await store.of_name(call.connection, call.user_id, name) for name in unique]
    return tuple(balance for balances in found for balance in balances)


def _with(known: Sequence[DebtBalance], noted: Sequence[NotedDebt], name: str) -> list[DebtBalance]:
    """What stands between the person and this one, with what the same call noted before."""
    sums = {each.currency: each.amount for each in known}
    for debt in noted:
        if folded(debt.name) == folded(name):
            sums[debt.currency] = sums.get(debt.currency, Decimal(0)) + debt.amount
    return [DebtBalance(name=name, amount=total, currency=code) for code, total in sums.items()]


def _noted(entry: DebtEntry, known: Sequence[DebtBalance], own: Currency) -> list[NotedDebt]:
    """What an entry adds to what is noted. Raises ``ToolRefusedError``."""
    if entry.kind is DebtKind.PAID_BACK:
        return _paid_back(entry, [each for each in known if each.amount], own)
    if entry.amount is None:
        raise _refusal(DebtProblem.NO_AMOUNT, entry)
    currency = entry.currency or own
    corrects = entry.kind in {DebtKind.OWES_ME_NOW, DebtKind.I_OWE_NOW}
    amount = Decimal(0)
    if entry.amount or not corrects:
        amount = _checked(entry, entry.amount, currency)
    if entry.kind in {DebtKind.I_OWE, DebtKind.I_OWE_NOW}:
        amount = -amount
    if corrects:
        amount -= sum(each.amount for each in known if each.currency == currency)
    return [_entry(entry, amount, currency)] if amount else []


def _entry(said: DebtEntry, amount: Decimal, currency: Currency) -> NotedDebt:
    reason = DebtReason(purpose=said.purpose or "", day=said.day)
    return NotedDebt(name=said.name, amount=amount, currency=currency, reason=reason)


def _paid_back(entry: DebtEntry, known: Sequence[DebtBalance], own: Currency) -> list[NotedDebt]:
    """All that is open in the currency, or so much of it. Where none is said and nothing is open in
    the person's own, it is that of what is open.
    """
    wanted = entry.currency or own
    meant = [each for each in known if each.currency == wanted]
    if not meant and entry.currency is None:
        meant = list(known)
    if not meant or (entry.amount is not None and len(meant) > 1):
        raise _refusal(DebtProblem.UNKNOWN, entry)
    if entry.amount is None:
        return [_entry(entry, -each.amount, each.currency) for each in meant]
    (balance,) = meant
    amount = _checked(entry, entry.amount, balance.currency)
    return [_entry(entry, -amount if balance.amount > 0 else amount, balance.currency)]


def _checked(entry: DebtEntry, amount: Decimal, currency: Currency) -> Decimal:
    fits = 0 < amount <= amount_limit(currency) and rounded(amount, currency) == amount
    if not amount.is_finite() or not fits:
        raise _refusal(DebtProblem.UNCLEAR, entry)
    return amount


def _refusal(problem: DebtProblem, entry: DebtEntry) -> ToolRefusedError:
    unknown = problem is DebtProblem.UNKNOWN
    code = ErrorCode.NOT_FOUND if unknown else ErrorCode.INVALID_ARGUMENTS
    return refusal(problem, _PROBLEMS[problem], code, named=entry.name)
