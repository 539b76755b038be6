"""Who calls. A number is that of one customer."""

from asyncpg import UniqueViolationError

from adapters.postgres.pool import Row
from examples.service_tools.errors import ServicesRefusedError, not_found
from examples.service_tools.forms import (
    CustomerCreateAsked,
    CustomerCreateTold,
    CustomerEraseAsked,
    CustomerEraseTold,
    CustomerGetAsked,
    CustomerGetTold,
    CustomerUpdateAsked,
    CustomerUpdateTold,
)
from examples.service_tools.phones import DialledPhone, read_phone
from examples.service_tools.workplace import Workplace


async def _of_number(at: Workplace, phone: DialledPhone) -> Row | None:
    return await at.connection.fetchrow(
        """
        SELECT id, name, phone, email FROM customers
        WHERE phone_e164 = $1 OR ($1 IS NULL AND phone_e164 IS NULL AND phone_digits = $2)
        """,
        phone.e164,
        phone.digits,
    )


async def customer_get(at: Workplace, asked: CustomerGetAsked) -> CustomerGetTold:
    row = await _of_number(at, read_phone(asked.phone, at.region))
    if row is None:
        return CustomerGetTold(found=False)
    return CustomerGetTold(found=True, customer_id=row["id"], name=row["name"], email=row["email"])


async def customer_create(at: Workplace, asked: CustomerCreateAsked) -> CustomerCreateTold:
    phone = read_phone(asked.phone, at.region)
    row = await at.connection.fetchrow(
        """
        INSERT INTO customers (name, phone, phone_e164, phone_digits, email, created_by)
        VALUES ($1, $2, $3, $4, $5, $6)
        ON CONFLICT DO NOTHING
        RETURNING id, name, phone, email
        """,
        asked.name,
        phone.given,
        phone.e164,
        phone.digits,
        asked.email,
        asked.idempotency_key,
    )
    known = row or await _of_number(at, phone)
    if known is None:  # erased between the two statements
        raise ServicesRefusedError(
            code="conflict.customer", message="the customer of this number was erased just now"
        )
    return CustomerCreateTold(
        customer_id=known["id"],
        name=known["name"],
        phone=known["phone"],
        created=row is not None,
    )


async def customer_update(at: Workplace, asked: CustomerUpdateAsked) -> CustomerUpdateTold:
    phone = None if asked.phone is None else read_phone(asked.phone, at.region)
    try:
        row = await at.connection.fetchrow(
            """
            UPDATE customers SET
                name = coalesce($2, name),
                email = coalesce($3, email),
                phone = coalesce($4, phone),
                phone_e164 = CASE WHEN $4 IS NULL THEN phone_e164 ELSE $5 END,
                phone_digits = coalesce($6, phone_digits)
            WHERE id = $1
            RETURNING id, name, email
            """,
            asked.customer_id,
            asked.name,
            asked.email,
            phone and phone.given,
            phone and phone.e164,
            phone and phone.digits,
        )
    except UniqueViolationError:
        raise ServicesRefusedError(
            code="conflict.phone_taken", message="another customer has this number"
        ) from None
    if row is None:
        raise not_found(what="customer")
    return CustomerUpdateTold(
        found=True, customer_id=row["id"], name=row["name"], email=row["email"]
    )


async def customer_erase(at: Workplace, asked: CustomerEraseAsked) -> CustomerEraseTold:
    """Deletes the customer with projects, tasks and bookings, and what repeated calls would be
    told of them.
    """
    await at.connection.execute(
        """
        DELETE FROM idempotency WHERE
            result->>'customer_id' = $1
            OR result->>'task_id' IN (SELECT id FROM tasks WHERE customer_id = $1)
            OR result->>'event_id' IN (
                SELECT calendar.id FROM calendar JOIN tasks ON tasks.id = task_id
                WHERE customer_id = $1
            )
        """,
        asked.customer_id,
    )
    await at.connection.execute("DELETE FROM customers WHERE id = $1", asked.customer_id)
    return CustomerEraseTold(erased=True)
