"""The agent's own settings; names and defaults are listed in ``.env.example``."""

from decimal import Decimal
from typing import Annotated, Literal

from pydantic import Field, ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from settings.errors import refused

Limit = Annotated[Decimal, Field(gt=0, lt=Decimal("1e12"))]


CatalogLanguage = Literal["english", "german", "indonesian"]
"""Text search configurations of PostgreSQL; Malay has the one for Indonesian."""


class ProcurementSettings(BaseSettings):
    """Read from the environment, and from a ``.env`` file, when the worker starts."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    catalog_language: CatalogLanguage = "english"
    """Of names and descriptions. Counts from the next import on."""
    purchase_limit: Limit | None = None
    """Of one request, in ``DEFAULT_CURRENCY``. With a limit no other currency can be requested."""
    purchase_daily_limit: Limit | None = None
    """Of all requests of a person within a day of UTC, in ``DEFAULT_CURRENCY``."""

    @classmethod
    def load(cls) -> "ProcurementSettings":
        """Raises ``ConfigurationError`` for values that are none."""
        try:
            return cls()
        except ValidationError as error:
            raise refused(error, cls) from error
