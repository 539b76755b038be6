"""What a person said, what a model answered from the prompt alone, and what must come of it.

A line of ``turns.jsonl`` is a chat. Each of its ``turns`` has what is said and the model's answer,
found again by the words, so that a changed prompt does not matter. A task is named as cards name
it, and ``$yesterday`` is the day before the one that the model is shown. ``repair`` is the answer
to an objection, ``found`` what is said from the result of a call.
"""

import json
from datetime import date, timedelta
from pathlib import Path

import pytest

from adapters.model.written_calls import lists_of
from agents.expenses.replies import Saved
from agents.expenses.tools import tools_for_models
from domain.topics import GeneralAnswer
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import mention
from tests.model_server import ModelRequest, ScriptedModelServer
from tests.model_server.payloads import Payload, act, conversed, understood

CHATS = [
    json.loads(line)
    for line in (Path(__file__).parent / "turns.jsonl").read_text(encoding="utf-8").splitlines()
]
ROWS = """
    SELECT concat_ws(' ', item, merchant, amount::numeric(12, 2), currency) AS row
    FROM transactions WHERE user_id = $1 AND deleted_at IS NULL ORDER BY number
"""


def written(short: Payload, request: ModelRequest) -> Payload:
    """An act as a model writes it. Fields that are not of the act itself are of one expense, whose
    kind is ``money``.
    """
    told = dict(short)
    kind, named, call = str(told.pop("kind")), told.pop("task", None), told.pop("call", None)
    if kind == "set":
        return act(kind, setting=str(told["setting"]))
    tasks = request.data["tasks"]
    assert isinstance(tasks, list)
    number = None if named is None else int(str(named).removeprefix("#"))
    assert number is None or number in {each["number"] for each in tasks}, f"{named} is not shown"
    if "money" in told:
        told["kind"] = told.pop("money")
    if told and kind == "open":
        told.setdefault("category", "Other")
    if told.get("occurred_on") == "$yesterday":
        today = date.fromisoformat(str(request.data["today"])[:10])
        told["occurred_on"] = (today - timedelta(days=1)).isoformat()
    if isinstance(call, dict):
        tool = next(tool for tool in tools_for_models() if tool.name == call["tool"])
        call = {**dict.fromkeys(tool.arguments.model_fields), **call}
        for name, entry in lists_of(tool.arguments).items():
            unsaid = dict.fromkeys(entry.model_fields)
            call[name] = [{**unsaid, **each} for each in call[name]]
    details = {"mentions": [mention(**told)] if told else [], "call": call}  # type: ignore[arg-type]
    agent = "" if kind in {"general", "undo", "restore", "cancel"} else "expenses"
    return act(kind, details if told or call else None, agent=agent, task=number)


def answers(turn: Payload, request: ModelRequest) -> Payload:
    """What the model answers in a turn."""
    answer = turn["repair"] if request.complaint and "repair" in turn else turn["model"]
    assert isinstance(answer, dict)
    acts = [written(each, request) for each in answer["acts"]]
    from_results = bool(answer.get("answer_from_results"))
    return understood(*acts, reply=answer.get("reply"), answer_from_results=from_results)


@pytest.mark.parametrize("chat_of", CHATS, ids=lambda chat: chat["promise"])
async def test_what_a_right_answer_says_is_done_and_shown(
    chat_of: Payload, modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    turns = chat_of["turns"]
    assert isinstance(turns, list)
    by_words = {turn["say"]: turn for turn in turns}

    def understand(request: ModelRequest) -> Payload:
        return answers(by_words[request.messages[-1]], request)

    def converse(request: ModelRequest) -> Payload:
        return conversed(by_words[request.data["message"]]["found"])

    models.answer("UnderstandAnswer", understand)
    models.answer("ConverseAnswer", converse)
    for turn in turns:
        await modelled.tell(turn["say"])
    rows = [row["row"] for row in await modelled.execute(ROWS, modelled.user_id)]
    assert rows == chat_of["rows"]
    for words in chat_of.get("words", ()):  # type: ignore[attr-defined] # a list of words
        assert words in modelled.screen, modelled.screen
    for words in chat_of.get("not", ()):  # type: ignore[attr-defined] # a list of words
        assert words not in modelled.screen, modelled.screen
    assert len(models.requests) == chat_of.get("calls", len(turns))
    assert not models.malformed


async def test_a_reply_that_claims_what_was_not_done_is_asked_for_again_once(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    claim = understood(act("general"), reply="I have saved it for you.")
    models.answer("UnderstandAnswer", understood(act("general"), reply="Happy birthday to her!"))
    models.answer("UnderstandAnswer", claim, times=1)
    await modelled.tell("my mom has her birthday today")
    assert (await modelled.said(GeneralAnswer)).text == "Happy birthday to her!"
    assert "claims" in models.requests[-1].complaint


async def test_a_plain_new_record_does_not_wait_for_a_model_nor_ends_what_it_thinks_about(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    coffee = mention(item="coffee", amount="8", category="Other")
    answer = understood(act("open", {"mentions": [coffee], "call": None}, agent="expenses"))
    models.answer("UnderstandAnswer", answer)
    models.hang()
    first = await modelled.say("so the coffee thing was 8 today")
    await models.asked.wait()
    await modelled.say("Starbucks 15.50")
    assert (await modelled.said(Saved)).card.merchant == "Starbucks"
    assert [row["row"] for row in await modelled.execute(ROWS, modelled.user_id)] == [
        "Starbucks 15.50 MYR"
    ]
    models.recover()
    await modelled.quiet(first)
    assert (await modelled.said(Saved, 2)).card.item == "coffee"
    assert all(len(request.messages) == 1 for request in models.requests)


async def test_what_was_deleted_is_brought_back_in_words_by_rules_too(chat: FeatureChat) -> None:
    await chat.tell("coffee 8", "parking 5", "delete the coffee", "delete the parking")
    await chat.tell("bring back the coffee")
    assert [row["row"] for row in await chat.execute(ROWS, chat.user_id)] == ["coffee 8.00 MYR"]
    await chat.tell("put it back")
    rows = [row["row"] for row in await chat.execute(ROWS, chat.user_id)]
    assert rows == ["coffee 8.00 MYR", "parking 5.00 MYR"]


async def test_what_is_corrected_while_it_is_brought_back_is_there_to_be_corrected(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    """What brings it back is held up by another transaction that has the row."""
    models.answer("UnderstandAnswer", understood(act("undo", task=1)))
    await modelled.tell("coffee 8", "hey get that coffee out of there")
    amount: Payload = {"mentions": [mention(amount="14")], "call": None}
    detail = act("detail", amount, agent="expenses", task=1)
    answer = understood(act("restore", task=1), detail, act("general"), reply="Sure!")
    models.answer("UnderstandAnswer", answer)
    async with modelled.stores.database.transaction() as connection:
        await connection.execute("LOCK TABLE transactions IN EXCLUSIVE MODE")
        last = await modelled.say("nah bring back that coffee, but it was 14")
        await modelled.said(GeneralAnswer)
    await modelled.quiet(last)
    rows = [row["row"] for row in await modelled.execute(ROWS, modelled.user_id)]
    assert rows == ["coffee 14.00 MYR"]
