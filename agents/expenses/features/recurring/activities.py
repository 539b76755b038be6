"""Carries out what is asked about what recurs, and reminds of it. No row is saved by it."""

from collections.abc import Mapping
from datetime import date
from typing import Any
from zoneinfo import ZoneInfo

import structlog
from pydantic import BaseModel, JsonValue
from temporalio import activity

from activities.boundary import app_errors
from activities.ports import LookUpForRules
from adapters.postgres.pool import Database
from adapters.postgres.users import PostgresUsers
from agents.expenses.features.recurring import store
from agents.expenses.features.recurring.recurring import (
    NAME,
    Every,
    RecurringItem,
    after,
    before,
    next_on,
)
from agents.expenses.features.recurring.reminders import (
    SYSTEM,
    KeptReminder,
    PaymentAgreed,
    PaymentRequest,
    schedule_of,
    timetable,
)
from agents.expenses.features.recurring.replies import reminder
from agents.expenses.features.recurring.tools import (
    KEEP_RECURRING,
    KEEP_RECURRING_OFFER,
    LIST_RECURRING,
    PUT_BACK_RECURRING,
    REMOVE_RECURRING,
    SKIP_RECURRING,
    RecurringAsItWas,
    RecurringDue,
    RecurringKept,
    RecurringList,
    RecurringName,
    RecurringOffered,
    RecurringRemoved,
    RecurringSetting,
)
from agents.expenses.parts import CarriesOut, PersonCall, Shared, handler_of
from agents.expenses.schedules import RunDue, RunEnded, RunTold, eraser_of
from agents.expenses.store.queue import queue_up
from agents.parts import Cases, FeatureParts
from domain.activity_calls import MAIN_QUEUE
from domain.errors import ToolRefusedError
from domain.money import amount_limit
from domain.tools import ErrorCode, NoArguments
from domain.understanding import UnderstandRequest

_log = structlog.get_logger()


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
    says_day = asked.due_day is not None or asked.next_due is not None
    if kept.last is not None and was is None and not says_day:
        seen = kept.model_copy(update={"anchor": kept.last})
        kept = await store.keep(connection, user_id, seen)
    paid_now = was is None and kept.last is None and not says_day
    return RecurringKept(item=kept, before=was, asked_on=call.today if paid_now else None)


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


async def skip_recurring(call: PersonCall[RecurringDue]) -> RecurringKept:
    """The next one is the one behind that day."""
    connection, user_id, asked = call.connection, call.user_id, call.asked
    known = await store.items(connection, user_id)
    was = next((item for item in known if item.key == asked.key), None)
    if was is None or was.due > asked.day:
        raise ToolRefusedError(ErrorCode.NOT_FOUND, "that is not due any more")
    following = after(asked.day, was.every, was.anchor)
    item = was.model_copy(update={"next_due": following})
    kept = await store.keep(connection, user_id, item)
    return RecurringKept(item=kept, before=was, skipped=True)


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


def look_up_in(database: Database) -> LookUpForRules:
    """Looks up what a person keeps, so that rules know its names."""

    async def look_up(request: UnderstandRequest) -> Mapping[str, JsonValue]:
        async with database.connection() as connection:
            found = await store.items(connection, request.person.user_id)
        return {NAME: [item.model_dump(mode="json") for item in found]} if found else {}

    return look_up


async def remove_recurring(call: PersonCall[RecurringName]) -> RecurringRemoved:
    removed = await store.remove(call.connection, call.user_id, call.asked.name)
    if not removed:
        raise ToolRefusedError(
            ErrorCode.NOT_FOUND,
            "nothing of that name is kept as recurring",
            details={"named": call.asked.name},
        )
    return RecurringRemoved(items=removed)


