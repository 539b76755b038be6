"""Unfinished tasks: kept as they were, taken up again once."""

import pytest

from activities.drafts import KeepDrafts
from domain.errors import StorageUnavailableError
from domain.tasks import DraftStatus, KeepDraftRequest, ReopenDraftRequest, ReopenedDraft
from tests.activities.running import Attempt
from tests.fakes.drafts import InMemoryDrafts

KEPT = KeepDraftRequest(
    user_id="ali",
    conversation_id="conversation:test:1",
    task_id="c/toy/1",
    agent="toy",
    status=DraftStatus.KEPT,
    state='{"amount": "12.30"}',
)


def reopening(request_id: str, user_id: str = "ali") -> ReopenDraftRequest:
    return ReopenDraftRequest(
        user_id=user_id,
        conversation_id=KEPT.conversation_id,
        task_id=KEPT.task_id,
        request_id=request_id,
    )


@pytest.fixture
def drafts() -> KeepDrafts:
    return KeepDrafts(InMemoryDrafts())


async def test_a_kept_draft_comes_back_as_it_was_once_to_its_person_and_again_to_a_retry(
    attempt: Attempt, drafts: KeepDrafts
) -> None:
    await attempt.run(drafts.keep_draft, KEPT)
    assert (await attempt.run(drafts.reopen_draft, reopening("tap 1", "siti"))).state is None
    first = await attempt.run(drafts.reopen_draft, reopening("tap 1"))
    assert first == ReopenedDraft(agent="toy", state=KEPT.state)
    assert await attempt.repeated(2).run(drafts.reopen_draft, reopening("tap 1")) == first
    assert (await attempt.run(drafts.reopen_draft, reopening("tap 2"))).state is None


async def test_an_outage_is_tried_again(attempt: Attempt) -> None:
    class Away(InMemoryDrafts):
        async def keep(self, request: KeepDraftRequest) -> None:
            raise StorageUnavailableError(request.task_id)

        async def reopen(self, request: ReopenDraftRequest) -> ReopenedDraft:
            raise StorageUnavailableError(request.task_id)

    drafts = KeepDrafts(Away())
    keeping = await attempt.fails(drafts.keep_draft, KEPT)
    reopened = await attempt.fails(drafts.reopen_draft, reopening("tap 1"))
    for failure in (keeping, reopened):
        assert (failure.type, failure.non_retryable) == ("storage.unavailable", False)
