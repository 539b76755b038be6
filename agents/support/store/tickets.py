"""Tickets with what was said and done about them. Every query names the customer."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import NamedTuple

from adapters.postgres.pool import Connection, Database, Row
from agents.support.activity_calls import (
    AtDesk,
    Hours,
    HoursRequest,
    SavedTicket,
    SaveTicketRequest,
    TicketEvent,
)
from agents.support.business_hours import Policy, hours
from agents.support.naming import ticket_id
from agents.support.tickets import (
    ACTIVE_OFFERED,
    LIVE,
    MODEL_MESSAGES,
    OVER,
    SUMMARY_CHARACTERS,
    Ticketed,
    TicketStatus,
    TicketSummary,
    TicketType,
    TriageResult,
    Urgency,
    subject_of,
)
from domain.errors import AppError, StorageRejectedError

EARLIER = 5
"""Earlier tickets of a customer that staff are shown."""
PAST = 20
"""Tickets that are over for good, of which a customer may still speak."""
_ATTEMPTS = 20
"""Ids that are tried for a ticket: two of a customer hardly ever meet."""

_SELECT_OFFERED = """
    SELECT ticket.*, (
        SELECT jsonb_agg(to_jsonb(said) ORDER BY said.at, said.message_id) FROM (
            SELECT * FROM (
                SELECT DISTINCT ON (message_id, body) message_id, body, at, attachment, ticket_id
                FROM support_messages
                WHERE customer_id = ticket.customer_id AND who = 'customer'
                  AND (ticket_id = ticket.ticket_id OR ticket_id IN (
                    SELECT ticket_id FROM support_tickets
                    WHERE customer_id = ticket.customer_id AND merged_into = ticket.ticket_id
                  ))
                ORDER BY message_id, body, ticket_id <> ticket.ticket_id
            ) AS once ORDER BY at DESC, message_id DESC LIMIT $3
        ) AS said
    ) AS said, ARRAY(
        SELECT DISTINCT task_id FROM support_runs
        WHERE customer_id = ticket.customer_id AND ticket_id = ticket.ticket_id
        UNION SELECT task_id FROM support_tickets
        WHERE customer_id = ticket.customer_id AND merged_into = ticket.ticket_id
        ORDER BY task_id
    ) AS tasks, ARRAY(
        SELECT unnest(ARRAY[ticket_id, '#' || number]) FROM support_tickets
        WHERE customer_id = ticket.customer_id AND merged_into = ticket.ticket_id
        ORDER BY 1
    ) AS merged, ARRAY(
        SELECT article FROM kb_feedback
        WHERE customer_id = ticket.customer_id AND ticket_id = ticket.ticket_id
          AND NOT helpful
        ORDER BY at, press
    ) AS unhelpful, EXISTS (
        SELECT FROM kb_feedback
        WHERE customer_id = ticket.customer_id AND ticket_id = ticket.ticket_id
          AND helpful
    ) AS confirmed, (
        SELECT body FROM support_messages
        WHERE customer_id = ticket.customer_id AND ticket_id = ticket.ticket_id
          AND who = 'bot'
        ORDER BY at DESC, message_id DESC LIMIT 1
    ) AS answer
    FROM support_tickets AS ticket
    WHERE user_id = $1 AND customer_id = $2 AND merged_into = '' AND (
        status IN ('active', 'open', 'waiting_customer')
        OR status IN ('solved', 'closed') AND reopen_until > now()
    )
    ORDER BY at DESC, number DESC
"""
_SELECT_PAST = """
    SELECT customer_id, ticket_id, task_id, number, status FROM support_tickets
    WHERE user_id = $1 AND customer_id = $2 AND status IN ('solved', 'closed')
      AND (reopen_until <= now() OR merged_into <> '')
    ORDER BY closed_at DESC LIMIT $3
"""
_LOCK_TICKET = """
    SELECT * FROM support_tickets WHERE customer_id = $1 AND ticket_id = $2 FOR UPDATE
"""
_LOCK_TO_MERGE = """
    SELECT * FROM support_tickets WHERE ticket_id = ANY($1) ORDER BY customer_id, ticket_id
    FOR UPDATE
"""
_MERGE = """
    UPDATE support_tickets SET merged_into = $3
    WHERE customer_id = $1 AND (ticket_id = $2 OR merged_into = $2)