class Reminders:
    """A person who keeps something has a row and a schedule, which comes and goes first: no row
    promises what does not come, and a schedule without a row deletes itself when it is due.
    """

    def __init__(self, database: Database, cases: Cases) -> None:
        self._database = database
        self._cases = cases

    def arranged(self, carry_out: CarriesOut) -> CarriesOut:
        """As ``carry_out``, with reminders in the conversation of the call from then on."""

        async def arrange(call: PersonCall[Any]) -> BaseModel:
            done = await carry_out(call)
            kept = KeptReminder(
                user_id=call.user_id,
                schedule_id=schedule_of(call.user_id),
                conversation_id=call.request.conversation_id,
                timezone=call.request.person.timezone,
            )
            await self._cases.keep_schedule(timetable(kept))
            await store.keep_reminder(call.connection, kept)
            return done

        return arrange

    async def prepare(self) -> None:
        """Arranges reminders for persons who kept something before there were any. Idempotent."""
        async with self._database.connection() as connection:
            left = await store.without_reminders(connection)
        for kept in left:
            await self._cases.keep_schedule(timetable(kept))
            async with self._database.transaction() as connection:
                await store.keep_reminder(connection, kept)

    @activity.defn
    async def send_reminders(self, due: RunDue) -> RunTold:
        """Tells the conversation what is due, and what is missing, each once: a notice is named by
        its day, and a day that was told of is noted.
        """
        with app_errors():
            async with self._database.connection() as connection:
                kept = await store.reminder_of(connection, due.schedule_id)
                found = await store.items(connection, kept.user_id) if kept is not None else ()
            persons = PostgresUsers(self._database)
            person = await persons.known(kept.user_id) if kept is not None else None
            if kept is None or person is None or not found:
                await self._end(due.schedule_id)
                return RunTold()
            today = due.at.astimezone(ZoneInfo(kept.timezone)).date()
            if kept.timezone != person.timezone:  # from the next time on
                kept = kept.model_copy(update={"timezone": person.timezone})
                await self._cases.keep_schedule(timetable(kept))
                async with self._database.transaction() as connection:
                    await store.keep_reminder(connection, kept)
            told = [await self._remind(kept, item, today, due.run_id) for item in found]
        _log.info("reminders.sent", count=sum(told))
        return RunTold(waited_for=any(told))

    async def _remind(
        self, kept: KeptReminder, item: RecurringItem, today: date, run_id: str
    ) -> bool:
        """Whether there was something to tell of it."""
        day = item.due_by(today)
        if day is None:
            return False
        async with self._database.connection() as connection:
            known = await store.day_of(connection, kept.user_id, item, day)
        kind = known.to_tell(today)
        if kind is None:
            return False
        await self._cases.tell(
            kept.conversation_id, kept.user_id, reminder(item, day, kind, run_id)
        )
        async with self._database.transaction() as connection:
            await store.note_told(connection, kept.user_id, item, day, kind)
        return True

    @activity.defn
    async def end_reminders(self, due: RunDue) -> RunEnded:
        """Nobody is there any more. Idempotent."""
        with app_errors():
            await self._end(due.schedule_id)
        return RunEnded()

    @activity.defn
    async def agree_recurring_payment(self, request: PaymentRequest) -> PaymentAgreed:
        """Lets one message save the one of that day. Idempotent."""
        with app_errors():
            async with self._database.transaction() as connection:
                await queue_up(connection, request.user_id)
                found = await store.items(connection, request.user_id)
                item = next((each for each in found if each.key == request.key), None)
                if item is None:
                    return PaymentAgreed()
                known = await store.day_of(connection, request.user_id, item, request.day)
                saved = item.last == request.day if request.now else item.due > request.day
                if saved and known.paid_by != request.message_id:
                    return PaymentAgreed()
                own = request.user_id, item, request.day, request.message_id
                if not await store.agree(connection, *own):
                    return PaymentAgreed()
                merchant, thing = await store.names_of(connection, request.user_id, item)
        return PaymentAgreed(item=item, merchant=merchant, thing=thing)

    async def _end(self, schedule_id: str) -> None:
        await self._cases.drop_schedule(schedule_id)
        async with self._database.connection() as connection:
            await store.drop_reminder(connection, schedule_id)


def bind(shared: Shared) -> FeatureParts:
    own = Reminders(shared.lent.database, shared.lent.cases)
    return FeatureParts(
        tools=(
            (KEEP_RECURRING, handler_of(own.arranged(keep_recurring))),
            (KEEP_RECURRING_OFFER, handler_of(own.arranged(keep_recurring_offer))),
            (SKIP_RECURRING, handler_of(skip_recurring)),
            (PUT_BACK_RECURRING, handler_of(own.arranged(put_back_recurring))),
            (LIST_RECURRING, handler_of(list_recurring)),
            (REMOVE_RECURRING, handler_of(remove_recurring)),
        ),
        activities={
            MAIN_QUEUE: (own.send_reminders, own.end_reminders, own.agree_recurring_payment)
        },
        look_ups=(look_up_in(shared.lent.database),),
        erase_elsewhere=eraser_of(SYSTEM, shared.lent.cases),
        prepare=own.prepare,
    )
