import asyncio
from datetime import timedelta

from adapters.postgres.stores import Stores
from domain.history import MAX_ENTRY_LENGTH, Speaker
from domain.ledger import DraftStatus
from domain.messages import Attachment, ButtonPress, Command, MediaKind, Message
from domain.replies import DeliveredReply, Delivery, Reply
from tests.adapters.postgres.requests import (
    ANN,
    AT,
    CHAT,
    keeping,
    message,
    recalling,
    saving,
    task,
    undoing,
)


def delivery(
    *reply_ids: str, task_id: str | None = None, heard: tuple[Message, ...] = ()
) -> Delivery:
    return Delivery(
        conversation_id=CHAT,
        channel="terminal",
        chat_id="ann",
        user_id=ANN,
        locale="en_MY",
        timezone="Asia/Kuala_Lumpur",
        replies=tuple(Reply(id=i, topic="transaction.saved", task_id=task_id) for i in reply_ids),
        heard=heard,
    )


def shown(reply_id: str, text: str = "Saved.") -> DeliveredReply:
    return DeliveredReply(reply_id=reply_id, text=text, channel_ref=f"ref-{reply_id}")


async def hear(stores: Stores, *messages: Message) -> None:
    for each in messages:
        await stores.transcript.heard(CHAT, "terminal", "ann", each)


async def test_messages_and_replies_are_recalled_in_the_order_they_were_said(
    stores: Stores,
) -> None:
    await hear(stores, message(1, "lunch"), message(2, "12.30", at=AT + timedelta(seconds=9)))
    at = AT + timedelta(seconds=3)
    await stores.transcript.said(
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


async def test_what_comes_twice_is_written_once(stores: Stores) -> None:
    one = message(1, "lunch")
    await asyncio.gather(*(hear(stores, one) for _ in range(8)))
    said = (shown("r1"),)
    await asyncio.gather(
        *(stores.transcript.said(delivery("r1", heard=(one,)), said, AT) for _ in range(8))
    )

    recalled = await stores.transcript.recall(recalling())

    assert [entry.text for entry in recalled.history.entries] == ["lunch", "Saved."]


async def test_a_message_that_could_not_be_written_is_written_with_the_reply(
    stores: Stores,
) -> None:
    missed = message(1, "lunch 12.30")

    await stores.transcript.said(
        delivery("r1", heard=(missed,)), (shown("r1"),), AT + timedelta(seconds=5)
    )

    recalled = await stores.transcript.recall(recalling())
    assert [entry.text for entry in recalled.history.entries] == ["lunch 12.30", "Saved."]


async def test_replies_that_were_shown_are_known_with_their_words(stores: Stores) -> None:
    await stores.transcript.said(delivery("r1", "r2"), (shown("r1"), shown("r2")), AT)

    assert await stores.transcript.delivered(("r3", "r2", "r1")) == (shown("r2"), shown("r1"))
    assert await stores.transcript.delivered(()) == ()


async def test_a_message_is_never_taken_for_a_delivered_reply(stores: Stores) -> None:
    await hear(stores, message(1, "lunch"))

    assert await stores.transcript.delivered((message(1, "").id,)) == ()


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


async def test_only_the_last_messages_are_recalled_and_long_ones_shortened(
    stores: Stores,
) -> None:
    await hear(
        stores,
        *(message(n, f"{n} " + "x" * 4000, at=AT + timedelta(seconds=n)) for n in range(1, 31)),
    )

    entries = (await stores.transcript.recall(recalling(limit=5))).history.entries

    assert [entry.text.split()[0] for entry in entries] == ["26", "27", "28", "29", "30"]
    assert {len(entry.text) for entry in entries} == {MAX_ENTRY_LENGTH}


async def test_the_last_ten_live_cards_are_recalled_oldest_first(stores: Stores) -> None:
    for number in range(1, 13):
        await stores.ledger.save(saving(number))
    await stores.ledger.undo(undoing("u1", 12))

    recalled = await stores.transcript.recall(recalling())

    assert [card.number for card in recalled.recent] == list(range(2, 12))


async def test_task_numbers_go_on_after_saves_drafts_and_dropped_tasks(stores: Stores) -> None:
    assert (await stores.transcript.recall(recalling())).tasks_started == 0

    await stores.ledger.save(saving(2))
    assert (await stores.transcript.recall(recalling())).tasks_started == 2

    await stores.drafts.keep(keeping(3, status=DraftStatus.CANCELLED))
    assert (await stores.transcript.recall(recalling())).tasks_started == 3

    await stores.transcript.said(delivery("r1", task_id=task(7)), (shown("r1"),), AT)
    await stores.ledger.save(saving(4))
    assert (await stores.transcript.recall(recalling())).tasks_started == 7


async def test_a_task_id_of_another_form_does_not_disturb_the_count(stores: Stores) -> None:
    for number, task_id in enumerate(["odd", "x/-5", "x/9999999999999999999999", "x/٣"], 1):
        await stores.transcript.said(
            delivery(f"r{number}", task_id=task_id), (shown(f"r{number}"),), AT
        )

    assert (await stores.transcript.recall(recalling())).tasks_started == 0


async def test_old_talk_drafts_and_calls_are_forgotten_but_not_the_ledger(stores: Stores) -> None:
    await hear(stores, message(1, "old"))
    await stores.ledger.save(saving(1))
    await stores.drafts.keep(keeping(5))
    await stores.drafts.keep(keeping(6))
    async with stores.database.connection() as connection:
        now = await connection.fetchval("SELECT now()")
        await connection.execute(
            "UPDATE drafts SET updated_at = now() - interval '31 days' WHERE task_id = $1", task(5)
        )
    await hear(stores, message(2, "new", at=now))

    purged = await stores.purge(timedelta(days=30))

    assert (purged.messages, purged.drafts, purged.model_calls) == (1, 1, 0)
    recalled = await stores.transcript.recall(recalling())
    assert [entry.text for entry in recalled.history.entries] == ["new"]
    assert [card.number for card in recalled.recent] == [1]
    assert recalled.tasks_started == 6
    assert (await stores.purge(timedelta(days=30))).messages == 0
