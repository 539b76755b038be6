"""The one settings tree and the only reader of the environment (and of a ``.env`` file).

Entry points build it once and pass it on. Names and defaults are listed in ``.env.example``.
"""

from datetime import timedelta
from pathlib import Path
from typing import Annotated
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from platformdirs import user_data_path
from pydantic import Field, SecretStr, ValidationError, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict

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
