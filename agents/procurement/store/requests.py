"""Purchase requests: what was sent, once for each yes, and what became of it."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from decimal import Decimal

from temporalio import activity

from adapters.postgres.pool import Connection, Database, Row
from agents.procurement.items import Proposal, PurchaseRequest, RequestStatus, called
from agents.procurement.store.spelling import spelled
from domain.conversation import is_shared_group
from domain.errors import NotFoundError
from domain.tools import RunToolRequest

PURCHASE_REQUESTS = "purchase_requests_total"
OPERATOR = "operator"
"""Who changed a status on the command line."""
_LAST_NUMBER = 2**31 - 1
"""What the column can hold."""

_COLUMNS = """number, user_id, conversation_id, lines, total, currency, delivery_date, notes,
    status, expense_task_id, at"""

_FOLLOWING: Mapping[RequestStatus, frozenset[RequestStatus]] = {
    RequestStatus.PENDING: frozenset({RequestStatus.REJECTED, RequestStatus.ORDERED}),
    RequestStatus.SUBMITTED: frozenset(
        {RequestStatus.ORDERED, RequestStatus.RECEIVED, RequestStatus.REJECTED}
    ),
    RequestStatus.ORDERED: frozenset({RequestStatus.RECEIVED, RequestStatus.REJECTED}),
}
"""What an operator, or a receipt, may make of a request."""


class SettledRequestError(NotFoundError):
    """The request is in a status that does not lead to the wished one."""

    code = "request.settled"


@dataclass(frozen=True)
class StatusChange:
    """``conversation_id`` is where the person is told; ``changed`` is False for a repetition, which
    has the ``change_id`` of the first.
    """

    change_id: str
    number: int
    status: RequestStatus
    user_id: str
    conversation_id: str
    changed: bool = True


@dataclass(frozen=True)
class ApprovalStanding:
    """A request that waits for approval, or did. ``author_id`` is the member of a group who said
    yes to it; empty for a person's request, and where nobody knows any more. ``answer`` is what an
    approver decided, and why; None while it waits, and where the person or an operator ended that.
    """

    request: PurchaseRequest
    user_id: str
    conversation_id: str
    author_id: str
    answer: RequestStatus | None
    reason: str

    @property
    def waits(self) -> bool:
        return self.request.status is RequestStatus.PENDING

    @property
    def is_of_nobody_known(self) -> bool:
        """Whether it may be the own request of whoever decides on it."""
        return is_shared_group(self.user_id) and not self.author_id


def _read_request(row: Row) -> PurchaseRequest:
    return PurchaseRequest.model_validate({**dict(row), "created_at": row["at"]})


async def put(
    connection: Connection,
    request: RunToolRequest,
    proposal: Proposal,
    digest: str,
    status: RequestStatus = RequestStatus.SUBMITTED,
) -> PurchaseRequest:
    """Sends it. A ``call_id`` has one request: the same again breaks a rule of the table."""
    [row] = await connection.fetch(
        f"""
        INSERT INTO purchase_requests (user_id, conversation_id, call_id, confirmed_by, author_id,
            digest, lines, total, currency, delivery_date, notes, status)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) RETURNING {_COLUMNS}
        """,  # noqa: S608 - literals
        request.person.user_id,
        request.conversation_id,
        request.call.call_id,
        request.confirmed_by,
        request.author_id,
        digest,
        [line.model_dump(mode="json") for line in proposal.lines],
        proposal.total,
        proposal.currency,
        proposal.delivery_date,
        proposal.notes,
        status.value,
    )
    return _read_request(row)


async def newest(connection: Connection, user_id: str, limit: int) -> tuple[PurchaseRequest, ...]:
    rows = await connection.fetch(
        f"SELECT {_COLUMNS} FROM purchase_requests WHERE user_id = $1 ORDER BY number DESC LIMIT $2",  # noqa: S608,E501
        user_id,
        limit,
    )
    return tuple(_read_request(row) for row in rows)


async def one_of(
    connection: Connection, user_id: str, number: int | None, *, lock: bool = False
) -> PurchaseRequest | None:
    """Returns a request of this person; without a number the newest that was not taken back."""
    if number is not None and number > _LAST_NUMBER:
        return None
    row = await connection.fetchrow(
        f"""
        SELECT {_COLUMNS} FROM purchase_requests
        WHERE user_id = $1 AND (number = $2 OR $2::int IS NULL AND status <> 'cancelled')
        ORDER BY number DESC LIMIT 1 {"FOR UPDATE" if lock else ""}
        """,  # noqa: S608 - literals
        user_id,
        number,
    )
    return None if row is None else _read_request(row)


async def spent_on(connection: Connection, user_id: str, currency: str) -> Decimal:
    """Sums what this person has sent since the day began in UTC, without what came to nothing."""
    total: Decimal = await connection.fetchval(
        """
        SELECT coalesce(sum(total), 0) FROM purchase_requests
        WHERE user_id = $1 AND currency = $2 AND status NOT IN ('cancelled', 'rejected')
          AND at >= date_trunc('day', now() AT TIME ZONE 'UTC') AT TIME ZONE 'UTC'
        """,
        user_id,
        currency,
    )
    return total


async def become(  # noqa: PLR0913 - a line of the record
    connection: Connection,
    change_id: str,
    user_id: str,
    number: int,
    status: RequestStatus,
    *,
    by: str,
    conversation_id: str = "",
    reason: str = "",
) -> None:
    """Sets the status of a locked request, with a line in the record."""
    await connection.execute(
        """
        INSERT INTO purchase_changes
            (change_id, number, user_id, conversation_id, before, after, by)
        SELECT $1, number, user_id, $5, jsonb_build_object('status', status),
               jsonb_strip_nulls(jsonb_build_object(
                   'status', $4::text, 'reason', nullif($7::text, ''))), $6
        FROM purchase_requests WHERE user_id = $2 AND number = $3
        """,
        change_id,
        user_id,
        number,
        status.value,
        conversation_id,
        by,
        reason,
    )
    await connection.execute(
        "UPDATE purchase_requests SET status = $3 WHERE user_id = $1 AND number = $2",
        user_id,
        number,
        status.value,
    )


async def approval_of(connection: Connection, number: int) -> ApprovalStanding | None:
    """How the approval of a request stands, whoever sent it; None for one that never waited.

    Waits for a transaction that sends it or decides on it, and locks it until this one ends.
    """
    await connection.execute(
        "SELECT pg_advisory_xact_lock(hashtextextended($1, 0))", f"approval:{number}"
    )
    row = await connection.fetchrow(
        f"""
        SELECT {_COLUMNS}, author_id,
            (SELECT after || jsonb_build_object('own', by IN (user_id, '{OPERATOR}'))
             FROM purchase_changes AS change
             WHERE change.number = asked.number AND before ->> 'status' = 'pending') AS decision
        FROM purchase_requests AS asked WHERE number = $1 FOR UPDATE OF asked
        """,  # noqa: S608 - literals
        number,
    )
    if row is None or (row["decision"] is None and row["status"] != RequestStatus.PENDING):
        return None
    decision = row["decision"] or {"own": True}
    return ApprovalStanding(
        request=_read_request(row),
        user_id=row["user_id"],
        conversation_id=row["conversation_id"],
        author_id=row["author_id"],
        answer=None if decision["own"] else RequestStatus(decision["status"]),
        reason=decision.get("reason", ""),
    )


def count_request(status: RequestStatus) -> None:
    """One more request is in this state."""
    if activity.in_activity():
        counter = activity.metric_meter().create_counter(PURCHASE_REQUESTS)
        counter.add(1, {"status": status.value})


def may_become(now: RequestStatus, status: RequestStatus) -> bool:
    return status in _FOLLOWING.get(now, ())


async def set_status(database: Database, number: int, status: RequestStatus) -> StatusChange:
    """Sets what an operator says became of a request. Idempotent. Raises ``NotFoundError``, and
    ``SettledRequestError`` when it is too late for that.
    """
    async with database.transaction() as connection:
        row = await connection.fetchrow(
            """
            SELECT user_id, conversation_id, status FROM purchase_requests
            WHERE number = $1 FOR UPDATE
            """,
            number,
        )
        if row is None:
            raise NotFoundError(f"there is no request {called(number)}")
        now = RequestStatus(row["status"])
        change_id = f"{called(number)}/{status.value}"
        change = StatusChange(change_id, number, status, row["user_id"], row["conversation_id"])
        if now is status:
            return replace(change, changed=False)
        if not may_become(now, status):
            raise SettledRequestError(
                f"{called(number)} is {now.value}: it can't become {status.value}"
            )
        await become(connection, change_id, row["user_id"], number, status, by=OPERATOR)
        return change


async def all_requests(
    database: Database, status: RequestStatus | None = None, limit: int | None = None
) -> list[Row]:
    """Requests of everybody, newest first, as rows for an operator."""
    async with database.connection() as connection:
        rows = await connection.fetch(
            f"""
            SELECT {_COLUMNS} FROM purchase_requests
            WHERE $1::text IS NULL OR status = $1 ORDER BY number DESC LIMIT $2
            """,  # noqa: S608 - literals
            None if status is None else status.value,
            limit,
        )
    return list(rows)


async def fitting(
    connection: Connection, user_id: str, total: Decimal, currency: str, supplier: str
) -> tuple[PurchaseRequest, ...]:
    """Requests under way of this person with exactly this total, all from this supplier. A
    receipt may call it by a longer or a shorter name.
    """
    rows = await connection.fetch(
        f"""
        SELECT {_COLUMNS} FROM purchase_requests
        WHERE user_id = $1 AND total = $2 AND currency = $3
          AND status IN ('submitted', 'ordered') ORDER BY number DESC
        """,  # noqa: S608 - literals
        user_id,
        total,
        currency,
    )
    words = set(spelled(supplier).split())
    found = (_read_request(row) for row in rows)
    return tuple(each for each in found if words and _is_all_from(each, words))


def _is_all_from(request: PurchaseRequest, words: set[str]) -> bool:
    named = [set(spelled(line.supplier).split()) for line in request.lines if line.supplier]
    return bool(named) and all(each <= words or words <= each for each in named)
