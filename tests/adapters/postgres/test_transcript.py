import asyncio
import json
from dataclasses import replace
from datetime import timedelta

import pytest

from adapters.postgres.parts import TablePart
from adapters.postgres.pool import Connection
from adapters.postgres.stores import Stores
from adapters.postgres.transcript import PostgresTranscript
from domain.commands import Command
from domain.conversation import RecalledTask
from domain.errors import StorageRejectedError
from domain.history import MAX_ENTRY_LENGTH, Speaker
from domain.messages import Attachment, ButtonPress, MediaKind, Message
from domain.replies import DeliveredReply
from domain.tasks import DraftStatus
from tests.adapters.postgres.requests import (
    ANN,
    AT,
    BOB,
    CHAT,
    delivery,
    hear,
    keeping,
    message,
    recalling,
    task,
)  # fmt: skip
from tests.adapters.postgres.toy import TOY, given


def shown(reply_id: str, text: str = "Saved.") -> DeliveredReply:
    return DeliveredReply(reply_id=reply_id, text=text, channel_ref=f"ref-{reply_id}")


@pytest.mark.shows("2.4")
async def test_messages_and_replies_are_recalled_in_the_order_of_the_talk(stores: Stores) -> None:
    await hear(stores, message(1, "lunch"), message(2, "12.30", at=AT + timedelta(seconds=9)))
    at = AT + timedelta(seconds=3)
    await stores.transcript.write(
        delivery("r1", "r2"), (shown("r1", "How much?"), shown("r2", "Tell me.")), at
    )

    recalled = await stores.transcript.recall(recalling())

    assert [(e.speaker, e.text) for e in recalled.history.entries] == [
        (Speaker.PERSON, "lunch"),
        (Speaker.STEWARD, "How much?"),
        (Speaker.STEWARD, "Tell me."),
        (Speaker.PERSON, "12.30"),
    ]
    assert recalled.history.entries[1].at == at


@pytest.mark.shows("14.1")
async def test_both_sides_of_a_turn_are_written_and_twice_is_once(stores: Stores) -> None:
    one, two = message(1, "lunch"), message(2, "12.30")
    await asyncio.gather(*(hear(stores, one) for _ in range(8)))
    turn, at = delivery("r1", heard=(one, two)), AT + timedelta(seconds=5)
    await asyncio.gather(*(stores.transcript.write(turn, (shown("r1"),), at) for _ in range(8)))

    recalled = await stores.transcript.recall(recalling())

    assert [entry.text for entry in recalled.history.entries] == ["lunch", "12.30", "Saved."]


async def test_of_a_turn_that_cannot_be_written_nothing_is(stores: Stores) -> None:
    one = message(1, "lunch")
    impossible = shown("r1").model_copy(update={"text": None})
    with pytest.raises(StorageRejectedError):
        await stores.transcript.write(delivery("r1", heard=(one,)), (impossible,), AT)
    assert (await stores.transcript.recall(recalling())).history.entries == []


async def test_replies_that_were_shown_are_known_by_their_ids_and_by_any_message_they_stand_in(
    stores: Stores,
) -> None:
    long = shown("r1").model_copy(update={"channel_ref": "7,8"})
    await stores.transcript.write(delivery("r1", "r2"), (long, shown("r2")), AT)
    await hear(stores, message(9, "lunch"))

    assert await stores.transcript.delivered(("r3", "r2", "r1")) == (shown("r2"), long)
    assert await stores.transcript.delivered((message(9, "").id,)) == (), "it is no reply"
    assert await stores.transcript.delivered(()) == ()
    found = [await stores.transcript.reply_at(CHAT, ref) for ref in ("7", "8", "9", "78", "7,8")]
    assert found == ["r1", "r1", None, None, None]
    assert await stores.transcript.reply_at("conversation:terminal:bob", "7") is None


async def test_everything_about_a_message_is_kept(stores: Stores) -> None:
    full = Message(
        id="terminal:ann:9",
        sender_id=ANN,
        sent_at=AT,
        text="",
        attachments=(
            Attachment(sha256="c" * 64, kind=MediaKind.IMAGE, mime_type="image/png", size=7),
        ),
        command=Command.UNDO,
        press=ButtonPress(action="undo", subject=task(1)),
        reply_to="r1",
    )
    await hear(stores, full)

    async with stores.database.connection() as connection:
        row = await connection.fetchrow(
            "SELECT reply_to, details FROM conversation_messages WHERE message_id = $1", full.id
        )
    assert row is not None
    assert row["reply_to"] == "r1"
    assert row["details"] == full.model_dump(
        mode="json", include={"attachments", "command", "press"}
    )


