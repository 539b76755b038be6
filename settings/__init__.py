"""The platform's settings, read from the environment and from a ``.env`` file.

Entry points build them once and pass them on. What belongs to one agent stands in its
``agents/<slug>/settings.py``; nothing else reads the environment. Names and defaults of all of them
are listed in ``.env.example``.
"""

import re
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self
from zoneinfo import available_timezones

from babel import Locale, UnknownLocaleError
from platformdirs import user_data_path
from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    ValidationError,
    field_validator,
    model_validator,
)
from pydantic_settings import BaseSettings, NoDecode, PydanticBaseSettingsSource, SettingsConfigDict

from domain.conversation import Limits
from domain.money import Currency
from settings.errors import refused
from settings.providers import (
    OPENAI,
    ProviderSettings,
    ProviderSource,
    ProviderVariables,
    check_names,
    split_names,
    usable,
)

_TELEGRAM_ID = re.compile(r"[0-9]{1,20}")
_ORIGIN = re.compile(r"https?://(\[[0-9a-f:]+\]|[a-z0-9.-]+)(:[0-9]{1,5})?")
_KEY_NAME = re.compile(r"[a-z0-9_-]{1,64}")
_SPEAKER = re.compile(r"[a-z][a-z-]*:\S+")
_E164 = re.compile(r"\+[1-9][0-9]{5,14}")
_ACCOUNT = re.compile(r"AC[0-9a-f]{32}")

_OPENAI_SPEECH_MODEL = "gpt-4o-mini-tts"
_OPENAI_VOICE = "alloy"

SHORTEST_KEY = 24
"""Characters of what opens the HTTP channel to servers and operators."""
TAKEN_NAMES = frozenset({"page", "operator"})
"""What callers without a key are called: no key has such a name."""

_QUIET_EVENTS, _QUIET_TURNS = 250, 10
"""Of a run that is continued as new when all is quiet. To wake a chat replays its run, at about
0.7 ms an event; and a new run costs about as much as a turn."""


class TelegramAccess(StrEnum):
    """Who may talk to the bot."""

    PAIRED = "paired"
    """Who sent the pairing code first; ``allowed_users`` must be empty."""
    ALLOWED = "allowed"
    """``allowed_users``, of whom there must be some."""
    OPEN = "open"
    """Whoever writes to it."""


class TelephoneNumber(BaseModel):
    """What a number is for. None: as for any number that is not named."""

    model_config = ConfigDict(frozen=True)

    agent: str | None = None
    locale: str | None = None


