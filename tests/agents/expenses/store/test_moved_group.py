"""A group that becomes a supergroup gets another id: its ledger goes with it."""

from decimal import Decimal

from adapters.postgres.parts import registered
from adapters.postgres.stores import Stores
from adapters.postgres.telegram import PostgresGroups
from agents.expenses.details import Mention
from agents.expenses.ledger import FindRequest, UndoRequest
from domain.messages import Message
from domain.replies import Delivery
from domain.understanding import Person
from tests.adapters.postgres.requests import AT, keeping
from tests.agents.expenses.store.requests import Book, amending, saving

OLD, NEW = "telegram:-5", "telegram:-1005"
CHAT, MEMBERS = f"conversation:{OLD}", f"conversation:{OLD}.7"


async def lived(stores: Stores, book: Book) -> None:
    """The group and one of its members used the ledger under the old id."""
    await stores.users.person(Person(user_id=OLD, currency="EUR"))
    await stores.users.person(Person(user_id=NEW))
    said = Message(
        id="telegram:-5:1", sender_id=OLD, author_id="telegram:7", sent_at=AT, text="tea"
    )
    delivery = Delivery(
        conversation_id=CHAT,
        channel="telegram",
        chat_id="-5",
        user_id=OLD,
        locale="en_MY",
        timezone="UTC",
        replies=(),
        heard=(said,),
    )
    await stores.transcript.write(delivery, (), AT)
    await book.save(1, user_id=OLD, conversation_id=CHAT, category_chosen=True)
    change = amending(1, "c1", user_id=OLD, changes=Mention(amount=Decimal(20)))
    renamed = {"conversation_id": CHAT, "task_id": f"{CHAT}/expenses/1"}
    renamed["change_id"] = f"{CHAT}/expenses/1/c1"
    await book.ledger.amend(change.model_copy(update=renamed))
    await book.save(2, user_id="telegram:7", conversation_id=MEMBERS)
    draft = keeping(3, user_id=OLD)
    where = {"conversation_id": CHAT, "task_id": f"{CHAT}/expenses/3"}
    state = f'{{"task_id": "{CHAT}/expenses/3"}}'
    await stores.drafts.keep(draft.model_copy(update={**where, "state": state}))
    newer = saving(1, user_id=NEW, conversation_id=f"conversation:{NEW}", category_chosen=True)
    own_id = f"conversation:{NEW}/expenses/1-1a2b3c"
    await book.ledger.save(newer.model_copy(update={"task_id": own_id}))


async def traces(book: Book, of: str) -> dict[str, int]:
    """Rows in which a name stands anywhere, by table. Ids of messages that channels gave stay."""
    tables = await book.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    stands = f"AS r WHERE strpos((to_jsonb(r) - 'message_id')::text, '{of}') > 0"
    found = {table: await book.count(f"{table} {stands}") for (table,) in tables}
    return {table: count for table, count in found.items() if count}


async def test_a_group_that_moves_takes_all_that_is_kept_of_it(stores: Stores, book: Book) -> None:
    await lived(stores, book)
    groups = PostgresGroups(stores.database, registered())
    for _ in range(2):
        await groups.move(-5, -1005)

    assert await traces(book, "telegram:-5") == {}
    here = f"conversation:{NEW}"
    found = await book.ledger.find(
        FindRequest(user_id=NEW, conversation_id=here, task_id=f"{here}/expenses/1")
    )
    assert found is not None
    assert found.card.amount == Decimal(20)
    undone = await book.ledger.undo(
        UndoRequest(
            user_id=NEW,
            conversation_id=here,
            change_id=f"{here}/c9",
            task_id=f"{here}/expenses/1",
            shown="c1",
        )
    )
    assert undone.changes
    assert (await stores.users.person(Person(user_id=NEW))).currency == "EUR"


async def test_a_moved_groups_ledger_can_be_deleted(stores: Stores, book: Book) -> None:
    await lived(stores, book)
    await PostgresGroups(stores.database, registered()).move(-5, -1005)

    assert f"conversation:{NEW}" in await stores.erasure.conversations_of(NEW)
    await stores.erasure.erase(NEW)
    await stores.erasure.erase("telegram:7")

    assert await traces(book, "-1005") == await traces(book, "telegram:") == {}


async def test_other_groups_stay_as_they_are(stores: Stores, book: Book) -> None:
    whose = {"user_id": "telegram:-55", "conversation_id": "conversation:telegram:-55"}
    row = await book.save(user_id=whose["user_id"], conversation_id=whose["conversation_id"])
    await PostgresGroups(stores.database, registered()).move(-5, -1005)
    request = FindRequest.model_validate({**whose, "task_id": row.card.task_id})
    assert await book.ledger.find(request) == row