"""
_IS_LATE = """
    SELECT EXISTS (SELECT FROM support_events WHERE customer_id = $1
        AND ticket_id = $2 AND moves AND at > $3)
"""
_ADD_EVENT = """
    INSERT INTO support_events
        (event_id, customer_id, ticket_id, kind, actor, before, after, moves, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (event_id) DO NOTHING RETURNING true
"""
_SET_PLAN = """
    UPDATE support_tickets SET plan = $3 WHERE customer_id = $1 AND ticket_id = $2
"""
_SET_INCIDENT = """
    UPDATE support_tickets SET incident = $3 WHERE customer_id = $1 AND ticket_id = $2
"""
_MOVE_TICKET = """
    UPDATE support_tickets SET status = $3, urgency = $4, assignee = $5, paused = $6,
        closed_at = $7, reopen_until = $8, revision = revision + 1
    WHERE customer_id = $1 AND ticket_id = $2
"""
_SELECT_STANDING = """
    SELECT status, assignee FROM support_tickets
    WHERE customer_id = $1 AND ticket_id = $2
"""
_PUT_MESSAGE = """
    INSERT INTO support_messages AS known
        (customer_id, ticket_id, message_id, who, body, translated, language, attachment, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)
    ON CONFLICT (customer_id, ticket_id, message_id) DO UPDATE SET
        body = excluded.body, who = excluded.who,
        translated = CASE WHEN known.body = excluded.body AND excluded.translated = ''
            THEN known.translated ELSE excluded.translated END,
        language = coalesce(nullif(excluded.language, ''), known.language),
        attachment = coalesce(excluded.attachment, known.attachment)
    WHERE excluded.at >= known.at
"""
_ADD_RUN = """
    INSERT INTO support_runs (task_id, run, customer_id, ticket_id, nodes, durations, engine,
        kb_results, triage_result)
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9) ON CONFLICT (task_id, run) DO NOTHING
    RETURNING true
"""
_SET_DUE = """
    UPDATE support_tickets SET first_due = coalesce($3, first_due),
        resolve_due = coalesce($4, resolve_due)
    WHERE customer_id = $1 AND ticket_id = $2 AND NOT EXISTS (
        SELECT FROM support_events WHERE customer_id = $1 AND ticket_id = $2
            AND kind = $5 AND at > $6
    )
"""
_SET_DELIVERED = """
    UPDATE support_messages SET delivered_at = coalesce(delivered_at, $4)
    WHERE customer_id = $1 AND ticket_id = $2 AND message_id = $3
"""
_ADD_RATING = """
    INSERT INTO support_ratings
        (press, customer_id, ticket_id, closing, score, comment, at)
    VALUES ($1, $2, $3, $4, $5, $6, $7) ON CONFLICT (press) DO NOTHING
"""
_ADD_FEEDBACK = """
    INSERT INTO kb_feedback (press, article, customer_id, ticket_id, helpful, at)
    SELECT $1, $2, $3, $4, $5, $6 WHERE EXISTS (
        SELECT FROM support_runs WHERE customer_id = $3 AND ticket_id = $4
        AND kb_results @> jsonb_build_array(jsonb_build_object('id', $2::text))
    ) ON CONFLICT (press) DO NOTHING
"""
_SELECT_EARLIER = """
    SELECT ticket_id, type, status, at FROM support_tickets
    WHERE customer_id = $1 AND ticket_id <> $2 ORDER BY at DESC LIMIT $3
"""
_SELECT_LAST_RATING = """
    SELECT score, at FROM support_ratings WHERE customer_id = $1 ORDER BY at DESC LIMIT 1
