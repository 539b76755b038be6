"""Saved rows of a person to look through. These routes only read: tools change rows."""

import json
from collections.abc import AsyncIterator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from aiohttp import web
from pydantic import ValidationError

from adapters.postgres.pool import Connection, Database
from agents import SLUGS
from agents.collection import Collection
from bot.clock import utc_now
from bot.http.contract import RequestRefused
from bot.http.routes import API, HttpParts, json_response
from bot.texts.catalogue import LANGUAGES
from bot.texts.formats import Formats
from bot.texts.wording import formats_for
from domain.collections import CollectionPage, CollectionQuery, TableForm
from domain.plain_text import visible

PLACE = API + "/collections/{name}"
_ASKED = ("words", "since", "until", "deleted", "after", "limit")
_FILTER = "by."
"""Prefix of a filter's name in a query."""


@dataclass(frozen=True)
class BrowsingRoutes:
    """``collections`` are those of the enabled ``agents``."""

    parts: HttpParts
    database: Database
    collections: Sequence[Collection]
    agents: tuple[str, ...] = SLUGS
    _by_name: Mapping[str, Collection] = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_by_name", {each.name: each for each in self.collections})

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get(f"{API}/collections", self.views, allow_head=False),
            web.get(f"{PLACE}/rows", self.rows, allow_head=False),
            web.get(f"{PLACE}/version", self.version, allow_head=False),
            web.get(PLACE + "/rows.{form:csv|xlsx}", self.table, allow_head=False),
            web.get(PLACE + "/files/{sha256:[0-9a-f]{64}}", self.file, allow_head=False),
        ]

    async def views(self, request: web.Request) -> web.Response:
        user_id, formats = self._require_person(request), self._make_formats(request)
        async with self._reading() as connection:
            found = [await each.view(connection, user_id, formats) for each in self.collections]
        return _respond({"collections": [view.model_dump(mode="json") for view in found]})

    async def rows(self, request: web.Request) -> web.Response:
        user_id, collection = self._require_person(request), self._find_collection(request)
        query = _read_query(request, collection)
        async with self._reading() as connection:
            page = await _read_page(
                connection, collection, user_id, query, self._make_formats(request)
            )
        return _respond(page.model_dump(mode="json"))

    async def version(self, request: web.Request) -> web.Response:
        """Another text after any change of the person's rows."""
        user_id, collection = self._require_person(request), self._find_collection(request)
        async with self.database.connection() as connection:
            return json_response({"version": await collection.version(connection, user_id)})

    async def table(self, request: web.Request) -> web.Response:
        """All rows of a query, or as many as a file may have, as CSV or a workbook."""
        user_id, collection = self._require_person(request), self._find_collection(request)
        query = _read_query(request, collection).model_copy(update={"after": ""})
        form = TableForm(request.match_info["form"])
        async with self._reading() as connection:
            formats = self._make_formats(request)
            content = await collection.export(connection, user_id, query, form, formats)
        headers = {
            "Content-Type": form.mime_type,
            "Content-Disposition": f'attachment; filename="{collection.name}.{form}"',
        }
        return web.Response(body=content, headers=headers)

    async def file(self, request: web.Request) -> web.Response:
        """Sends the photo or PDF that a row was read from, if it is this person's own."""
        user_id = self._require_person(request)
        self._find_collection(request)
        found, content = await self.parts.files.get(user_id, request.match_info["sha256"])
        headers = {
            "Content-Type": found.mime_type,
            "Content-Disposition": "attachment",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, max-age=3600",
        }
        return web.Response(body=content, headers=headers)

    def _require_person(self, request: web.Request) -> str:
        """Refuses operators, and keys that name no user: they have no rows of their own."""
        caller = self.parts.clients.caller(request)
        if caller.operator or caller.user_id is None:
            raise RequestRefused(403, "forbidden")
        return caller.user_id

    def _find_collection(self, request: web.Request) -> Collection:
        found = self._by_name.get(request.match_info["name"])
        if found is None:
            raise RequestRefused(404, "not_found")
        return found

    def _make_formats(self, request: web.Request) -> Formats:
        """Returns the formats of the language that the query names, else of the caller's."""
        language = request.query.get("language", "")
        clients = self.parts.clients
        known = language in LANGUAGES
        locale = clients.usual(language) if known else clients.locale_of(request)
        return formats_for(locale, "UTC", utc_now(), self.agents)

    @asynccontextmanager
    async def _reading(self) -> AsyncIterator[Connection]:
        """Opens a transaction that sees one moment."""
        async with self.database.transaction("repeatable_read", readonly=True) as connection:
            yield connection


def _respond(body: object) -> web.Response:
    """Leaves out the unseen characters that keep chat programs from making links of names: a page
    makes none by itself, and what is copied there would have them.
    """
    return web.json_response(text=visible(json.dumps(body, ensure_ascii=False)))


async def _read_page(
    connection: Connection,
    collection: Collection,
    user_id: str,
    query: CollectionQuery,
    formats: Formats,
) -> CollectionPage:
    try:
        return await collection.page(connection, user_id, query, formats)
    except ValueError:
        raise RequestRefused(400, "bad_request", values={"what": "after"}) from None


def _read_query(request: web.Request, collection: Collection) -> CollectionQuery:
    given: dict[str, object] = {
        name: request.query[name] for name in _ASKED if request.query.get(name)
    }
    given["chosen"] = {
        name: request.query[_FILTER + name]
        for name in sorted(collection.filters)
        if request.query.get(_FILTER + name)
    }
    try:
        return CollectionQuery.model_validate(given)
    except ValidationError as error:
        what = str(error.errors()[0]["loc"][0])
        raise RequestRefused(400, "bad_request", values={"what": what}) from None
