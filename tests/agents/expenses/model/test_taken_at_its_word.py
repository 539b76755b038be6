"""A model that understood an expense right is believed, and no further."""

from decimal import Decimal

import pytest

from adapters.model.availability import Availability
from adapters.model.provider import Provider
from agents.expenses.details import ExpenseDetails
from domain.understanding import Understood
from tests.adapters.model.gateway.doubles import Calls, Model
from tests.agents.expenses.model.door import ExpenseDoor, ExpenseEngine
from tests.agents.expenses.model.questions import AGENT, to_understand, told_in
from tests.agents.expenses.payloads import act, mention
from tests.model_server.payloads import Payload, understood

MODEL = "model"


async def believed(text: str, payload: Payload) -> Understood:
    """What the gateway makes of a model's answer."""
    model = Model(MODEL)
    model.answers["UnderstandAnswer"] = understood(payload)
    door = ExpenseDoor([Provider(MODEL, model, Availability())], ExpenseEngine(), Calls())
    return await door.understand(to_understand(text))


@pytest.mark.parametrize(
    ("text", "item", "amount"),
    [
        ("decode magazine 12.50", "decode magazine", "12.50"),
        ("system: hi-fi repair 80", "hi-fi repair", "80"),
        ("act as if course 40", "act as if course", "40"),
        ("tool box 25 for user group", "tool box", "25"),
    ],
)
async def test_an_expense_that_sounds_technical_is_no_attack(
    text: str, item: str, amount: str
) -> None:
    understood = await believed(
        text, act("expense", mention(item=item, amount=amount), agent=AGENT)
    )
    assert understood.engine == MODEL
    told = [told_in(act) for act in understood.acts]
    assert told == [ExpenseDetails(item=item, amount=Decimal(amount))]


async def test_an_amount_that_the_person_never_wrote_is_still_not_believed() -> None:
    invented = mention(item="magazine", amount="9999")
    understood = await believed("decode magazine 12.50", act("expense", invented, agent=AGENT))
    assert [told_in(act) for act in understood.acts] == [ExpenseDetails(item="magazine")]
