"""What models were used for: all of it for operators, their own for everybody else."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta

from aiohttp import web
from pydantic import Field, ValidationError

from bot.clock import utc_now
from bot.http.contract import RequestRefused
from bot.http.routes import API, HttpParts, json_response
from domain.messages import Frozen
from domain.usage import LATELY_DAYS, UsageBy, UsageOfPerson, UsageReport

_OWN = {"today", "lately", "days", "calls", "calls_today", "unpriced"}
"""What a person is told; limits are told in the chat (``show_usage``)."""


class UsageQuery(Frozen):
    """``by`` says what a line of an operator's report stands for."""

    days: int = Field(default=LATELY_DAYS, ge=1, le=3650)
    by: UsageBy = UsageBy.PURPOSE


@dataclass(frozen=True)
class UsageRoutes:
    """Both callables raise ``StorageUnavailableError``."""

    parts: HttpParts
    of_all: Callable[[timedelta, UsageBy], Awaitable[UsageReport]]
    of_person: Callable[[str, datetime, int], Awaitable[UsageOfPerson]]

    def routes(self) -> list[web.RouteDef]:
        return [web.get(f"{API}/usage", self.usage, allow_head=False)]

    async def usage(self, request: web.Request) -> web.Response:
        caller = self.parts.clients.caller(request)
        asked = _read_query(request)
        if caller.operator:
            report = await self.of_all(timedelta(days=asked.days), asked.by)
            return json_response(report.model_dump(mode="json"))
        if caller.user_id is None:
            raise RequestRefused(403, "forbidden")
        if "by" in request.query:
            raise RequestRefused(400, "bad_request", values={"what": "by"})
        own = await self.of_person(caller.user_id, utc_now(), asked.days)
        return json_response(own.model_dump(mode="json", include=_OWN))


def _read_query(request: web.Request) -> UsageQuery:
    given = {name: request.query[name] for name in UsageQuery.model_fields if name in request.query}
    try:
        return UsageQuery.model_validate(given)
    except ValidationError as error:
        what = str(error.errors()[0]["loc"][0])
        raise RequestRefused(400, "bad_request", values={"what": what}) from None
