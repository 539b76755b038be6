"""Who customers are: the agent's own table, or a service of the company; and who is which."""

import csv
import re
from datetime import timedelta
from pathlib import Path
from typing import Literal

import httpx2
from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError

from adapters.postgres.pool import Connection, Database
from agents.support.tickets import CustomerInfo
from domain.errors import AppError, ConfigurationError, NotFoundError

LOOKUP_TIMEOUT = timedelta(seconds=5)
MOST_BYTES = 64_000
MOST_CUSTOMERS = 1_000_000

_ID = re.compile(r"[A-Za-z0-9_-]{1,32}")

How = Literal["staff", "sample"]

_ADD_CUSTOMERS = """
    INSERT INTO support_customers
        (customer_id, plan, tenure_months, seats, region, vip, source)
    VALUES ($1, $2, $3, $4, $5, $6, $7)
    ON CONFLICT (customer_id) DO UPDATE SET plan = excluded.plan,
        tenure_months = excluded.tenure_months, seats = excluded.seats,
        region = excluded.region, vip = excluded.vip, source = excluded.source, at = now()
"""
_LINK = """
    INSERT INTO support_links (user_id, customer_id, how) VALUES ($1, $2, $3)
    ON CONFLICT (user_id) DO UPDATE SET
        customer_id = excluded.customer_id, how = excluded.how, at = now()
"""
_DROP_MADE = """
    DELETE FROM support_customers AS known WHERE customer_id = $1 AND source = 'made'
      AND NOT EXISTS (SELECT FROM support_tickets WHERE customer_id = known.customer_id)
      AND NOT EXISTS (SELECT FROM support_links WHERE customer_id = known.customer_id)
"""


class CustomerLookupError(AppError):
    """The service that knows the customers did not answer, or not as agreed."""

    code = "customer.lookup"
    retryable = True


class Customer(BaseModel):
    """A customer in a file or in the answer of the company's service."""

    model_config = ConfigDict(extra="ignore", frozen=True)

    plan: str = Field(default="free", min_length=1, max_length=40)
    tenure_months: int = Field(default=0, ge=0, le=12_000)
    seats: int = Field(default=1, ge=1, le=10_000_000)
    region: str = Field(default="", max_length=80)
    vip: bool = False

    def info(self) -> CustomerInfo:
        return CustomerInfo(**self.model_dump(exclude={"plan"}), plan=self.plan.lower())


class TableCustomers:
    """Implements ``agents.support.ports.Customers`` on the agent's own table."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def lookup(self, customer_id: str) -> CustomerInfo:
        """Somebody who was only made for a chat is nobody that anybody knows."""
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                "SELECT * FROM support_customers WHERE customer_id = $1 AND source <> 'made'",
                customer_id,
            )
        return CustomerInfo(known=False) if row is None else Customer(**dict(row)).info()


class ServiceCustomers:
    """The same by HTTP: ``GET {url}/{customer_id}``. Who is not linked is not asked for."""

    def __init__(
        self,
        database: Database,
        url: str,
        token: SecretStr | None = None,
        timeout: timedelta = LOOKUP_TIMEOUT,
    ) -> None:
        self._database = database
        self._url = url.rstrip("/")
        headers = {"Accept": "application/json"}
        if token is not None:
            headers["Authorization"] = f"Bearer {token.get_secret_value()}"
        self._client = httpx2.AsyncClient(headers=headers, timeout=timeout.total_seconds())

    async def close(self) -> None:
        await self._client.aclose()

    async def lookup(self, customer_id: str) -> CustomerInfo:
        """Raises ``CustomerLookupError``."""
        async with self._database.connection() as connection:
            made = await connection.fetchval(
                "SELECT source = 'made' FROM support_customers WHERE customer_id = $1", customer_id
            )
        if made or not _ID.fullmatch(customer_id):
            return CustomerInfo(known=False)
        try:
            answer = await self._client.get(f"{self._url}/{customer_id}")
        except httpx2.HTTPError as error:
            raise CustomerLookupError(
                f"the customer service did not answer ({type(error).__name__})"
            ) from error
        if answer.status_code == httpx2.codes.NOT_FOUND:
            return CustomerInfo(known=False)
        if answer.status_code != httpx2.codes.OK or len(answer.content) > MOST_BYTES:
            raise CustomerLookupError(f"the customer service answered {answer.status_code}")
        try:
            return Customer.model_validate_json(answer.content).info()
        except ValidationError as error:
            raise CustomerLookupError(
                "the customer service answered something that is no customer"
            ) from error


def read_customers(path: Path) -> dict[str, Customer]:
    """By id, from CSV with a heading: customer_id, plan, tenure_months, seats, region, vip.

    Raises ``ConfigurationError`` that names the line.
    """
    found: dict[str, Customer] = {}
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file)
            if "customer_id" not in (reader.fieldnames or ()):
                raise ConfigurationError(f"{path}: the heading has no customer_id")
            for row in reader:
                name = (row.pop("customer_id") or "").strip()
                if not _ID.fullmatch(name) or name in found or len(found) >= MOST_CUSTOMERS:
                    raise ConfigurationError(
                        f"{path}:{reader.line_num}: {name!r} is no id, or there twice"
                    )
                given = {key: value.strip() for key, value in row.items() if key and value}
                try:
                    found[name] = Customer.model_validate(given)
                except ValidationError as error:
                    wrong = ", ".join(str(each["loc"][0]) for each in error.errors())
                    raise ConfigurationError(
                        f"{path}:{reader.line_num}: {wrong} is not right"
                    ) from error
    except (OSError, UnicodeDecodeError, csv.Error) as error:
        raise ConfigurationError(f"{path} cannot be read: {error}") from error
    return found


async def import_customers(
    database: Database, customers: dict[str, Customer], source: str = "import"
) -> int:
    """All or nothing; those that are there are changed, none is removed. A person whom nobody
    knows keeps the number that was made for them: raises ``ConfigurationError`` for it.
    """
    async with database.transaction() as connection:
        taken = await connection.fetch(
            "SELECT customer_id FROM support_customers WHERE source = 'made' AND customer_id = ANY($1)",  # noqa: E501
            list(customers),
        )
        if taken:
            names = ", ".join(row["customer_id"] for row in taken)
            raise ConfigurationError(
                f"{names}: made for a person in a chat already; link that person instead"
            )
        await connection.executemany(
            _ADD_CUSTOMERS,
            [
                (name, info.plan, info.tenure_months, info.seats, info.region, info.vip, source)
                for name, info in ((name, each.info()) for name, each in customers.items())
            ],
        )
    return len(customers)


async def link(connection: Connection, user_id: str, customer_id: str, how: How) -> None:
    """This person is this customer from now on. What they wrote before stays where it is; the
    customer that was made for them goes when it has no tickets.
    """
    before = await connection.fetchval(
        "SELECT customer_id FROM support_links WHERE user_id = $1 FOR UPDATE", user_id
    )
    await connection.execute(_LINK, user_id, customer_id, how)
    if before is not None and before != customer_id:
        await connection.execute(_DROP_MADE, before)


async def link_by_staff(database: Database, user_id: str, customer_id: str) -> None:
    """Raises ``NotFoundError`` for what is no customer's id."""
    if not _ID.fullmatch(customer_id):
        raise NotFoundError(f"{customer_id!r} is no customer's id")
    async with database.transaction() as connection:
        await link(connection, user_id, customer_id, "staff")
