"""Failures of other servers. The engine is told what came of its call, never a person."""

from domain.errors import AppError


class RemoteUnavailableError(AppError):
    """Another server, whose tools are used, cannot be reached: it was not asked."""

    code = "remote.unavailable"


class RemoteUnknownError(RemoteUnavailableError):
    """Another server was asked and did not answer: it may have done what it was asked, or not."""

    code = "remote.unknown"


class RemoteRefusedError(AppError):
    """The server answered with an error of the protocol; ``message`` is the server's."""

    code = "remote.refused"


class RemoteInvalidError(RemoteUnknownError):
    """The server answered what its own schema does not allow: what it did is not known."""

    code = "remote.invalid"


class RemoteBusyError(RemoteUnavailableError):
    """The server was not asked, since it is asked too often already."""

    code = "remote.busy"
