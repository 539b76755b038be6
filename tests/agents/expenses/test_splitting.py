"""Parts of an expense always add up to it."""

from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from agents.expenses.shown import SplitPart
from agents.expenses.splitting import Share, SplitProblem, parted, scaled

WHOLE = Decimal("42.50")
cents = st.decimals(Decimal("0.01"), Decimal(100_000), places=2)


def told(*shares: Share, amount: Decimal = WHOLE) -> list[tuple[str, str]]:
    return [(part.category, f"{part.amount}") for part in parted(shares, amount, "MYR").parts]


def test_amounts_a_rest_and_fractions_are_parts() -> None:
    half = Fraction(1, 2)
    food, rest = Share("Food", amount=Decimal(30)), Share("Gifts")
    assert told(food, rest) == [("Food", "30"), ("Gifts", "12.50")]
    assert told(food, Share("Gifts", Decimal("12.50"))) == [("Food", "30"), ("Gifts", "12.50")]
    halves = Share("Food", fraction=half), Share("Gifts", fraction=half)
    assert told(*halves, amount=Decimal("0.03")) == [("Food", "0.02"), ("Gifts", "0.01")]
    assert told(food, Share("Food", Decimal(2)), rest)[0] == ("Food", "32")


@pytest.mark.parametrize(
    ("shares", "problem", "sum_of_parts"),
    [
        ((), SplitProblem.UNCLEAR, None),
        ((Share("A", Decimal(30)), Share("B", Decimal(2))), SplitProblem.SUM, Decimal(32)),
        ((Share("A", Decimal(50)), Share("B")), SplitProblem.SUM, Decimal(50)),
        ((Share("A", WHOLE), Share("B")), SplitProblem.SUM, WHOLE),
        ((Share("A"), Share("B")), SplitProblem.UNCLEAR, None),
        ((Share("A", WHOLE),), SplitProblem.ONE, None),
        ((Share("A", Decimal(-5)), Share("B")), SplitProblem.UNCLEAR, None),
        ((Share("A", Decimal("1.005")), Share("B")), SplitProblem.UNCLEAR, None),
        ((Share("A", Decimal(5), currency="EUR"), Share("B")), SplitProblem.CURRENCY, None),
    ],
)
def test_what_does_not_add_up_is_not_split_and_says_why(
    shares: tuple[Share, ...], problem: SplitProblem, sum_of_parts: Decimal | None
) -> None:
    found = parted(shares, WHOLE, "MYR")
    assert (found.parts, found.problem, found.told) == ((), problem, sum_of_parts)


@pytest.mark.shows("safety 16")
@given(amount=cents, thirds=st.integers(2, 9))
def test_equal_parts_of_any_amount_add_up(amount: Decimal, thirds: int) -> None:
    shares = [Share(f"C{n}", fraction=Fraction(1, thirds)) for n in range(thirds)]
    parts = parted(shares, amount, "MYR").parts
    assert not parts or sum(part.amount for part in parts) == amount


@pytest.mark.shows("safety 16")
@given(amounts=st.lists(cents, min_size=2, max_size=6), amount=cents)
def test_scaled_parts_add_up_to_the_new_amount(amounts: list[Decimal], amount: Decimal) -> None:
    parts = [SplitPart(category=f"C{n}", amount=each) for n, each in enumerate(amounts)]
    found = scaled(parts, amount, "MYR")
    assert not found or sum(part.amount for part in found) == amount
    assert all(part.amount > 0 for part in found)
