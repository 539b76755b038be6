"""The workflows that every worker serves for this agent."""

from agents.support.ticket import TicketWorkflow

WORKFLOWS = (TicketWorkflow,)
