"""Reports by every way in, and those that come by themselves."""

from collections.abc import AsyncIterator

import pytest
from temporalio.testing import WorkflowEnvironment

from adapters.postgres.stores import Stores
from agents.expenses.features.reports.replies import (
    SEND_REGULARLY,
    DigestNotChanged,
    DigestShown,
    NoReport,
    ReportReady,
)
from agents.expenses.features.reports.tools import Reported, ReportProblem
from agents.expenses.replies import Saved
from bot.handover import TemporalRefusedError
from domain.conversation import Limits
from domain.topics import Failed
from tests.agents.expenses.features.cases import RecordedCases
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood

STILL_TO_COME = {"en_MY": "still to come", "ms_MY": "belum tiba", "de_DE": "liegt in der Zukunft"}


@pytest.fixture
def cases() -> RecordedCases:
    return RecordedCases()


@pytest.fixture
async def scheduled(
    server: WorkflowEnvironment, limits: Limits, kept: Stores, cases: RecordedCases
) -> AsyncIterator[FeatureChat]:
    """A chat whose schedules are those of ``cases``."""
    async with FeatureChat(server, limits, kept, cases=cases).open() as chat:
        yield chat


async def digests(chat: FeatureChat) -> list[str]:
    rows = await chat.execute("SELECT every FROM digests WHERE user_id = $1", chat.user_id)
    return [row["every"] for row in rows]


@pytest.mark.shows("safety 12")
async def test_a_picture_comes_by_words_and_by_command_and_a_question_stays_open(
    chat: FeatureChat,
) -> None:
    await chat.tell("Starbucks 15.50", "lunch")
    for number, asked in enumerate(("/report dark", "show me a report of this month"), 1):
        await chat.tell(asked)
        (picture,) = (await chat.told(ReportReady.topic, number)).files
        _, content = await chat.stores.attachments.get(chat.user_id, picture.sha256)
        assert content.startswith(b"\x89PNG"), asked
        assert picture.mime_type == "image/png"
    assert "RM15.50" in chat.screen
    await chat.tell("8.20")
    await chat.said(Saved, 2)
    assert await chat.calls() == [("report_spending", "ok")] * 2


async def test_of_nothing_there_is_no_picture(chat: FeatureChat) -> None:
    await chat.tell("/report last month")
    assert (await chat.told(ReportReady.topic)).files == ()
    assert "nothing saved" in chat.screen
    await chat.tell("/report banana")
    assert (await chat.said(NoReport)).problem is ReportProblem.UNCLEAR
    assert "📊 Which days?" in chat.screen


@pytest.mark.parametrize("chat", STILL_TO_COME, indirect=True)
async def test_what_is_still_to_come_is_not_drawn(chat: FeatureChat) -> None:
    await chat.tell("/report 2099", "/report next month")
    assert (await chat.said(NoReport, 2)).problem is ReportProblem.FUTURE
    assert chat.screen.count(STILL_TO_COME[chat.person.locale]) == 2


async def test_a_program_has_this_month_where_it_names_no_days(chat: FeatureChat) -> None:
    await chat.tell("Starbucks 15.50")
    message_id = await chat.call("report_spending", "{}")
    await chat.quiet(message_id)
    done = await chat.stores.tool_calls.find(chat.user_id, f"{message_id}/1")
    assert done is not None
    period = Reported.model_validate(done.value).report.period
    assert (period.since.day, period.since.month) == (1, period.until.month)
    await chat.quiet(
        await chat.call("report_spending", '{"since": "2026-03-02", "until": "2026-03-01"}')
    )
    assert (await chat.said(NoReport)).problem is ReportProblem.UNCLEAR


async def test_a_model_asks_for_one_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    await modelled.tell("Starbucks 15.50")
    asked = called("report_spending", since="2026-01-01", until=None, ours=None, look="dark")
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("näytä tämän kuun raportti")
    (picture,) = (await modelled.told(ReportReady.topic)).files
    assert picture.name.startswith("report-2026-01-01-")


async def test_the_report_of_a_month_is_sent_every_month_at_a_press(
    scheduled: FeatureChat, cases: RecordedCases
) -> None:
    await scheduled.tell("Starbucks 15.50 on 3 january", "/report january")
    await scheduled.press(SEND_REGULARLY, await scheduled.told(ReportReady.topic), "month")
    await scheduled.said(DigestShown)
    (table,) = cases.schedules.values()
    assert (table.day, await digests(scheduled)) == (1, ["month"])


@pytest.mark.shows("safety 13")
async def test_a_digest_is_arranged_changed_shown_and_ended(
    scheduled: FeatureChat, cases: RecordedCases
) -> None:
    await scheduled.tell("/digest weekly")
    await scheduled.said(DigestShown)
    (table,) = cases.schedules.values()
    assert (table.weekday, table.timezone) == (1, scheduled.person.timezone)
    await scheduled.tell("send me a report every sunday")
    await scheduled.said(DigestShown, 2)
    (table,) = cases.schedules.values()
    assert table.weekday == 0
    await scheduled.result("set_digest", '{"every": "week", "hour": 20}')
    (table,) = cases.schedules.values()
    assert (table.weekday, table.hour) == (0, 20)  # what was not said stays
    await scheduled.tell("undo")
    await scheduled.said(DigestShown, 4)
    (table,) = cases.schedules.values()
    assert (table.weekday, table.hour) == (0, 9)
    await scheduled.tell("send me a report every month")
    await scheduled.said(DigestShown, 5)
    (table,) = cases.schedules.values()
    assert (table.weekday, table.day, await digests(scheduled)) == (None, 1, ["month"])
    await scheduled.tell("/digest", "/digest banana", "/digest off")
    await scheduled.said(DigestShown, 7)
    await scheduled.said(DigestNotChanged)
    assert (cases.schedules, await digests(scheduled)) == ({}, [])
    for words in (
        "Every Monday",
        "Every Sunday",
        "On the 1st",
        "How often",
        "You get no regular reports",
    ):
        assert words in scheduled.screen


async def test_what_cannot_be_scheduled_is_not_promised(
    scheduled: FeatureChat, cases: RecordedCases
) -> None:
    cases.failure = TemporalRefusedError("no right to keep schedules")
    await scheduled.tell("/digest weekly")
    await scheduled.told(Failed.topic)
    assert await digests(scheduled) == []
