"""The one place where errors of the OpenAI client become Steward's own.

Messages are composed here from status, code and parameter. What the provider wrote is not taken
over: providers echo the request, and with it the person's words, and some echo the key.
"""

import re
from datetime import UTC, datetime, timedelta
from email.utils import parsedate_to_datetime

import httpx2
import openai
from pydantic import ValidationError

from adapters.model.availability import RateLimitedError, RequestRefusedError
from adapters.model.openai.structure import Structure, StructureRefusedError, refuses
from domain.errors import (
    AppError,
    InvalidModelOutputError,
    ModelMisconfiguredError,
    ModelUnavailableError,
)

_HINTS = {
    401: "the key is refused; check OPENAI_API_KEY",
    402: "the account has no credit left; check its billing",
    403: "the key may not use this model; check OPENAI_API_KEY and LLM_MODEL",
    404: "no such model or address; check LLM_MODEL and OPENAI_BASE_URL",
}
_TOO_MANY = 429
_TRANSIENT_STATUSES = frozenset({408, 409, 425})
_SERVER_ERROR = 500
_TOO_LARGE = 413
_OVERFLOWING = frozenset({400, 422, 500})
"""llama.cpp answered 500 to a prompt beyond its context."""
_OVERFLOW = re.compile(
    r"context.{0,20}(length|size|window)|too many tokens|(prompt|input|request) is too long"
    r"|reduce the length|exceed\w* the .{0,20}token",
    re.IGNORECASE,
)
_SPENT = frozenset({"insufficient_quota", "billing_hard_limit_reached"})
"""OpenAI answers 429 to an account without credit, but waiting does not bring any."""
_BADLY_WRITTEN = frozenset({"json_validate_failed", "tool_use_failed"})
"""Groq checks what its model wrote, and answers 400 when that does not fit."""
_MAX_LABEL = 60
_NUMBER = re.compile(r"\d{1,9}(\.\d+)?")
_MAX_WAIT = timedelta(days=1)


class ContextOverflowError(RequestRefusedError):
    """The request is longer than the model's context: a shorter one may do."""


def translated(
    error: openai.OpenAIError, provider: str, structure: Structure | None = None
) -> AppError:
    """The ``AppError`` that a client error is. Never holds a key or words of a person.

    ``structure`` is the way in which structured output was asked for, if it was.
    """
    if isinstance(error, openai.APITimeoutError):
        return ModelUnavailableError(f"{provider} did not answer in time")
    if isinstance(error, openai.APIConnectionError):
        return ModelUnavailableError(f"{provider} cannot be reached")
    if isinstance(error, openai.APIStatusError):
        return _about_question(error, provider, structure) or _from_status(error, provider)
    return ModelUnavailableError(f"{provider}: {type(error).__name__}")


def given_up(error: openai.OpenAIError) -> bool:
    """Whether a request was sent and then not waited for: it may have been read and billed."""
    return isinstance(error, openai.APITimeoutError) and not isinstance(
        error.__cause__, httpx2.ConnectTimeout | httpx2.PoolTimeout
    )


def unusable(error: ValidationError, provider: str) -> InvalidModelOutputError:
    """For an answer that does not fit its schema: where and how, without what it said."""
    found = error.errors(include_input=False, include_context=False, include_url=False)
    places = ", ".join(f"{_place(e['loc'], e['type'])}: {e['type']}" for e in found[:5])
    return InvalidModelOutputError(f"{provider} answered outside the schema ({places})")


def _place(location: tuple[int | str, ...], kind: str) -> str:
    # The name of a key that does not belong there is the model's own word, so it stays out.
    ours = location[:-1] if kind == "extra_forbidden" else location
    return ".".join(str(part) for part in ours)


def _about_question(
    error: openai.APIStatusError, provider: str, structure: Structure | None
) -> AppError | None:
    """What another form of the same question may mend; None for everything else."""
    answered = f"{provider} answered {error.status_code}{_labels(error)}"
    if error.code in _BADLY_WRITTEN:
        return InvalidModelOutputError(f"{answered}: what its model wrote does not fit")
    said = f"{error.code or ''} {error.message}".replace("_", " ")
    overflowing = error.status_code in _OVERFLOWING and _OVERFLOW.search(said)
    if overflowing or error.status_code == _TOO_LARGE:
        return ContextOverflowError(f"{answered}: the request is longer than the model's context")
    if structure and refuses(error, structure):
        return StructureRefusedError(f"{answered}: it takes no structured output by {structure}")
    return None


def _from_status(error: openai.APIStatusError, provider: str) -> AppError:
    status = error.status_code
    answered = f"{provider} answered {status}{_labels(error)}"
    if error.code in _SPENT or error.type in _SPENT:
        return ModelMisconfiguredError(f"{answered}: {_HINTS[402]}")
    if status == _TOO_MANY:
        return RateLimitedError(answered, retry_after=_retry_after(error))
    if status in _TRANSIENT_STATUSES or status >= _SERVER_ERROR:
        return ModelUnavailableError(answered, retry_after=_retry_after(error))
    if hint := _HINTS.get(status):
        return ModelMisconfiguredError(f"{answered}: {hint}")
    return RequestRefusedError(f"{answered}: it refuses the request")


def _labels(error: openai.APIStatusError) -> str:
    """Code and parameter as the provider names them, as far as they are plain identifiers."""
    named = (error.code, error.param)
    plain = [n for n in named if isinstance(n, str) and re.fullmatch(r"[\w.\[\]]+", n)]
    return f" ({', '.join(n[:_MAX_LABEL] for n in plain)})" if plain else ""


def _retry_after(error: openai.APIStatusError) -> timedelta | None:
    """The wait that the provider asks for: milliseconds, seconds or a date. At most a day."""
    headers = error.response.headers
    exact = headers.get("retry-after-ms", "").strip()
    if _NUMBER.fullmatch(exact):
        return min(timedelta(milliseconds=float(exact)), _MAX_WAIT)
    wanted = headers.get("retry-after", "").strip()
    if _NUMBER.fullmatch(wanted):
        return min(timedelta(seconds=float(wanted)), _MAX_WAIT)
    try:
        at = parsedate_to_datetime(wanted)
    except ValueError:
        return None
    aware = at if at.tzinfo else at.replace(tzinfo=UTC)
    return min(max(timedelta(0), aware - datetime.now(UTC)), _MAX_WAIT)
