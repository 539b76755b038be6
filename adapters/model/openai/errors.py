"""The one place where errors of the OpenAI client become Steward's own.

Messages are composed here from status, code and parameter. What the provider wrote is not taken
over: providers echo the request, and with it the person's words, and some echo the key.
"""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import openai
from pydantic import ValidationError

from adapters.model.provider import RequestRefusedError
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)

_HINTS = {
    401: "the key is refused; check OPENAI_API_KEY",
    403: "the key may not use this model; check OPENAI_API_KEY and LLM_MODEL",
    404: "no such model or address; check LLM_MODEL and OPENAI_BASE_URL",
}
_TRANSIENT_STATUSES = frozenset({408, 409, 425, 429})
_SERVER_ERROR = 500
_OVERFLOW = re.compile(
    r"context.{0,20}(length|size|window)|too many tokens|prompt is too long", re.IGNORECASE
)
_MAX_LABEL = 60


def translated(error: openai.OpenAIError, provider: str) -> AppError:
    """The ``AppError`` that a client error is. Never holds a key or words of a person."""
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailableError(f"{provider} did not answer in time")
    if isinstance(error, openai.APIConnectionError):
        return ModelUnavailableError(f"{provider} cannot be reached")
    if isinstance(error, openai.APIStatusError):
        return _from_status(error, provider)
    return ModelUnavailableError(f"{provider}: {type(error).__name__}")


def unusable(error: ValidationError, provider: str) -> InvalidModelOutputError:
    """For an answer that does not fit its schema: where and how, without what it said."""
    found = error.errors(include_input=False, include_context=False, include_url=False)
    places = ", ".join(f"{_place(e['loc'], e['type'])}: {e['type']}" for e in found[:5])
    return InvalidModelOutputError(f"{provider} answered outside the schema ({places})")


def _place(location: tuple[int | str, ...], kind: str) -> str:
    # The name of a key that does not belong there is the model's own word, so it stays out.
    ours = location[:-1] if kind == "extra_forbidden" else location
    return ".".join(str(part) for part in ours)


def _from_status(error: openai.APIStatusError, provider: str) -> AppError:
    status = error.status_code
    labels = _labels(error)
    if status in _TRANSIENT_STATUSES or status >= _SERVER_ERROR:
        return ModelUnavailableError(
            f"{provider} answered {status}{labels}", retry_after=_retry_after(error)
        )
    if hint := _HINTS.get(status):
        return ModelMisconfiguredError(f"{provider} answered {status}{labels}: {hint}")
    if _OVERFLOW.search(f"{error.code or ''} {error.message}".replace("_", " ")):
        return RequestRefusedError(
            f"{provider} answered {status}{labels}: the request is longer than the model's context"
        )
    return RequestRefusedError(f"{provider} answered {status}{labels}: it refuses the request")


def _labels(error: openai.APIStatusError) -> str:
    """Code and parameter as the provider names them, as far as they are plain identifiers."""
    named = (error.code, error.param)
    plain = [n for n in named if isinstance(n, str) and re.fullmatch(r"[\w.\[\]]+", n)]
    return f" ({', '.join(n[:_MAX_LABEL] for n in plain)})" if plain else ""


def _retry_after(error: openai.APIStatusError) -> timedelta | None:
    """The wait that the provider asks for: seconds or a date, as HTTP allows."""
    wanted = error.response.headers.get("retry-after")
    if wanted is None:
        return None
    if re.fullmatch(r"\d{1,6}(\.\d+)?", wanted.strip()):
        return timedelta(seconds=float(wanted))
    try:
        at = parsedate_to_datetime(wanted)
    except ValueError:
        return None
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return max(timedelta(0), aware - datetime.now(UTC))