"""


class TicketNotSavedError(AppError):
    """What was done about a ticket came before the ticket itself: it is on its way."""

    code = "ticket.not_saved"
    retryable = True


class EventNoted(NamedTuple):
    """What an event changed: for metrics and logs. Nothing but ``new`` False for a repetition."""

    new: bool = False
    first_answer: timedelta | None = None
    resolution: timedelta | None = None
    closed: bool = False
    reopened: bool = False


class MergeTarget(NamedTuple):
    """The ticket in which another one goes on, and the conversation that it is told in."""

    row: TicketSummary
    conversation_id: str


class PostgresTickets:
    """``policy`` tells by when somebody answers; ``reopen_within`` how long a solved ticket is
    still one that new words may belong to.
    """

    def __init__(self, database: Database, policy: Policy, reopen_within: timedelta) -> None:
        self._database = database
        self._policy = policy
        self._reopen_within = reopen_within

    async def at_desk(self, user_id: str) -> AtDesk:
        """Who a person is, and their tickets that new words may belong to.

        A person nobody knows is made a customer of their own, once.
        """
        async with self._database.transaction() as connection:
            customer_id, how = await _customer_of(connection, user_id)
            rows = await connection.fetch(_SELECT_OFFERED, user_id, customer_id, MODEL_MESSAGES)
            past = await connection.fetch(_SELECT_PAST, user_id, customer_id, PAST)
        live = [row for row in rows if row["status"] in LIVE]
        offered = [*live, *(row for row in rows if row["status"] not in LIVE)][:ACTIVE_OFFERED]
        offered.sort(key=lambda row: (row["at"], row["number"]))
        return AtDesk(
            customer_id=customer_id,
            linked=how != "made",
            active=tuple(map(_summary, offered)),
            past=tuple(TicketSummary.model_validate({**row, "text": ""}) for row in past),
        )

    async def save(self, request: SaveTicketRequest) -> SavedTicket:
        """The ticket, its messages, then the run, in one transaction. Idempotent on the task's id,
        the messages' ids and the run. A ticket that people have moved keeps what they made of it.
        """
        async with self._database.transaction() as connection:
            row = await self._saved(connection, request)
            key = row["customer_id"], row["ticket_id"]
            await _keep_messages(connection, key, request)
            new = await _keep_run(connection, key, request)
            earlier = await earlier_of(connection, *key)
            saved_at = await connection.fetchval("SELECT now()")
        due = row["first_due"], row["resolve_due"]
        if request.since is not None and row["revision"] and request.status in LIVE:
            # The row moves when the case has opened it again; the customer is told at once.
            anew = self._due(request, request.since)
            due = anew.first_due, anew.resolve_due
        return SavedTicket(
            ticket_id=row["ticket_id"],
            first_due=due[0],
            resolve_due=due[1],
            saved_at=saved_at,
            again=not new,
            earlier=earlier,
        )

    async def _saved(self, connection: Connection, request: SaveTicketRequest) -> Row:
        state, ticket = request.state, request.state.ticket
        found = await connection.fetchrow(
            "SELECT * FROM support_tickets WHERE task_id = $1 AND customer_id = $2 FOR UPDATE",
            request.task_id,
            ticket.customer_id,
        )
        if found is None and request.taken_up:
            found = await connection.fetchrow(_LOCK_TICKET, ticket.customer_id, ticket.ticket_id)
        newest = await connection.fetchval(
            "SELECT coalesce(max(run), 0) FROM support_runs WHERE task_id = $1", request.task_id
        )
        if found is not None and (newest > request.run or found["revision"] > 0):
            return found
        opened = found["at"] if found is not None else ticket.messages[0].at
        result = _result(request)
        plan = state.customer_info.plan if state.customer_info else ""
        last = max(ticket.messages[-1].at, request.since or opened)
        due = self._due(request, request.since or opened)
        waits = request.status in LIVE
        ended = request.status in OVER
        values = {
            "user_id": request.user_id,
            "conversation_id": request.conversation_id,
            "number": request.number,
            "status": request.status.value,
            "queue": request.type.value,
            "type": request.type.value,
            "urgency": result.urgency.value,
            "language": result.extracted_info.language,
            "plan": plan,
            "extracted_info": result.extracted_info.model_dump(mode="json"),
            "reasoning": result.reasoning,
            "action": result.recommended_action.value,
            "first_due": due.first_due if waits else None,
            "resolve_due": due.resolve_due if waits else None,
            "closed_at": last if ended else None,
            "reopen_until": last + self._reopen_within if ended else None,
            "linked_to": request.linked_to or (found["linked_to"] if found is not None else ""),
            "at": opened,
        }
        if found is not None:
            return await _changed(connection, found, values)
        return await _inserted(connection, request, values)

    def _due(self, request: SaveTicketRequest, since: datetime) -> Hours:
        urgency, plan = _result(request).urgency, request.state.plan
        return hours(self._policy, HoursRequest(urgency=urgency, plan=plan, at=since))

    async def note(self, event: TicketEvent) -> EventNoted:
        """A line of the audit, and what it moves in the ticket's row. Idempotent on its id; an
        event that comes after a later one moves nothing back.

        Raises ``TicketNotSavedError``.
        """
        key = event.key
        async with self._database.transaction() as connection:
            row = await connection.fetchrow(_LOCK_TICKET, *key)
            if row is None:
                raise TicketNotSavedError(f"{event.customer_id}:{event.ticket_id} is not saved yet")
            moves = any(each is not None for each in (event.status, event.urgency, event.assignee))
            late = await connection.fetchval(_IS_LATE, *key, event.at)
            new = await connection.fetchval(
                _ADD_EVENT,
                event.event_id,
                *key,
                event.kind,
                event.actor,
                event.before,
                event.after,
                moves,
                event.at,
            )
            if not new:
                return EventNoted()
            await _keep_of_event(connection, event, row)
            if event.plan:
                await connection.execute(_SET_PLAN, *key, event.plan)
            if event.incident is not None:
                await connection.execute(_SET_INCIDENT, *key, event.incident)
            if event.first_due is not None or event.resolve_due is not None:
                await _keep_due(connection, event)
            first = await _first_answer(connection, event, row)
            moved = EventNoted(new=True, first_answer=first)
            if moves and not late:
                moved = await self._moved(connection, event, row, first)
        return moved

    async def _moved(
        self, connection: Connection, event: TicketEvent, row: Row, first: timedelta | None
    ) -> EventNoted:
        before = TicketStatus(row["status"])
        status = event.status or before
        ended, was_ended = status not in LIVE, before not in LIVE
        closed_at, until = row["closed_at"], row["reopen_until"]
        if ended and not was_ended:
            closed_at, until = event.at, event.at + self._reopen_within
        elif not ended:
            closed_at = until = None
        paused = row["paused"] or event.at if status is TicketStatus.WAITING_CUSTOMER else None
        await connection.execute(
            _MOVE_TICKET,
            *event.key,
            status.value,
            (event.urgency or Urgency(row["urgency"])).value,
            row["assignee"] if event.assignee is None else event.assignee,
            paused,
            closed_at,
            until,
        )
        over = ended and not was_ended
        return EventNoted(
            new=True,
            first_answer=first,
            resolution=event.at - row["at"] if over else None,
            closed=over,
            reopened=was_ended and not ended,
        )

    async def merge(self, customer_id: str, ticket_id: str, into: str) -> MergeTarget | str:
        """Says in the row of a ticket that it goes on in another one, which is returned; or why
        it cannot, as of ``refuse_merge``. What was merged into the ticket before goes along.

        Idempotent: a ticket that was merged before goes on where its row says, which is another
        ticket than ``into`` where that one was merged, too.

        Raises ``TicketNotSavedError``.
        """
        async with self._database.transaction() as connection:
            tickets = await lock_to_merge(connection, ticket_id, into)
            own = tickets.get((customer_id, ticket_id))
            if own is None:
                raise TicketNotSavedError(f"{customer_id}:{ticket_id} is not saved yet")
            if not own["merged_into"] and (why := refuse_merge(tickets, own, into)):
                return why
            into = own["merged_into"] or into
            await connection.execute(_MERGE, customer_id, ticket_id, into)
            found = await find_offered(connection, own["user_id"], customer_id, into)
            if found is None:  # it has ended for good since the row was written
                await connection.execute(_MERGE, customer_id, ticket_id, "")
                return "over"
        return found

    async def standing(self, customer_id: str, ticket_id: str) -> tuple[TicketStatus, str] | None:
        """Implements ``agents.support.activities.passing.Standings``."""
        async with self._database.connection() as connection:
            row = await connection.fetchrow(_SELECT_STANDING, customer_id, ticket_id)
        return None if row is None else (TicketStatus(row["status"]), row["assignee"])

    async def open_by_queue(self) -> dict[tuple[str, str], int]:
        """How many tickets each queue has in each live status, with those that have none."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(
                """
                SELECT queue, status, count(*) AS n FROM support_tickets
                WHERE status IN ('active', 'open', 'waiting_customer') GROUP BY 1, 2
                """
            )
        none = {(queue.value, status.value): 0 for queue in TicketType for status in LIVE}
        return none | {(row["queue"], row["status"]): row["n"] for row in rows}


