"""Permanent names of workflows: they stand in histories and in what channels and operators call."""

CONVERSATION = "conversation"
ERASURE = "erasure"
AFTERMATH = "aftermath"
HOUSEKEEPING = "housekeeping"

SUPERVISOR = "supervisor"
"""In the place of an agent's slug where the conversation itself is meant."""