async def test_only_the_last_messages_are_recalled_and_long_ones_shortened(stores: Stores) -> None:
    await hear(
        stores,
        *(message(n, f"{n} " + "x" * 4000, at=AT + timedelta(seconds=n)) for n in range(1, 31)),
    )

    entries = (await stores.transcript.recall(recalling(limit=5))).history.entries

    assert [entry.text.split()[0] for entry in entries] == ["26", "27", "28", "29", "30"]
    assert {len(entry.text) for entry in entries} == {MAX_ENTRY_LENGTH}


async def test_the_last_ten_finished_tasks_are_recalled_oldest_first_for_those_who_took_part(
    stores: Stores,
) -> None:
    await hear(stores, message(1, "my secret"))
    for number in range(1, 13):
        await given(stores, number)

    recalled = await stores.transcript.recall(recalling())
    assert [known.number for known in recalled.recent] == list(range(3, 13))
    assert {known.agent for known in recalled.recent} == {"toy"}

    strange = await stores.transcript.recall(recalling(user_id=BOB))
    assert (strange.history.entries, strange.recent) == ([], ())


async def test_tasks_of_several_agents_are_recalled_together(stores: Stores) -> None:
    def other(*numbers: int) -> TablePart:
        async def recent(
            connection: Connection, user_id: str, conversation_id: str, limit: int
        ) -> tuple[RecalledTask, ...]:
            del connection, user_id, conversation_id, limit
            return tuple(RecalledTask(task_id=f"o/{n}", agent="other", number=n) for n in numbers)

        return replace(TOY, recent=recent)

    for number in (1, 3):
        await given(stores, number)
    transcript = PostgresTranscript(stores.database, (TOY, other(4, 2)))

    recent = (await transcript.recall(recalling())).recent

    assert [known.number for known in recent] == [1, 3, 4, 2], "each agent's in their own order"


@pytest.mark.shows("3.2")
async def test_task_numbers_go_on_after_finished_kept_and_dropped_tasks(stores: Stores) -> None:
    for number, odd in enumerate(["odd", "x/-5", "x/9999999999999999999999", "x/٣"], 11):
        reply = f"r{number}"
        await stores.transcript.write(delivery(reply, task_id=odd), (shown(reply),), AT)
    assert (await stores.transcript.recall(recalling())).tasks_started == 0

    await given(stores, 2)
    assert (await stores.transcript.recall(recalling())).tasks_started == 2

    await stores.drafts.keep(keeping(3, status=DraftStatus.CANCELLED))
    assert (await stores.transcript.recall(recalling())).tasks_started == 3

    await stores.transcript.write(delivery("r1", task_id=task(7)), (shown("r1"),), AT)
    await given(stores, 4)
    assert (await stores.transcript.recall(recalling())).tasks_started == 7

    await stores.drafts.keep(keeping(8).model_copy(update={"task_id": f"{task(8)}-1a2b3c"}))
    assert (await stores.transcript.recall(recalling())).tasks_started == 8


@pytest.mark.shows("13.5")
async def test_old_talk_and_drafts_are_forgotten_but_not_what_agents_keep(stores: Stores) -> None:
    await hear(stores, message(1, "old"))
    await given(stores, 1)
    await stores.drafts.keep(keeping(5))
    await stores.drafts.keep(keeping(6))
    async with stores.database.connection() as connection:
        now = await connection.fetchval("SELECT now()")
        await connection.execute(
            "UPDATE drafts SET updated_at = now() - interval '31 days' WHERE task_id = $1", task(5)
        )
    await hear(stores, message(2, "new", at=now))

    purged = await stores.purge(timedelta(days=30))

    assert purged.counts == {"messages": 1, "drafts": 1}
    recalled = await stores.transcript.recall(recalling())
    assert [entry.text for entry in recalled.history.entries] == ["new"]
    assert [known.number for known in recalled.recent] == [1]
    assert recalled.tasks_started == 6
    assert not (await stores.purge(timedelta(days=30))).counts


async def test_drafts_that_can_be_resumed_are_recalled(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1))
    await stores.drafts.keep(keeping(2, status=DraftStatus.CANCELLED))
    await stores.drafts.keep(keeping(3, status=DraftStatus.EXPIRED))
    await stores.drafts.keep(keeping(4, user_id=BOB))

    drafts = (await stores.transcript.recall(recalling())).drafts

    assert [draft.task_id for draft in drafts] == [task(1), task(3)]
    assert json.loads(drafts[0].state) == {"draft": {"amount": "12.30"}}