def _result(request: SaveTicketRequest) -> TriageResult:
    """Raises ``StorageRejectedError``."""
    if request.state.triage_result is None or request.state.supervisor_decision is None:
        raise StorageRejectedError("a ticket is saved when its triage is done")
    return request.state.triage_result


async def _customer_of(connection: Connection, user_id: str) -> tuple[str, str]:
    """The customer that a person is, and how that is known; one is made where none is."""
    found = "SELECT customer_id, how FROM support_links WHERE user_id = $1"
    row = await connection.fetchrow(found, user_id)
    if row is None:
        # Two messages of a new person at once must not make two customers.
        await connection.execute(
            "SELECT pg_advisory_xact_lock(hashtextextended('support.link/' || $1, 0))", user_id
        )
        row = await connection.fetchrow(found, user_id)
    if row is None:
        made = None
        while made is None:  # an import may have brought the number already
            made = await connection.fetchval(
                """
                INSERT INTO support_customers (customer_id, source)
                VALUES ('CUST-' || nextval('support_customer_numbers'), 'made')
                ON CONFLICT DO NOTHING RETURNING customer_id
                """
            )
        await connection.execute(
            "INSERT INTO support_links (user_id, customer_id, how) VALUES ($1, $2, 'made')",
            user_id,
            made,
        )
        return made, "made"
    return row["customer_id"], row["how"]


