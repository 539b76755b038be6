"""Requests above a limit wait: approvers decide in their chats, who ordered is told in theirs."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from dataclasses import replace
from decimal import Decimal
from typing import NamedTuple

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.parts import AgentParts
from agents.procurement import call_replies, replies
from agents.procurement.approvals import LOOK_AGAIN, WORKFLOW, ApprovalStart, LookAgain, case_id
from agents.procurement.items import RequestStatus
from agents.procurement.settings import ProcurementSettings
from agents.procurement.tools import DECIDE_REQUEST
from domain.conversation import Limits
from domain.topics import PressAction
from tests.agents.procurement.workflow.chat import ShopChat, calls, in_turn
from tests.given import given_id
from tests.workflows.chat import Activities

BY_MODEL = pytest.mark.parametrize("team", ["model"], indirect=True)


class OtherChat(ShopChat):
    """Stands beside another chat, whose workers serve both: its own only deliver to it."""

    def bring(self, parts: AgentParts) -> None:
        super().bring(replace(parts, activities={}))

    def platform(self) -> Activities:
        own = (self.reply_queue, self.files_queue)
        return {queue: done for queue, done in super().platform().items() if queue in own}


class Team(NamedTuple):
    """Ana orders, what is above RM100 waits; Ben and Mia may approve."""

    ana: ShopChat
    ben: ShopChat
    mia: ShopChat


@pytest.fixture(params=["rules"])
async def team(
    request: pytest.FixtureRequest, server: WorkflowEnvironment, limits: Limits, shop: Stores
) -> AsyncIterator[Team]:
    own = limits.model_copy(
        update={"has_model": request.param == "model", "enabled": ("procurement",)}
    )
    ids = [given_id() for _ in Team._fields]
    settings = ProcurementSettings(_env_file=None).model_copy(
        update={
            "purchase_approval_limit": Decimal(100),
            "purchase_approvers": frozenset(f"test:{each}" for each in ids[1:]),
        }
    )
    async with AsyncExitStack() as stack:
        chats = [
            await stack.enter_async_context(
                kind(server, own, shop, settings=settings, chat_id=each).open()
            )
            for kind, each in zip((ShopChat, OtherChat, OtherChat), ids, strict=True)
        ]
        for approver in chats[1:]:
            await approver.tell("/cart")  # their conversations are there, with their own queues
        yield Team(*chats)


async def order(chat: ShopChat, quantity: int = 10) -> int:
    """Sends a request of so many boxes at RM14.90; its number."""
    asked = await chat.hears(f"add {quantity} TO-101", "checkout")
    assert "Send this request" in asked
    await chat.tell("yes")
    return (await chat.sent_requests())[0].number


async def status_of(chat: ShopChat) -> RequestStatus:
    return (await chat.sent_requests())[0].status


@pytest.mark.shows("shop 61")
async def test_a_request_above_the_limit_waits_and_who_sent_it_is_told_that_it_was_approved(
    team: Team,
) -> None:
    number = await order(team.ana)
    assert "Send this request for approval?" in team.ana.screen
    assert f"Sent for approval (PR-{number}, RM149.00)" in team.ana.screen
    assert "Add to expenses" not in team.ana.screen
    assert await status_of(team.ana) is RequestStatus.PENDING
    for approver in (team.ben, team.mia):
        asked = await approver.reads(f"PR-{number} is waiting for your approval")
        assert "10 × Gel pen blue 0.7, box of 12 · RM149.00" in asked
        assert f"Sent by {team.ana.user_id}" in asked
        assert "[Approve] [Reject]" in asked
    assert replies.AskApproval.topic not in team.ana.topics
    assert f"PR-{number} approved" in await team.ben.presses(call_replies.APPROVE)
    told = await team.ana.reads(f"PR-{number} is approved · RM149.00")
    assert "[Take back]" in told
    assert await status_of(team.ana) is RequestStatus.SUBMITTED


@pytest.mark.shows("shop 61")
async def test_a_request_below_the_limit_waits_for_nobody(team: Team) -> None:
    number = await order(team.ana, 2)
    assert f"PR-{number} sent · RM29.80" in team.ana.screen
    assert await status_of(team.ana) is RequestStatus.SUBMITTED
    assert replies.AskApproval.topic not in team.ben.topics


@pytest.mark.shows("shop 61")
async def test_words_of_an_approver_reject_with_a_reason_after_the_request_was_shown(
    team: Team,
) -> None:
    number = await order(team.ana)
    asked = await team.ben.hears(f"reject PR-{number}: too expensive for us")
    assert f"Reject PR-{number}?" in asked
    assert "10 × Gel pen blue 0.7, box of 12" in asked
    assert "[Reject] [Not yet]" in asked
    assert await status_of(team.ana) is RequestStatus.PENDING
    assert "Nothing decided" in await team.ben.hears("no")
    await team.ben.tell(f"reject PR-{number}: too expensive for us", "yes")
    told = await team.ana.reads(f"PR-{number} was rejected · RM149.00")
    assert "💬 too expensive for us" in told
    assert await status_of(team.ana) is RequestStatus.REJECTED


@pytest.mark.shows("shop 61")
async def test_of_two_approvers_at_once_and_of_presses_twice_one_decision_stands_told_once(
    team: Team,
) -> None:
    number = await order(team.ana)
    for approver in (team.ben, team.mia):
        await approver.told(replies.AskApproval.topic)
    await asyncio.gather(team.ben.press(call_replies.APPROVE), team.mia.press(call_replies.REJECT))
    told = await team.ana.said(replies.RequestAnswered)
    await team.ben.presses(call_replies.APPROVE)
    await team.mia.presses(call_replies.REJECT)
    both = [*team.ben.topics, *team.mia.topics]
    assert both.count(replies.RequestDecided.topic) == 1
    decided = RequestStatus.SUBMITTED if told.approve else RequestStatus.REJECTED
    assert await status_of(team.ana) is decided
    word = "approved" if told.approve else "rejected"
    loser = team.mia if told.approve else team.ben
    assert f"PR-{number} is {word} already" in loser.screen
    # A worker that died before it was told: the workflow goes through it once more.
    await team.ana.cases.pass_on(
        WORKFLOW, case_id(number), ApprovalStart(number=number), LOOK_AGAIN, LookAgain()
    )
    await team.ana.client.get_workflow_handle(case_id(number)).result()
    await team.ana.tell("/cart")
    assert list(team.ana.topics).count(replies.RequestAnswered.topic) == 1


@pytest.mark.shows("shop 61")
async def test_nobody_approves_their_own(team: Team) -> None:
    number = await order(team.ben)
    await team.mia.told(replies.AskApproval.topic)
    assert replies.AskApproval.topic not in team.ben.topics
    assert "is your own request" in await team.ben.hears(f"approve PR-{number}")
    assert await status_of(team.ben) is RequestStatus.PENDING
    assert f"PR-{number} approved" in await team.mia.presses(call_replies.APPROVE)
    await team.ben.reads(f"PR-{number} is approved")


@pytest.mark.shows("shop 61")
async def test_anybody_else_is_refused_and_an_approver_finds_only_what_waits(team: Team) -> None:
    number = await order(team.ana)
    refused = await team.ana.hears(f"approve PR-{number}")
    assert "Purchasing approves and places orders" in refused
    below = await order(team.ana, 1)
    assert f"No request PR-{below} is waiting" in await team.ben.hears(f"approve PR-{below}")
    assert "No request PR-99999 is waiting" in await team.ben.hears("reject PR-99999: no")
    assert "approve PR-7" in await team.ben.hears("approve the request")


@pytest.mark.shows("shop 61")
async def test_a_request_that_waits_is_taken_back_and_its_button_says_so(team: Team) -> None:
    number = await order(team.ana)
    await team.ben.told(replies.AskApproval.topic)
    assert f"PR-{number} is cancelled" in await team.ana.hears(f"take back PR-{number}")
    assert f"PR-{number} is cancelled already" in await team.ben.presses(call_replies.APPROVE)
    assert await team.ana.in_cart() == {"TO-101": 10}


@BY_MODEL
@pytest.mark.shows("shop 61")
async def test_a_model_is_offered_the_decision_for_approvers_alone_and_the_person_says_yes(
    team: Team,
) -> None:
    number = await order(team.ana)
    wanted = json.dumps({"number": number, "approve": True, "reason": ""})
    team.ana.steps.script = in_turn(calls((DECIDE_REQUEST.name, wanted)))
    assert DECIDE_REQUEST.name not in team.ana.steps.asked[-1].tools
    asked = await team.ben.hears(f"approve PR-{number} for Ana")
    assert DECIDE_REQUEST.name in team.ana.steps.asked[-1].tools
    assert f"Approve PR-{number}?" in asked
    assert await status_of(team.ana) is RequestStatus.PENDING
    assert f"PR-{number} approved" in await team.ben.presses(PressAction.YES)
    await team.ana.reads(f"PR-{number} is approved")
