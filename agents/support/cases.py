"""The workflows that every worker serves for this agent."""

from agents.support.ticket_workflow import TicketWorkflow

WORKFLOWS = (TicketWorkflow,)
