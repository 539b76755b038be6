"""Names of shops and things, wherever they are shown: nothing in them can be pressed or run."""

from decimal import Decimal

import pytest
from aiogram.utils.formatting import Text

from adapters.model.understanding import to_understand as question_to_understand
from agents.expenses.model.schemas import ReceiptAnswer
from agents.expenses.replies import Saved
from bot.telegram.rendering import rendered
from bot.texts.wording import worded
from tests.agents.expenses.model.door import ExpenseEngine
from tests.agents.expenses.model.questions import FRAGMENTS, to_understand
from tests.agents.expenses.safety.corpus import PRINTED, Attack, at
from tests.bot.samples import CARD, formats, reply
from tests.safety.properties import nothing_hidden
from tests.safety.test_shown_text import asked_for_too_much, keys_of

pytestmark = pytest.mark.shows("safety 30")


@pytest.mark.parametrize("attack", at(*PRINTED), ids=lambda a: a.text[:40])
def test_a_poisoned_name_is_plain_text_in_telegram(attack: Attack) -> None:
    card = CARD.model_copy(update={"merchant": attack.text, "item": attack.text})
    parts = rendered(worded(reply(Saved(card=card)), formats()))
    for part in parts:
        assert {entity.type for entity in part.entities} <= {"bold"}
        assert "://" not in part.text
        assert nothing_hidden(part.text.replace("\u2060", ""))
    assert Text("<b>x</b>").as_kwargs()["parse_mode"] is None


def test_a_model_has_no_field_for_whose_data_where_or_how() -> None:
    question = question_to_understand(to_understand("hi"), FRAGMENTS, ExpenseEngine())
    forms = (question.form.schema, ReceiptAnswer)
    asked = {key for form in forms for key in keys_of(form.model_json_schema())}
    assert "amount" in asked
    assert not asked_for_too_much(asked)


def test_amounts_are_shown_by_steward_and_not_by_names() -> None:
    card = CARD.model_copy(update={"merchant": "Shop · RM9,999.00", "amount": Decimal(5)})
    (part,) = rendered(worded(reply(Saved(card=card)), formats()))
    assert part.text.index("9,999") < part.text.index("5.00")
