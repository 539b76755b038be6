"""The saved expenses come as a file, asked for by the command or in words."""

import pytest

from agents.expenses.replies import ExportReady
from domain.messages import MediaKind
from domain.topics import Failed
from tests.agents.expenses.workflow.chat import ExpenseChat


@pytest.mark.shows("safety 14")
@pytest.mark.parametrize("asked", ["/export", "export my expenses"])
async def test_one_reply_brings_one_file_and_a_question_stays_open(
    chat: ExpenseChat, asked: str
) -> None:
    await chat.tell("Starbucks 15.50", "lunch", asked)
    reply = await chat.told(ExportReady.topic)
    (file,) = reply.files
    assert file.name == "expenses.xlsx"
    stored, content = await chat.stored.get(chat.person.user_id, file.sha256)
    assert (stored.kind, content[:2]) == (MediaKind.OTHER, b"PK")
    assert (await chat.said(ExportReady)).exported.rows == 1
    await chat.tell("8.20")
    assert [card.item for card in chat.saved] == [None, "lunch"]


async def test_of_nothing_there_is_no_file_and_an_outage_is_told(chat: ExpenseChat) -> None:
    await chat.tell("/export last month csv", "/export banana")
    first, second = [await chat.told(ExportReady.topic, count) for count in (1, 2)]
    assert (first.files, second.files) == ((), ())
    assert "nothing saved" in chat.screen
    assert "I did not understand which days" in chat.screen
    chat.ledger.fail_with_outage()
    await chat.tell("/export")
    await chat.told(Failed.topic)
