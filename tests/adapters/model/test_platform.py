"""The platform's part of the models is about no agent's business."""

import re
from pathlib import Path

import pytest

import adapters.model

FOLDER = Path(adapters.model.__file__).parent
PLATFORM = [
    path
    for folder in (FOLDER, FOLDER / "openai", FOLDER / "prompts")
    for path in sorted(folder.iterdir())
    if path.suffix in {".py", ".md"}
]
AN_AGENTS_WORDS = re.compile("expense|receipt|categor|merchant", re.IGNORECASE)


@pytest.mark.parametrize("path", PLATFORM, ids=lambda path: path.name)
def test_no_module_or_prompt_of_the_platform_names_an_agents_field(path: Path) -> None:
    assert not AN_AGENTS_WORDS.findall(path.read_text(encoding="utf-8"))
