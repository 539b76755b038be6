"""Dialogues that a scripted model drives: what it may do, and what becomes of what it may not."""

import json

import pytest

from agents.procurement import call_replies, replies
from agents.procurement.items import called
from agents.procurement.offline.engine import ShopRules
from domain.tools import Step, StepRequest
from tests.agents.procurement.workflow.catalog import COPY, GEL
from tests.agents.procurement.workflow.chat import ShopChat, calls, in_turn

pytestmark = pytest.mark.parametrize("chat", ["model"], indirect=True)


def search(query: str, **more: object) -> tuple[str, str]:
    return "search_catalog", json.dumps({"query": query, **more})


def add(item_id: str, quantity: int = 1) -> tuple[str, str]:
    return "add_to_cart", json.dumps({"item_id": item_id, "quantity": quantity})


def by_rules(request: StepRequest) -> Step:
    """Where no model has an answer that may be said."""
    return ShopRules().step(request)


def said(request: StepRequest) -> list[str]:
    heard = [*request.said, *(h for each in request.rounds for h in each.heard)]
    return [each.text for each in heard]


async def test_two_wishes_and_a_checkout_in_one_message(chat: ShopChat) -> None:
    chat.steps.script = in_turn(
        calls(search("gel pen blue"), search("copy paper")),
        calls(add("TO-101", 2), add("TO-301")),
        calls(("checkout", '{"delivery_date": "2026-12-07"}'), say="The toner is not in it yet."),
    )
    shown = await chat.hears("pens and paper, then order both for monday, and some toner")
    asked = await chat.said(replies.AskSend)
    assert shown.startswith("The toner is not in it yet."), "words beside a question stand above it"
    assert [line.item_id for line in asked.proposal.lines] == ["TO-101", "TO-301"]
    assert await chat.sent_requests() == ()
    sent = await chat.hears("yes")
    assert len(await chat.sent_requests()) == 1
    assert "PR-1" in sent
    assert len(chat.steps.asked) == 3, "the card says that it was sent: no model is asked for words"


async def test_a_change_that_worked_ends_the_turn_by_its_card_and_one_that_failed_does_not(
    chat: ShopChat,
) -> None:
    await chat.tell("add 2 TO-101")
    before = len(chat.steps.asked)
    chat.steps.script = in_turn(
        calls(("set_quantity", '{"item_id": "TO-101", "quantity": 3}')),
    )
    shown = await chat.hears("make it three")
    assert "3 × Gel pen" in shown
    assert len(chat.steps.asked) == before + 1
    chat.steps.script = in_turn(
        calls(("set_quantity", '{"item_id": "TO-999", "quantity": 3}')),
        Step(say="I do not see that in the cart."),
    )
    assert "I do not see that" in await chat.hears("and three of the others")
    assert await chat.in_cart() == {"TO-101": 3}


