"""What customers asked and no article answered, from the tables that triage and people fill."""

import json

from agents.support.calls import SaveTicketRequest
from agents.support.store.tickets import PostgresTickets
from agents.support.tickets import KbResult, Node, TicketStatus
from tests.agents.support.knowledge.conftest import Office
from tests.agents.support.store.conftest import ME, a_request, an_event, tickets

__all__ = ["tickets"]


def _asked(n: int, text: str, *, sure: bool, node: Node = Node.GENERAL) -> SaveTicketRequest:
    request = a_request("", ME, n=n, status=TicketStatus.SOLVED, text=text)
    found = (KbResult(id="kb_001", title="Refunds", score=0.7, sure=sure),)
    state = request.state.model_copy(update={"kb_results": found, "current_agent": node})
    ticket = state.ticket.model_copy(update={"customer_id": "CUST-001"})
    return request.model_copy(update={"state": state.model_copy(update={"ticket": ticket})})


async def test_gaps_are_what_nothing_sure_was_found_for_or_what_did_not_help(
    tickets: PostgresTickets, office: Office
) -> None:
    unknown = _asked(1, "Can I pay in cowrie shells?", sure=False)
    again = _asked(2, "paying with cowrie shells", sure=False)
    known = _asked(3, "How do I get a refund?", sure=True)
    unhelped = _asked(4, "Is there a dark theme?", sure=True)
    handed = _asked(5, "I want my lawyer to talk to a person", sure=False, node=Node.ESCALATE)
    for each in (unknown, again, known, unhelped, handed):
        await tickets.save(each)
    press = an_event(unhelped, "not_helpful", 5, helpful=False, articles=("kb_001",))
    await tickets.note(press)

    told = await office.kb("gaps", "--json")
    later = await office.kb("gaps", "--since", "2190-01-01")

    assert told.exit_code == 0, told.output
    gaps = [json.loads(line) for line in told.output.splitlines()]
    assert [(gap["count"], set(gap["questions"])) for gap in gaps] == [
        (2, {"Can I pay in cowrie shells?", "paying with cowrie shells"}),
        (1, {"Is there a dark theme?"}),
    ]
    assert gaps[1]["tickets"] == [f"CUST-001:{unhelped.state.ticket.ticket_id}"]
    assert "every question had an answer" in later.output
