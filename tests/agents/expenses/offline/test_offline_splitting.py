"""Which words split what was saved."""

from decimal import Decimal
from fractions import Fraction

import pytest

from agents.expenses.details import Mention
from agents.expenses.meaning import Kind
from agents.expenses.offline.splitting import shares_in, split_asked
from agents.expenses.splitting import Share
from tests.agents.expenses.offline.talking import GERMAN, MALAYSIAN, act, saved

GROCERIES, HOUSEHOLD = Share("Groceries", amount=Decimal(30)), Share("Household")
BOTH = (GROCERIES, Share("Household", amount=Decimal("12.50")))


def food_and_gifts(food: Fraction) -> tuple[Share, ...]:
    return Share("Food & Drink", fraction=food), Share("Gifts & Donations", fraction=1 - food)


SPLITS: dict[str, tuple[int, tuple[Share, ...]]] = {
    "split #12: 30 groceries, 12.50 household": (12, BOTH),
    "split #12: groceries 30, household 12.50": (12, BOTH),
    "split it half food half gifts": (0, food_and_gifts(Fraction(1, 2))),
    "split #3 60% food and 40% gifts": (3, food_and_gifts(Fraction(3, 5))),
    "split #12 30 groceries, the rest household": (12, (GROCERIES, HOUSEHOLD)),
    "bahagikan #12: 30 barang dapur, baki rumah tangga": (12, (GROCERIES, HOUSEHOLD)),
    "split #5 30 groceries, 12 pets": (5, (GROCERIES, Share("Pets", amount=Decimal(12)))),
    "split #5": (5, ()),
}


@pytest.mark.parametrize(("text", "wanted"), SPLITS.items())
def test_an_order_to_split_is_read(text: str, wanted: tuple[int, tuple[Share, ...]]) -> None:
    asked = split_asked(text)
    assert asked is not None
    assert (asked.number, shares_in(asked.parts, MALAYSIAN)) == wanted
    found = act(text, tasks=(saved(Mention(merchant="Tesco")),))
    assert (found.kind, found.sure) == (Kind.SPLIT, True)
    assert found.task_id == (None if asked.number else "saved")


def test_german_parts_have_german_decimals() -> None:
    asked = split_asked("teile #12: 30,50 Lebensmittel, Rest Haushalt")
    assert asked is not None
    groceries = Share("Groceries", amount=Decimal("30.50"))
    assert shares_in(asked.parts, GERMAN) == (groceries, HOUSEHOLD)
