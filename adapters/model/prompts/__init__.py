"""The prompts, one Markdown file each, and how they are filled in.

Instructions come from the files and from Steward's own constants. Everything that a person, a
paper or an earlier message says is data: it travels in a message of its own, as one JSON document.
JSON escapes quotes and control characters, so no text can end its own string and pass for
something else. An agent keeps its prompts in a package of its own.
"""

import json
from functools import cache
from importlib import resources
from string import Template

from adapters.model.question import Json

PLATFORM = __name__


def instructions(name: str, package: str = PLATFORM, **values: str) -> str:
    """The text of ``{name}.md`` with ``$placeholders`` filled; each of them must be given."""
    rules = page("data_rules").strip()
    return Template(page(name, package)).substitute(values, data_rules=rules)


@cache
def page(name: str, package: str = PLATFORM) -> str:
    """The text of ``{name}.md`` as it is written."""
    return resources.files(package).joinpath(f"{name}.md").read_text(encoding="utf-8")


@cache
def pages(package: str = PLATFORM) -> tuple[str, ...]:
    """All prompts of a package, as they are sent: the common rules stand inside them."""
    rules = page("data_rules").strip()
    files = (f for f in resources.files(package).iterdir() if f.name.endswith(".md"))
    return tuple(f.read_text(encoding="utf-8").replace("$data_rules", rules) for f in files)


def document(content: Json) -> str:
    """Data as one JSON document, on one line: indenting would cost a third more tokens."""
    return json.dumps(content, ensure_ascii=False)
