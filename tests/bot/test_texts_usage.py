"""What the models used, in plain words."""

import pytest

from bot.texts.wording import worded
from domain.replies import Reply
from domain.topics import ConversationTopic
from tests.bot.samples import formats

LOCALES = ("en_MY", "de_DE", "ms_MY")
LATELY = {"days": "7", "calls": "12", "tokens": "50000", "cost": "0.031"}
TODAY = {"calls_today": "3", "tokens_today": "4100", "cost_today": "0.00212"}


def text(topic: str = ConversationTopic.USAGE, locale: str = "en_MY", **facts: str) -> str:
    return worded(Reply(id="r", topic=topic, facts=facts), formats(locale)).text()


def test_today_and_the_last_days_are_told_in_calls_and_money() -> None:
    assert text(**TODAY, **LATELY).splitlines() == [
        "📊 AI model: 3 calls, about US$0.0022 today.",
        "In the last 7 days: 12 calls, about US$0.031.",
    ]


@pytest.mark.parametrize("locale", LOCALES)
def test_tokens_are_never_mentioned(locale: str) -> None:
    said = text(locale=locale, **TODAY, **LATELY, token_limit="20000")
    assert "oken" not in said
    assert "4100" not in said


def test_one_call_is_one() -> None:
    assert "1 call," in text(calls_today="1", cost_today="0.5", calls="1", days="7", cost="0.5")


@pytest.mark.parametrize(
    ("cost", "shown"),
    [("0.000001234", "0.0000013"), ("0.019", "0.019"), ("0.121", "0.13"), ("12.3", "12.30")],
)
def test_small_costs_keep_two_digits_and_are_never_told_too_low(cost: str, shown: str) -> None:
    assert shown in text(calls_today="1", cost_today=cost)


def test_no_model_is_said_so() -> None:
    said = text(no_model="1", days="7", calls="0", calls_today="0")
    assert said == ("📊 No AI model is set up here. I work by my own rules, which cost nothing.")


def test_a_model_that_was_not_used_today_is_said_so() -> None:
    assert "not used today" in text(calls_today="0", days="7", calls="0", cost="0")


def test_an_unknown_price_is_said_and_no_cost_is_made_up() -> None:
    said = text(calls_today="3", cost_today="0", calls="3", days="7", cost="0", unpriced="3")
    assert "about" not in said
    assert "I don't know the price of 3" in said


@pytest.mark.parametrize(
    ("facts", "shown"),
    [
        ({"tokens_today": "5000", "token_limit": "20000"}, "25%"),
        ({"tokens_today": "5000", "token_limit": "20000", "cost_limit": "0.004"}, "53%"),
        ({"tokens_today": "20000", "token_limit": "20000"}, "is used up"),
        ({"tokens_today": "30000", "token_limit": "20000"}, "is used up"),
    ],
)
def test_a_limit_is_told_as_the_part_of_it_that_is_used(facts: dict[str, str], shown: str) -> None:
    assert shown in text(**{**TODAY, **LATELY, **facts})


@pytest.mark.parametrize("limits", [{}, {"token_limit": "20000"}], ids=["no own", "own"])
def test_that_the_limit_for_everybody_is_used_up_is_told(limits: dict[str, str]) -> None:
    said = text(**TODAY, **LATELY, **limits, all_used_up="1")
    assert said.splitlines()[-1].startswith("Today's limit for everybody is used up. Until 8:00")


@pytest.mark.parametrize("locale", LOCALES)
def test_figures_that_are_none_do_no_harm(locale: str) -> None:
    said = text(locale=locale, calls_today="many", cost_today="NaN", cost="-1", token_limit="x")
    assert "NaN" not in said


@pytest.mark.parametrize("locale", LOCALES)
def test_whose_limit_is_used_up_is_told_and_until_when(locale: str) -> None:
    topic = ConversationTopic.BUDGET_USED_UP
    said = {text(topic, locale, whose=whose) for whose in ("person", "everybody", "")}
    assert len(said) == 3
    midnight_utc_in_kuala_lumpur = ("8:00", "08:00", "8.00")
    assert all(any(clock in each for clock in midnight_utc_in_kuala_lumpur) for each in said)
