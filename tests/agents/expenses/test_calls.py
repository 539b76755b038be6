import json

from agents.expenses.calls import call_of
from agents.expenses.tools import UNDO_LATEST


def test_a_call_leaves_out_what_is_not_known() -> None:
    call = call_of(UNDO_LATEST, count=3, currency=None)

    assert call.name == UNDO_LATEST.name
    assert json.loads(call.arguments) == {"count": 3}