async def _inserted(
    connection: Connection, request: SaveTicketRequest, values: dict[str, object]
) -> Row:
    ticket = request.state.ticket
    names = ("customer_id", "ticket_id", "task_id", *values)
    places = ", ".join(f"${n}" for n in range(1, len(names) + 1))
    ids = [ticket.ticket_id, *(ticket_id(request.task_id, n) for n in range(1, _ATTEMPTS))]
    for named in ids:
        row = await connection.fetchrow(
            f"""
            INSERT INTO support_tickets ({", ".join(names)}) VALUES ({places})
            ON CONFLICT DO NOTHING RETURNING *
            """,  # noqa: S608 - names of this module
            ticket.customer_id,
            named,
            request.task_id,
            *values.values(),
        )
        if row is not None:
            return row
    raise StorageRejectedError("no id is left for a ticket, or the task is another customer's")


async def _changed(connection: Connection, found: Row, values: dict[str, object]) -> Row:
    sets = ", ".join(f"{name} = ${n}" for n, name in enumerate(values, 3))
    row = await connection.fetchrow(
        f"""
        UPDATE support_tickets SET {sets} WHERE customer_id = $1 AND ticket_id = $2 RETURNING *
        """,  # noqa: S608 - names of this module
        found["customer_id"],
        found["ticket_id"],
        *values.values(),
    )
    return row or found


async def _keep_messages(
    connection: Connection, key: tuple[str, str], request: SaveTicketRequest
) -> None:
    state = request.state
    translation, messages = state.translation, state.ticket.messages
    translated: Sequence[str] = ()
    if translation is not None and translation.translated:
        translated = translation.translated_messages
    for n, said in enumerate(messages):
        other = translated[n] if n < len(translated) else ""
        await _put_message(connection, key, said, "customer", other, state.language)
    if request.answer:
        answer = Ticketed(
            id=f"{request.task_id}/answer/{request.run}", text=request.answer, at=messages[-1].at
        )
        await _put_message(connection, key, answer, "bot", "", state.language)


async def _put_message(  # noqa: PLR0913, PLR0917 - a row
    connection: Connection,
    key: tuple[str, str],
    said: Ticketed,
    who: str,
    translated: str = "",
    language: str = "",
) -> None:
    """What is said again under the same id is an edit of it, unless it is older."""
    attachment = said.attachment.model_dump(mode="json") if said.attachment else None
    await connection.execute(
        _PUT_MESSAGE, *key, said.id, who, said.text, translated, language, attachment, said.at
    )


async def _keep_run(
    connection: Connection, key: tuple[str, str], request: SaveTicketRequest
) -> bool:
    """Whether it was not kept before."""
    state = request.state
    nodes = ["translator", "supervisor", state.current_agent.value]
    result = state.triage_result
    new = await connection.fetchval(
        _ADD_RUN,
        request.task_id,
        request.run,
        *key,
        list(dict.fromkeys(nodes)),
        request.durations,
        request.engine,
        [each.model_dump(mode="json") for each in state.kb_results],
        result.model_dump(mode="json") if result else None,
    )
    return new is not None


