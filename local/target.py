"""Which Steward a command is about: the stack of a data folder, or a deployment."""

from dataclasses import dataclass
from pathlib import Path

from temporalio.envconfig import ClientConnectConfig

from adapters.temporal import configured, embedded
from local.errors import StackError
from local.stack import RunningStack, running_stack
from settings import Settings


@dataclass(frozen=True)
class Target:
    """Where Temporal and the database are. ``stack`` is None for a deployment."""

    temporal: ClientConnectConfig
    database_url: str
    stack: RunningStack | None = None


def stack_target(stack: RunningStack) -> Target:
    return Target(embedded(stack.temporal_address), stack.database_url, stack)


def find_target(settings: Settings, data_dir: Path | None) -> Target:
    """A data folder that was named, else what the environment names, else the usual folder.

    Raises ``StackError`` when nothing runs there, ``ConfigurationError`` for settings of
    Temporal that cannot be understood.
    """
    if data_dir is None and settings.database_url is not None:
        return Target(configured(), settings.database_url.get_secret_value())
    folder = data_dir or settings.data_dir
    stack = running_stack(folder)
    if stack is not None:
        return stack_target(stack)
    raise StackError(
        f"nothing runs on {folder}: start it with `steward run`, "
        "or set DATABASE_URL and TEMPORAL_ADDRESS to use a deployment"
    )
