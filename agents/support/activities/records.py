"""The agent's rows as activities: who is at the desk, a ticket saved, an event noted."""

from typing import Protocol

import structlog
from temporalio import activity

from activities.boundary import app_errors
from agents.support.activities.triage import count_ticket
from agents.support.activity_calls import (
    AtDesk,
    AtDeskRequest,
    Nothing,
    SavedTicket,
    SaveTicketRequest,
    TicketEvent,
)
from agents.support.store.tickets import EventNoted

_log = structlog.get_logger()
_CLAIMED = ("claimed", "taken_over", "assigned")


class TicketStore(Protocol):
    """Implemented by ``agents.support.store.tickets.Tickets``."""

    async def at_desk(self, user_id: str) -> AtDesk: ...

    async def save(self, request: SaveTicketRequest) -> SavedTicket: ...

    async def note(self, event: TicketEvent) -> EventNoted: ...

    async def open_by_queue(self) -> dict[tuple[str, str], int]: ...


class Records:
    def __init__(self, tickets: TicketStore) -> None:
        self._tickets = tickets

    @activity.defn
    async def support_desk(self, request: AtDeskRequest) -> AtDesk:
        """The customer, made for a person nobody knows, and their tickets."""
        with app_errors():
            return await self._tickets.at_desk(request.user_id)

    @activity.defn
    async def save_ticket(self, request: SaveTicketRequest) -> SavedTicket:
        """Ticket, messages and run, all or nothing; idempotent."""
        with app_errors():
            saved = await self._tickets.save(request)
            await self._show_open()
        result = request.state.triage_result
        if result is not None and not saved.again:
            count_ticket(request.type, result.urgency, result.recommended_action)
        return saved

    @activity.defn
    async def note_event(self, event: TicketEvent) -> Nothing:
        """A line of the audit with what it moves; idempotent."""
        with app_errors():
            noted = await self._tickets.note(event)
            if noted.new:
                await self._show_open()
        if noted.new:
            _measure(event, noted)
        return Nothing()

    async def _show_open(self) -> None:
        gauge = activity.metric_meter().create_gauge("tickets_open", "Tickets by queue and status")
        for (queue, status), number in (await self._tickets.open_by_queue()).items():
            gauge.set(number, {"queue": queue, "status": status})


def _measure(event: TicketEvent, noted: EventNoted) -> None:
    meter = activity.metric_meter()
    ids = {"customer_id": event.customer_id, "ticket_id": event.ticket_id}
    if noted.first_answer is not None:
        meter.create_histogram_float(
            "ticket_first_answer_seconds", "From a ticket's beginning to a person's first words"
        ).record(noted.first_answer.total_seconds())
    if noted.resolution is not None:
        meter.create_histogram_float(
            "ticket_resolution_seconds", "From a ticket's beginning to its end"
        ).record(noted.resolution.total_seconds())
    if noted.reopened:
        meter.create_counter("ticket_reopened_total", "Tickets that were opened again").add(1)
    if event.rating:
        meter.create_histogram("ticket_rating", "Ratings, 1 to 5").record(event.rating)
    if event.kind == "breached":
        clock = event.before or "first"
        meter.create_counter("ticket_sla_breaches_total", "Clocks that ran out").add(
            1, {"clock": clock}
        )
        _log.warning("ticket.breached", clock=clock, **ids)
    if event.kind in _CLAIMED:
        _log.info("ticket.claimed", **ids)
    if noted.closed:
        _log.info("ticket.closed", **ids)
