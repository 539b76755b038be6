"""The agent's own settings; names and defaults are listed in ``.env.example``."""

import re
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import Field, SecretStr, field_validator, model_validator
from pydantic_settings import NoDecode

from settings.own import OwnSettings

_TELEGRAM_ID = re.compile(r"[0-9]{1,20}")
_TOKEN = re.compile(r"[!-~]{16,}")
"""What a header can carry: printable, without spaces."""

Seconds = Annotated[float, Field(ge=0, le=60)]
Minutes = Annotated[int, Field(ge=1, le=10_080)]
Hours = Annotated[int, Field(ge=1, le=8_760)]
Days = Annotated[int, Field(ge=0, le=365)]
Members = Annotated[frozenset[int], NoDecode]


class SupportSettings(OwnSettings):
    support_working_language: Annotated[str, Field(pattern="^[a-z]{2}$")] = "en"
    """ISO 639-1: what staff read, and what tickets are translated to."""
    support_translate: bool = True
    """Whether staff's words go out in the customer's language where a model can translate."""
    support_staff_chat: Annotated[int, Field(lt=0)] | None = None
    """Telegram's id of the staff's forum group; None: staff work on the command line."""
    support_staff: Members = Field(default_factory=frozenset)
    """Telegram ids of those who may act on tickets; empty: every member of the staff's group."""
    support_oncall: Members = Field(default_factory=frozenset)
    """Telegram ids of those who are named when a clock has run out."""
    support_signature: Annotated[str, Field(min_length=1, max_length=40)] = "Support"
    """What stands behind the name of who answers: Mia (Support)."""
    support_policy: str = "support.toml"
    """File with business hours, holidays and how soon what is answered."""
    support_kb_top: Annotated[int, Field(ge=1, le=20)] = 5
    """Articles that a search of the knowledge base gives."""
    support_embeddings: Literal["auto", "off", "local"] = "auto"
    """Whether articles are compared by meaning: ``auto`` where the extra ``semantic`` is."""
    support_send_delay_s: Seconds = 5
    """How long what staff write can be taken back before it is sent."""
    support_return_minutes: Minutes = 60
    """Silence after which a claimed ticket goes back to its queue."""
    support_remind_hours: Hours = 48
    """Silence of a customer who was asked something, until the reminder."""
    support_close_hours: Hours = 72
    """The same, until the ticket is closed."""
    support_reopen_days: Days = 7
    """How long after its closing a ticket is opened again by its customer's words."""
    support_incident_customers: Annotated[int, Field(ge=2, le=1_000)] = 5
    """How many customers with the same issue staff are offered an incident for."""
    support_incident_minutes: Minutes = 30
    """Within which time they tell of it."""
    support_ticket_retention_days: Annotated[int, Field(gt=0)] | None = None
    """Days after which closed tickets are deleted; None: they stay."""
    support_customer_url: str | None = None
    """Address that knows the customers; ``/{customer_id}`` is added. None: the agent's table."""
    support_customer_token: SecretStr | None = None
    """Bearer token for it."""

    @field_validator("support_staff", "support_oncall", mode="before")
    @classmethod
    def _ids(cls, listed: object) -> object:
        """``123, 456``: Telegram's numeric ids, separated by commas."""
        if not isinstance(listed, str):
            return listed
        parts = [part.strip() for part in listed.split(",") if part.strip()]
        if not parts or not all(_TELEGRAM_ID.fullmatch(part) for part in parts):
            raise ValueError(
                "must be Telegram ids separated by commas, such as 123456789,987654321"
            )
        return frozenset(int(part) for part in parts)

    @field_validator("support_customer_url")
    @classmethod
    def _an_address(cls, url: str | None) -> str | None:
        if url is not None and not url.startswith(("http://", "https://")):
            raise ValueError("must be an address that begins with http:// or https://")
        return url

    @field_validator("support_customer_token")
    @classmethod
    def _in_a_header(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and not _TOKEN.fullmatch(token.get_secret_value()):
            raise ValueError("must be 16 printable characters without spaces, or more")
        return token

    @model_validator(mode="after")
    def _fit_together(self) -> Self:
        if self.support_close_hours <= self.support_remind_hours:
            raise ValueError("SUPPORT_CLOSE_HOURS must be more than SUPPORT_REMIND_HOURS")
        if self.support_customer_token is not None and self.support_customer_url is None:
            raise ValueError("SUPPORT_CUSTOMER_TOKEN is of no use without SUPPORT_CUSTOMER_URL")
        return self

    @property
    def reopen_within(self) -> timedelta:
        return timedelta(days=self.support_reopen_days)

    @property
    def policy_file(self) -> Path:
        return Path(self.support_policy)
