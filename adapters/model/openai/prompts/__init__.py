"""The prompts, one Markdown file each, and how they are filled in.

Instructions come from the files and from Steward's own constants. Everything that a person, a
receipt or an earlier message says is data: it travels in a message of its own, as one JSON
document. JSON escapes quotes and control characters, so no text can end its own string and pass
for something else.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from importlib import resources
from string import Template

Json = str | int | float | bool | None | Sequence["Json"] | Mapping[str, "Json"]


@dataclass(frozen=True)
class Prompt:
    """One question to a model. ``image_url`` is a data URL; nothing is fetched from anywhere."""

    model: str
    instructions: str
    data: str
    temperature: float
    max_tokens: int
    image_url: str | None = None


def instructions(name: str, **values: str) -> str:
    """The text of ``{name}.md`` with ``$placeholders`` filled; each of them must be given."""
    return Template(_file(name)).substitute(values, data_rules=_file("data_rules").strip())


def document(content: Json) -> str:
    """Data as one JSON document, on one line: indenting would cost a third more tokens."""
    return json.dumps(content, ensure_ascii=False)


def _file(name: str) -> str:
    return resources.files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8")
