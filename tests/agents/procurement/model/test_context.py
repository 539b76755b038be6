"""What a model is given of shopping leaves room for what was said and found."""

from adapters.model.openai.rounds import definition_tokens
from adapters.model.openai.tokens import tokens_in
from agents.procurement.model.fragment import instructions
from agents.procurement.tools import CATALOG_TOOLS, DECIDE_REQUEST, TOOLS
from domain.tools import spec_of
from settings import Settings

LIMIT = Settings.model_fields["agent_max_input_tokens"].default


def test_the_tools_of_staff_of_approvers_and_all_others_leave_half_of_the_budget() -> None:
    tools = [spec_of(tool) for tool in (*TOOLS, *CATALOG_TOOLS, DECIDE_REQUEST)]
    assert tokens_in(instructions()) + definition_tokens(tools) <= LIMIT / 2
