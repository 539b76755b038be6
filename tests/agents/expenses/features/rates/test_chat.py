"""Exchange rates by every way in: words, a command, a model, a program."""

from datetime import date
from decimal import Decimal
from pathlib import Path

import pytest

from agents.expenses.activities.rate_files import RateFiles
from agents.expenses.features.rates.activities import bind
from agents.expenses.features.rates.replies import (
    AmountWasConverted,
    RateRefused,
    RatesShown,
    RateWasSet,
)
from agents.expenses.features.rates.tools import (
    CONVERT_AMOUNT,
    SHOW_RATES,
    AmountToConvert,
    ConvertedAmount,
    RateProblem,
    RateSelection,
    RateSet,
    RatesFound,
)
from agents.expenses.parts import Shared
from agents.expenses.rates_file import RatesFolder
from agents.expenses.replies import AskAmount, Saved
from agents.expenses.store.rate_lookup import PostgresRates
from domain.messages import CallRequest
from domain.tools import RunToolRequest, call_of
from tests.agents.expenses.features.chat import NOTHING_CHANGED, FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood


async def kept(chat: FeatureChat) -> dict[str, str]:
    """What this person said that currencies are worth."""
    rows = await chat.execute(
        "SELECT currency, target, rate FROM own_rates WHERE user_id = $1", chat.user_id
    )
    return {r["currency"]: f"{r['rate'].normalize():f} {r['target']}" for r in rows}


async def test_a_rate_is_set_and_applied_while_a_question_stays_open(chat: FeatureChat) -> None:
    asked = ("convert 20 usd", "1 usd = 4.45", "convert 20 usd", "/rate usd -3")
    await chat.tell("lunch", *asked, "8.20")
    await chat.said(Saved)
    question = AskAmount.topic
    assert list(chat.topics) == [
        question,
        *(AmountWasConverted.topic, question),
        RateWasSet.topic,
        AmountWasConverted.topic,
        RateRefused.topic,
        Saved.topic,
    ]
    for words in (
        "I have no rate from USD to MYR",
        "US$20.00 ≈ RM89.00",
        "1 USD = 4.45 MYR (from you, today)",
        "must be more than zero",
    ):
        assert words in chat.screen
    assert await chat.calls() == [
        ("convert_amount", "ok"),
        ("set_rate", "ok"),
        ("convert_amount", "ok"),
        ("set_rate", "failed"),
    ]


async def test_what_is_said_is_shown_by_the_command_and_turned_to_the_persons_own_currency(
    chat: FeatureChat,
) -> None:
    await chat.tell("/rate")
    assert (await chat.said(RatesShown)).found == RatesFound()
    assert "You haven't set a rate" in chat.screen
    await chat.tell("1 myr = 0.25 usd", "1 eur = 1.08 usd", "/rate", "/rate usd", "/rate jpy")
    await chat.said(RatesShown, 4)
    assert await kept(chat) == {"USD": "4 MYR", "EUR": "1.08 USD"}
    shown = [chat.words(each) for each in chat.channel.shown if each.topic == RatesShown.topic]
    assert [("1 USD = 4 MYR" in words, "1 EUR = 1.08 USD" in words) for words in shown] == [
        (False, False),
        (True, True),
        (True, False),
        (False, False),
    ]
    assert "I have no rate from JPY to MYR" in chat.screen


async def test_an_expense_that_has_no_rate_is_given_the_one_that_is_said(chat: FeatureChat) -> None:
    await chat.tell("paid 20 usd for taxi", "1 usd = 4.45")
    assert (await chat.said(RateWasSet)).done.rows == 1
    assert "1 expense of that week that had no rate uses it now" in chat.screen
    (row,) = await chat.execute(
        "SELECT rate, rate_source FROM transactions WHERE user_id = $1", chat.user_id
    )
    assert tuple(row) == (Decimal("4.45"), "hand")


