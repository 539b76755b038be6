"""What a model may say where this agent's prompts are secrets as well."""

import pytest

from adapters.model.prompts import instructions
from adapters.model.reply_evidence import checked_conversed, leaks_instructions
from agents.expenses.model.mentions import PROMPTS as OF_EXPENSES
from agents.expenses.model.mentions import fragment
from domain.errors import InvalidModelOutputError
from domain.understanding import Conversed
from tests.agents.expenses.model.questions import PROMPTS, to_converse
from tests.safety.test_replies import FINE

pytestmark = pytest.mark.shows("safety 30")


@pytest.mark.parametrize("text", FINE)
def test_ordinary_talk_in_any_script_comes_through(text: str) -> None:
    reply = Conversed(text=text)
    assert checked_conversed(to_converse("is RM 15 too much?"), reply, PROMPTS) == reply


@pytest.mark.parametrize(
    "text", ["the field is_receipt is false", "SELECT amount FROM transactions", "See /unlock"]
)
def test_a_reply_with_a_field_a_query_or_a_command_is_refused(text: str) -> None:
    with pytest.raises(InvalidModelOutputError):
        checked_conversed(to_converse("how are you?"), Conversed(text=text), PROMPTS)


@pytest.mark.parametrize("name", ["expenses", "read_receipt", "categorize", "decide"])
def test_no_stretch_of_a_prompt_can_be_said(name: str) -> None:
    places = ("source", "locale", "categories", "field_threshold", "max_items")
    more = ("threshold", "max_suggestions")
    filled = dict.fromkeys((*places, *more), "")
    own = name != "expenses"
    secret = instructions(name, OF_EXPENSES, **filled) if own else fragment().page
    words = secret.split()
    for at in range(20, len(words) - 14, 7):
        stretch = " ".join(words[at : at + 14])
        for told in (stretch, stretch.upper(), "-".join(stretch), stretch.replace(" ", "\n> ")):
            assert leaks_instructions(told, PROMPTS), told


def test_talk_about_expenses_is_no_leak() -> None:
    assert not leaks_instructions(
        "I record expenses from photos of receipts and from your words.", PROMPTS
    )
