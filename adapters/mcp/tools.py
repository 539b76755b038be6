"""Tools of other servers as tools of ours: what they may do, what they are called with, what they
give.

Nothing that a server says is trusted. Its descriptions and results are data; what a tool may do is
what the operator says, and never less than the server itself says.
"""

import asyncio
import json
import re
from collections.abc import AsyncIterator, Iterable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, ClassVar, Self

import structlog
from jsonschema.exceptions import ValidationError as MismatchError
from mcp import types
from pydantic import JsonValue, model_validator

from adapters.mcp.config import RemoteServer, Vouched
from adapters.mcp.connection import Connection, described, text_of
from adapters.mcp.errors import RemoteRefusedError, RemoteUnavailableError, RemoteUnknownError
from adapters.mcp.schemas import MAX_DEPTH, UnfitSchemaError, depth_of, held_to
from adapters.mcp.sessions import ToolSessions
from adapters.model.software_orders import data_only, speaks_to_software
from domain.errors import AppError, ToolRefusedError
from domain.tools import (
    Arguments,
    Effect,
    ErrorCode,
    RemoteArguments,
    RemoteResult,
    Tool,
    ToolSpec,
    spec_of,
)

_NAME = re.compile(r"[A-Za-z0-9_-]{1,48}")
LISTING = timedelta(seconds=10)
"""For a server to be there and to say what it has."""
AGAIN = timedelta(minutes=1)
"""Until one that did not say it is asked again."""
MOST_TOOLS = 100
"""Of one server: more no model can choose from."""
MOST_CHARACTERS = 40_000
"""Of the descriptions of one server's tools together: every conversation carries them."""
_PATIENCE = timedelta(seconds=1)
"""For a server that is asked too often: the time of a call runs meanwhile."""
_MAX_SCHEMA = 4_000
_MAX_RESULT = 8_000
_MAX_ERROR = 300
"""Characters of what a server says; a model is shown still less."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class RemoteTool:
    """One tool of one server. ``keyed``: the server knows the key of a call that comes again."""

    tool: Tool
    spec: ToolSpec
    agents: tuple[str, ...]
    remote_name: str
    keyed: str
    connection: Connection

    async def call(self, call_id: str, arguments: Arguments) -> RemoteResult:
        """Raises ``ToolRefusedError`` for what the server refuses, and where it cannot be reached;
        ``RemoteUnknownError`` where it is not known whether it carried the call out.
        """
        given = arguments.model_dump(mode="json")
        if self.keyed:
            given[self.keyed] = call_id
        try:
            await self.connection.turn(_PATIENCE)
            result = await self.connection.call(self.remote_name, given)
        except RemoteRefusedError as error:
            raise _refusal(str(error)) from None
        except RemoteUnavailableError as error:
            if isinstance(error, RemoteUnknownError) and self.tool.effect is not Effect.READ:
                raise
            raise _UNREACHED from None
        if result.is_error:
            raise _refusal(text_of(result.content))
        return _value(result)


class RemoteTools:
    """All tools of all configured servers. Close it when the workers stopped."""

    def __init__(
        self,
        sessions: ToolSessions,
        within: timedelta = LISTING,
        *,
        names: Sequence[str] | None = None,
    ) -> None:
        """``within``: how long a server may take to open a session and to say what it has.
        ``names``: of the servers; those whose tools models may use where it is left out.
        """
        self._sessions = sessions
        self._names = sessions.for_models if names is None else tuple(names)
        self._within = within
        self._loaded: dict[str, tuple[RemoteTool, ...]] = {}
        """By server that has answered."""

    async def load(self) -> None:
        """Asks every server whose tools are not known yet for them. One that does not answer in
        time, or answers nonsense, is logged and has none until this is called again.
        """
        names = [name for name in self._names if name not in self._loaded]
        found = await asyncio.gather(*(self._of(name) for name in names))
        self._loaded |= {
            n: tools for n, tools in zip(names, found, strict=True) if tools is not None
        }

    @property
    def complete(self) -> bool:
        """Whether every server has said what it has."""
        return self._loaded.keys() >= set(self._names)

    @property
    def _tools(self) -> tuple[RemoteTool, ...]:
        return tuple(tool for name in sorted(self._loaded) for tool in self._loaded[name])

    @asynccontextmanager
    async def completing(self, pause: timedelta = AGAIN) -> AsyncIterator[None]:
        """Asks again inside, now and then, until all have answered."""

        async def ask() -> None:
            while not self.complete:
                await asyncio.sleep(pause.total_seconds())
                await self.load()

        asking = asyncio.create_task(ask())
        try:
            yield
        finally:
            asking.cancel()
            await asyncio.gather(asking, return_exceptions=True)

    async def aclose(self) -> None:
        await self._sessions.aclose()

    def of(self, agent: str) -> tuple[RemoteTool, ...]:
        """Those that an agent may use."""
        return tuple(tool for tool in self._tools if agent in tool.agents)

    def specs(self) -> dict[str, tuple[ToolSpec, ...]]:
        """By agent, for those that have any."""
        agents = {agent for tool in self._tools for agent in tool.agents}
        return {agent: tuple(t.spec for t in self.of(agent)) for agent in sorted(agents)}

    def offered(self) -> tuple[ToolSpec, ...]:
        """All of them, whoever uses them."""
        return tuple(tool.spec for tool in self._tools)

    async def _of(self, name: str) -> tuple[RemoteTool, ...] | None:
        """None for a server that did not say what it has."""
        server = self._sessions.server(name)
        connection, timeout = self._sessions.connection(name), self._sessions.timeout(name)
        try:
            async with asyncio.timeout(self._within.total_seconds()):
                offered = await connection.tools()
            if len(offered) > MOST_TOOLS:
                _log.warning("remote.too_many_tools", server=name, tools=len(offered))
            wanted = [t for t in offered if server.offers(t.name)][:MOST_TOOLS]
            made = [made_of(name, server, tool, connection, timeout) for tool in wanted]
        except Exception as error:  # noqa: BLE001 - whatever it does wrong, the others are served
            reason = str(error) if isinstance(error, AppError) else type(error).__name__
            _log.error("remote.no_tools", server=name, reason=reason)
            await connection.aclose()  # it may hang for ever: next time another is begun
            return None
        for named in {*server.tools, *(server.only or ())} - {t.name for t in offered}:
            _log.warning("remote.no_such_tool", server=name, tool=named)
        kept = within(filter(None, made), MOST_CHARACTERS)
        _log.info("remote.tools", server=name, tools=len(kept), left_out=len(wanted) - len(kept))
        return kept


def within(tools: Iterable[RemoteTool], characters: int) -> tuple[RemoteTool, ...]:
    """The first of these whose descriptions are no longer than so many characters together."""
    kept: list[RemoteTool] = []
    for tool in tools:
        characters -= len(tool.spec.model_dump_json())
        if characters < 0:
            break
        kept.append(tool)
    return tuple(kept)


def made_of(
    name: str, server: RemoteServer, offered: types.Tool, connection: Connection, timeout: timedelta
) -> RemoteTool | None:
    """A server's tool under our contract; None, and logged, for one that cannot be."""
    schema = offered.input_schema
    problem = _unfit(offered.name, schema)
    if problem:
        _log.warning("remote.tool_left_out", server=name, tool=offered.name[:48], reason=problem)
        return None
    own = described(offered)
    effect = effect_of(server.tools.get(offered.name), offered.annotations)
    tool = Tool(
        name=f"{name}.{offered.name}",
        purpose=own.purpose,
        arguments=_arguments(_closed(schema, own.keyed)),
        result=RemoteResult,
        effect=effect,
        timeout=timeout,
        repeatable=effect is Effect.READ or bool(own.keyed),
    )
    times = {"timeout": timeout, "repeatable": tool.repeatable}
    spec = spec_of(tool).model_copy(update=times)
    return RemoteTool(tool, spec, server.agents or (), offered.name, own.keyed, connection)


