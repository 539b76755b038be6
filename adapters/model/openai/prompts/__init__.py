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

from domain.history import Entry

_CHARACTERS_PER_TOKEN = 3
"""On the safe side: English has about four, digits and other scripts fewer."""

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


def document(content: Mapping[str, Json]) -> str:
    """Data as one JSON document."""
    return json.dumps(content, ensure_ascii=False, indent=1)


def with_history(
    content: Mapping[str, Json], history: Sequence[Entry], max_input_tokens: int
) -> str:
    """A document with as many of the last entries as fit into ``max_input_tokens``."""
    room = max_input_tokens * _CHARACTERS_PER_TOKEN - len(document(content))
    kept: list[Json] = []
    for entry in reversed(history):
        shown: Json = {"speaker": entry.speaker.value, "text": entry.text}
        room -= len(document({"": shown}))
        if room < 0:
            break
        kept.insert(0, shown)
    return document({"earlier": kept, **content})


def _file(name: str) -> str:
    return resources.files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8")
