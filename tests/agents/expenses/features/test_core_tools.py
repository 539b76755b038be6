"""The tools that are no feature's, through the conversation, with rows in a real database."""

from agents.expenses.replies import Deleted, DeletedTogether, Hinted, NoExpense, Restored, Spending
from agents.expenses.tools import Hint
from domain.topics import Failed, NothingToUndo, PressAction
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import act, called, query
from tests.model_server import ScriptedModelServer, payloads
from tests.model_server.payloads import understood


async def test_a_question_is_answered_and_asks_no_other_question_away(chat: FeatureChat) -> None:
    await chat.tell("Starbucks 15.50", "lunch", "what did I spend this week?", "8.20")
    (total,) = (await chat.said(Spending)).insight.totals
    assert (str(total.amount), total.count) == ("15.50", 1)
    await chat.tell("how much did I spend on grab and petrol?")
    hinted = await chat.said(Hinted)
    assert (hinted.hint, [card.number for card in hinted.cards]) == (Hint.SPENDING, [2, 1])
    assert [name for name, _ in await chat.calls()] == ["summarise_spending", "explain_words"]


async def test_a_program_asks_and_is_told_which_argument_is_wrong(chat: FeatureChat) -> None:
    await chat.tell("Starbucks 15.50", "Grab 12")
    for arguments in ('{"measure": "list", "merchant": "Grab"}', '{"measure": "median"}'):
        await chat.quiet(await chat.call("summarise_spending", arguments))
    (card,) = (await chat.said(Spending)).insight.cards
    assert card.merchant == "Grab"
    await chat.said(Failed)
    assert await chat.calls() == [("summarise_spending", "ok"), ("summarise_spending", "failed")]


async def test_an_older_row_is_shown_by_its_name_where_words_mean_it(chat: FeatureChat) -> None:
    await chat.tell("Shell 60", *(f"lunch {price}" for price in range(11, 22)))
    await chat.tell("the shell one was 65 not 60")
    hinted = await chat.said(Hinted)
    assert ([card.number for card in hinted.cards], hinted.heard) == ([1], "")
    await chat.tell("the aldi one was 65 not 60")
    hinted = await chat.said(Hinted)
    assert ([card.number for card in hinted.cards], hinted.heard) == ([12, 11, 10], "Aldi")


async def test_a_model_asks_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    asked = query("average", since="2026-01-01") | {"per": "month", "kind": "income"}
    models.answer("UnderstandAnswer", understood(act("open", call=asked, agent="expenses")))
    await modelled.tell("paljonko olen keskimäärin saanut kuukaudessa?")
    found = (await modelled.said(Spending)).insight
    assert (found.measure, found.query.per, found.query.kind) == ("average", "month", "income")


async def test_the_last_ones_are_taken_back_together_once_and_brought_back(
    chat: FeatureChat,
) -> None:
    await chat.tell("Starbucks 15.50", "Grab 12", "Zus 9")
    message_id = await chat.say("delete the last 2")
    await chat.quiet(message_id)
    await chat.say("delete the last 2", id=message_id)
    gone = await chat.said(DeletedTogether)
    assert [card.merchant for card in gone.cards] == ["Zus", "Grab"]
    for _ in range(2):
        await chat.quiet(await chat.call("undo_latest_expenses", '{"count": 1}'))
    assert (await chat.said(Deleted)).card.merchant == "Starbucks"
    await chat.said(NothingToUndo)
    buttons = await chat.told(DeletedTogether.topic)
    restoring = [c.press.subject for c in buttons.choices if c.press.action == PressAction.RESTORE]
    assert restoring == [card.task_id for card in gone.cards]
    await chat.push(buttons.choices[1].press)
    assert (await chat.said(Restored)).card.merchant == "Grab"


async def test_a_model_takes_the_last_ones_back(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    await modelled.tell("Starbucks 15.50", "Grab 12")
    asked = called("undo_latest_expenses", count=2)
    told = payloads.act("open", asked, agent="expenses")
    models.answer("UnderstandAnswer", understood(told))
    await modelled.tell("peru kaksi viimeistä")
    assert len((await modelled.said(DeletedTogether)).cards) == 2


async def test_a_notice_of_a_bank_is_named_and_nothing_saved(chat: FeatureChat) -> None:
    await chat.tell("Your Maybank TAC is 123456. Do not share it with anyone.")
    assert (await chat.said(NoExpense)).notice == "code"
