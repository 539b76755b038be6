"""Whether the HTTP channel answers, and what it says of itself."""

from http import HTTPStatus

from aiohttp import ClientError, ClientSession, ClientTimeout
from pydantic import ValidationError

from adapters.health.report import HealthReport
from domain.health import Finding, Health, degraded, down, ok

HTTP_CHANNEL = "HTTP channel"

_TIMEOUT = ClientTimeout(total=30)  # an address where nobody listens refuses at once
_LOOK = "look at its log: logs/http.log in the data folder, or that of `steward http`"


async def check_http(address: str) -> Finding:
    """``address`` is http://host:port. Nothing else needs it, so it is never required."""
    try:
        async with (
            ClientSession(timeout=_TIMEOUT) as session,
            session.get(f"{address}/health") as answer,
        ):
            body, status = await answer.read(), answer.status
        report = HealthReport.model_validate_json(body)
    except (ClientError, TimeoutError):
        return down(HTTP_CHANNEL, f"{address} does not answer", _LOOK, required=False)
    except ValidationError:
        other = f"{address} answers {status}, but not as Steward does"
        return down(HTTP_CHANNEL, other, "set HTTP_LISTEN to another address", required=False)
    unwell = [f"{part.name}: {part.detail}" for part in report.checks if part.status != Health.OK]
    if status == HTTPStatus.OK and not unwell:
        return ok(HTTP_CHANNEL, f"answers at {address}")
    return degraded(HTTP_CHANNEL, f"{address}: {'; '.join(unwell)}", "mend these first")
