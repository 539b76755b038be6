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
COSTS = {"0.000001234": "0.0000013", "0.019": "0.019", "0.121": "0.13", "12.3": "12.30"}


def said(content: Content, locale: str = "en_MY") -> str:
    return worded(reply(content), formats(locale)).text()


def text(parts: dict[str, object] | None = None, locale: str = "en_MY") -> str:
    return said(Usage(usage=some_usage(**LATELY | (parts or {}))), locale)


@pytest.mark.parametrize("locale", LOCALES)
def test_tokens_are_never_mentioned(locale: str) -> None:
    told = text({"token_limit": 20000}, locale)
    assert "oken" not in told
    assert not mentions(told, "4100")


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


NONE_TODAY: dict[str, object] = {"calls": 0, "calls_today": 0}
UNPRICED: dict[str, object] = {"today": NOTHING, "lately": NOTHING, "calls": 3, "unpriced": 3}


@pytest.mark.parametrize(
    ("parts", "shown"),
    [
        ({}, "📊 AI model: 3 calls, about US$0.0022 today.\nIn the last 7 days: 12 calls, about"),
        ({"calls_today": 1}, "1 call,"),
        (NONE_TODAY, "not used today"),
        (
            NONE_TODAY | {"has_model": False},
            "📊 No AI model is set up here. I work by my own rules, which cost nothing.",
        ),
        (UNPRICED, "I don't know the price of 3"),
    ],
)
def test_today_and_the_last_days_are_told_in_calls_and_money(
    parts: dict[str, object], shown: str
) -> None:
    assert shown in text(parts)
    assert "about" not in text(UNPRICED)  # no cost is made up


@pytest.mark.parametrize(
    ("tokens", "cost", "limits", "shown"),
    [
        *((0, cost, {}, shown) for cost, shown in COSTS.items()),
        (5000, "0.00212", {"token_limit": 20000}, "25%"),
        (5000, "0.00212", {"token_limit": 20000, "cost_limit": Decimal("0.004")}, "53%"),
        (20000, "0.00212", {"token_limit": 20000}, "is used up"),
        (30000, "0.00212", {"token_limit": 20000}, "is used up"),
    ],
)
def test_what_was_used_is_never_told_too_low_and_of_a_limit_as_its_part(
    tokens: int, cost: str, limits: dict[str, object], shown: str
) -> None:
    assert shown in text({"today": Spent(tokens=tokens, cost=Decimal(cost)), **limits})
