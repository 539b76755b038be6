"""Carries out what is asked about recurring expenses. No expense is saved by it."""

from adapters.postgres.pool import Connection
from agents.expenses.features.recurring import store
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
from agents.expenses.parts import FeatureParts, Shared, today_of
from domain.errors import ToolRefusedError
from domain.money import amount_limit
from domain.tools import Arguments, ErrorCode, RunToolRequest


async def keep_recurring(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> RecurringKept:
    """Replaces what is kept of the same name in the same currency."""
    asked = RecurringSetting.model_validate(arguments)
    currency = asked.currency or request.person.currency
    if asked.amount > amount_limit(currency):
        msg = "the amount is too large"
        raise ToolRefusedError(ErrorCode.INVALID_ARGUMENTS, msg)
    setting = asked.model_copy(update={"currency": currency})
    user_id, today = request.person.user_id, today_of(request)
    before = await store.of_name(connection, user_id, asked.name, currency)
    item = await store.keep(connection, user_id, setting, today)
    return RecurringKept(item=item, before=before)


async def keep_recurring_offer(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> RecurringKept:
    asked = RecurringOffered.model_validate(arguments)
    kept = await store.keep_offered(connection, request.person.user_id, asked.expense)
    if kept is None:
        msg = "that is not offered any more"
        raise ToolRefusedError(ErrorCode.NOT_FOUND, msg)
    return RecurringKept(item=kept)


async def put_back_recurring(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> RecurringList:
    user_id, asked = request.person.user_id, RecurringAsItWas.model_validate(arguments)
    gone = [
        await store.remove_one(connection, user_id, item.name, item.currency)
        for item in asked.without
    ]
    found = [await store.of_name(connection, user_id, i.name, i.currency) for i in asked.items]
    kept = [await store.put_back(connection, user_id, item) for item in asked.items]
    return RecurringList(
        items=tuple(kept),
        before=tuple(each for each in found if each),
        removed=tuple(each for each in gone if each),
    )


async def list_recurring(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> RecurringList:
    del arguments
    return RecurringList(items=await store.items(connection, request.person.user_id))


async def remove_recurring(
    connection: Connection, request: RunToolRequest, arguments: Arguments
) -> RecurringRemoved:
    asked = RecurringName.model_validate(arguments)
    removed = await store.remove(connection, request.person.user_id, asked.name)
    if not removed:
        msg = "nothing of that name is kept as recurring"
        raise ToolRefusedError(ErrorCode.NOT_FOUND, msg, details={"named": asked.name})
    return RecurringRemoved(items=removed)


def bind(shared: Shared) -> FeatureParts:
    del shared
    return FeatureParts(
        tools=(
            (KEEP_RECURRING, keep_recurring),
            (KEEP_RECURRING_OFFER, keep_recurring_offer),
            (PUT_BACK_RECURRING, put_back_recurring),
            (LIST_RECURRING, list_recurring),
            (REMOVE_RECURRING, remove_recurring),
        )
    )
