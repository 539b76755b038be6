"""Incidents as activities: tickets of several customers that tell of the same."""

from typing import Protocol

from temporalio import activity

from activities.boundary import app_errors
from agents.parts import Cases
from agents.support.activity_calls import (
    FindIncidentRequest,
    IncidentAct,
    IncidentFound,
    IncidentReached,
)
from agents.support.case.ticket_case import WORKFLOW, case_id
from agents.support.store.incidents import LinkedTicket
from agents.support.tickets import Ticketed
from agents.support.triage_state import start_of
from domain.understanding import Person

INCIDENT_ACT = "incident_act"


class IncidentStore(Protocol):
    """Implemented by ``agents.support.store.incidents``. Raises ``StorageUnavailableError``."""

    async def find(self, customer_id: str, ticket_id: str) -> IncidentFound: ...

    async def take_act(self, request: IncidentAct) -> list[LinkedTicket]: ...


class Incidents:
    def __init__(self, incidents: IncidentStore, cases: Cases) -> None:
        self._incidents = incidents
        self._cases = cases

    @activity.defn
    async def find_incident(self, request: FindIncidentRequest) -> IncidentFound:
        """What staff are to be offered because of a ticket; the same again for the same one."""
        with app_errors():
            return await self._incidents.find(request.customer_id, request.ticket_id)

    @activity.defn
    async def act_on_incident(self, request: IncidentAct) -> IncidentReached:
        """Each ticket drops an act that it had before, so it may be given again."""
        with app_errors():
            others = await self._incidents.take_act(request)
            for row, user_id, conversation_id in others:
                opened = Ticketed(id=f"{row.ticket_id}/opened", text="", at=request.act.at)
                start = start_of(row, Person(user_id=user_id), conversation_id, opened)
                case = case_id(row.customer_id, row.ticket_id)
                await self._cases.pass_on(WORKFLOW, case, start, INCIDENT_ACT, request.act)
        return IncidentReached(tickets=len(others))
