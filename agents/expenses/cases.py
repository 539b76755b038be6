"""The workflows that every worker serves for this agent."""

from agents.expenses.digest import SpendingDigest

WORKFLOWS = (SpendingDigest,)
