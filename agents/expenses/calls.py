"""Calls of tools as rules and buttons write them."""

import json

from pydantic import JsonValue

from domain.messages import CallRequest
from domain.tools import Arguments, Tool


def call_of(tool: Tool, **arguments: JsonValue) -> CallRequest:
    """Returns the call of a tool with those of the arguments that are not None."""
    given = {name: value for name, value in arguments.items() if value is not None}
    return CallRequest(name=tool.name, arguments=json.dumps(given))


def call_with(tool: Tool, arguments: Arguments) -> CallRequest:
    """Returns the call of a tool with all of the arguments."""
    return CallRequest(name=tool.name, arguments=arguments.model_dump_json())
