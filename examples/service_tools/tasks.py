"""What is to be done for a customer."""

from examples.service_tools.errors import not_found
from examples.service_tools.forms import (
    TaskCancelAsked,
    TaskCancelTold,
    TaskCreateAsked,
    TaskCreateTold,
    TaskNoteAsked,
    TaskNoteTold,
)
from examples.service_tools.people import skilled
from examples.service_tools.photos import keep_photos
from examples.service_tools.workplace import Workplace


async def task_create(at: Workplace, asked: TaskCreateAsked) -> TaskCreateTold:
    """Assigned to the first who can do it; whoever is booked later has it from then on."""
    # Held until the task stands: an erasure meanwhile waits and takes it along.
    known = await at.connection.fetchval(
        "SELECT id FROM customers WHERE id = $1 FOR KEY SHARE", asked.customer_id
    )
    if known is None:
        raise not_found(what="customer")
    if asked.project_id is not None and not await at.connection.fetchval(
        "SELECT id FROM projects WHERE id = $1 AND coalesce(customer_id, $2) = $2",
        asked.project_id,
        asked.customer_id,
    ):
        raise not_found(what="project")
    employee = next(iter(await skilled(at, asked.service_catalog)), None)
    (row,) = await at.connection.fetch(
        """
        INSERT INTO tasks (customer_id, name, service_category, description, priority,
            project_id, employee_id)
        VALUES ($1, $2, $3, $4, $5, $6, $7)
        RETURNING id, number
        """,
        asked.customer_id,
        asked.name,
        asked.service_catalog,
        asked.description or "",
        asked.priority,
        asked.project_id,
        employee and employee["id"],
    )
    await keep_photos(at, row["id"], asked.photos)
    return TaskCreateTold(
        task_id=row["id"],
        name=asked.name,
        number=f"T-{row['number']}",
        project_id=asked.project_id,
        assigned_employee_id=employee and employee["id"],
        assigned_employee_name=employee and employee["name"],
    )


async def task_cancel(at: Workplace, asked: TaskCancelAsked) -> TaskCancelTold:
    """A task that is cancelled already stays so."""
    row = await at.connection.fetchrow(
        "UPDATE tasks SET status = 'cancelled' WHERE id = $1 RETURNING id", asked.task_id
    )
    if row is None:
        raise not_found(what="task")
    freed = await at.connection.fetch(
        """
        UPDATE calendar SET status = 'cancelled' WHERE task_id = $1 AND status = 'booked'
        RETURNING id
        """,
        asked.task_id,
    )
    return TaskCancelTold(cancelled=True, events=len(freed))


async def task_note(at: Workplace, asked: TaskNoteAsked) -> TaskNoteTold:
    """Told to whoever has the task, behind what is described already."""
    row = await at.connection.fetchrow(
        """
        UPDATE tasks SET description = trim(description || ' ' || $2) WHERE id = $1 RETURNING id
        """,
        asked.task_id,
        asked.note,
    )
    if row is None:
        raise not_found(what="task")
    await keep_photos(at, asked.task_id, asked.photos)
    return TaskNoteTold(noted=True)
