"""Failures of this agent."""

from collections.abc import Sequence

from domain.errors import AppError, ConfigurationError


class GraphUnknownError(AppError):
    """A call's graph is not stored (any more)."""

    code = "service_calls.graph_unknown"


class GraphErrors(ConfigurationError):  # noqa: N818 - all that is wrong with one file
    """A graph file is refused; ``errors`` are all its errors, each with node and place."""

    code = "service_calls.graph_refused"
    exit_code = 2

    def __init__(self, errors: Sequence[str], source: str = "the graph") -> None:
        self.errors = tuple(errors)
        number = "an error" if len(self.errors) == 1 else f"{len(self.errors)} errors"
        super().__init__("\n".join((f"{source} has {number}:", *self.errors)))

    @property
    def report(self) -> str:
        return str(self)
