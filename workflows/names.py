"""Permanent names of workflows: they stand in histories and in what channels and operators call."""

CONVERSATION = "conversation"
ERASURE = "erasure"
AFTERMATH = "aftermath"
HOUSEKEEPING = "housekeeping"
