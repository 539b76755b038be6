"""The server's own settings; names and defaults are listed in ``.env.example``."""

import re
from typing import Annotated

from phonenumbers import SUPPORTED_REGIONS
from pydantic import AfterValidator, SecretStr

from domain.errors import ConfigurationError
from settings import load_settings
from settings.own import OwnSettings

_TOKEN = re.compile(r"[!-~]{16,}")
"""What a header can carry: printable, without spaces."""


def _a_database(url: SecretStr) -> SecretStr:
    if not url.get_secret_value().startswith(("postgresql://", "postgres://")):
        raise ValueError("must be postgresql://user:password@host:5432/database")
    return url


def _in_a_header(token: SecretStr) -> SecretStr:
    if not _TOKEN.fullmatch(token.get_secret_value()):
        raise ValueError("must be 16 printable characters without spaces, or more")
    return token


def _region(code: str) -> str:
    if code not in SUPPORTED_REGIONS:
        raise ValueError("must be the code of a country, such as US")
    return code


class ServicesSettings(OwnSettings):
    services_database_url: Annotated[SecretStr, AfterValidator(_a_database)] | None = None
    """PostgreSQL; None means Steward's own, in a schema of its own."""
    services_token: Annotated[SecretStr, AfterValidator(_in_a_header)] | None = None
    """What a caller over HTTP must present. Over standard streams nobody is asked."""
    service_phone_region: Annotated[str, AfterValidator(_region)] = "US"
    """ISO 3166 code of the country in which a number without a country code is one."""

    def database_url(self) -> str:
        """Raises ``ConfigurationError`` where none is set."""
        url = self.services_database_url or load_settings().database_url
        if url is None:
            raise ConfigurationError("neither SERVICES_DATABASE_URL nor DATABASE_URL is set")
        return url.get_secret_value()

    @staticmethod
    def timezone() -> str:
        """The IANA zone in which the sample business works."""
        return load_settings().default_timezone

    def token(self) -> str:
        """Raises ``ConfigurationError`` where none is set."""
        if self.services_token is None:
            raise ConfigurationError(
                "SERVICES_TOKEN is not set: over HTTP, callers must present one"
            )
        return self.services_token.get_secret_value()
