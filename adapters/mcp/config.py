"""Which servers there are, how each is reached, and what each tool does to the world.

The operator says so, in a JSON file of the form that is usual for such servers, with keys of our
own beside; what a server says of itself is a hint at most.

    {"mcpServers": {
      "clock": {"command": "mcp-server-time", "args": ["--utc"],
                "agents": ["procurement"], "tools": {"get_current_time": "read"}},
      "far": {"url": "https://host/mcp", "headers": {"Authorization": "Bearer ${FAR_TOKEN}"}}
    }}
"""

import json
import re
from collections.abc import Mapping
from datetime import timedelta
from enum import StrEnum
from pathlib import Path
from typing import Annotated, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    JsonValue,
    SecretStr,
    ValidationError,
    model_validator,
)

from domain.errors import ConfigurationError
from domain.tools import Effect

MOST = timedelta(seconds=10)
"""One call of another server's tool may never take longer."""

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]

_VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")


class Vouched(StrEnum):
    """What the operator says a tool does. It counts where the server does not say worse."""

    READ = "read"
    IDEMPOTENT = "idempotent"
    """The same twice is as good as once."""
    WRITE = "write"
    """Can be taken back."""
    IRREVERSIBLE = "irreversible"

    @property
    def effect(self) -> Effect:
        return Effect.WRITE if self is Vouched.IDEMPOTENT else Effect(self.value)


class EraseTool(BaseModel):
    """The tool that erases a customer, and its argument for the customer's id."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    tool: Annotated[str, Field(min_length=1)]
    argument: Annotated[str, Field(min_length=1)]


class RemoteServer(BaseModel):
    """Either a ``command``, which runs beside the worker and is spoken to over its streams, or the
    ``url`` of a server that speaks streamable HTTP.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    type: Literal["stdio", "http", "streamable-http"] | None = None
    """Usual elsewhere; ``command`` and ``url`` say the same."""
    command: str = ""
    args: tuple[str, ...] = ()
    env: dict[str, SecretStr] = Field(default_factory=dict)
    """For the command, beside the few variables that every process needs (its path, its home)."""
    url: Annotated[str, Field(pattern=r"^https?://")] | None = None
    headers: dict[str, SecretStr] = Field(default_factory=dict)
    """Of every request to ``url``."""
    timeout_ms: Annotated[int, Field(gt=0, le=MOST // timedelta(milliseconds=1))] | None = None
    """Of one call; None: what ``AGENT_TOOL_TIMEOUT_MS`` says."""
    rate_rpm: Annotated[int, Field(gt=0)] | None = None
    """Calls a minute of each process; None: what ``RATE_LIMIT_RPM_MCP`` says."""
    agents: tuple[str, ...] | None = None
    """Slugs of those that may use its tools. None: models are offered none of them, and an agent
    that names the server in a file of its own may use it."""
    tools: dict[str, Vouched] = Field(default_factory=dict)
    """What a tool does. One that is not named, or that says itself that it does more, counts as
    irreversible: a model uses it only after the person's yes."""
    only: tuple[str, ...] | None = None
    """Names of the tools that are offered; None offers all. Each costs tokens in every round."""
    erase: EraseTool | None = None
    """Never offered to anybody."""

    @model_validator(mode="after")
    def _reached_in_one_way(self) -> Self:
        if bool(self.command) == (self.url is not None):
            raise ValueError("a server has either a command or a url")
        return self

    def offers(self, tool: str) -> bool:
        """Whether agents may use it at all."""
        erases = self.erase is not None and tool == self.erase.tool
        return not erases and (self.only is None or tool in self.only)


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    servers: Annotated[dict[Name, RemoteServer], Field(alias="mcpServers")]


def servers_in(file: Path, variables: Mapping[str, str]) -> dict[str, RemoteServer]:
    """By name, with ``${X}`` replaced by what ``variables`` has. Raises ``ConfigurationError``,
    naming what is wrong, without its values.
    """
    try:
        written = json.loads(file.read_text(encoding="utf-8"))
        return _File.model_validate(_filled(written, variables)).servers
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
    except json.JSONDecodeError as error:
        problem = f"is no JSON ({error.msg}: line {error.lineno}, column {error.colno})"
    except UnicodeDecodeError:
        problem = "is no JSON (not in UTF-8)"
    except KeyError as error:
        problem = f"names the variable {error.args[0]}, which is not set"
    except ValidationError as error:
        found = error.errors(include_input=False, include_url=False)
        problem = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in found)
    raise ConfigurationError(f"MCP_SERVERS_FILE {file} {problem}")


def _filled(written: JsonValue, variables: Mapping[str, str]) -> JsonValue:
    """Raises ``KeyError`` for a variable that is not set."""
    if isinstance(written, str):
        return _VARIABLE.sub(lambda found: variables[found[1]], written)
    if isinstance(written, list):
        return [_filled(each, variables) for each in written]
    if isinstance(written, dict):
        return {key: _filled(each, variables) for key, each in written.items()}
    return written
