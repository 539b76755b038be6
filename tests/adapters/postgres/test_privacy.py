import pytest

from adapters.postgres.stores import Stores
from domain.errors import AttachmentMissingError, StorageRejectedError
from domain.tasks import ReopenedDraft
from tests.adapters.postgres.requests import ANN, BOB, keeping, reopening
from tests.adapters.postgres.test_erasure import photo

CONTENT = b"a photo"
PHOTO = photo(CONTENT)


async def test_an_attachment_is_there_for_those_who_sent_it(stores: Stores) -> None:
    await stores.attachments.put(ANN, PHOTO, CONTENT)

    assert await stores.attachments.get(ANN, PHOTO.sha256) == (PHOTO, CONTENT)
    with pytest.raises(AttachmentMissingError):
        await stores.attachments.get(BOB, PHOTO.sha256)

    await stores.attachments.put(BOB, PHOTO, CONTENT)
    assert await stores.attachments.get(BOB, PHOTO.sha256) == (PHOTO, CONTENT)


async def test_knowing_a_digest_does_not_open_somebody_elses_attachment(stores: Stores) -> None:
    await stores.attachments.put(ANN, PHOTO, CONTENT)

    with pytest.raises(StorageRejectedError):
        await stores.attachments.put(BOB, PHOTO, b"something else")

    with pytest.raises(AttachmentMissingError):
        await stores.attachments.get(BOB, PHOTO.sha256)


async def test_a_dropped_file_stays_for_whoever_else_sent_it(stores: Stores) -> None:
    for user_id in (ANN, BOB):
        await stores.attachments.put(user_id, PHOTO, CONTENT)

    await stores.attachments.drop(ANN, PHOTO.sha256)
    await stores.attachments.drop(ANN, PHOTO.sha256)

    with pytest.raises(AttachmentMissingError):
        await stores.attachments.get(ANN, PHOTO.sha256)
    assert await stores.attachments.get(BOB, PHOTO.sha256) == (PHOTO, CONTENT)
    await stores.attachments.drop(BOB, PHOTO.sha256)
    async with stores.database.connection() as connection:
        assert await connection.fetchval("SELECT count(*) FROM attachments") == 0


async def test_a_draft_of_somebody_else_is_neither_resumed_nor_overwritten(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, state='{"mine": true}'))

    assert await stores.drafts.reopen(reopening(1, "m1", user_id=BOB)) == ReopenedDraft()
    with pytest.raises(StorageRejectedError):
        await stores.drafts.keep(keeping(1, user_id=BOB, state="{}"))
    assert (await stores.drafts.reopen(reopening(1, "m2"))).state == '{"mine": true}'
