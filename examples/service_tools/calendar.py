"""Who comes when. Nobody is at two places at once, and a task has one booking."""

from asyncpg import ExclusionViolationError

from adapters.postgres.pool import Row
from examples.service_tools.errors import ServicesRefusedError, not_found
from examples.service_tools.forms import (
    CalendarBookAsked,
    CalendarBookTold,
    CalendarFreeAsked,
    CalendarFreeTold,
    FreeSlot,
)
from examples.service_tools.hours import BusinessHours, SlotPeriod
from examples.service_tools.people import skilled
from examples.service_tools.workplace import Workplace


async def person_calendar_free(at: Workplace, asked: CalendarFreeAsked) -> CalendarFreeTold:
    """Each slot once, with the first who is free then."""
    people = await skilled(at, asked.service_catalog)
    slots = list((await _hours(at)).offered(SlotPeriod(asked.from_ts, asked.to_ts), at.now))
    if not people or not slots:
        return CalendarFreeTold(slots=())
    rows = await at.connection.fetch(
        """
        SELECT employee_no, from_ts, to_ts FROM calendar
        WHERE status = 'booked' AND employee_no = ANY($1)
            AND tstzrange(from_ts, to_ts) && tstzrange($2, $3)
        """,
        [person["no"] for person in people],
        slots[0].from_ts,
        slots[-1].to_ts,
    )
    found = []
    for slot in slots:
        busy = {
            row["employee_no"]
            for row in rows
            if row["from_ts"] < slot.to_ts and slot.from_ts < row["to_ts"]
        }
        person = next((each for each in people if each["no"] not in busy), None)
        if person is not None:
            found.append(
                FreeSlot(
                    from_ts=slot.from_ts,
                    to_ts=slot.to_ts,
                    employee_id=person["id"],
                    employee_name=person["name"],
                )
            )
        if len(found) == asked.limit:
            break
    return CalendarFreeTold(slots=tuple(found))


async def person_calendar_book(at: Workplace, asked: CalendarBookAsked) -> CalendarBookTold:
    """For who was asked for, else for who has the task, else for anybody who can do it."""
    task = await at.connection.fetchrow(
        "SELECT id, status, service_category, employee_id FROM tasks WHERE id = $1 FOR UPDATE",
        asked.task_id,
    )
    if task is None:
        raise not_found(what="task")
    if task["status"] in {"cancelled", "done"}:
        raise ServicesRefusedError(
            code=f"refused.task_{task['status']}", message="this task is not at work any more"
        )
    slot = SlotPeriod(asked.from_ts, asked.to_ts)
    if not (await _hours(at)).is_slot(slot):
        raise ServicesRefusedError(
            code="invalid.slot", message="no slot of the calendar has these times"
        )
    if slot.from_ts <= at.now:
        raise ServicesRefusedError(code="conflict.slot_past", message="this slot has begun already")
    for person in await _people_for(at, asked, task):
        event_id = await _booked(at, task["id"], person, slot)
        if event_id is not None:
            return CalendarBookTold(
                event_id=event_id,
                employee_id=person["id"],
                employee_name=person["name"],
                from_ts=slot.from_ts,
                to_ts=slot.to_ts,
            )
    raise ServicesRefusedError(code="conflict.slot_taken", message="this slot is taken")


async def _people_for(at: Workplace, asked: CalendarBookAsked, task: Row) -> list[Row]:
    if asked.employee_id is None:
        able = await skilled(at, task["service_category"])
        return sorted(able, key=lambda person: person["id"] != task["employee_id"])
    wanted = await at.connection.fetch(
        "SELECT id, no, name FROM employees WHERE id = $1 AND active", asked.employee_id
    )
    if not wanted:
        raise not_found(what="employee")
    return wanted


async def _booked(at: Workplace, task_id: str, person: Row, slot: SlotPeriod) -> str | None:
    """The id of the task's booking, which was made or moved; None where the person is not free."""
    # Two that insert at once into an exclusion constraint may wait for each other: one after the
    # other, the second sees the first.
    await at.connection.execute(
        "SELECT FROM employees WHERE no = $1 FOR NO KEY UPDATE", person["no"]
    )
    try:
        async with at.connection.transaction():
            event_id: str = await at.connection.fetchval(
                """
                INSERT INTO calendar (employee_no, task_id, from_ts, to_ts)
                VALUES ($1, $2, $3, $4)
                ON CONFLICT (task_id) WHERE status = 'booked' DO UPDATE SET
                    employee_no = excluded.employee_no,
                    from_ts = excluded.from_ts, to_ts = excluded.to_ts
                RETURNING id
                """,
                person["no"],
                task_id,
                slot.from_ts,
                slot.to_ts,
            )
    except ExclusionViolationError:
        return None
    await at.connection.execute(
        "UPDATE tasks SET status = 'scheduled', employee_id = $2 WHERE id = $1",
        task_id,
        person["id"],
    )
    return event_id


async def _hours(at: Workplace) -> BusinessHours:
    kept = await at.connection.fetchval(
        "SELECT metadata FROM settings WHERE category = 'dl__calendar' ORDER BY position LIMIT 1"
    )
    return BusinessHours.model_validate(kept or {})
