"""How many files are kept: of a person within a day, of a person in all, and of everybody."""

import asyncio
from collections.abc import Callable
from hashlib import sha256
from pathlib import Path

import pytest

from adapters.postgres.attachments import PostgresAttachmentStore, Room, free_beside
from adapters.postgres.stores import Stores
from domain.errors import NoRoomForFileError
from domain.messages import Attachment, MediaKind
from tests.adapters.postgres.requests import ANN, BOB

Keeping = Callable[[Room], PostgresAttachmentStore]


@pytest.fixture
def keeping(stores: Stores) -> Keeping:
    return lambda room: PostgresAttachmentStore(stores.database, room)


async def put(store: PostgresAttachmentStore, content: bytes, user_id: str = ANN) -> None:
    file = Attachment(
        sha256=sha256(content).hexdigest(), kind=MediaKind.IMAGE, mime_type="image/png"
    )
    await store.put(user_id, file, content)


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


async def test_the_same_file_again_needs_no_more_room_and_what_was_dropped_needs_none(
    keeping: Keeping,
) -> None:
    store = keeping(Room(of_day=10, of_person=10))
    for _ in range(3):
        await put(store, b"1234567")
    await store.drop(ANN, sha256(b"1234567").hexdigest())
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


def test_the_disk_of_a_folder_that_is_still_to_be_made_is_that_of_its_parent(
    tmp_path: Path,
) -> None:
    assert free_beside(tmp_path / "to be" / "made")() > 0
