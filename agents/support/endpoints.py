"""What a program may ask of this agent by one request."""

from agents.endpoint import AgentEndpoint
from agents.support.triage_report import TRIAGE, TriageBody

ENDPOINTS = (AgentEndpoint(name="triage", workflow=TRIAGE, body=TriageBody),)
