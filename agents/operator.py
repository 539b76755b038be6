"""What an agent brings to the ``steward`` command, and what it is lent for that.

``agents/<slug>/commands.py`` has ``commands(reach) -> {name: Typer}``: groups of commands of its
own. ``agents/<slug>/sample.py`` has ``load(database, folder) -> str``: puts data to try it with
into a database that has none, and says so in a line; an empty one for nothing done.
"""

from collections.abc import Awaitable, Callable
from contextlib import AbstractAsyncContextManager
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

from adapters.encryption.keyring import Keyring
from adapters.model.gateway import ModelGateway
from adapters.model.recording import CallRecorders
from adapters.postgres.pool import Database
from domain.replies import Notice
from domain.staff import StaffAct, StaffAnswer


def without_models() -> ModelGateway:
    """Every question is answered by its rules."""
    return ModelGateway((), CallRecorders(()))


@dataclass(frozen=True)
class Operator:
    """The Steward that a command is about."""

    database: Database
    tell: Callable[[str, str, Notice], Awaitable[None]]
    """Says something in a conversation (its id) of a person (theirs), whether it runs or not.

    Raises ``TemporalUnreachableError`` or ``TemporalRefusedError``: then nothing was said."""
    act: Callable[[str, StaffAct], Awaitable[StaffAnswer]]
    """Does something about a case (its id) as staff. Idempotent on the act's id.

    Raises ``NotFoundError`` for a case that does not go on (any more), ``TemporalUnreachableError``
    or ``TemporalRefusedError`` when it is not known what came of it."""
    models: Callable[[], ModelGateway] = without_models
    """Connects to the configured models. Whoever calls it closes the gateway."""
    keys: Keyring | None = None
    """As agents are lent them in a worker."""


Reach: TypeAlias = Callable[[Path | None], AbstractAsyncContextManager[Operator]]
"""Opens the Steward of a data folder, or the one that the environment names."""
