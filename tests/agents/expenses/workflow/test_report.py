"""A report is asked for by the command or in words, and comes as one reply with its picture."""

import pytest

from agents.expenses.replies import ReportReady
from domain.topics import Failed
from tests.agents.expenses.workflow.chat import ExpenseChat


@pytest.mark.shows("safety 12")
@pytest.mark.parametrize("asked", ["/report dark", "show me a report of this month"])
async def test_one_reply_brings_the_picture_and_a_question_stays_open(
    chat: ExpenseChat, asked: str
) -> None:
    await chat.tell("Starbucks 15.50", "lunch", asked)
    reply = await chat.told(ReportReady.topic)
    (file,) = reply.files
    assert file.mime_type == "image/png"
    _, content = await chat.stored.get(chat.person.user_id, file.sha256)
    assert content.startswith(b"\x89PNG")
    assert "RM15.50" in chat.screen
    await chat.tell("8.20")
    assert [card.item for card in chat.saved] == [None, "lunch"]


async def test_of_nothing_there_is_no_picture_and_an_outage_is_told(chat: ExpenseChat) -> None:
    await chat.tell("/report last month", "/report banana", "/report next month")
    replies = [await chat.told(ReportReady.topic, count) for count in (1, 2, 3)]
    assert [reply.files for reply in replies] == [(), (), ()]
    for said in ("nothing saved", "did not understand which days", "still to come"):
        assert said in chat.screen
    chat.ledger.fail_with_outage()
    await chat.tell("/report")
    await chat.told(Failed.topic)
