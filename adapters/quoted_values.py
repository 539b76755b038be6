"""Values that error messages of libraries quote: a row, an argument, what did not fit a model."""

import re
from collections.abc import MutableMapping

_LEFT_OUT = "…"
_DETAIL = re.compile(r"(?<=DETAIL:)\s.*$", re.MULTILINE)
"""PostgreSQL's second line: the row that was refused, or the key that exists."""
_ARGUMENT = re.compile(
    r"(?<=invalid input for query argument )(\$\d+:) .*(?= \([^()]*\))", re.DOTALL
)
"""asyncpg: the value, then why in brackets."""
_SYNTAX = re.compile(r"(?<=invalid input syntax for type )([\w ]+:) .*$", re.MULTILINE)
"""PostgreSQL: the value, quoted."""
_INPUT = re.compile(r"(?<=input_value=).*?(?=, input_type=)", re.DOTALL)
"""pydantic: the value, shortened."""
_PARAMETERS = re.compile(r"(?<=\[parameters: ).*?(?=\]$)", re.MULTILINE | re.DOTALL)
"""SQLAlchemy: all values of the statement."""
_QUOTED = (_DETAIL, _ARGUMENT, _SYNTAX, _INPUT, _PARAMETERS)

_FIELDS = ("event", "exception", "reason", "error")
"""Where messages of errors stand in a log entry."""


def without_quoted_values(
    _logger: object, _method: str, entry: MutableMapping[str, object]
) -> MutableMapping[str, object]:
    """A processor of structlog. The kind of the error, its place and its code stay."""
    for name in _FIELDS:
        text = entry.get(name)
        if isinstance(text, str):
            entry[name] = left_out(text)
    return entry


def left_out(text: str) -> str:
    """The text without what such messages quote."""
    for quoted in _QUOTED:
        text = quoted.sub(lambda found: f"{_replacement(found)}{_LEFT_OUT}", text)
    return text


def _replacement(found: re.Match[str]) -> str:
    """The number of the argument, or the name of the type."""
    return f"{found[1]} " if found.re.groups else ""