async def _keep_due(connection: Connection, event: TicketEvent) -> None:
    """When the clocks run out, unless an event of this kind that came later says otherwise."""
    await connection.execute(
        _SET_DUE,
        *event.key,
        event.first_due,
        event.resolve_due,
        event.kind,
        event.at,
    )


async def _keep_of_event(connection: Connection, event: TicketEvent, row: Row) -> None:
    """The message, rating and verdicts on articles that came with an event."""
    key = event.key
    if event.message is not None and event.who:
        await _put_message(connection, key, event.message, event.who)
    if event.message is not None and event.kind == "delivered":
        await connection.execute(_SET_DELIVERED, *key, event.message.id, event.at)
    if event.rating:
        await connection.execute(
            _ADD_RATING,
            event.event_id,
            *key,
            row["closed_at"],
            event.rating,
            event.message.text if event.message else "",
            event.at,
        )
    if event.helpful is not None:
        # Only of what the ticket was answered with: a press of one's own making may name anything.
        await connection.executemany(
            _ADD_FEEDBACK,
            [
                (f"{event.event_id}/{article}", article, *key, event.helpful, event.at)
                for article in event.articles
            ],
        )


async def _first_answer(connection: Connection, event: TicketEvent, row: Row) -> timedelta | None:
    """How long the customer waited for the first words of a person; None when it is no first."""
    if event.who != "staff" or row["first_at"] is not None:
        return None
    await connection.execute(
        "UPDATE support_tickets SET first_at = $3 WHERE customer_id = $1 AND ticket_id = $2",
        *event.key,
        event.at,
    )
    waited: timedelta = event.at - row["at"]
    return waited


async def lock_to_merge(
    connection: Connection, ticket_id: str, into: str
) -> dict[tuple[str, str], Row]:
    """The tickets with these ids, of any customer, by customer and id."""
    rows = await connection.fetch(_LOCK_TO_MERGE, [ticket_id, into])
    return {(row["customer_id"], row["ticket_id"]): row for row in rows}


def refuse_merge(tickets: Mapping[tuple[str, str], Row], own: Row, into: str) -> str:
    """Why a ticket cannot go on in another one: ``same``, ``unknown``, ``other_customer``,
    ``other_person`` (of the same customer: an answer reaches only one of them), ``merged`` and
    ``over`` for the other one; empty when it can.
    """
    other = tickets.get((own["customer_id"], into))
    if into == own["ticket_id"]:
        return "same"
    if other is None:
        return "other_customer" if any(name == into for _, name in tickets) else "unknown"
    if other["user_id"] != own["user_id"]:
        return "other_person"
    if other["merged_into"]:
        return "merged"
    return "" if other["status"] in LIVE else "over"


async def find_offered(
    connection: Connection, user_id: str, customer_id: str, ticket_id: str
) -> MergeTarget | None:
    """A ticket that new words may still belong to; None where it has ended for good."""
    rows = await connection.fetch(_SELECT_OFFERED, user_id, customer_id, MODEL_MESSAGES)
    found = next((row for row in rows if row["ticket_id"] == ticket_id), None)
    return None if found is None else MergeTarget(_summary(found), found["conversation_id"])


async def earlier_of(connection: Connection, customer_id: str, besides: str) -> tuple[str, ...]:
    """Earlier tickets of a customer, a line each, and the rating that counts last."""
    rows = await connection.fetch(_SELECT_EARLIER, customer_id, besides, EARLIER)
    lines = [f"{r['ticket_id']} {r['type']} {r['status']} {r['at']:%Y-%m-%d}" for r in rows]
    rated = await connection.fetchrow(_SELECT_LAST_RATING, customer_id)
    if rated is not None:
        lines.append(f"★ {rated['score']}/5 {rated['at']:%Y-%m-%d}")
    return tuple(lines)


def _summary(row: Row) -> TicketSummary:
    messages = [
        Ticketed.model_validate({**said, "id": said["message_id"], "text": said["body"]})
        for said in row["said"] or ()
    ]
    own = [said["body"] for said in row["said"] or () if said["ticket_id"] == row["ticket_id"]]
    return TicketSummary.model_validate(
        {
            **row,
            "subject": subject_of(own),
            "text": "\n".join(each.text for each in messages)[-SUMMARY_CHARACTERS:],
            "last_at": messages[-1].at if messages else row["at"],
            "messages": messages,
            "due": row["first_due"] if row["first_at"] is None else None,
            "answer": row["answer"] or "",
        }
    )
