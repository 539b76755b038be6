"""Too many messages are let go with one warning; nothing within the limit is lost."""

from datetime import UTC, datetime, timedelta

from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.pace import WINDOW, Judgement, Pace
from domain.errors import StorageUnavailableError
from tests.bot.telegram.telegram import ANA, BEN, NOON, Stage, edited, message, photo

START = datetime(2026, 11, 21, 12, tzinfo=UTC)


async def test_the_eleventh_message_of_a_minute_is_warned_about_once() -> None:
    stage = Stage(per_minute=10)
    heard = await stage.hear(*(message(n, str(n), date=NOON + n) for n in range(1, 16)))
    assert [m.text for m in heard] == [str(n) for n in range(1, 11)]
    assert len(stage.voice.to(ANA)) == 1
    (later,) = await stage.hear(message(16, "later", date=NOON + 75))
    assert later.text == "later"


async def test_what_piled_up_while_the_bot_was_away_is_all_handled() -> None:
    stage = Stage(per_minute=10)
    heard = await stage.hear(*(message(n, str(n), date=NOON + 7 * n) for n in range(1, 60)))
    assert len(heard) == 59
    assert stage.voice.said == []


async def test_an_album_counts_as_one_message() -> None:
    stage = Stage(per_minute=2)
    album = [message(n, photo=photo("none"), media_group_id="trip") for n in range(1, 11)]
    assert len(await stage.hear(message(0, "first"), *album)) == 11
    assert await stage.hear(message(20, "one too many")) == []


async def test_each_edit_of_an_albums_caption_counts() -> None:
    stage = Stage(per_minute=2)
    part = message(1, photo=photo("none"), media_group_id="trip", date=NOON)
    await stage.hear(part)
    edits = [edited(n, part, caption=f"shop {n}", edit_date=NOON + n) for n in range(2, 6)]
    assert [m.text for m in await stage.hear(*edits)] == ["shop 2"]


async def test_edits_count() -> None:
    stage = Stage(per_minute=1)
    first = message(1, "lunch")
    assert len(await stage.hear(first, edited(2, first, text="dinner"))) == 1


async def test_what_comes_again_after_a_failure_is_not_counted_twice() -> None:
    stage = Stage(per_minute=1)
    stage.conversations.failures += [StorageUnavailableError("gone")] * 5
    for _ in range(5):
        assert not (await stage.receive(message(1, "lunch"))).settled
    assert len(await stage.hear(message(1, "lunch"))) == 1


async def test_everybody_has_their_own_limit() -> None:
    stage = Stage(per_minute=1)
    assert len(await stage.hear(message(1, "a"), message(2, "b", user=BEN))) == 2


@given(st.lists(st.integers(0, 300), max_size=80), st.integers(1, 10))
def test_no_minute_ever_has_more_than_the_limit_and_below_it_all_is_handled(
    seconds: list[int], limit: int
) -> None:
    pace = Pace(limit)
    taken: list[datetime] = []
    for number, second in enumerate(sorted(seconds)):
        at = START + timedelta(seconds=second)
        judged = pace.judge(ANA, number, at)
        recent = sum(at - before < WINDOW for before in taken)
        assert (judged is Judgement.HANDLE) == (recent < limit)
        assert pace.judge(ANA, number, at) is not Judgement.WARN
        if judged is Judgement.HANDLE:
            taken.append(at)
