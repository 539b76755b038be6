"""The data of Harbour Home Services, an invented company, to try the tools with."""

import json
import tomllib
from pathlib import Path
from typing import Annotated

import asyncpg
from pydantic import BaseModel, ConfigDict, Field, JsonValue

from examples.service_tools.phones import read_phone

_FILE = Path(__file__).parent / "sample.toml"


class _Strict(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)


class SampleCategory(_Strict):
    """``keywords`` by language."""

    name: str
    description: str
    keywords: dict[str, tuple[str, ...]] = Field(default_factory=dict)


class SampleEmployee(_Strict):
    id: str
    name: str
    skills: tuple[str, ...]


class SampleProject(_Strict):
    id: str
    name: str
    status: str = "open"


class SampleCustomer(_Strict):
    id: str
    name: str
    phone: str
    email: str | None = None


class SampleBusiness(_Strict):
    """The file."""

    region: Annotated[str, Field(pattern="^[A-Z]{2}$")]
    calendar: dict[str, JsonValue]
    categories: tuple[SampleCategory, ...]
    employees: tuple[SampleEmployee, ...]
    projects: tuple[SampleProject, ...]
    customers: tuple[SampleCustomer, ...]


def sample_business() -> SampleBusiness:
    return SampleBusiness.model_validate(tomllib.loads(_FILE.read_text(encoding="utf-8")))


async def load(
    connection: "asyncpg.Connection[asyncpg.Record]", timezone: str = "America/New_York"
) -> None:
    """Into empty tables; the business works in ``timezone`` (IANA)."""
    business = sample_business()
    calendar = json.dumps({**business.calendar, "timezone": timezone})
    settings = [("dl__calendar", "business", 0, calendar)]
    for place, each in enumerate(business.categories):
        words = [word for words in each.keywords.values() for word in words]
        about = {"description": each.description, "keywords": words}
        settings.append(("dl__service_category", each.name, place, json.dumps(about)))
    await connection.executemany("INSERT INTO settings VALUES ($1, $2, $3, $4)", settings)
    await connection.executemany(
        "INSERT INTO employees (id, name, skills, timezone) VALUES ($1, $2, $3, $4)",
        [(each.id, each.name, each.skills, timezone) for each in business.employees],
    )
    await connection.executemany(
        "INSERT INTO projects (id, name, status) VALUES ($1, $2, $3)",
        [(each.id, each.name, each.status) for each in business.projects],
    )
    phones = [(each, read_phone(each.phone, business.region)) for each in business.customers]
    await connection.executemany(
        """
        INSERT INTO customers (id, name, phone, phone_e164, phone_digits, email, created_by)
        VALUES ($1, $2, $3, $4, $5, $6, 'sample')
        """,
        [(c.id, c.name, p.given, p.e164, p.digits, c.email) for c, p in phones],
    )