async def test_the_button_below_a_cart_asks_before_it_is_sent(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101")
    chat.steps.script = in_turn(calls(("checkout", "{}")))
    await chat.press(call_replies.ORDER)
    asked = await chat.said(replies.AskSend)
    assert [line.item_id for line in asked.proposal.lines] == ["TO-101"]
    assert await chat.sent_requests() == ()
    await chat.tell("yes")
    assert len(await chat.sent_requests()) == 1


@pytest.mark.parametrize(
    ("said", "numbers"),
    [
        (
            "These are what there is for writing.",
            ["TO-101", "TO-102", "TO-103", "TO-104", "TO-110"],
        ),
        ("For writing I would take TO-104.", ["TO-104"]),
        ("Here is paper: TO-301.", ["TO-301"]),
    ],
    ids=["the last search", "what it names", "what it names of an earlier search"],
)
async def test_of_all_that_a_model_looks_at_only_what_it_means_is_shown(
    chat: ShopChat, said: str, numbers: list[str]
) -> None:
    chat.steps.script = in_turn(
        calls(search("copy paper")),
        calls(("browse_catalog", "{}")),
        calls(search("pen")),
        Step(say=said),
    )
    await chat.tell("something for my desk, not staples")
    found = await chat.said(replies.ItemsFound)
    assert sorted(item.item_id for each in found.lists for item in each.items) == numbers
    assert replies.WhatIsSold.topic not in chat.topics


async def test_products_that_a_model_names_stand_once_below_its_words_without_their_numbers(
    chat: ShopChat,
) -> None:
    chat.steps.script = in_turn(
        calls(search("gel pen"), search("black pen")),
        Step(say="Take the black one. [TO-104] [TO-101]\nThe blue one (TO-101) is cheaper."),
    )
    shown = await chat.hears("find the best pen")
    words, cheaper, *listed = shown.splitlines()
    assert (words, cheaper) == ("Take the black one.", "The blue one is cheaper.")
    assert [line[:1] for line in listed[:2]] == ["1", "2"], "no heading of a search"
    assert sum(GEL.name in line for line in listed) == 1
    chat.steps.script = in_turn(Step(say="Shall I put it in?"))
    await chat.tell("find more about the second one")
    context = chat.steps.asked[-1].context
    assert f"1 {GEL.name} [TO-101] - 14.90" in context
    assert "Cart" not in context


async def test_a_category_that_was_looked_at_is_not_called_everything(chat: ShopChat) -> None:
    chat.steps.script = in_turn(
        calls(search("", category="Paper")),
        Step(say="There are two kinds."),
        calls(search("", max_price=10)),
        Step(say="These are within your ten."),
    )
    assert "🔎 Paper:" in await chat.hears("find paper")
    assert "🔎 What fits:" in await chat.hears("find cables under 10")


async def test_only_the_request_that_the_words_name_is_shown_below_them(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101")
    await chat.tell("checkout")
    await chat.tell("yes")
    (sent,) = await chat.sent_requests()
    chat.steps.script = in_turn(
        calls(search("red gel pen"), ("list_requests", "{}")),
        Step(say=f"There is no red one. {called(sent.number)} can still be taken back: shall I?"),
    )
    shown = await chat.hears("find red pens instead")
    assert f"{called(sent.number)} · " in shown
    assert "🔎" not in shown


async def test_behind_words_that_may_not_be_said_only_what_was_looked_at_last_is_shown(
    chat: ShopChat,
) -> None:
    chat.steps.script = in_turn(
        calls(search("copy paper"), ("browse_catalog", "{}")),
        calls(search("gel pen")),
        by_rules,
    )
    shown = await chat.hears("something to write with")
    assert GEL.name in shown
    assert COPY.name not in shown
    assert replies.WhatIsSold.topic not in chat.topics


@pytest.mark.shows("shop 11", "shop 12")
async def test_calls_that_cannot_be_are_errors_that_the_person_never_sees_and_no_call_is_made_twice(
    chat: ShopChat,
) -> None:
    chat.steps.script = in_turn(
        calls(("delete_user", '{"user": "ali"}')),
        calls(search("gel pen blue")),
        calls(add("TO-101", -1)),
        calls(add("TO-101", 2)),
        calls(add("TO-101", 2)),
        Step(say="There you are."),
    )
    shown = await chat.hears("buy two blue gel pens")
    assert await chat.in_cart() == {"TO-101": 2}
    assert replies.CallFailed.topic not in chat.topics
    assert "2 × Gel pen" in shown
    unknown, wrong = (chat.steps.asked[n].rounds[-1].results[0].error for n in (1, 3))
    assert unknown is not None
    assert unknown.code == "unknown_tool"
    assert wrong is not None
    assert "quantity" in wrong.message + wrong.hint
    assert "1 to 999" in wrong.hint


@pytest.mark.shows("shop 2")
async def test_tools_called_for_ever_end_with_what_was_found_and_a_warning(chat: ShopChat) -> None:
    chat.steps.script = lambda request: calls(search(f"pen {request.round}"))
    shown = await chat.hears("find pens")
    assert len(chat.steps.asked) == 10
    assert "⚠️ That took too many steps" in shown
    assert GEL.name in shown


@pytest.mark.shows("shop 52")
async def test_words_that_arrive_during_a_round_are_what_is_searched(chat: ShopChat) -> None:
    def script(request: StepRequest) -> Step:
        if request.rounds:
            return Step(say="These are black.")
        return calls(search("black pens" if "black" in said(request)[-1] else "blue pens"))

    chat.steps.script = script
    chat.steps.hold()
    await chat.say("find blue pens")
    await chat.steps.begun.wait()
    await chat.say("I meant black ones")
    await chat.asked_again(2)
    chat.steps.release()
    found = await chat.said(replies.ItemsFound)
    assert found.lists[0].items[0].item_id == "TO-104"


@pytest.mark.shows("shop 21", "shop 48", "shop 52")
async def test_what_no_result_names_is_not_ordered_and_what_no_call_did_is_not_told(
    chat: ShopChat,
) -> None:
    chat.steps.script = in_turn(calls(add("TO-301")), Step())
    await chat.tell("get me something nice to write on")
    assert await chat.in_cart() == {}
    assert COPY.name not in chat.screen
    chat.steps.script = None
    await chat.tell("add TO-101")
    chat.steps.script = in_turn(Step(say="Ordered! It will be there on Friday."))
    shown = await chat.hears("please order what I have in the cart")
    assert "rdered" not in shown
    chat.steps.script = None
    await chat.tell("checkout", "stop")
    await chat.quiet()
    assert await chat.sent_requests() == ()


@pytest.mark.shows("shop 10", "shop 19")
async def test_the_cart_and_only_legal_tools_are_part_of_a_round(chat: ShopChat) -> None:
    await chat.tell("add 2 TO-101", "find paper")
    first, last = chat.steps.asked[0], chat.steps.asked[-1]
    assert first.context == ""
    assert "checkout" not in first.tools
    assert last.context.splitlines() == [
        "Cart: 1 line, total 29.80 MYR",
        f"- {GEL.name} (x2) - 29.80 [TO-101]",
    ]
    assert {"checkout", "set_quantity"} <= set(last.tools)
    assert "reorder" not in last.tools


@pytest.mark.shows("shop 6")
async def test_a_model_that_is_down_leaves_the_turn_to_rules(chat: ShopChat) -> None:
    def script(request: StepRequest) -> Step:
        if request.rounds:
            raise RuntimeError
        return calls(search("copy paper"))

    chat.steps.script = script
    await chat.tell("find copy paper")
    await chat.said(replies.ItemsFound)
    calls_made = await chat.tool_calls()
    assert calls_made == ["search_catalog"]
