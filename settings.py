"""The one settings tree and the only reader of the environment (and of a ``.env`` file).

Entry points build it once and pass it on. Names and defaults are listed in ``.env.example``.
"""

from datetime import timedelta
from pathlib import Path
from typing import Annotated, Self
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator, model_validator
from pydantic_settings import BaseSettings, NoDecode, SettingsConfigDict

from domain.conversation import Limits
from domain.errors import ConfigurationError
from domain.money import Currency


class Settings(BaseSettings):
    """Durations ending in ``_ms`` are milliseconds; rates ending in ``_rpm`` are calls a minute."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    database_url: SecretStr | None = None
    """PostgreSQL; None means the embedded server of ``steward run``."""
    data_dir: Path = Field(
        default_factory=lambda: user_data_path("steward"), validation_alias="STEWARD_DATA_DIR"
    )

    openai_api_key: SecretStr | None = None
    openai_base_url: str | None = None
    llm_model: str = "gpt-4o-mini"
    llm_vision_model: str | None = None
    llm_temperature: Annotated[float, Field(ge=0, le=2)] = 0.7
    llm_max_tokens: Annotated[int, Field(gt=0)] = 500
    llm_timeout_ms: Annotated[int, Field(gt=0)] = 20_000
    rate_limit_rpm: Annotated[int, Field(gt=0)] = 60
    transcription_model: str = "whisper-1"

    telegram_bot_token: SecretStr | None = None
    telegram_api_base: str = "https://api.telegram.org"
    telegram_webhook_url: str | None = None
    """Public address that Telegram sends updates to; None means the bot fetches them itself."""
    telegram_webhook_secret: SecretStr | None = None
    telegram_webhook_listen: str = "127.0.0.1:8081"
    allowed_users: Annotated[frozenset[int], NoDecode] = Field(default_factory=frozenset)
    """Telegram ids; empty means whoever sends the pairing code first."""
    rate_limit_messages_per_minute: Annotated[int, Field(gt=0)] = 10

    conversation_expiration_hours: Annotated[float, Field(gt=0)] = 24
    max_conversation_history: Annotated[int, Field(gt=0)] = 20
    category_confidence_threshold: Annotated[float, Field(ge=0, le=1)] = 0.8
    extraction_confidence_threshold: Annotated[float, Field(ge=0, le=1)] = 0.3
    max_retries: Annotated[int, Field(gt=0)] = 3
    retry_delay_ms: Annotated[int, Field(gt=0)] = 2_000
    agent_decision_timeout_ms: Annotated[int, Field(gt=0)] = 30_000
    enable_context_injection: bool = True
    enable_adaptive_decisions: bool = True

    default_locale: str = "en_MY"
    default_currency: Currency = "MYR"
    default_timezone: str = "Asia/Kuala_Lumpur"

    retention_days: Annotated[int, Field(gt=0)] = 30

    ocr_processes: Annotated[int, Field(gt=0)] = 1
    log_level: str = "INFO"

    @field_validator("allowed_users", mode="before")
    @classmethod
    def _ids(cls, listed: object) -> object:
        """``123, 456``: Telegram's numeric ids, separated by commas."""
        if not isinstance(listed, str):
            return listed
        try:
            return frozenset(int(part) for part in listed.split(",") if part.strip())
        except ValueError as error:
            msg = f"{listed!r} is no list of Telegram ids, such as 123456789,987654321"
            raise ValueError(msg) from error

    @field_validator("telegram_webhook_listen")
    @classmethod
    def _host_and_port(cls, address: str) -> str:
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal():
            msg = f"{address!r} is no host:port, such as 127.0.0.1:8081"
            raise ValueError(msg)
        return address

    @model_validator(mode="after")
    def _webhook_is_whole(self) -> Self:
        if self.telegram_webhook_url is not None and self.telegram_webhook_secret is None:
            msg = "TELEGRAM_WEBHOOK_URL needs TELEGRAM_WEBHOOK_SECRET: any long random word"
            raise ValueError(msg)
        return self

    @field_validator("default_timezone")
    @classmethod
    def _zone_exists(cls, name: str) -> str:
        if name not in available_timezones():
            msg = f"{name!r} is no IANA time zone, such as Asia/Kuala_Lumpur"
            raise ValueError(msg)
        return name

    @field_validator("default_locale")
    @classmethod
    def _locale_exists(cls, name: str) -> str:
        try:
            Locale.parse(name)
        except (UnknownLocaleError, ValueError) as error:
            msg = f"{name!r} is no locale, such as en_MY or de_DE"
            raise ValueError(msg) from error
        return name

    @property
    def has_model(self) -> bool:
        """Whether a model provider is configured: a key, or a server that needs none."""
        return self.openai_api_key is not None or self.openai_base_url is not None

    def limits(self) -> Limits:
        """The part of the settings that a conversation is started with."""
        return Limits(
            expiration=timedelta(hours=self.conversation_expiration_hours),
            max_history=self.max_conversation_history,
            category_confidence_threshold=self.category_confidence_threshold,
            extraction_confidence_threshold=self.extraction_confidence_threshold,
            decision_timeout=timedelta(milliseconds=self.agent_decision_timeout_ms),
            max_retries=self.max_retries,
            retry_delay=timedelta(milliseconds=self.retry_delay_ms),
            context_injection=self.enable_context_injection,
            adaptive_decisions=self.enable_adaptive_decisions,
            retention_days=self.retention_days,
        )


def load_settings() -> Settings:
    """Settings from the environment. Raises ``ConfigurationError`` naming each wrong setting."""
    try:
        return Settings()
    except ValidationError as error:
        wrong = "; ".join(
            f"{'.'.join(str(part) for part in e['loc']).upper()}: {e['msg']}"
            for e in error.errors()
        )
        msg = f"a setting is wrong: {wrong}"
        raise ConfigurationError(msg) from error
