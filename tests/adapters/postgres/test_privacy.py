from decimal import Decimal
from hashlib import sha256

import pytest

from adapters.postgres.stores import Stores
from domain.errors import AttachmentMissingError, NotFoundError, StorageRejectedError
from domain.ledger import InsightRequest, ReopenedDraft, UndoOutcome
from domain.messages import Attachment, MediaKind
from domain.understanding import InsightQuery, Mention
from tests.adapters.postgres.requests import (
    ANN,
    BOB,
    CHAT,
    amending,
    finding,
    keeping,
    message,
    recalling,
    reopening,
    restoring,
    saving,
    undoing,
)

CONTENT = b"a photo of a receipt"
PHOTO = Attachment(
    sha256=sha256(CONTENT).hexdigest(),
    kind=MediaKind.IMAGE,
    mime_type="image/jpeg",
    size=len(CONTENT),
)


async def test_nobody_finds_or_changes_a_row_of_somebody_else(stores: Stores) -> None:
    mine = (await stores.ledger.save(saving(1, attachment_sha256=PHOTO.sha256))).saved

    assert await stores.ledger.find(finding(1, user_id=BOB)) is None
    assert await stores.ledger.find_by_image(BOB, PHOTO.sha256) is None
    with pytest.raises(NotFoundError):
        await stores.ledger.amend(
            amending(1, "c1", user_id=BOB, changes=Mention(amount=Decimal(1)))
        )
    assert await stores.ledger.undo(undoing("u1", user_id=BOB)) == UndoOutcome()
    assert await stores.ledger.undo(undoing("u2", 1, user_id=BOB)) == UndoOutcome()
    with pytest.raises(NotFoundError):
        await stores.ledger.restore(restoring(1, "r1", user_id=BOB))
    assert await stores.ledger.find(finding(1)) == mine


async def test_undo_in_a_shared_chat_takes_back_ones_own_save(stores: Stores) -> None:
    await stores.ledger.save(saving(1, user_id=ANN))
    await stores.ledger.save(saving(2, user_id=BOB))

    outcome = await stores.ledger.undo(undoing("u1", user_id=ANN))

    assert outcome.stored is not None
    assert outcome.stored.card.number == 1
    bobs = await stores.ledger.find(finding(2, user_id=BOB))
    assert bobs is not None
    assert not bobs.deleted


async def test_a_change_id_of_somebody_else_tells_nothing(stores: Stores) -> None:
    await stores.ledger.save(saving(1, user_id=ANN))
    await stores.ledger.save(saving(2, user_id=BOB))
    await stores.ledger.undo(undoing("u1", user_id=ANN))

    with pytest.raises(StorageRejectedError):
        await stores.ledger.undo(undoing("u1", user_id=BOB))


async def test_a_task_of_somebody_else_cannot_be_saved_over(stores: Stores) -> None:
    mine = (await stores.ledger.save(saving(1))).saved

    with pytest.raises(StorageRejectedError):
        await stores.ledger.save(saving(1, user_id=BOB, amount=Decimal(1)))

    assert await stores.ledger.find(finding(1)) == mine


async def test_figures_count_ones_own_rows_only(stores: Stores) -> None:
    await stores.ledger.save(saving(1, user_id=ANN))

    answer = await stores.ledger.insight(
        InsightRequest(user_id=BOB, conversation_id=CHAT, query=InsightQuery())
    )

    assert (answer.totals, answer.by_category, answer.cards) == ((), (), ())


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


async def test_what_was_learned_from_one_person_is_not_known_of_another(stores: Stores) -> None:
    await stores.ledger.save(saving(1, merchant="Shell", category_chosen=True))

    assert await stores.preferences.learned_category(BOB, "Shell") is None
    assert await stores.preferences.categories_used(BOB, 5) == ()


async def test_a_chat_is_not_recalled_for_somebody_who_never_took_part(stores: Stores) -> None:
    await stores.transcript.heard(CHAT, "terminal", "ann", message(1, "my secret"))
    await stores.ledger.save(saving(1))

    recalled = await stores.transcript.recall(recalling(user_id=BOB))

    assert recalled.history.entries == []
    assert recalled.recent == ()
