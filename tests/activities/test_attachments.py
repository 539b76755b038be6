"""Fetching a file: stored once, as what it is, and refused with a reason."""

import pytest

from activities.attachments import FetchAttachments
from domain.attachments import FetchRequest
from domain.errors import (
    AppError,
    AttachmentUnavailableError,
    StorageUnavailableError,
    UnusableAttachmentError,
)
from domain.messages import MAX_ATTACHMENT_BYTES, Attachment, MediaKind
from domain.understanding import Person
from tests.activities.running import Attempt
from tests.fakes.attachments import InMemoryAttachments, RemoteShelf
from tests.fakes.people import InMemoryUsers

ALI = Person(user_id="ali", locale="de_DE")


class Desk:
    def __init__(self) -> None:
        self.shelf, self.attachments = RemoteShelf(), InMemoryAttachments()
        self.users = InMemoryUsers()
        self.fetch = FetchAttachments(
            self.shelf, self.attachments, self.users, self.shelf.identify
        ).fetch_attachment


@pytest.fixture
def desk() -> Desk:
    return Desk()


def request(attachment: Attachment) -> FetchRequest:
    return FetchRequest(person=ALI, attachment=attachment)


async def test_a_file_is_stored_once_under_its_digest_for_a_person_who_is_known_from_then_on(
    attempt: Attempt, desk: Desk
) -> None:
    declared = desk.shelf.lay("photo")
    fetched = await attempt.run(desk.fetch, request(declared))
    assert fetched == desk.shelf.stored("photo")
    assert await attempt.repeated(2).run(desk.fetch, request(declared)) == fetched
    assert desk.attachments.files == {("ali", fetched.sha256): b"photo"}
    assert desk.users.known == {"ali": ALI}


async def test_its_bytes_decide_what_it_is(attempt: Attempt, desk: Desk) -> None:
    declared = desk.shelf.lay("bill", MediaKind.PDF).model_copy(
        update={"kind": MediaKind.IMAGE, "size": 0}
    )
    fetched = await attempt.run(desk.fetch, request(declared))
    assert (fetched.kind, fetched.size) == (MediaKind.PDF, 4)


async def refused(attempt: Attempt, desk: Desk, declared: Attachment, why: str) -> None:
    failure = await attempt.fails(desk.fetch, request(declared))
    assert (failure.type, failure.non_retryable) == (f"attachment.{why}", True)
    assert desk.attachments.files == {}


async def test_what_is_too_large_no_picture_or_gone_is_refused_for_good_and_not_stored(
    attempt: Attempt, desk: Desk
) -> None:
    film = desk.shelf.lay("film").model_copy(update={"size": MAX_ATTACHMENT_BYTES + 1})
    await refused(attempt, desk, film, "unusable.too_large")
    assert desk.shelf.fetched == []
    desk.shelf.refused[b"zip"] = UnusableAttachmentError("a zip", why="not_a_picture")
    await refused(attempt, desk, desk.shelf.lay("zip"), "unusable.not_a_picture")
    nowhere = Attachment(remote="x", kind=MediaKind.IMAGE, mime_type="image/jpeg", size=0)
    await refused(attempt, desk, nowhere, "gone")


@pytest.mark.parametrize(
    "away", [AttachmentUnavailableError("telegram"), StorageUnavailableError("database")]
)
async def test_what_is_away_is_tried_again(attempt: Attempt, desk: Desk, away: AppError) -> None:
    declared = desk.shelf.lay("photo")
    failing = desk.shelf if isinstance(away, AttachmentUnavailableError) else desk.attachments
    failing.failures.append(away)
    failure = await attempt.fails(desk.fetch, request(declared))
    assert (failure.type, failure.non_retryable) == (away.code, False)
    assert await attempt.repeated(2).run(desk.fetch, request(declared))
