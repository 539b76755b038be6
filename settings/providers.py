"""Settings of the providers of models: variables named after each, like ``GEMINI_API_KEY``."""

import re
from collections.abc import Mapping
from datetime import timedelta
from decimal import Decimal
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, SecretStr
from pydantic.fields import FieldInfo
from pydantic_settings import BaseSettings, PydanticBaseSettingsSource
from pydantic_settings.sources import EnvSettingsSource

OPENAI = "openai"
"""Its settings have names of their own (``LLM_MODEL`` …); they hold as far as these say nothing."""

_HOSTED_BASE_URLS = {"gemini": "https://generativelanguage.googleapis.com/v1beta/openai/"}
"""Well-known addresses, which want a key."""
_USUAL_MODELS = {"gemini": "gemini-2.5-flash"}
"""Where a provider's own variable names none."""
_LOCAL_BASE_URLS = {"ollama": "http://127.0.0.1:11434/v1"}

_USUAL_RPM = {"gemini": 15}
"""What its free tier allows."""

_NAME = re.compile(r"[a-z][a-z0-9_]*")
_RESERVED = frozenset({"llm", "transcription", "temporal", "telegram", "steward"})
"""Their variables mean something else already."""

Structured = Literal["auto", "json_schema", "json_object", "tools"]


class ProviderVariables(BaseModel):
    """What the variables of one provider say; None where one is not set."""

    model_config = ConfigDict(frozen=True)

    api_key: SecretStr | None = None
    base_url: Annotated[str, Field(pattern=r"^https?://")] | None = None
    model: str | None = None
    models: str | None = None
    vision_model: str | None = None
    transcription_model: str | None = None
    speech_model: str | None = None
    voice: str | None = None
    timeout_ms: Annotated[int, Field(gt=0)] | None = None
    structured: Structured | None = None
    price_input: Annotated[Decimal, Field(ge=0)] | None = None
    """US dollars for a million tokens, as ``price_output``."""
    price_output: Annotated[Decimal, Field(ge=0)] | None = None
    price_minute: Annotated[Decimal, Field(ge=0)] | None = None
    """US dollars for a minute of sound, where the provider bills speech by time."""
    rpm: Annotated[int, Field(gt=0)] | None = None

    def over(self, other: "ProviderVariables") -> "ProviderVariables":
        """These, and those of ``other`` where nothing is said here."""
        return other.model_copy(update=self.model_dump(exclude_none=True))


class ProviderSettings(BaseModel):
    """A provider that can be asked."""

    model_config = ConfigDict(frozen=True)

    name: str
    model: str
    api_key: SecretStr | None = None
    base_url: str | None = None
    """None means OpenAI itself."""
    models: Mapping[str, str] = Field(default_factory=dict)
    """Models of their own for what is asked, by its purpose or by the agent that asks."""
    vision_model: str | None = None
    transcription_model: str | None = None
    """None: it does not turn speech into text."""
    speech_model: str | None = None
    """None: it does not turn text into speech."""
    voice: str | None = None
    """Of ``speech_model``, as the provider calls it; there whenever that is."""
    timeout: timedelta
    structured: Structured = "auto"
    prices: tuple[Decimal, Decimal] | None = None
    """US dollars for a million tokens of input and of output; None means the price list."""
    price_minute: Decimal | None = None
    """US dollars for a minute of sound; None means the price list."""
    rpm: Annotated[int, Field(gt=0)] = 60
    """Requests a minute of each process."""


def variable(provider: str, field: str) -> str:
    """The environment variable that a field of ``ProviderVariables`` is read from."""
    name = provider.upper()
    return f"RATE_LIMIT_RPM_{name}" if field == "rpm" else f"{name}_{field.upper()}"


def setting_name(place: tuple[int | str, ...]) -> str:
    """The variable that an error of validation is about; empty when it is about several."""
    match place:
        case ("provider_variables", str() as provider, str() as field, *_):
            return variable(provider, field)
        case _:
            return ".".join(str(part) for part in place).upper()


def split_names(listed: str) -> tuple[str, ...]:
    """``openai, Gemini`` as ``("openai", "gemini")``."""
    return tuple(name.strip().lower() for name in listed.split(",") if name.strip())


def check_names(names: tuple[str, ...]) -> None:
    """Raises ``ValueError`` for what cannot be the name of a provider, and for twins."""
    for name in names:
        if not _NAME.fullmatch(name):
            raise ValueError(f"{name!r} is no name for a provider: letters, digits and _ only")
        if name in _RESERVED:
            raise ValueError(f"{name!r} cannot name a provider: its variables mean something else")
        if names.count(name) > 1:
            raise ValueError(f"{name!r} is named twice")


