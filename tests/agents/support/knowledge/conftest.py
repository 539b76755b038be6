"""The commands about a knowledge base on a fresh database."""

import pytest
from typer.testing import Result

from agents.support.kb_commands import kb_commands
from tests.agents.operating import Operating
from tests.agents.support.conftest import SAMPLES as ALL_SAMPLES

SAMPLES = ALL_SAMPLES / "support" / "kb"


class Office(Operating):
    async def kb(self, *arguments: str) -> Result:
        return await self.run(kb_commands(self.reach), *arguments)


@pytest.fixture
def office(database_url: str, monkeypatch: pytest.MonkeyPatch) -> Office:
    monkeypatch.setenv("SUPPORT_EMBEDDINGS", "off")
    return Office(database_url)
