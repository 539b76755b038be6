"""Requests that an agent answers by a workflow of its own, outside of what is said in a chat."""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import timedelta
from hashlib import sha256
from typing import Protocol

from aiohttp import web
from aiohttp.typedefs import Handler
from pydantic import JsonValue

from agents.endpoint import AgentEndpoint
from bot.http import bodies
from bot.http.address import CHANNEL
from bot.http.clients import PAGE
from bot.http.contract import RequestRefused
from bot.http.routes import API, HttpParts, json_response
from bot.http.tool_calls import KEY, key_of
from bot.program_requests import KeyReusedError
from domain.conversation import conversation_id
from domain.endpoints import EndpointBody, EndpointRequest
from domain.understanding import Person

_OWN = frozenset(EndpointBody.model_fields)


class EndpointRequests(Protocol):
    """Implemented by ``bot.program_requests.ProgramRequests``."""

    async def ask(
        self, workflow: str, request: EndpointRequest, digest: str, within: timedelta
    ) -> JsonValue | None: ...


@dataclass(frozen=True)
class EndpointRoutes:
    """``endpoints``: of the agents that are on."""

    parts: HttpParts
    requests: EndpointRequests
    endpoints: Iterable[AgentEndpoint]

    def routes(self) -> list[web.RouteDef]:
        return [web.post(f"{API}/{each.name}", self._answer_by(each)) for each in self.endpoints]

    def _answer_by(self, endpoint: AgentEndpoint) -> Handler:
        async def answer(request: web.Request) -> web.Response:
            return await self._answer(request, endpoint)

        return answer

    async def _answer(self, request: web.Request, endpoint: AgentEndpoint) -> web.Response:
        """Answers servers with a key. The requests of a person belong to one session, which also
        gets what is said of them later; a key that names no user has another person for each
        request.
        """
        clients = self.parts.clients
        caller = clients.caller(request)
        if caller.operator or caller.name == PAGE:
            raise RequestRefused(403, "forbidden")
        key = key_of(request)
        body = await bodies.read_json(request, clients, endpoint.body)
        if unfit := body.find_unfit_field():
            raise RequestRefused(400, "bad_request", values={"what": unfit})
        session = (
            await self.parts.sessions.of(caller, body.session_id)
            if body.session_id is not None
            else await self.parts.sessions.named(
                caller,
                endpoint.name if caller.user_id is not None else f"{endpoint.name}\n{key}",
                clients.locale_of(request),
                lambda: clients.count_new_session(request, caller),
            )
        )
        clients.count_deed(session.user_id)
        await self.parts.turns.consent.check(session.user_id)
        asked = body.model_dump(mode="json", exclude=set(_OWN))
        digest = sha256(body.model_dump_json(exclude=set(_OWN)).encode()).hexdigest()
        person = Person(user_id=session.user_id, locale=session.locale, timezone=session.timezone)
        started = EndpointRequest(
            person=person,
            conversation_id=conversation_id(CHANNEL, session.session_id),
            key=key,
            body=asked,
        )
        within = timedelta(seconds=self.parts.wait if body.wait else 0)
        try:
            result = await self.requests.ask(endpoint.workflow, started, digest, within)
        except KeyReusedError as error:
            raise RequestRefused(409, error.code, values={"what": KEY}) from error
        told = {"session_id": session.session_id, "result": result}
        return json_response(told, status=202 if result is None else 200)