def usable(
    name: str, variables: ProviderVariables, timeout_ms: int, patience_ms: int
) -> ProviderSettings | None:
    """The provider; None for OpenAI without a key or an own server, which means: not used.

    ``timeout_ms`` is what holds where the provider says nothing; nobody waits for longer than
    ``patience_ms`` in any case. Raises ``ValueError`` naming the variable that is missing or wrong.
    """
    if name == OPENAI and variables.api_key is None and variables.base_url is None:
        return None
    base_url = variables.base_url or _HOSTED_BASE_URLS.get(name) or _LOCAL_BASE_URLS.get(name)
    hosted = variables.base_url is None and name in _HOSTED_BASE_URLS
    model = variables.model or _USUAL_MODELS.get(name)
    lacks = {
        "base_url": base_url is None and name != OPENAI,
        "api_key": hosted and variables.api_key is None,
        "model": model is None,
        "voice": variables.speech_model is not None and variables.voice is None,
    }
    if model is None or any(lacks.values()):
        raise _missing(name, *(field for field, lacking in lacks.items() if lacking))
    return ProviderSettings(
        name=name,
        model=model,
        api_key=variables.api_key,
        base_url=base_url,
        models=_models(name, variables.models or ""),
        vision_model=variables.vision_model,
        transcription_model=variables.transcription_model,
        speech_model=variables.speech_model,
        voice=variables.voice,
        timeout=_timeout(name, variables.timeout_ms, timeout_ms, patience_ms),
        structured=variables.structured or "auto",
        prices=_prices(name, variables),
        price_minute=variables.price_minute,
        rpm=variables.rpm or _USUAL_RPM.get(name) or ProviderSettings.model_fields["rpm"].default,
    )


def _models(name: str, listed: str) -> dict[str, str]:
    """``procurement=large, converse=small`` by what stands before each sign."""
    pairs = [part.partition("=") for part in listed.split(",") if part.strip()]
    found = {key.strip().lower(): model.strip() for key, _, model in pairs}
    if not all(key and model for key, model in found.items()) or len(found) != len(pairs):
        raise ValueError(
            f"{variable(name, 'models')} is no list of models by agent or purpose, such as "
            "procurement=large,converse=small"
        )
    return found


def _timeout(name: str, own_ms: int | None, timeout_ms: int, patience_ms: int) -> timedelta:
    if own_ms is not None and own_ms > patience_ms:
        raise ValueError(
            f"{variable(name, 'timeout_ms')} is {own_ms}, but nobody waits for a model longer than "
            f"MODEL_PATIENCE_MS, which is {patience_ms}: lower the one or raise the other"
        )
    return timedelta(milliseconds=own_ms or min(timeout_ms, patience_ms))


def _prices(name: str, variables: ProviderVariables) -> tuple[Decimal, Decimal] | None:
    into, out = variables.price_input, variables.price_output
    if into is None and out is None:
        return None
    if into is None:
        raise _missing(name, "price_input")
    if out is None:
        raise _missing(name, "price_output")
    return into, out


def _missing(name: str, *fields: str) -> ValueError:
    wanted = " and ".join(variable(name, field) for field in fields)
    verb = "is" if len(fields) == 1 else "are"
    return ValueError(f"LLM_PROVIDERS names {name}, but {wanted} {verb} not set")


class ProviderSource(PydanticBaseSettingsSource):
    """Collects the variables of the listed providers, from wherever the other settings come."""

    def __init__(
        self, settings_cls: type[BaseSettings], *sources: PydanticBaseSettingsSource
    ) -> None:
        super().__init__(settings_cls)
        self._sources = sources

    def get_field_value(self, field: FieldInfo, field_name: str) -> tuple[None, str, bool]:
        """Not asked: one value is put together from many variables."""
        del field
        return None, field_name, False

    def __call__(self) -> dict[str, tuple[str, ...] | Mapping[str, Mapping[str, str]]]:
        written: dict[str, str | None] = {}
        for source in reversed(self._sources):  # the first one wins
            if isinstance(source, EnvSettingsSource):
                written.update(source.env_vars)
        listed = self.current_state.get("llm_providers") or _provider_with_a_key(written)
        names = split_names(listed) if isinstance(listed, str) else tuple(listed)
        return {
            "llm_providers": names,
            "provider_variables": {name: _said_of(name, written) for name in names},
        }


def _provider_with_a_key(written: Mapping[str, str | None]) -> str:
    """The provider that is asked where none is named: OpenAI, or Gemini if its key alone is set."""
    own = any(written.get(variable(OPENAI, field).lower()) for field in ("api_key", "base_url"))
    gemini = written.get(variable("gemini", "api_key").lower())
    return "gemini" if gemini and not own else OPENAI


def _said_of(name: str, written: Mapping[str, str | None]) -> dict[str, str]:
    said = {
        field: written.get(variable(name, field).lower())
        for field in ProviderVariables.model_fields
    }
    return {field: value for field, value in said.items() if value is not None}
