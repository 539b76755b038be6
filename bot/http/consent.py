"""Consent that a program or the page gives for a person."""

from dataclasses import dataclass
from typing import Annotated

from aiohttp import web
from pydantic import Field

from bot.consent import ConsentText
from bot.http import bodies
from bot.http.address import CHANNEL
from bot.http.clients import PAGE
from bot.http.contract import HttpCaller, RequestRefused
from bot.http.errors import show_consent
from bot.http.routes import API, HttpParts, json_response
from bot.texts.catalogue import catalogue_for
from domain.messages import Frozen


class ConsentBody(Frozen):
    """``version`` and ``language`` are of the text that the person was shown."""

    version: Annotated[str, Field(max_length=64)]
    language: Annotated[str, Field(max_length=8)]


@dataclass(frozen=True)
class ConsentRoutes:
    """Where the text is read and agreed to."""

    parts: HttpParts

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get(f"{API}/consent", self.show, allow_head=False),
            web.post(f"{API}/consent", self.give),
        ]

    async def show(self, request: web.Request) -> web.Response:
        """Shows the current text in the caller's language, and whether the person agreed."""
        text, caller = self._get_text(), self._require_person(request)
        shown = show_consent(text, catalogue_for(self.parts.clients.locale_of(request)))
        given = await self.parts.turns.consent.is_given(caller.user_id or "")
        return json_response({**shown, "given": given})

    async def give(self, request: web.Request) -> web.Response:
        """Keeps the person's yes; again is the same."""
        text, caller = self._get_text(), self._require_person(request)
        user_id, how = caller.user_id or "", "button" if caller.name == PAGE else "program"
        body = await bodies.read_json(request, self.parts.clients, ConsentBody)
        self.parts.clients.count_deed(user_id)
        if body.version != text.version:
            raise RequestRefused(409, "consent.outdated")
        if body.language not in text.texts:
            raise RequestRefused(400, "bad_request", values={"what": "language"})
        await self.parts.turns.consent.give(user_id, body.language, CHANNEL, how)
        return web.Response(status=204)

    def _get_text(self) -> ConsentText:
        text = self.parts.turns.consent.text
        if text is None:  # nobody is asked here
            raise RequestRefused(404, "not_found")
        return text

    def _require_person(self, request: web.Request) -> HttpCaller:
        caller = self.parts.clients.caller(request)
        if caller.operator:
            raise RequestRefused(403, "forbidden")
        if caller.user_id is None:
            raise RequestRefused(400, "bad_request", values={"what": "X-User-Id"})
        return caller
