"""Files that people sent: whose they are, and how many are kept of a person and of everybody."""

import asyncio
from collections.abc import Callable
from pathlib import Path

import pytest

from adapters.postgres.attachments import PostgresAttachmentStore, Room, free_beside
from adapters.postgres.stores import Stores
from domain.errors import AttachmentMissingError, NoRoomForFileError, StorageRejectedError
from domain.messages import MediaKind
from tests.adapters.postgres.requests import ANN, BOB
from tests.adapters.postgres.test_erasure import count, photo

CONTENT = b"a photo"
PHOTO = photo(CONTENT)


async def test_an_attachment_is_there_once_for_those_who_sent_it(stores: Stores) -> None:
    content = bytes(range(256)) * 4096
    pdf = photo(content).model_copy(update={"kind": MediaKind.PDF, "mime_type": "application/pdf"})
    await asyncio.gather(*(stores.attachments.put(ANN, pdf, content) for _ in range(8)))
    assert await stores.attachments.get(ANN, pdf.sha256) == (pdf, content)
    with pytest.raises(AttachmentMissingError):
        await stores.attachments.get(BOB, pdf.sha256)

    await stores.attachments.put(BOB, pdf, content)
    assert await stores.attachments.get(BOB, pdf.sha256) == (pdf, content)
    assert await count(stores, "attachments") == 1
    assert await count(stores, "attachment_owners") == 2


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
    assert await count(stores, "attachments") == 0


Keeping = Callable[[Room], PostgresAttachmentStore]


@pytest.fixture
def keeping(stores: Stores) -> Keeping:
    return lambda room: PostgresAttachmentStore(stores.database, room)


async def put(store: PostgresAttachmentStore, content: bytes, user_id: str = ANN) -> None:
    await store.put(user_id, photo(content), content)


async def refused(store: PostgresAttachmentStore, content: bytes, user_id: str = ANN) -> str:
    with pytest.raises(NoRoomForFileError) as caught:
        await put(store, content, user_id)
    assert not caught.value.retryable
    return caught.value.code


async def yesterday(stores: Stores) -> None:
    async with stores.database.connection() as connection:
        await connection.execute(
            "UPDATE attachment_owners SET created_at = created_at - interval '25 hours'"
        )


@pytest.mark.shows("safety 32")
async def test_a_person_sends_no_more_than_a_days_files_and_again_the_next_day(
    stores: Stores, keeping: Keeping
) -> None:
    store = keeping(Room(of_day=10))
    await put(store, b"1234567")
    assert await refused(store, b"abcd") == "attachment.unusable.room_of_day"
    await put(store, b"abc")
    await yesterday(stores)
    await put(store, b"abcd")


async def test_a_person_is_kept_no_more_files_of_than_there_is_room_for(
    stores: Stores, keeping: Keeping
) -> None:
    store = keeping(Room(of_person=10))
    await put(store, b"1234567")
    await yesterday(stores)
    assert await refused(store, b"abcd") == "attachment.unusable.room_of_person"
    await put(store, b"abcd", BOB)


async def test_the_same_file_needs_no_more_room_and_a_dropped_one_none(keeping: Keeping) -> None:
    store = keeping(Room(of_day=10, of_person=10))
    for _ in range(3):
        await put(store, b"1234567")
    await store.drop(ANN, photo(b"1234567").sha256)
    await put(store, b"7654321")


async def test_files_that_come_together_do_not_each_find_the_same_room(keeping: Keeping) -> None:
    store = keeping(Room(of_day=10))
    results = await asyncio.gather(
        *(put(store, bytes([n]) * 7) for n in range(6)), return_exceptions=True
    )
    assert sum(result is None for result in results) == 1


async def test_below_the_floor_of_free_space_nobody_s_file_is_kept_and_both_can_be_asked(
    keeping: Keeping,
) -> None:
    store = keeping(Room(floor=100, free=lambda: 104))
    await put(store, b"1234")
    assert await refused(store, b"12345") == "attachment.unusable.room_of_machine"
    assert (await store.measure())["free"] == 104
    assert set(await keeping(Room()).measure()) == {"files"}


def test_the_disk_of_a_folder_that_is_yet_to_be_made_is_that_of_its_parent(tmp_path: Path) -> None:
    assert free_beside(tmp_path / "to be" / "made")() > 0