def effect_of(configured: Vouched | None, hints: types.ToolAnnotations | None) -> Effect:
    """READ needs both words, the operator's and the server's; WRITE the operator's."""
    if configured is Vouched.READ:
        harmless = hints is not None and hints.read_only_hint is True
        return Effect.READ if harmless else Effect.IRREVERSIBLE
    return Effect.IRREVERSIBLE if configured is None else configured.effect


def _unfit(name: str, schema: Mapping[str, Any]) -> str:
    if not _NAME.fullmatch(name) or speaks_to_software(name.replace("_", " ")):
        return "its name is none"
    if schema.get("type") != "object" or depth_of(schema) > MAX_DEPTH:
        return "its arguments are no object, or too deep"
    if len(json.dumps(schema)) > _MAX_SCHEMA:
        return "its arguments are too many"
    try:
        held_to(schema)
    except UnfitSchemaError as error:
        return str(error)
    return ""


def _closed(schema: Mapping[str, Any], keyed: str) -> dict[str, JsonValue]:
    """Of an object without further keys, with texts that do not speak to software, and without the
    key of the call, which is ours to give.
    """
    plain = _plain(dict(schema))
    properties = {k: v for k, v in plain.get("properties", {}).items() if k != keyed}
    required = [key for key in plain.get("required", []) if key != keyed]
    kept = {k: v for k, v in plain.items() if k not in {"$schema", "$id", "required"}}
    closed = {**kept, "properties": properties, "additionalProperties": False}
    return {**closed, "required": required} if required else closed


