"""The workflows that every worker serves for this agent: those of its features."""

from agents.expenses.features import FEATURES

WORKFLOWS: tuple[type, ...] = tuple(
    kind for own in FEATURES.modules("workflow") for kind in own.WORKFLOWS
)
