"""Tickets of everybody, as rows for staff and operators."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from adapters.postgres.parts import rows
from adapters.postgres.pool import Connection, Database
from agents.support.naming import incident_id
from agents.support.tickets import subject_of
from domain.errors import NotFoundError

_LIVE = "('active', 'open', 'waiting_customer')"
_RANK = "array_position(ARRAY['critical', 'high', 'medium', 'low'], urgency)"
_DUE = """CASE WHEN status NOT IN ('active', 'open') THEN NULL
    WHEN first_at IS NULL THEN first_due ELSE resolve_due END"""
"""The next moment by which a ticket is to be answered or solved, while its clock runs."""
_SUBJECTS = """ARRAY(
    SELECT coalesce(nullif(translated, ''), body) FROM support_messages AS said
    WHERE said.customer_id = ticket.customer_id AND said.ticket_id = ticket.ticket_id
      AND who = 'customer' ORDER BY said.at, message_id LIMIT 3
)"""


class ListOrder(StrEnum):
    """``DUE``: what is due first comes first, so that what is late stands at the top."""

    DUE = "due"
    URGENCY = "urgency"
    AGE = "age"


_ORDERS = {
    ListOrder.DUE: f"due NULLS LAST, {_RANK}, at",
    ListOrder.URGENCY: f"{_RANK}, due NULLS LAST, at",
    ListOrder.AGE: "at",
}

_OF_ONE = {
    name: f"SELECT * FROM support_{name} WHERE customer_id = $1 AND ticket_id = $2 ORDER BY {order}"  # noqa: S608 - literals
    for name, order in {"events": "at, event_id", "runs": "run", "ratings": "at"}.items()
}
_OF_ONE["messages"] = """
    SELECT * FROM (
        SELECT DISTINCT ON (message_id, body) * FROM support_messages
        WHERE customer_id = $1 AND (ticket_id = $2 OR ticket_id IN (
            SELECT ticket_id FROM support_tickets WHERE customer_id = $1 AND merged_into = $2
        )) ORDER BY message_id, body, ticket_id <> $2
    ) AS said ORDER BY at, message_id
"""
"""With those of tickets that were merged into it."""
_STANDS = """
    coalesce((
        SELECT known.status FROM support_incidents AS known
        WHERE known.incident = ticket.incident
    ), '') AS incident_status
"""
_NAMED = f"""
    SELECT *, {_STANDS} FROM support_tickets AS ticket
    WHERE ticket_id = upper($1) AND $2 IN ('', customer_id) ORDER BY customer_id
"""  # noqa: S608 - a constant of this module

Table = dict[str, Any]


class NotOneTicketError(NotFoundError):
    """No ticket has this id, or those of several customers have."""

    code = "ticket.not_one"


async def listed(  # noqa: PLR0913 - what can be asked
    database: Database,
    *,
    status: str | None = None,
    queue: str | None = None,
    customer: str | None = None,
    assignee: str | None = None,
    overdue: bool = False,
    order: ListOrder = ListOrder.DUE,
    limit: int | None = None,
) -> Sequence[Table]:
    """Rows with ``subject``, ``due``, ``overdue`` and ``incident_status`` (see ``find_ticket``);
    those that ended come last. Without a status: live ones.
    """
    async with database.connection() as connection:
        found: Sequence[Table] = await rows(
            connection,
            f"""
            SELECT ticket.*, {_STANDS}, coalesce(due < now(), false) AS overdue,
                {_SUBJECTS} AS subjects
            FROM (SELECT *, {_DUE} AS due FROM support_tickets) AS ticket
            WHERE CASE WHEN $1::text IS NULL THEN status IN {_LIVE}
                       ELSE $1 IN ('all', status) END
              AND ($2::text IS NULL OR queue = $2) AND ($3::text IS NULL OR customer_id = $3)
              AND ($4::text IS NULL OR lower(assignee) = lower($4))
              AND (due < now() OR NOT $5)
            ORDER BY status NOT IN {_LIVE}, {_ORDERS[order]}
            LIMIT $6
            """,  # noqa: S608 - literals of this module
            status,
            queue,
            customer,
            assignee,
            overdue,
            limit,
        )
    for row in found:
        row["subject"] = subject_of(row.pop("subjects"))
    return found


async def one(database: Database, named: str) -> Table:
    """A ticket with all that belongs to it, by ``TKT-…`` or ``CUST-…:TKT-…``.

    Raises ``NotOneTicketError``.
    """
    async with database.transaction("repeatable_read", readonly=True) as connection:
        found = await find_ticket(connection, named)
        key = found["customer_id"], found["ticket_id"]
        return found | {
            name: await rows(connection, statement, *key) for name, statement in _OF_ONE.items()
        }


async def find_ticket(connection: Connection, named: str) -> Table:
    """The row of a ticket, with the ``incident_status`` of what ``incident`` names: ``offered``,
    ``open`` or ``declined``. Raises ``NotOneTicketError``.
    """
    customer, _, ticket = named.strip().removeprefix("ticket:").rpartition(":")
    found = await rows(connection, _NAMED, ticket, customer)
    if len(found) != 1:
        keys = ", ".join(f"{row['customer_id']}:{row['ticket_id']}" for row in found)
        raise NotOneTicketError(
            f"several tickets: which one, {keys}" if found else f"no ticket: {named}"
        )
    return found[0]


async def offered_incidents(database: Database) -> Sequence[Table]:
    """Incidents that staff have not decided about, each with the ticket that brought it up, its
    ``subject``, how many ``tickets`` tell of the same and ``since`` when.
    """
    async with database.connection() as connection:
        found: Sequence[Table] = await rows(
            connection,
            f"""
            SELECT incident, ticket.customer_id, ticket.ticket_id, {_SUBJECTS} AS subjects,
                count(*) OVER of_it AS tickets, min(ticket.at) OVER of_it AS since
            FROM support_incidents JOIN support_tickets AS ticket USING (incident)
            WHERE support_incidents.status = 'offered'
            WINDOW of_it AS (PARTITION BY incident) ORDER BY since
            """,  # noqa: S608 - literals of this module
        )
    return [
        row | {"subject": subject_of(row.pop("subjects"))}
        for row in found
        if row["incident"] == incident_id(row["customer_id"], row["ticket_id"])
    ]


async def stats(database: Database) -> Sequence[Table]:
    """By type: tickets, live ones, answered unseen, waiting times (median, seconds), ratings."""
    async with database.connection() as connection:
        return await rows(
            connection,
            f"""
            SELECT type, count(*) AS tickets,
                count(*) FILTER (WHERE status IN {_LIVE}) AS live,
                count(*) FILTER (WHERE action = 'auto_respond') AS answered_by_bot,
                count(*) FILTER (WHERE first_due < coalesce(first_at, now())
                    AND status IN {_LIVE}) AS late,
                round(percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM first_at - at))) AS first_answer_s,
                round(percentile_cont(0.5) WITHIN GROUP (
                    ORDER BY extract(epoch FROM closed_at - at))) AS resolution_s,
                round(avg((
                    SELECT score FROM support_ratings AS rated
                    WHERE rated.customer_id = ticket.customer_id
                      AND rated.ticket_id = ticket.ticket_id
                    ORDER BY rated.at DESC LIMIT 1
                )), 2) AS rating
            FROM support_tickets AS ticket GROUP BY type ORDER BY type
            """,  # noqa: S608 - literals of this module
        )