def _plain(node: Any) -> Any:  # noqa: ANN401 - somebody else's JSON
    if isinstance(node, list):
        return [_plain(each) for each in node]
    if isinstance(node, dict):
        return {
            key: data_only(each) if key in {"description", "title"} and isinstance(each, str)
            else _plain(each)
            for key, each in node.items()
        }  # fmt: skip
    return node


def _arguments(parameters: dict[str, JsonValue]) -> type[RemoteArguments]:
    held = held_to(parameters)

    class Given(RemoteArguments):
        """Held to the server's schema."""

        _described: ClassVar[dict[str, JsonValue]] = parameters

        @model_validator(mode="after")
        def _fits(self) -> Self:
            wrong = sorted(held.mismatches(self.model_dump(mode="json")), key=_place)
            if wrong:
                raise ValueError(_broken_rule(wrong[0]))
            return self

        @classmethod
        def model_json_schema(cls, *args: Any, **kwargs: Any) -> dict[str, Any]:  # noqa: ANN401
            del args, kwargs
            return dict(cls._described)

    return Given


def _place(mismatch: MismatchError) -> str:
    return ".".join(map(str, mismatch.absolute_path))


def _broken_rule(mismatch: MismatchError) -> str:
    """Which argument is wrong and which rule it breaks, without what was given."""
    place = _place(mismatch) or "arguments"
    rule = json.dumps({str(mismatch.validator): mismatch.validator_value})[:_MAX_ERROR]
    return f"{place} has to fit {rule}"


def _refusal(text: str) -> ToolRefusedError:
    message = data_only(text)[:_MAX_ERROR].strip() or "It failed."
    return ToolRefusedError(ErrorCode.INTERNAL, message, "Call it otherwise, or do something else.")


_UNREACHED = ToolRefusedError(
    ErrorCode.UNAVAILABLE,
    "The server of this tool cannot be reached. Nothing was done.",
    "Do something else, or say that it does not work now.",
)


def _value(result: types.CallToolResult) -> RemoteResult:
    value = result.structured_content
    if value is None:
        value = text_of(result.content)
    if len(json.dumps(value, ensure_ascii=False)) <= _MAX_RESULT:
        return RemoteResult(value=value)
    text = value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
    cut = text[:_MAX_RESULT]
    whole = cut[: cut.rfind("\n")] if "\n" in cut else cut
    return RemoteResult(value=whole, note="Cut: only its beginning.")
