"""The command of staff: ``/catalog change TO-101 price 11.90 stock 40``."""

import re
from collections.abc import Iterator

from pydantic import BaseModel, ValidationError

from agents.procurement import tools
from agents.procurement.card import CATALOG
from domain.tools import Tool

_TOOLS = {"add": tools.ADD_ITEM, "change": tools.CHANGE_ITEM, "retire": tools.RETIRE_ITEM}
_FIELDS = tuple(name for name in tools.ChangeItem.model_fields if name != "item_id")
_FIELD = re.compile(rf"(?:^|(?<=\s))({'|'.join(_FIELDS)})(?:\s*=\s*|\s+)", re.IGNORECASE)
_COMMA = re.compile(r"[\s,;]+$")


class ItemLineError(Exception):
    """A line that says nothing that can be done; ``field`` is what of it does not fit, if known."""

    def __init__(self, field: str = "") -> None:
        super().__init__(field)
        self.field = field


def is_item_line(text: str) -> bool:
    return text.split(maxsplit=1)[:1] == [f"/{CATALOG}"]


def read_item_line(text: str) -> tuple[Tool, BaseModel]:
    """Returns the tool and its arguments. Raises ``ItemLineError``."""
    verb, _, rest = text.partition(" ")[2].strip().partition(" ")
    tool = _TOOLS.get(verb.casefold())
    if tool is None:
        raise ItemLineError
    number, *parts = _FIELD.split(rest)
    fields = dict(_fields_in(parts))
    if number.strip():
        fields["item_id"] = _COMMA.sub("", number.strip())
    try:
        arguments = tool.arguments.model_validate(fields)
    except ValidationError as error:
        raise ItemLineError(str(error.errors()[0]["loc"][0])) from error
    if isinstance(arguments, tools.ChangeItem) and not arguments.fields():
        raise ItemLineError
    return tool, arguments


def _fields_in(parts: list[str]) -> Iterator[tuple[str, str]]:
    for name, value in zip(parts[::2], parts[1::2], strict=True):
        yield name.casefold(), _COMMA.sub("", value).strip().strip('"\u201c\u201d')
