"""Records of agents, written one by one by operators and staff."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import partial

import structlog
from aiohttp import web
from aiohttp.typedefs import Handler
from pydantic import JsonValue, RootModel

from adapters.postgres.pool import Database
from agents.records import RecordChange, RecordKind, RecordOutcome, RefusedFieldError
from bot.http import bodies
from bot.http.clients import SAFE
from bot.http.contract import RequestRefused
from bot.http.routes import API, HttpParts, json_response
from domain.errors import NotFoundError

_log = structlog.get_logger(__name__)

_LONGEST_FIELD = 100
"""Characters of what the caller wrote that an answer repeats."""


class FieldsBody(RootModel[dict[str, JsonValue]]):
    """Fields of a record, by their names."""


@dataclass(frozen=True)
class RecordRoutes:
    """``records`` are those of the enabled agents."""

    parts: HttpParts
    database: Database
    records: Sequence[RecordKind]

    def routes(self) -> list[web.RouteDef]:
        return [route for each in self.records for route in self._make_routes(each)]

    def _make_routes(self, records: RecordKind) -> list[web.RouteDef]:
        path, database = f"{API}/{records.path}/{{id}}", self.database
        guard = partial(self._guard, records, records.staff())

        async def read(request: web.Request) -> web.Response:
            return json_response(await records.read(database, request.match_info["id"]))

        async def put(request: web.Request) -> web.Response:
            body = await bodies.read_json(request, self.parts.clients, FieldsBody)
            return _answer(await records.put(database, request.match_info["id"], body.root))

        async def change(request: web.Request) -> web.Response:
            body = await bodies.read_json(request, self.parts.clients, FieldsBody)
            return _answer(await records.change(database, request.match_info["id"], body.root))

        async def retire(request: web.Request) -> web.Response:
            return _answer(await records.retire(database, request.match_info["id"]))

        return [
            web.get(path, guard(read), allow_head=False),
            web.put(path, guard(put)),
            web.patch(path, guard(change)),
            web.delete(path, guard(retire)),
        ]

    def _guard(self, records: RecordKind, staff: frozenset[str], handler: Handler) -> Handler:
        """Refuses all but operators and staff, and says of a record that is not written which field
        is wrong.
        """

        async def guarded(request: web.Request) -> web.StreamResponse:
            caller = self.parts.clients.caller(request)
            if not (caller.operator or caller.user_id in staff):
                raise RequestRefused(403, "forbidden")
            try:
                response = await handler(request)
            except RefusedFieldError as error:
                values = {"what": error.field[:_LONGEST_FIELD]}
                raise RequestRefused(400, "bad_request", values=values) from error
            except NotFoundError as error:
                raise RequestRefused(404, "not_found") from error
            if request.method not in SAFE:
                by = caller.user_id or caller.name
                _log.info("record.written", path=records.path, method=request.method, by=by)
            return response

        return guarded


def _answer(change: RecordChange) -> web.Response:
    status = 201 if change.outcome is RecordOutcome.ADDED else 200
    return json_response(change.model_dump(mode="json"), status=status)
