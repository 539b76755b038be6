from hashlib import sha256

import pytest

from adapters.postgres.stores import Stores
from domain.errors import AttachmentMissingError, StorageRejectedError
from domain.messages import Attachment, MediaKind
from domain.tasks import ReopenedDraft
from tests.adapters.postgres.requests import ANN, BOB, keeping, reopening

CONTENT = b"a photo"
PHOTO = Attachment(
    sha256=sha256(CONTENT).hexdigest(),
    kind=MediaKind.IMAGE,
    mime_type="image/jpeg",
    size=len(CONTENT),
)


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


async def test_a_draft_of_somebody_else_is_neither_resumed_nor_overwritten(stores: Stores) -> None:
    await stores.drafts.keep(keeping(1, state='{"mine": true}'))

    assert await stores.drafts.reopen(reopening(1, "m1", user_id=BOB)) == ReopenedDraft()
    with pytest.raises(StorageRejectedError):
        await stores.drafts.keep(keeping(1, user_id=BOB, state="{}"))
    assert (await stores.drafts.reopen(reopening(1, "m2"))).state == '{"mine": true}'
