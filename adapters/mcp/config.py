"""Which servers there are, who may use their tools, and what each tool does to the world.

The operator says so, in a TOML file; what a server says of itself is a hint at most.

    [servers.clock]
    command = ["mcp-server-time"]           # or: url = "https://host/mcp"
    agents = ["procurement"]
    tools = { get_current_time = "read" }
"""

import tomllib
from datetime import timedelta
from pathlib import Path
from typing import Annotated, Self

from pydantic import BaseModel, ConfigDict, Field, SecretStr, ValidationError, model_validator

from domain.errors import ConfigurationError
from domain.tools import TOOL_TIMEOUT, Effect

Name = Annotated[str, Field(pattern=r"^[a-z][a-z0-9_-]{0,30}$")]


class RemoteServer(BaseModel):
    """Either a ``command``, which runs beside the worker and is spoken to over its streams, or the
    ``url`` of a server that speaks streamable HTTP.
    """

    model_config = ConfigDict(extra="forbid", frozen=True)

    command: tuple[str, ...] = ()
    env: dict[str, SecretStr] = Field(default_factory=dict)
    """For the command, beside the few variables that every process needs (its path, its home)."""
    url: Annotated[str, Field(pattern=r"^https?://")] | None = None
    headers: dict[str, SecretStr] = Field(default_factory=dict)
    """Of every request to ``url``."""
    agents: Annotated[tuple[str, ...], Field(min_length=1)]
    """Slugs of those that may use its tools."""
    tools: dict[str, Effect] = Field(default_factory=dict)
    """What a tool does. One that is not named, or that says itself that it does more, counts as
    irreversible: it runs only after the person's yes."""
    only: tuple[str, ...] | None = None
    """Names of the tools that are offered; None offers all. Each costs tokens in every round."""
    timeout_ms: Annotated[int, Field(gt=0, le=10_000)] = TOOL_TIMEOUT // timedelta(milliseconds=1)

    @model_validator(mode="after")
    def _reached_in_one_way(self) -> Self:
        if bool(self.command) == (self.url is not None):
            msg = "a server has either a command or a url"
            raise ValueError(msg)
        return self


class _File(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True)

    servers: dict[Name, RemoteServer] = Field(default_factory=dict)


def servers_in(file: Path) -> dict[str, RemoteServer]:
    """By name. Raises ``ConfigurationError``, naming what is wrong, without its values."""
    try:
        return _File.model_validate(tomllib.loads(file.read_text(encoding="utf-8"))).servers
    except OSError as error:
        problem = f"cannot be read ({error.strerror})"
    except tomllib.TOMLDecodeError as error:
        problem = f"is no TOML ({error})"
    except ValidationError as error:
        found = error.errors(include_input=False, include_url=False)
        problem = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in found)
    msg = f"MCP_SERVERS_FILE {file} {problem}"
    raise ConfigurationError(msg)
