"""What the models used, in plain words."""

from decimal import Decimal

import pytest

from bot.texts.wording import worded
from domain.replies import Content
from domain.topics import BudgetUsedUp, Usage
from domain.usage import Budget, Spent
from tests.bot.samples import formats, reply
from tests.bot.samples import usage as some_usage
from tests.given import mentions

LOCALES = ("en_MY", "de_DE", "ms_MY")
LATELY: dict[str, object] = {
    "days": 7,
    "calls": 12,
    "lately": Spent(tokens=50000, cost=Decimal("0.031")),
}
NOTHING = Spent()


def said(content: Content, locale: str = "en_MY") -> str:
    return worded(reply(content), formats(locale)).text()


def text(parts: dict[str, object] | None = None, locale: str = "en_MY") -> str:
    return said(Usage(usage=some_usage(**LATELY | (parts or {}))), locale)


def costing(cost: str, calls: int = 1) -> dict[str, object]:
    return {"calls_today": calls, "today": Spent(cost=Decimal(cost))}


def test_today_and_the_last_days_are_told_in_calls_and_money() -> None:
    assert text().splitlines() == [
        "📊 AI model: 3 calls, about US$0.0022 today.",
        "In the last 7 days: 12 calls, about US$0.031.",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_tokens_are_never_mentioned(locale: str) -> None:
    told = text({"token_limit": 20000}, locale)
    assert "oken" not in told
    assert not mentions(told, "4100")


def test_one_call_is_one() -> None:
    assert "1 call," in text(costing("0.5"))


@pytest.mark.parametrize(
    ("cost", "shown"),
    [("0.000001234", "0.0000013"), ("0.019", "0.019"), ("0.121", "0.13"), ("12.3", "12.30")],
)
def test_small_costs_keep_two_digits_and_are_never_told_too_low(cost: str, shown: str) -> None:
    assert shown in text(costing(cost))


def test_no_model_is_said_so() -> None:
    told = text({"has_model": False, "calls": 0, "calls_today": 0})
    assert told == ("📊 No AI model is set up here. I work by my own rules, which cost nothing.")


def test_a_model_that_was_not_used_today_is_said_so() -> None:
    assert "not used today" in text({"calls": 0, "calls_today": 0})


def test_an_unknown_price_is_said_and_no_cost_is_made_up() -> None:
    told = text({"today": NOTHING, "lately": NOTHING, "calls": 3, "unpriced": 3})
    assert "about" not in told
    assert "I don't know the price of 3" in told


@pytest.mark.parametrize(
    ("tokens", "limits", "shown"),
    [
        (5000, {"token_limit": 20000}, "25%"),
        (5000, {"token_limit": 20000, "cost_limit": Decimal("0.004")}, "53%"),
        (20000, {"token_limit": 20000}, "is used up"),
        (30000, {"token_limit": 20000}, "is used up"),
    ],
)
def test_a_limit_is_told_as_the_part_of_it_that_is_used(
    tokens: int, limits: dict[str, object], shown: str
) -> None:
    today = Spent(tokens=tokens, cost=Decimal("0.00212"))
    assert shown in text({"today": today, **limits})


@pytest.mark.parametrize("limits", [{}, {"token_limit": 20000}], ids=["no own", "own"])
def test_that_the_limit_for_everybody_is_used_up_is_told(limits: dict[str, object]) -> None:
    told = text({**limits, "all_used_up": True})
    assert told.splitlines()[-1].startswith("Today's limit for everybody is used up. Until 8:00")


@pytest.mark.parametrize("locale", LOCALES)
def test_whose_limit_is_used_up_is_told_and_until_when(locale: str) -> None:
    told = {said(BudgetUsedUp(whose=whose), locale) for whose in Budget}
    assert len(told) == len(Budget)
    midnight_utc_in_kuala_lumpur = ("8:00", "08:00", "8.00")
    assert all(any(clock in each for clock in midnight_utc_in_kuala_lumpur) for each in told)
