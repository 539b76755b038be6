import pytest

from adapters.model.openai.rounds import definition_tokens
from adapters.model.openai.tokens import load_tokenizer
from agents.procurement.tools import TOOLS
from domain.tools import spec_of


@pytest.mark.shows("shop 40–43")
async def test_the_definitions_of_all_tools_leave_room_for_the_conversation() -> None:
    await load_tokenizer()
    assert definition_tokens([spec_of(tool) for tool in TOOLS]) <= 700