class Settings(BaseSettings):
    """Durations ending in ``_ms`` are milliseconds; rates ending in ``_rpm`` are calls a minute."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    @classmethod
    def settings_customise_sources(
        cls,
        settings_cls: type[BaseSettings],
        init_settings: PydanticBaseSettingsSource,
        env_settings: PydanticBaseSettingsSource,
        dotenv_settings: PydanticBaseSettingsSource,
        file_secret_settings: PydanticBaseSettingsSource,
    ) -> tuple[PydanticBaseSettingsSource, ...]:
        """Adds the variables that are named after the providers."""
        del file_secret_settings
        given = (init_settings, env_settings, dotenv_settings)
        return *given, ProviderSource(settings_cls, env_settings, dotenv_settings)

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
    llm_providers: Annotated[tuple[str, ...], NoDecode] = (OPENAI,)
    """Names of providers in the order in which they are asked."""
    provider_variables: dict[str, ProviderVariables] = Field(default_factory=dict)
    """By name; never a variable of its own. ``providers`` is what to use."""
    rate_limit_rpm: Annotated[int, Field(gt=0)] = 600
    """Model activities a minute, held by the server for all workers together."""
    retry_max_attempts: Annotated[int, Field(gt=0, le=5)] = 4
    """Attempts at the models, each asking every provider, before the offline engine answers."""
    retry_min_timeout_ms: Annotated[int, Field(ge=100, le=10_000)] = 1_000
    """Wait before the second attempt at the models; it doubles, to four times this at most."""
    model_patience_ms: Annotated[int, Field(ge=5_000, le=45_000)] = 20_000
    """How long a person waits for the models of one step; then the offline engine answers."""
    circuit_breaker_timeout_ms: Annotated[int, Field(gt=0)] = 30_000
    circuit_breaker_error_threshold: Annotated[int, Field(gt=0, le=100)] = 50
    """Share of failed calls that opens a circuit, in percent."""
    circuit_breaker_request_threshold: Annotated[int, Field(gt=0)] = 10
    model_context_tokens: Annotated[int, Field(gt=0)] = 10_500
    """What the step that understands messages may put to a model: beside instructions and forms,
    what was said before and what goes on."""
    agent_max_input_tokens: Annotated[int, Field(gt=0)] = 3_000
    agent_max_total_tokens: Annotated[int, Field(gt=0)] = 4_000
    agent_max_iterations: Annotated[int, Field(gt=0, le=50)] = 10
    """Rounds of a turn in which an agent uses tools; the last is asked for an answer alone."""
    agent_max_tool_calls: Annotated[int, Field(gt=0, le=200)] = 20
    """In one turn."""
    agent_tool_timeout_ms: Annotated[int, Field(gt=0)] = 5_000
    agent_turn_timeout_ms: Annotated[int, Field(gt=0)] = 60_000
    """Of a turn with tools; waiting for the person and for an outage does not count."""
    moderation: Literal["off", "provider"] = "off"
    """Whether the first provider's moderation endpoint is asked before an agent with tools acts on
    somebody's words."""
    user_daily_tokens: Annotated[int, Field(gt=0)] | None = None
    """Tokens that one person's messages may use in a day (UTC); None means no limit."""
    user_daily_cost_usd: Annotated[Decimal, Field(gt=0)] | None = None
    daily_tokens: Annotated[int, Field(gt=0)] | None = None
    """As ``user_daily_tokens``, for everybody together."""
    daily_cost_usd: Annotated[Decimal, Field(gt=0)] | None = None
    transcription_model: str = "whisper-1"

    telegram_bot_token: SecretStr | None = None
    telegram_api_base: str = "https://api.telegram.org"
    telegram_webhook_url: str | None = None
    """Public address that Telegram sends updates to; None means the bot fetches them itself."""
    telegram_webhook_secret: SecretStr | None = None
    telegram_webhook_listen: str = "127.0.0.1:8081"
    allowed_users: Annotated[frozenset[int], NoDecode] = Field(default_factory=frozenset)
    """Telegram ids; empty means whoever sends the pairing code first."""
    telegram_access: TelegramAccess | None = None
    """None means allowed users where there are some, else pairing."""
    rate_limit_messages_per_minute: Annotated[int, Field(gt=0)] = 30
    telegram_group_per_minute: Annotated[int, Field(ge=2)] = 20
    """Messages that one group is sent."""

    conversation_expiration_hours: Annotated[float, Field(gt=0)] = 24
    max_conversation_history: Annotated[int, Field(gt=0)] = 20
    max_retries: Annotated[int, Field(gt=0)] = 3
    retry_delay_ms: Annotated[int, Field(gt=0)] = 2_000
    agent_decision_timeout_ms: Annotated[int, Field(gt=0)] = 30_000
    enable_context_injection: bool = True

    default_locale: str = "en_MY"
    default_currency: Currency = "MYR"
    default_timezone: str = "Asia/Kuala_Lumpur"

    retention_days: Annotated[int, Field(gt=0)] = 30

    consent: Literal["off", "ask"] = "off"
    """Whether a person is asked before the first thing of them is kept."""
    consent_version: Annotated[str, Field(max_length=64)] | None = None
    """Of the text that they agree to; with another one, everybody is asked again."""
    consent_operator: Annotated[str, Field(max_length=300)] | None = None
    """Who keeps it, and how they are reached; stands in the text."""
    consent_providers: Annotated[str, Field(max_length=300)] | None = None
    """Who runs the models that see what is sent, and where; ``none``: nobody else. Not every
    channel's process knows the providers."""
    consent_link: Annotated[str, Field(max_length=300, pattern=r"^https?://")] | None = None
    """The whole privacy notice."""
    consent_text_file: Path | None = None
    """TOML with a text of the operator's own for each language, in place of Steward's."""

    user_daily_storage_mb: Annotated[int, Field(gt=0)] = 200
    """Megabytes of files that one person may send within a day."""
    user_storage_mb: Annotated[int, Field(gt=0)] = 2_000
    """Megabytes of files that are kept of one person."""
    storage_floor_mb: Annotated[int, Field(ge=0)] = 1_024
    """Megabytes that stay free on the disk of ``data_dir``: files are refused before."""

    payload_keys: SecretStr | None = None
    """Keys that encrypt everything Temporal keeps, ``id:key`` separated by commas; the first one
    encrypts, all of them decrypt. ``steward keys`` makes one."""
    payload_plain_accepted: bool = False
    """With keys: whether what is not encrypted is taken, too. For the days on which encryption is
    turned on, while conversations from before go on."""
    codec_listen: str = "127.0.0.1:8083"
    """Where the codec server decrypts for the Web UI and the command line."""
    codec_token: SecretStr | None = None
    """What an operator must present to the codec server."""
    codec_ui_origin: str = "http://127.0.0.1:8080"
    """Origin of the Web UI: the only page that may ask the codec server."""
    log_pseudonym_key: SecretStr | None = None
    """Turns ids of persons and chats in logs into pseudonyms; None means a key per process."""

    worker_health_listen: str | None = None
    """host:port of the worker's /health; None means none. The same for the three below."""
    mcp_servers_file: Path | None = None
    """JSON that names servers of the Model Context Protocol whose tools agents may use."""
    rate_limit_rpm_mcp: Annotated[int, Field(gt=0)] = 120
    """Calls a minute of each of them that names no limit of its own, by each process."""
    health_ping_models: bool = False
    """Whether /health asks each provider for its list of models, once a minute."""
    worker_metrics_listen: str | None = None
    """host:port of /metrics for Prometheus."""
    bot_health_listen: str | None = None
    bot_metrics_listen: str | None = None
    otel_exporter_otlp_endpoint: str | None = None
    """Where traces go by OTLP over HTTP; None means nowhere."""
    otel_exporter_otlp_headers: SecretStr | None = None
    """Headers of these requests, ``name=value`` separated by commas."""
    trace_content: bool = False
    """Whether traces hold what went into models and tools, and what came out."""
    worker_cached_chats: Annotated[int, Field(gt=0)] = 2_000
    """Conversations that a worker keeps in memory. Each other one is replayed when it goes on."""
    worker_build_id: str | None = None
    """Version of this worker's code for Temporal's worker versioning; None means unversioned."""
    worker_deployment: str = "steward"

    agents: Annotated[tuple[str, ...], NoDecode] = ()
    """Slugs of the enabled agents, in the order in which they are asked; empty means all."""
    home_agent_terminal: str | None = None
    """The agent that is asked first in a channel; the same for the three below."""
    home_agent_telegram: str | None = None
    home_agent_http: str | None = None
    home_agent_telephone: str | None = None

    http_listen: str | None = None
    """host:port of the HTTP channel; None means that there is none."""
    http_public_origin: str | None = None
    """Under which address browsers know it; None: it is used on this machine only."""
    http_allowed_origins: Annotated[tuple[str, ...], NoDecode] = ()
    """Of other sites whose pages may use it."""
    http_api_keys: SecretStr | None = None
    """Keys of servers, ``name=key`` separated by commas; ``api_keys`` is what to use."""
    http_operator_token: SecretStr | None = None
    http_anonymous: bool | None = None
    """Whether anybody may use the page; None: where it listens on loopback only."""
    http_page_code: SecretStr | None = None
    """What whoever uses the page must know where not anybody may."""
    http_wait_seconds: Annotated[float, Field(gt=0, le=300)] = 30
    """How long a request waits for its answer."""
    http_megabytes_per_minute: Annotated[int, Field(gt=0)] = 320
    """Of one person, in bodies of requests."""
    http_sessions_per_hour: Annotated[int, Field(gt=0)] = 60
    """New ones of one person, or of one address where nobody is known."""
    http_sessions_per_hour_of_key: Annotated[int, Field(gt=0)] = 6_000
    http_health_listen: str | None = None
    http_metrics_listen: str | None = None
    voice_enabled: bool = True
    voice_max_calls: Annotated[int, Field(gt=0)] = 4
    """Of one process at a time."""
    voice_end_silence_ms: Annotated[int, Field(ge=200, le=5_000)] = 700
    voice_silence_seconds: Annotated[float, Field(gt=0)] = 12
    voice_max_minutes: Annotated[float, Field(gt=0)] = 30
    voice_speaker: str | None = None
    """``engine:voice``; None: the first engine there is, with its usual voice."""
    telephone_account_sid: str | None = None
    """Of the account with Twilio whose numbers lead here; None: there are no telephone lines."""
    telephone_auth_token: SecretStr | None = None
    """The account's own; while it is changed two, separated by a comma, the one to use first."""
    telephone_numbers: Annotated[dict[str, TelephoneNumber], NoDecode] = Field(default_factory=dict)
    """By number, ``number=agent/locale`` separated by commas, either of which may be left out."""
    telephone_person_number: str | None = None
    """To which callers are put through who ask for a person, and when Steward can't answer."""
    telephone_emergency_number: str | None = None
    """To which callers are put through at once whose words tell of danger."""
    telephone_recording_notice: str | None = None
    """What each call begins with, where the carrier records them."""
    telephone_api_base: str = "https://api.twilio.com"

    log_level: str = "INFO"

    @field_validator("allowed_users", mode="before")
    @classmethod
    def _ids(cls, listed: object) -> object:
        """``123, 456``: Telegram's numeric ids, separated by commas."""
        if not isinstance(listed, str):
            return listed
        # Nobody in it would open the bot to whoever pairs first, which was hardly meant.
        parts = [part.strip() for part in listed.split(",") if part.strip()]
        if not parts or not all(_TELEGRAM_ID.fullmatch(part) for part in parts):
            raise ValueError(f"{listed!r} is no list of Telegram ids, such as 123456789,987654321")
        return frozenset(int(part) for part in parts)

    @field_validator("llm_providers", "agents", mode="before")
    @classmethod
    def _names(cls, listed: object) -> object:
        """``openai, gemini``: names separated by commas."""
        return split_names(listed) if isinstance(listed, str) else listed

    @field_validator("llm_providers")
    @classmethod
    def _names_are_names(cls, names: tuple[str, ...]) -> tuple[str, ...]:
        check_names(names)
        return names

    @field_validator(
        "telegram_webhook_listen",
        "codec_listen",
        "worker_health_listen",
        "worker_metrics_listen",
        "bot_health_listen",
        "bot_metrics_listen",
        "http_listen",
        "http_health_listen",
        "http_metrics_listen",
    )
    @classmethod
    def _host_and_port(cls, address: str | None) -> str | None:
        if address is None:
            return None
        host, _, port = address.rpartition(":")
        if not host or not port.isdecimal():
            raise ValueError(f"{address!r} is no host:port, such as 127.0.0.1:8081")
        return address

    @field_validator("http_allowed_origins", mode="before")
    @classmethod
    def _listed(cls, listed: object) -> object:
        """Separated by commas."""
        if not isinstance(listed, str):
            return listed
        return tuple(part.strip() for part in listed.split(",") if part.strip())

    @field_validator("http_public_origin", "http_allowed_origins")
    @classmethod
    def _origins(cls, named: str | tuple[str, ...] | None) -> str | tuple[str, ...] | None:
        for origin in (named,) if isinstance(named, str) else named or ():
            if not _ORIGIN.fullmatch(origin):
                raise ValueError(
                    f"{origin!r} is no origin, such as https://chat.example.com: "
                    "nothing behind the host and port, and never *"
                )
        return named

    @field_validator("voice_speaker")
    @classmethod
    def _speaker_is_whole(cls, speaker: str | None) -> str | None:
        if speaker is not None and not _SPEAKER.fullmatch(speaker):
            raise ValueError(f"{speaker!r} is no engine:voice, such as piper:joe")
        return speaker

    @field_validator("telephone_numbers", mode="before")
    @classmethod
    def _numbers(cls, listed: object) -> object:
        return _numbers_in(listed) if isinstance(listed, str) else listed

    @field_validator("telephone_person_number", "telephone_emergency_number")
    @classmethod
    def _number_is_whole(cls, number: str | None) -> str | None:
        if number is not None and not _E164.fullmatch(number):
            raise ValueError(f"{number!r} is no number with its country, such as +14155550100")
        return number

    @field_validator("telephone_account_sid")
    @classmethod
    def _account_is_one(cls, account: str | None) -> str | None:
        if account is not None and not _ACCOUNT.fullmatch(account):
            raise ValueError(f"{account!r} is no account's SID: AC and 32 digits or letters a to f")
        return account

    @model_validator(mode="after")
    def _telephone_is_whole(self) -> Self:
        if self.telephone_account_sid is None:
            return self
        if not self.telephone_auth_tokens:
            raise ValueError("TELEPHONE_ACCOUNT_SID needs TELEPHONE_AUTH_TOKEN")
        if self.http_public_origin is None:
            raise ValueError("TELEPHONE_ACCOUNT_SID needs HTTP_PUBLIC_ORIGIN: Twilio calls there")
        if not self.voice_enabled:
            raise ValueError("TELEPHONE_ACCOUNT_SID goes without VOICE_ENABLED=false")
        return self

    @field_validator("http_api_keys")
    @classmethod
    def _keys_are_keys(cls, listed: SecretStr | None) -> SecretStr | None:
        _keys_in(listed)
        return listed

    @field_validator("http_operator_token")
    @classmethod
    def _token_is_long(cls, token: SecretStr | None) -> SecretStr | None:
        if token is not None and len(token.get_secret_value()) < SHORTEST_KEY:
            raise ValueError(
                f"it is shorter than {SHORTEST_KEY} characters: `steward keys new` prints good ones"
            )
        return token

    @model_validator(mode="after")
    def _access_is_whole(self) -> Self:
        if self.telegram_access is TelegramAccess.ALLOWED and not self.allowed_users:
            raise ValueError("TELEGRAM_ACCESS=allowed needs ALLOWED_USERS: Telegram ids")
        if self.telegram_access is TelegramAccess.PAIRED and self.allowed_users:
            raise ValueError(
                "TELEGRAM_ACCESS=paired goes without ALLOWED_USERS: nobody in it could be paired"
            )
        return self

    @model_validator(mode="after")
    def _consent_is_whole(self) -> Self:
        if self.consent == "off":
            return self
        if self.consent_version is None:
            raise ValueError("CONSENT=ask needs CONSENT_VERSION: the text's version, as 2026-12-01")
        if self.consent_text_file is not None:
            return self
        if self.consent_operator is None:
            raise ValueError(
                "CONSENT=ask needs CONSENT_OPERATOR, who keeps the data and how they are reached, "
                "or a text of your own in CONSENT_TEXT_FILE"
            )
        if self.consent_providers is None:
            raise ValueError(
                "CONSENT=ask needs CONSENT_PROVIDERS, who runs the AI models that see what people "
                "send, such as OpenAI (USA), or none; or CONSENT_TEXT_FILE"
            )
        return self

    @model_validator(mode="after")
    def _webhook_is_whole(self) -> Self:
        if self.telegram_webhook_url is not None and self.telegram_webhook_secret is None:
            raise ValueError(
                "TELEGRAM_WEBHOOK_URL needs TELEGRAM_WEBHOOK_SECRET: any long random word"
            )
        return self

    @model_validator(mode="after")
    def _providers_are_whole(self) -> Self:
        for name in self.llm_providers:
            usable(name, self._variables(name), self.llm_timeout_ms, self.model_patience_ms)
        return self

    @field_validator("default_timezone")
    @classmethod
    def _zone_exists(cls, name: str) -> str:
        if name not in available_timezones():
            raise ValueError(f"{name!r} is no IANA time zone, such as Asia/Kuala_Lumpur")
        return name

    @field_validator("default_locale")
    @classmethod
    def _locale_exists(cls, name: str) -> str:
        try:
            Locale.parse(name)
        except (UnknownLocaleError, ValueError) as error:
            raise ValueError(f"{name!r} is no locale, such as en_MY or de_DE") from error
        return name

    @property
    def home_agents(self) -> dict[str, str]:
        """By channel, the agent that is asked first there."""
        named = {
            "terminal": self.home_agent_terminal,
            "telegram": self.home_agent_telegram,
            "http": self.home_agent_http,
            "telephone": self.home_agent_telephone,
        }
        return {channel: slug for channel, slug in named.items() if slug}

    @property
    def api_keys(self) -> dict[str, SecretStr]:
        """By name, the keys of servers that use the HTTP channel."""
        return _keys_in(self.http_api_keys)

    @property
    def telephone_auth_tokens(self) -> tuple[SecretStr, ...]:
        """The one to use first."""
        listed = self.telephone_auth_token
        parts = listed.get_secret_value().split(",") if listed is not None else ()
        return tuple(SecretStr(part.strip()) for part in parts if part.strip())

    @property
    def anonymous(self) -> bool:
        """Whether anybody may use the page of the HTTP channel."""
        if self.http_anonymous is not None:
            return self.http_anonymous
        host, _, _ = (self.http_listen or "").rpartition(":")
        return host.strip("[]") in ("localhost", "::1") or host.startswith("127.")

    @property
    def has_model(self) -> bool:
        """Whether a model provider is configured: a key, or a server that needs none."""
        return bool(self.providers)

    @property
    def providers(self) -> tuple[ProviderSettings, ...]:
        """Providers that can be asked, in order. Raises ``ValueError`` naming what is missing."""
        found = [
            usable(name, self._variables(name), self.llm_timeout_ms, self.model_patience_ms)
            for name in self.llm_providers
        ]
        return tuple(provider for provider in found if provider is not None)

    def _variables(self, name: str) -> ProviderVariables:
        said = self.provider_variables.get(name, ProviderVariables())
        if name != OPENAI:
            return said
        own = ProviderVariables(api_key=self.openai_api_key, base_url=self.openai_base_url)
        otherwise = ProviderVariables(
            model=self.llm_model,
            vision_model=self.llm_vision_model,
            transcription_model=self.transcription_model,
            # Other servers with this protocol mostly cannot speak.
            speech_model=None if own.base_url or said.base_url else _OPENAI_SPEECH_MODEL,
            voice=_OPENAI_VOICE,
        )
        return own.over(said).over(otherwise)

    def limits(self, agents: Mapping[str, JsonValue] | None = None) -> Limits:
        """What conversations decide by. ``agents`` are the enabled agents' own limits by slug."""
        return Limits(
            expiration=timedelta(hours=self.conversation_expiration_hours),
            max_history=self.max_conversation_history,
            decision_timeout=timedelta(milliseconds=self.agent_decision_timeout_ms),
            max_retries=self.max_retries,
            retry_delay=timedelta(milliseconds=self.retry_delay_ms),
            model_retry_pause=timedelta(milliseconds=self.retry_min_timeout_ms),
            context_injection=self.enable_context_injection,
            quiet_events=_QUIET_EVENTS,
            quiet_turns=_QUIET_TURNS,
            retention_days=self.retention_days,
            max_iterations=self.agent_max_iterations,
            max_tool_calls=self.agent_max_tool_calls,
            tool_timeout=timedelta(milliseconds=self.agent_tool_timeout_ms),
            turn_timeout=timedelta(milliseconds=self.agent_turn_timeout_ms),
            has_model=self.has_model,
            enabled=self.agents,
            home_agents=self.home_agents,
            agents=dict(agents or {}),
        )


