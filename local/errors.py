"""Why the embedded stack did not start or cannot be used; the message says how to mend it."""

from domain.errors import AppError


class StackError(AppError):
    """The embedded stack cannot do what was asked. The message is one line for the operator."""

    code = "local.stack"


class StackBusyError(StackError):
    """Another process already runs a stack on this data folder."""

    code = "local.stack_busy"
