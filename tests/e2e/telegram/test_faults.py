"""Photos that cannot be fetched at once."""

from decimal import Decimal

from tests.e2e.telegram.conftest import Telegram
from tests.e2e.telegram.member import Member
from tests.e2e.telegram.papers import kopi


async def test_a_photo_that_telegram_no_longer_has_is_asked_for_again(ali: Member) -> None:
    ali.tg.fail("getFile", status=400, description="Bad Request: invalid file_id")
    (told,) = await ali.send(kopi("9.00"))
    assert "send it again" in told.text
    assert await ali.all_rows() == []
    (card,) = await ali.send(kopi("9.00"))
    assert "RM9.00" in card.text


async def test_a_photo_whose_bot_is_killed_before_it_fetched_it_is_read_once(
    telegram: Telegram, ali: Member
) -> None:
    before = len(ali.tg.calls_of("getFile"))
    slow = ali.tg.fail("getFile", slow=60, drop="before", times=None)
    photo = ali.photo(kopi("9.00"))
    try:
        await ali.heard(photo)
        await telegram.bot.kill()
    finally:
        ali.tg.faults.remove(slow)
        await telegram.start_bot()
    await ali.answered(photo)
    await ali.sees("Saved", "RM9.00")
    assert len(ali.showing("RM9.00")) == 1
    assert len(ali.tg.calls_of("getFile")) > before
    assert [row["amount"] for row in await ali.all_rows()] == [Decimal("9.00")]
