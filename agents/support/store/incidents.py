"""Which tickets tell of the same, and which of them belong to an incident."""

from collections import defaultdict
from collections.abc import Sequence
from datetime import timedelta
from typing import NamedTuple

from adapters.postgres.pool import Connection, Database, Row
from agents.support.activity_calls import IncidentAct, IncidentFound
from agents.support.naming import incident_id
from agents.support.offline.matching import is_alike
from agents.support.staff_posts import StaffAction
from agents.support.store.tickets import TicketNotSavedError, find_offered
from agents.support.tickets import LIVE, SUMMARY_CHARACTERS, TicketSummary

COMPARED = 100
"""Tickets that a new one is compared with, the newest."""
_SHARE = 4
"""A ticket that is like one of so many of an incident's is offered to be linked to it: a single one
may be like it by chance."""

_LOCK = "SELECT pg_advisory_xact_lock(hashtextextended('support.incidents', 0))"
_SELECT_OWN = "SELECT * FROM support_tickets WHERE customer_id = $1 AND ticket_id = $2"
_SELECT_NEAR = """
    SELECT ticket.customer_id, ticket_id, language, ticket.at, incident,
        coalesce(known.status, '') AS stands, left(coalesce((
            SELECT string_agg(coalesce(nullif(translated, ''), body), E'\\n' ORDER BY said.at)
            FROM support_messages AS said
            WHERE said.customer_id = ticket.customer_id AND said.ticket_id = ticket.ticket_id
              AND who = 'customer'
        ), ''), $4) AS text
    FROM support_tickets AS ticket LEFT JOIN support_incidents AS known USING (incident)
    WHERE ticket.status = ANY($1) AND queue = $2
      AND (ticket.at BETWEEN $3::timestamptz - $5::interval AND $3::timestamptz + $5::interval
           OR known.status = 'open')
    ORDER BY ticket.at DESC LIMIT $6
"""
_OFFER = """
    INSERT INTO support_incidents (incident, status) VALUES ($1, 'offered') ON CONFLICT DO NOTHING
"""
_SET = """
    UPDATE support_tickets SET incident = $1
    WHERE (customer_id, ticket_id) IN (SELECT * FROM unnest($2::text[], $3::text[]))
"""
_SET_STATUS = """
    UPDATE support_incidents SET status = $2
    WHERE incident = $1 AND ($2 = 'open' OR status = 'offered')
"""
_SELECT_OTHERS = """
    SELECT * FROM (
        SELECT DISTINCT customer_id, user_id,
            coalesce(nullif(merged_into, ''), ticket_id) AS ticket_id
        FROM support_tickets WHERE incident = $1 AND incident <> ''
    ) AS linked WHERE (customer_id, ticket_id) <> ($2, $3) ORDER BY customer_id, ticket_id
"""


class LinkedTicket(NamedTuple):
    """A ticket of an incident, and whose it is."""

    row: TicketSummary
    user_id: str
    conversation_id: str


class PostgresIncidents:
    """``customers``: how many tell of the same, ``within`` which time, when staff are offered an
    incident.
    """

    def __init__(self, database: Database, customers: int, within: timedelta) -> None:
        self._database = database
        self._customers = customers
        self._within = within

    async def find(self, customer_id: str, ticket_id: str) -> IncidentFound:
        """What staff are to be offered because of a ticket. A ticket that is like those of which an
        incident is already offered would belong to it. Idempotent.

        Raises ``TicketNotSavedError``.
        """
        async with self._database.transaction() as connection:
            await connection.execute(_LOCK)  # two tickets at once make one incident
            own = await connection.fetchrow(_SELECT_OWN, customer_id, ticket_id)
            if own is None:
                raise TicketNotSavedError(f"{customer_id}:{ticket_id} is not saved yet")
            near = await connection.fetch(
                _SELECT_NEAR,
                list(LIVE),
                own["queue"],
                own["at"],
                SUMMARY_CHARACTERS,
                self._within,
                COMPARED,
            )
            return await self._found(connection, (customer_id, ticket_id), near)

    async def _found(
        self, connection: Connection, key: tuple[str, str], near: Sequence[Row]
    ) -> IncidentFound:
        own = next((row for row in near if _key(row) == key), None)
        if own is None or own["stands"] == "open":  # it has ended, or is linked
            return IncidentFound()
        groups: dict[str, list[Row]] = defaultdict(list)
        alike: dict[str, list[Row]] = defaultdict(list)
        for row in near:
            groups[row["incident"]].append(row)
            if row["customer_id"] != own["customer_id"] and _is_alike(own, row):
                alike[row["incident"]].append(row)
        if own["incident"]:
            mine = own["incident"] == incident_id(*key) and own["stands"] == "offered"
            return _tell(own["incident"], groups[own["incident"]]) if mine else IncidentFound()
        for incident, rows in alike.items():
            stands = rows[0]["stands"]
            if stands in ("open", "offered") and len(rows) * _SHARE >= len(groups[incident]):
                if stands == "open":
                    return _tell(incident, groups[incident], is_open=True)
                await connection.execute(_SET, incident, [key[0]], [key[1]])
                return IncidentFound()
        told = [own, *alike[""]]
        if len({row["customer_id"] for row in told}) < self._customers:
            return IncidentFound()
        incident = incident_id(*key)
        await connection.execute(_OFFER, incident)
        customers, tickets = zip(*map(_key, told), strict=True)
        await connection.execute(_SET, incident, list(customers), list(tickets))
        return _tell(incident, told)

    async def take_act(self, request: IncidentAct) -> list[LinkedTicket]:
        """Keeps whether staff wanted the incident, and returns its other tickets that the act is
        for. In place of a ticket that was merged it is the one that goes on.
        """
        incident = request.incident
        async with self._database.transaction() as connection:
            await connection.execute(_LOCK)  # a ticket that is being compared is in it, or is told
            if request.act.action == StaffAction.NO_INCIDENT:
                await connection.execute(_SET_STATUS, incident, "declined")
                return []
            if request.act.action == StaffAction.INCIDENT:
                await connection.execute(_SET_STATUS, incident, "open")
            key = request.customer_id, request.ticket_id
            others = []
            for row in await connection.fetch(_SELECT_OTHERS, incident, *key):
                found = await find_offered(connection, row["user_id"], *_key(row))
                if found is not None:
                    others.append(LinkedTicket(found.row, row["user_id"], found.conversation_id))
        return others


def _key(row: Row) -> tuple[str, str]:
    return row["customer_id"], row["ticket_id"]


def _is_alike(own: Row, other: Row) -> bool:
    names = ("customer_id", "ticket_id", "language", "text")
    ticket = TicketSummary.model_validate({name: other[name] for name in names})
    return is_alike(own["text"], own["language"], ticket)


def _tell(incident: str, rows: Sequence[Row], *, is_open: bool = False) -> IncidentFound:
    return IncidentFound(
        incident=incident,
        is_open=is_open,
        customers=len({row["customer_id"] for row in rows}),
        since=min(row["at"] for row in rows),
    )