@pytest.mark.parametrize("chat", NOTHING_CHANGED, indirect=True)
async def test_what_cannot_be_is_refused_and_changes_nothing(chat: FeatureChat) -> None:
    refused = {
        "usd 0": RateProblem.NOT_POSITIVE,
        "usd -3": RateProblem.NOT_POSITIVE,
        "0 usd": RateProblem.NOT_POSITIVE,
        "usd 4 5": RateProblem.UNCLEAR,
        "usd 1e12": RateProblem.UNCLEAR,
        "usd 9999999999": RateProblem.ABSURD,
        "usd 0.0000000001": RateProblem.ABSURD,
        f"{10**20} usd": RateProblem.UNCLEAR,
    }
    for number, (asked, problem) in enumerate(refused.items(), start=1):
        await chat.tell(f"/rate {asked}")
        assert (await chat.said(RateRefused, number)).problem is problem, asked
    assert chat.screen.count(NOTHING_CHANGED[chat.person.locale]) == len(refused)
    own = chat.person.currency
    for number, asked in enumerate((f"1 {own} = 2 {own}", f"20 {own}", own), len(refused) + 1):
        await chat.tell(f"/rate {asked}")
        told = await chat.said(RateRefused, number)
        assert (told.problem, told.currency) == (RateProblem.SAME_CURRENCY, own)
    await chat.quiet(await chat.call("set_rate", '{"currency": "XXX", "rate": "4"}'))
    assert (await chat.said(RateRefused, len(refused) + 4)).problem is RateProblem.UNCLEAR
    assert await kept(chat) == {}


async def test_a_model_sets_and_applies_one_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    asked = called("set_rate", currency="USD", into=None, rate="4.45")
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("aseta dollarin kurssiksi 4,45")
    await modelled.said(RateWasSet)
    assert await kept(modelled) == {"USD": "4.45 MYR"}
    asked = called("convert_amount", amount="20", currency="USD", into=None)
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("paljonko 20 dollaria tekee ringgiteinä")
    assert (await modelled.said(AmountWasConverted)).found.converted == Decimal("89.00")


async def test_a_rate_that_nobody_said_is_not_kept(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    asked = called("set_rate", currency="USD", into=None, rate="4.5")
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("aseta dollarin kurssiksi 4,45")
    assert (await modelled.said(RateRefused)).problem is RateProblem.UNCLEAR
    assert await kept(modelled) == {}


async def test_a_message_that_comes_twice_is_one_call(chat: FeatureChat) -> None:
    message_id = await chat.say("1 usd = 4.45")
    await chat.quiet(message_id)
    await chat.tell("/rate usd 4.6")
    await chat.say("1 usd = 4.45", id=message_id)
    await chat.tell("/rate")
    assert await kept(chat) == {"USD": "4.6 MYR"}
    assert await chat.calls() == [*[("set_rate", "ok")] * 2, ("show_rates", "ok")]


async def test_a_program_calls_it_and_is_told_what_it_came_to(chat: FeatureChat) -> None:
    was_set = await chat.result("set_rate", '{"currency": "USD", "rate": "4.45"}')
    done = RateSet.model_validate(was_set.value)
    assert (done.rate.into, done.rate.rate, done.rows) == ("MYR", Decimal("4.45"), 0)
    converted = await chat.result("convert_amount", '{"currency": "USD", "amount": "20"}')
    assert ConvertedAmount.model_validate(converted.value) == ConvertedAmount(
        amount=Decimal(20),
        currency="USD",
        into="MYR",
        rate=done.rate,
        converted=Decimal("89.00"),
    )
    shown = await chat.result("show_rates", '{"into": "USD"}')
    found = RatesFound.model_validate(shown.value)
    assert [(each.currency, each.rate) for each in found.rates] == [("MYR", Decimal("0.2247191"))]


async def test_a_new_file_of_the_bank_counts_for_what_is_asked(
    chat: FeatureChat, tmp_path: Path
) -> None:
    files = RateFiles(RatesFolder(tmp_path), PostgresRates(chat.stores.database))
    reads = {tool.name: read for tool, read in bind(Shared(chat.lent, files)).outside}

    def request(name: str) -> RunToolRequest:
        return RunToolRequest(
            person=chat.person,
            conversation_id=chat.id,
            task_id="",
            agent="expenses",
            call=call_of("c", CallRequest(name=name)),
            today=date(2020, 1, 3),
        )

    usd = AmountToConvert(amount=Decimal(20), currency="USD")
    before = await reads[CONVERT_AMOUNT.name](request(CONVERT_AMOUNT.name), usd)
    assert ConvertedAmount.model_validate(before).rate is None
    (tmp_path / "a.csv").write_text("Date,USD,MYR\n2020-01-02,1.1,4.84\n")
    after = await reads[CONVERT_AMOUNT.name](request(CONVERT_AMOUNT.name), usd)
    assert ConvertedAmount.model_validate(after).converted == Decimal("88.00")
    (tmp_path / "b.csv").write_text("Date,USD,MYR\n2020-01-03,1.1,4.95\n")
    shown = await reads[SHOW_RATES.name](request(SHOW_RATES.name), RateSelection(currency="USD"))
    assert [each.rate for each in RatesFound.model_validate(shown).rates] == [Decimal("4.5")]
