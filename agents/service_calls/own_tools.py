"""Steward's own tools, which nodes call as those of the server ``steward``."""

from pydantic import JsonValue

from agents.service_calls.exchange import ServiceToolResult, ServiceToolStatus, ToolRequest
from agents.service_calls.graph.shapes import STEWARD, TICKET_OPEN
from agents.service_calls.ports import PersonTaker, ToolServers
from agents.service_calls.tool_results import taken
from domain.errors import AppError
from domain.events import PersonWanted


class OwnTools:
    """Calls Steward's own tools, and passes every other call to the servers."""

    def __init__(self, servers: ToolServers, people: PersonTaker) -> None:
        self._servers = servers
        self._people = people

    async def call(self, request: ToolRequest, attempt: int) -> ServiceToolResult:
        """See ``ToolServers``. A ticket that cannot be opened is none: the call goes on, and the
        business has the task.
        """
        if request.server != STEWARD:
            return await self._servers.call(request, attempt)
        text = request.arguments.get("text")
        if request.tool != TICKET_OPEN or not isinstance(text, str):
            return ServiceToolResult(status=ServiceToolStatus.FAILED, code="unknown_tool")
        if request.person is None or request.at is None:
            return ServiceToolResult(status=ServiceToolStatus.FAILED, code="nobody_asked")
        wanted = PersonWanted(
            key=f"{request.task_id}/person",
            conversation_id=request.conversation_id,
            person=request.person,
            text=text,
            at=request.at,
        )
        try:
            ticket = await self._people.take(wanted)
        except AppError as error:
            return ServiceToolResult(status=ServiceToolStatus.OK, empty=True, code=error.code)
        given: JsonValue = {"found": bool(ticket), "ticket_id": ticket}
        return taken(request, given, None)
