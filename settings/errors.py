"""What is said of wrong settings: the variable, and what it must be, without pydantic's words."""

from typing import Any

from pydantic import BaseModel, ValidationError
from pydantic_core import ErrorDetails

from domain.errors import ConfigurationError
from settings.providers import ProviderVariables, setting_name

_WEB_ADDRESS = "^https?://"
_NUMBERS = {"integer": "a whole number", "number": "a number"}


def refused(error: ValidationError, settings: type[BaseModel]) -> ConfigurationError:
    """One line that names each wrong setting; never a value, which may be a secret."""
    named = "; ".join(
        ": ".join(filter(None, (setting_name(each["loc"]), _reason(each, settings))))
        for each in error.errors()
    )
    return ConfigurationError(f"a setting is wrong: {named}")


def _reason(error: ErrorDetails, settings: type[BaseModel]) -> str:
    if error["type"] == "value_error":
        return str(error["ctx"]["error"])  # our own validators' words
    match error["loc"]:
        case ("provider_variables", str(), str() as field, *_):
            schema = ProviderVariables.model_json_schema()
        case (str() as field, *_):
            schema = settings.model_json_schema()
        case _:
            return error["msg"]
    return _wanted(schema["properties"].get(field, {})) or error["msg"]


def _wanted(schema: dict[str, Any]) -> str:
    """What a value of this JSON schema must be; empty where these words do not suffice."""
    match schema:
        case {"anyOf": [first, *_]}:
            return _wanted(first)
        case {"type": "boolean"}:
            return "must be true or false"
        case {"type": "integer" | "number" as kind}:
            return f"must be {_NUMBERS[kind]} {_bounds(schema)}".rstrip()
        case {"enum": [*names, last]}:
            return f"must be {', '.join(names)} or {last}"
        case {"pattern": pattern} if pattern == _WEB_ADDRESS:
            return "must begin with http:// or https://"
    return ""


def _bounds(schema: dict[str, Any]) -> str:
    match schema:
        case {"minimum": least, "maximum": most}:
            return f"from {least:n} to {most:n}"
        case {"exclusiveMinimum": below, "maximum": most}:
            return f"above {below:n} and up to {most:n}"
        case {"exclusiveMinimum": below}:
            return f"above {below:n}"
        case {"minimum": least}:
            return f"from {least:n} on"
    return ""
