"""The workflows that every worker serves for this agent."""

from agents.support.ticket_workflow import TicketWorkflow
from agents.support.triage_workflow import TriageWorkflow

WORKFLOWS = (TicketWorkflow, TriageWorkflow)
