"""Carries out what is asked about what recurs. No expense and no income is saved by it."""

from datetime import date

from agents.expenses.features.recurring import store
from agents.expenses.features.recurring.recurring import Every, RecurringItem, before, next_on
from agents.expenses.features.recurring.tools import (
    KEEP_RECURRING,
    KEEP_RECURRING_OFFER,
    LIST_RECURRING,
    PUT_BACK_RECURRING,
    REMOVE_RECURRING,
    RecurringAsItWas,
    RecurringKept,
    RecurringList,
    RecurringName,
    RecurringOffered,
    RecurringRemoved,
    RecurringSetting,
)
from agents.expenses.parts import PersonCall, binding
from domain.errors import ToolRefusedError
from domain.money import amount_limit
from domain.tools import ErrorCode, NoArguments


async def keep_recurring(call: PersonCall[RecurringSetting]) -> RecurringKept:
    """Replaces what is kept of the same name in the same currency. Where none is said, it is that
    of the one that is kept of this name, else the person's own. An amount that is neither said nor
    kept is that of the newest row of this name.
    """
    connection, user_id, asked = call.connection, call.user_id, call.asked
    known = await store.of_name(connection, user_id, asked.name)
    if asked.amount is None and not known:
        saved = await store.saved_of_name(connection, user_id, asked.name)
        if saved is not None and asked.currency in {None, saved.currency}:
            same = saved._replace(income=asked.income or saved.income)
            asked = asked.model_copy(update=same._asdict())
    currency = asked.currency
    if currency is None:
        currency = known[0].currency if len(known) == 1 else call.currency
    was = next((item for item in known if item.currency == currency), None)
    amount = asked.amount if asked.amount or was is None else was.amount_due
    if amount is None or amount > amount_limit(currency):
        raise ToolRefusedError(ErrorCode.INVALID_ARGUMENTS, "the amount is missing or too large")
    every = asked.every or (was.every if was else Every.MONTH)
    first = asked.next_due or (was and was.due)
    if asked.due_day is not None and asked.next_due is None:
        first = next_on(asked.due_day, call.today, every)
    item = RecurringItem(
        name=asked.name,
        amount=amount,
        currency=currency,
        every=every,
        anchor=_anchor(first, asked.due_day, every, was) if first else call.today,
        next_due=first,
        income=was is not None and was.income if asked.income is None else asked.income,
        last_due=asked.last_due or (was and _end_behind(was, asked.next_due)),
    )
    if was is not None:
        item = item.model_copy(update=_price_from_then_on(asked, item, was))
    kept = await store.keep(connection, user_id, item)
    if kept.last is not None and was is None and not (asked.due_day or asked.next_due):
        seen = kept.model_copy(update={"anchor": kept.last})
        kept = await store.keep(connection, user_id, seen)
    return RecurringKept(item=kept, before=was)


def _end_behind(was: RecurringItem, first: date | None) -> date | None:
    """The end that was said, unless it goes on behind that."""
    goes_on = was.last_due is not None and first is not None and was.last_due < first
    return None if goes_on else was.last_due


def _price_from_then_on(
    asked: RecurringSetting, item: RecurringItem, was: RecurringItem
) -> dict[str, object]:
    """Returns the fields that hold the price. A new price with a later day waits for that day, and
    the due day stays as it was until then.
    """
    if asked.amount is None:
        waits = was.amount_due == was.amount
        return {"later_amount": was.later_amount, "later_from": was.later_from} if waits else {}
    later = asked.next_due is not None and asked.next_due > was.due and item.every is was.every
    if not later or asked.amount == was.amount_due:
        return {}
    return {
        "amount": was.amount_due,
        "anchor": was.anchor,
        "next_due": was.due,
        "later_amount": asked.amount,
        "later_from": asked.next_due,
    }


def _anchor(first: date, on: int | None, every: Every, was: RecurringItem | None) -> date:
    """A day that one was due on before the ``first`` from now on. That this one comes on another
    day moves none behind it, unless the day is said.
    """
    as_before = was is not None and every is was.every and on is None
    return was.anchor if was is not None and as_before else before(first, every, on)


async def keep_recurring_offer(call: PersonCall[RecurringOffered]) -> RecurringKept:
    kept = await store.keep_offered(call.connection, call.user_id, call.asked.expense)
    if kept is None:
        raise ToolRefusedError(ErrorCode.NOT_FOUND, "that is not offered any more")
    return RecurringKept(item=kept)


async def put_back_recurring(call: PersonCall[RecurringAsItWas]) -> RecurringList:
    connection, user_id, asked = call.connection, call.user_id, call.asked
    gone = [
        item
        for each in asked.without
        for item in await store.remove(connection, user_id, each.name, each.currency)
    ]
    found = [
        item
        for each in asked.items
        for item in await store.of_name(connection, user_id, each.name)
        if item.currency == each.currency
    ]
    kept = [await store.keep(connection, user_id, item) for item in asked.items]
    return RecurringList(items=tuple(kept), before=tuple(found), removed=tuple(gone))


async def list_recurring(call: PersonCall[NoArguments]) -> RecurringList:
    return RecurringList(items=await store.items(call.connection, call.user_id))


async def remove_recurring(call: PersonCall[RecurringName]) -> RecurringRemoved:
    removed = await store.remove(call.connection, call.user_id, call.asked.name)
    if not removed:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            "nothing of that name is kept as recurring",
            details={"named": call.asked.name},
        )
    return RecurringRemoved(items=removed)


bind = binding(
    (KEEP_RECURRING, keep_recurring),
    (KEEP_RECURRING_OFFER, keep_recurring_offer),
    (PUT_BACK_RECURRING, put_back_recurring),
    (LIST_RECURRING, list_recurring),
    (REMOVE_RECURRING, remove_recurring),
)
