"""The agent's own settings; names and defaults are listed in ``.env.example``."""

import re
from decimal import Decimal
from typing import Annotated, Literal, Self

from pydantic import AfterValidator, Field, field_validator, model_validator
from pydantic_settings import NoDecode

from settings.own import OwnSettings

Limit = Annotated[Decimal, Field(gt=0, lt=Decimal("1e12"))]


CatalogLanguage = Literal["english", "german", "indonesian"]
"""Text search configurations of PostgreSQL; Malay has the one for Indonesian."""


_PERSON = re.compile(
    r"http:[a-z0-9_-]+:[\w.:@-]{1,128}|telegram:[1-9]\d{0,19}|terminal:[\w.-]{1,128}"
)


def _check_ids(persons: frozenset[str]) -> frozenset[str]:
    if not all(_PERSON.fullmatch(each) for each in persons):
        raise ValueError(
            "must be http:key:user, telegram:number or terminal:name, with commas between"
        )
    return persons


Persons = Annotated[frozenset[str], NoDecode, AfterValidator(_check_ids)]


class ProcurementSettings(OwnSettings):
    catalog_language: CatalogLanguage = "english"
    """Of names and descriptions. Counts from the next import on."""
    catalog_staff: Persons = Field(default_factory=frozenset)
    """Ids of the persons who may write items of the catalog, over HTTP and in their chats."""
    purchase_limit: Limit | None = None
    """Of one request, in ``DEFAULT_CURRENCY``. With a limit no other currency can be requested."""
    purchase_daily_limit: Limit | None = None
    """Of all requests of a person within a day of UTC, in ``DEFAULT_CURRENCY``."""
    purchase_approval_limit: Limit | None = None
    """A request above it, in ``DEFAULT_CURRENCY``, or in any other currency waits for approval."""
    purchase_approvers: Persons = Field(default_factory=frozenset)
    """Ids of the persons who may approve requests of others."""

    @field_validator("catalog_staff", "purchase_approvers", mode="before")
    @classmethod
    def _split(cls, value: object) -> object:
        if isinstance(value, str):
            return frozenset(part.strip() for part in value.split(",") if part.strip())
        return value

    @model_validator(mode="after")
    def _check_approvers(self) -> Self:
        if self.purchase_approval_limit is not None and not self.purchase_approvers:
            raise ValueError("PURCHASE_APPROVAL_LIMIT needs PURCHASE_APPROVERS")
        return self
