"""Failures of this agent."""

from domain.errors import AppError


class GraphUnknownError(AppError):
    """A call's graph is not stored (any more)."""

    code = "service_calls.graph_unknown"