def _keys_in(listed: SecretStr | None) -> dict[str, SecretStr]:
    """``name=key`` separated by commas. Raises ``ValueError``, which never quotes a key."""
    keys: dict[str, SecretStr] = {}
    parts = listed.get_secret_value().split(",") if listed is not None else []
    for part in filter(None, (part.strip() for part in parts)):
        name, given, key = (piece.strip() for piece in part.partition("="))
        if not given or not _KEY_NAME.fullmatch(name):
            msg = "it is no list of name=key: a name has small letters, digits, - and _ only"
        elif name in TAKEN_NAMES or name in keys:
            msg = f"the name {name!r} is taken: choose another one"
        elif len(key) < SHORTEST_KEY:
            msg = f"the key of {name!r} is shorter than {SHORTEST_KEY} characters"
        elif any(key == other.get_secret_value() for other in keys.values()):
            msg = f"the key of {name!r} is another one's, too"
        else:
            keys[name] = SecretStr(key)
            continue
        raise ValueError(msg)
    return keys


def _numbers_in(listed: str) -> dict[str, TelephoneNumber]:
    """``number=agent/locale`` separated by commas. Raises ``ValueError``."""
    numbers: dict[str, TelephoneNumber] = {}
    for part in filter(None, (part.strip() for part in listed.split(","))):
        number, _, meant = (piece.strip() for piece in part.partition("="))
        agent, _, locale = (piece.strip() for piece in meant.partition("/"))
        if not _E164.fullmatch(number):
            raise ValueError(f"{number!r} is no number with its country, such as +14155550100")
        if number in numbers:
            raise ValueError(f"{number!r} stands there twice")
        try:
            known = str(Locale.parse(locale)) if locale else None
        except (UnknownLocaleError, ValueError) as error:
            raise ValueError(f"{locale!r} is no locale, such as en_MY or de_DE") from error
        numbers[number] = TelephoneNumber(agent=agent or None, locale=known)
    return numbers


def load_settings() -> Settings:
    """Settings from the environment. Raises ``ConfigurationError`` naming each wrong setting."""
    try:
        return Settings()
    except ValidationError as error:
        raise refused(error, Settings) from error
