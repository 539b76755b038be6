"""Where a database is, as far as it may be shown: everything in the URL but the password."""

from dataclasses import dataclass
from typing import Self
from urllib.parse import parse_qs, unquote, urlsplit

from domain.errors import ConfigurationError

_HOW = (
    "write it as postgresql://user:password@host:5432/database, "
    "with special characters of the password percent-encoded"
)


@dataclass(frozen=True)
class DatabaseAddress:
    """The parts of a database URL that messages may name. ``host`` is a folder for a socket."""

    host: str
    port: int
    database: str
    user: str

    @classmethod
    def parse(cls, url: str) -> Self:
        """Raises ``ConfigurationError`` when the URL cannot be one of a PostgreSQL database."""
        try:
            parts = urlsplit(url)
            port = parts.port
        except ValueError:
            # The parser quotes what it stumbled over, which may be a piece of the password.
            raise ConfigurationError(f"DATABASE_URL cannot be understood: {_HOW}") from None
        if parts.scheme not in {"postgresql", "postgres"}:
            raise ConfigurationError(f"DATABASE_URL does not start with postgresql:// : {_HOW}")
        options = parse_qs(parts.query)
        return cls(
            host=parts.hostname or options.get("host", ["localhost"])[0],
            port=port or 5432,
            database=unquote(parts.path.lstrip("/")) or unquote(parts.username or ""),
            user=unquote(parts.username or ""),
        )

    @property
    def server(self) -> str:
        return self.host if self.host.startswith("/") else f"{self.host}:{self.port}"

    def __str__(self) -> str:
        socket = self.host.startswith("/")
        return f"{self.host} ({self.database})" if socket else f"{self.server}/{self.database}"
