"""Files by every way in: words, a command, a model, a program."""

import pytest

from agents.expenses.features.export.replies import ExportReady, ExportUnclear
from agents.expenses.features.export.tools import Exported
from agents.expenses.replies import Saved
from domain.messages import MediaKind
from domain.topics import Failed
from tests.agents.expenses.features.chat import FeatureChat
from tests.agents.expenses.payloads import called
from tests.model_server import ScriptedModelServer
from tests.model_server.payloads import act, understood

UNCLEAR = {
    "en_MY": "📄 Which days?",
    "ms_MY": "Hari yang mana?",
    "de_DE": "Welche Tage?",
}
NO_FILE = {"en_MY": "no Excel file", "ms_MY": "tiada fail", "de_DE": "keine Excel-Datei"}
BACKWARDS = '{"since": "2026-05-31", "until": "2026-03-01"}'


async def content(chat: FeatureChat, count: int) -> bytes:
    """Of the one file that the reply with that many exports before it brings."""
    (file,) = (await chat.told(ExportReady.topic, count)).files
    stored, content = await chat.stores.attachments.get(chat.user_id, file.sha256)
    assert stored.kind is MediaKind.OTHER
    return content


@pytest.mark.shows("safety 14")
async def test_one_reply_brings_one_file_and_a_question_stays_open(chat: FeatureChat) -> None:
    await chat.tell("Starbucks 15.50", "lunch")
    for number, asked in enumerate(("/export", "export my expenses"), 1):
        await chat.tell(asked)
        assert (await content(chat, number)).startswith(b"PK"), asked
    exported = (await chat.said(ExportReady, 2)).exported
    assert (exported.rows, [file.name for file in exported.files]) == (1, ["expenses.xlsx"])
    await chat.tell("export my expenses as csv")
    assert b"Starbucks" in await content(chat, 3)
    await chat.tell("8.20")
    assert (await chat.said(Saved, 2)).card.item == "lunch"


@pytest.mark.parametrize("chat", UNCLEAR, indirect=True)
async def test_of_nothing_there_is_no_file_and_what_cannot_be_is_refused(
    chat: FeatureChat,
) -> None:
    await chat.tell("/export banana", "/export 2020")
    for arguments in (BACKWARDS, '{"form": "pdf"}', '{"since": "soon"}'):
        await chat.quiet(await chat.call("export_expenses", arguments))
    await chat.said(ExportUnclear, 4)
    assert (await chat.said(ExportReady)).exported.total == 0
    assert chat.screen.count(UNCLEAR[chat.person.locale]) == 4
    assert chat.screen.count(NO_FILE[chat.person.locale]) == 1
    assert [reply.files for reply in chat.channel.shown] == [()] * 5
    assert await chat.calls() == [("export_expenses", "ok"), *[("export_expenses", "failed")] * 3]


async def test_a_program_gets_the_files_that_the_reply_brings(chat: FeatureChat) -> None:
    await chat.tell("Starbucks 15.50 on 3 February", "Grab 12 on 1 March")
    arguments = '{"form": "csv", "since": "2026-02-01", "until": "2026-02-28"}'
    message_id = await chat.call("export_expenses", arguments)
    await chat.quiet(message_id)
    done = await chat.stores.tool_calls.find(chat.user_id, f"{message_id}/1")
    assert done is not None
    exported = Exported.model_validate(done.value)
    assert exported == (await chat.said(ExportReady)).exported
    assert (await chat.told(ExportReady.topic)).files == exported.files
    assert (exported.rows, exported.total, exported.no_room) == (1, 1, False)
    assert b"Starbucks" in await content(chat, 1)


async def test_a_model_asks_for_one_in_a_language_that_no_rule_reads(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    asked = called("export_expenses", form="csv", since="2026-02-01", until=None, ours=None)
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("lähetä kuluni taulukkona helmikuusta alkaen")
    order = (await modelled.said(ExportReady)).exported.order
    days = {"since": "2026-02-01", "until": None}
    assert order.model_dump(mode="json") == {"form": "csv", **days, "ours": False}


async def test_a_model_that_names_no_day_is_not_believed(
    modelled: FeatureChat, models: ScriptedModelServer
) -> None:
    asked = called("export_expenses", form="csv", since="2026-02-30", until=None, ours=None)
    models.answer("UnderstandAnswer", understood(act("open", asked, agent="expenses")))
    await modelled.tell("lähetä kuluni taulukkona helmikuun lopusta alkaen")
    assert await modelled.calls() == []


async def test_a_message_that_comes_twice_is_one_call(chat: FeatureChat) -> None:
    message_id = await chat.say("export my expenses")
    await chat.quiet(message_id)
    await chat.say("export my expenses", id=message_id)
    await chat.tell("/export csv")
    await chat.said(ExportReady, 2)
    assert len(await chat.calls()) == 2


async def test_what_did_not_work_is_not_told_as_misunderstood(chat: FeatureChat) -> None:
    await chat.execute("ALTER TABLE transactions RENAME TO lost")
    await chat.tell("/export")
    await chat.execute("ALTER TABLE lost RENAME TO transactions")
    assert list(chat.topics) == [Failed.topic]
