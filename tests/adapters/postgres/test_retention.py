"""What is older than the retention time goes; what an agent still shows, and what is still under
way, stays.
"""

from dataclasses import replace
from datetime import datetime, timedelta

from adapters.postgres.parts import Counts
from adapters.postgres.pool import Database
from adapters.postgres.retention import FILES_A_BATCH, ROWS_A_BATCH, purge
from adapters.postgres.stores import Stores
from domain.errors import AttachmentMissingError
from domain.messages import Attachment
from domain.retention import Purged
from domain.tasks import DraftStatus
from tests.adapters.postgres.requests import ANN, BOB, CHAT, keeping
from tests.adapters.postgres.test_erasure import count, photo
from tests.adapters.postgres.toy import TOY, given

DAYS = timedelta(days=30)


async def aged(stores: Stores, table: str, moment: str, where: str = "true") -> None:
    """Makes rows 31 days old."""
    async with stores.database.connection() as connection:
        await connection.execute(
            f"UPDATE {table} SET {moment} = {moment} - interval '31 days' WHERE {where}"  # noqa: S608
        )


async def sent(stores: Stores, content: bytes, *users: str) -> Attachment:
    """A file of these persons, 31 days ago."""
    attachment = photo(content)
    for user_id in users or (ANN,):
        await stores.attachments.put(user_id, attachment, content)
    for table in ("attachments", "attachment_owners"):
        await aged(stores, table, "created_at", f"sha256 = '{attachment.sha256}'")
    return attachment


async def is_kept(stores: Stores, file: Attachment, user_id: str = ANN) -> bool:
    try:
        await stores.attachments.get(user_id, file.sha256)
    except AttachmentMissingError:
        return False
    return True


def draft_of(file: Attachment) -> str:
    return '{"attachment": {"sha256": "' + file.sha256 + '"}, "amount": null}'


class TestFiles:
    async def test_one_that_nothing_shows_goes_with_what_came_of_it(self, stores: Stores) -> None:
        async def sweep(database: Database, before: datetime) -> Counts:
            del before
            async with database.connection() as connection:
                files = await connection.fetchval("SELECT count(*) FROM attachments")
            return {"left": files + 1}

        await sent(stores, b"dropped", ANN, BOB)
        purged = await purge(stores.database, DAYS, (replace(TOY, sweep=sweep),))
        assert purged == Purged(counts={"files": 1, "left": 1})
        for table in ("attachments", "attachment_owners"):
            assert await count(stores, table) == 0

    async def test_one_that_an_agent_shows_stays_and_goes_when_it_is_given_up_but_no_number_returns(
        self, stores: Stores
    ) -> None:
        file = await sent(stores, b"kept", ANN, BOB)
        await given(stores, 1, sha256=file.sha256)
        assert await stores.purge(DAYS) == Purged()
        assert await is_kept(stores, file)
        assert await is_kept(stores, file, BOB)

        await aged(stores, "toys", "at")
        assert (await stores.purge(DAYS)).counts == {"toys": 1, "files": 1}
        assert not await is_kept(stores, file)
        async with stores.database.connection() as connection:
            started = await connection.fetchval(
                "SELECT tasks_started FROM conversations WHERE conversation_id = $1", CHAT
            )
        assert started == 1

    async def test_a_young_one_and_one_that_anybody_sent_again_stay_though_nothing_shows_them_yet(
        self, stores: Stores
    ) -> None:
        again, by_another = await sent(stores, b"again"), await sent(stores, b"by another")
        for content, sender in ((b"young", ANN), (b"again", ANN), (b"by another", BOB)):
            await stores.attachments.put(sender, photo(content), content)
        assert (await stores.purge(DAYS)).counts.get("files", 0) == 0
        assert await is_kept(stores, photo(b"young"))
        assert await is_kept(stores, again)
        assert await is_kept(stores, by_another, BOB)

    async def test_one_of_a_draft_stays_while_the_draft_can_go_on(self, stores: Stores) -> None:
        stays = {DraftStatus.KEPT: True, DraftStatus.EXPIRED: True, DraftStatus.CANCELLED: False}
        files = {status: await sent(stores, status.encode()) for status in stays}
        for number, (status, file) in enumerate(files.items(), 1):
            await stores.drafts.keep(keeping(number, status=status, state=draft_of(file)))
        await stores.purge(DAYS)
        kept = {status: await is_kept(stores, file) for status, file in files.items()}
        assert kept == stays

        await aged(stores, "drafts", "updated_at")
        assert (await stores.purge(DAYS)).counts.get("drafts", 0) == 3
        assert not any([await is_kept(stores, file) for file in files.values()])

    async def test_one_that_is_being_sent_at_this_moment_stays(self, stores: Stores) -> None:
        file = await sent(stores, b"now")
        async with stores.database.transaction() as connection:
            await connection.execute(
                "SELECT FROM attachments WHERE sha256 = $1 FOR KEY SHARE", file.sha256
            )
            assert (await stores.purge(DAYS)).counts.get("files", 0) == 0
        assert await is_kept(stores, file)

    async def test_more_than_a_batch_goes_at_once(self, stores: Stores) -> None:
        async with stores.database.connection() as connection:
            await connection.execute(
                """
                INSERT INTO attachments (sha256, kind, mime_type, content, created_at)
                SELECT encode(sha256(n::text::bytea), 'hex'), 'image', 'image/png', '',
                       now() - interval '31 days'
                FROM generate_series(1, $1::int) AS n
                """,
                FILES_A_BATCH * 2 + 1,
            )
        assert (await stores.purge(DAYS)).counts.get("files", 0) == FILES_A_BATCH * 2 + 1


class TestRows:
    async def test_notes_on_old_messages_of_telegram_go(self, stores: Stores) -> None:
        async with stores.database.connection() as connection:
            await connection.execute(
                """
                INSERT INTO telegram_progress (conversation_id, message_id, at)
                VALUES ('conversation:telegram:7', 1, now() - interval '31 days'),
                       ('conversation:telegram:7', 2, now())
                """
            )
        assert (await stores.purge(DAYS)).counts.get("notes", 0) == 1
        assert await count(stores, "telegram_progress") == 1

    async def test_more_than_a_batch_goes_at_once(self, stores: Stores) -> None:
        async with stores.database.connection() as connection:
            await connection.execute(
                """
                INSERT INTO model_calls
                    (provider, model, purpose, outcome, latency_ms, input_tokens, output_tokens, at)
                SELECT 'p', 'm', 'understand', 'ok', 1, 1, 1,
                       now() - CASE WHEN n = 1 THEN interval '0' ELSE interval '31 days' END
                FROM generate_series(1, $1::int) AS n
                """,
                ROWS_A_BATCH * 2 + 2,
            )
        assert (await stores.purge(DAYS)).counts.get("model_calls", 0) == ROWS_A_BATCH * 2 + 1
        assert await count(stores, "model_calls") == 1

    async def test_a_row_that_somebody_uses_does_not_stop_the_purge(self, stores: Stores) -> None:
        for number in (1, 2):
            await stores.drafts.keep(keeping(number))
        await aged(stores, "drafts", "updated_at")
        async with stores.database.transaction() as connection:
            await connection.execute(
                "SELECT FROM drafts WHERE task_id = $1 FOR UPDATE", keeping(1).task_id
            )
            assert (await stores.purge(DAYS)).counts.get("drafts", 0) == 1
        assert (await stores.purge(DAYS)).counts.get("drafts", 0) == 1
