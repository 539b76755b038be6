"""Nothing that a person sends is lost by being fast: it waits, and only far too much is refused."""

from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.telegram.pace import AT_ONCE_FOR_EACH, LONGEST_WAIT, WINDOW, Pace
from bot.texts.catalogue import catalogue_of
from domain.errors import StorageUnavailableError
from domain.messages import Message
from tests.bot.telegram.telegram import (
    ANA,
    BEN,
    NOON,
    Stage,
    edited,
    message,
    person,
    photo,
)

START = datetime(2026, 11, 21, 12, tzinfo=UTC)


def waits(heard: list[Message]) -> list[int]:
    """For how many seconds from noon on each message waits."""
    return [round((m.not_before - START).total_seconds()) if m.not_before else 0 for m in heard]


@pytest.mark.shows("safety 26")
async def test_what_is_beyond_ten_a_minute_waits_and_the_person_is_told_once() -> None:
    stage = Stage(per_minute=10)
    heard = await stage.hear(*(message(n, str(n), date=NOON) for n in range(1, 24)))
    assert [m.text for m in heard] == [str(n) for n in range(1, 24)]
    assert waits(heard) == [0] * 10 + [60] * 10 + [120] * 3
    (told,) = stage.voice.to(ANA)
    assert told == catalogue_of("en").text("telegram.slow_down", limit="10")
    assert waits(await stage.hear(message(50, "b", user=BEN))) == [0]
    stage.now += timedelta(hours=1)
    await stage.hear(*(message(n, "x", date=NOON + 3600) for n in range(60, 71)))
    assert len(stage.voice.to(ANA)) == 2  # who is too fast again later is told again


@pytest.mark.shows("safety 26")
async def test_what_piled_up_while_the_bot_was_away_does_not_wait() -> None:
    stage = Stage(per_minute=10, now=START + timedelta(hours=1))
    heard = await stage.hear(*(message(n, str(n), date=NOON) for n in range(1, 60)))
    assert waits(heard) == [0] * 59
    assert stage.voice.said == []


async def test_an_album_counts_as_one_message() -> None:
    stage = Stage(per_minute=2)
    album = [message(n, photo=photo("none"), media_group_id="trip") for n in range(1, 11)]
    heard = await stage.hear(message(0, "first"), *album, message(20, "one more"))
    assert waits(heard) == [0] * 11 + [60]


async def test_each_edit_counts_also_of_an_albums_caption() -> None:
    stage = Stage(per_minute=2)
    part = message(1, photo=photo("none"), media_group_id="trip", date=NOON)
    edits = [edited(n, part, caption=f"shop {n}", edit_date=NOON) for n in range(2, 6)]
    assert waits(await stage.hear(part, *edits)) == [0, 0, 60, 60, 120]


async def test_what_comes_again_after_a_failure_is_not_counted_twice() -> None:
    stage = Stage(per_minute=1)
    stage.conversations.failures += [StorageUnavailableError("gone")] * 5
    for _ in range(5):
        assert not (await stage.receive(message(1, "lunch"))).settled
    assert waits(await stage.hear(message(1, "lunch"))) == [0]


async def test_far_too_much_is_refused_with_words_below_the_first_that_is_not_taken() -> None:
    stage = Stage(per_minute=1)
    most = 1 + LONGEST_WAIT // WINDOW
    heard = await stage.hear(*(message(n, str(n)) for n in range(most + 50)))
    assert len(heard) == most
    _, refused = stage.voice.to(ANA)
    assert refused == catalogue_of("en").text("telegram.too_much")
    assert stage.voice.replied[-1] == 1_000 + most
    stage.now += WINDOW
    await stage.hear(message(998, "taken", date=NOON + 60), message(999, "again", date=NOON + 60))
    assert stage.voice.to(ANA).count(refused) == 2


async def test_a_command_is_taken_at_once_however_much_waits() -> None:
    stage = Stage(per_minute=1)
    flood = [message(n, str(n)) for n in range(100)]
    heard = await stage.hear(*flood, message(200, "/cancel"))
    assert (heard[-1].command, heard[-1].not_before) == ("cancel", None)


def press(update_id: int) -> dict[str, Any]:
    asked = message(0, "Which?")["message"]
    pressed = {"id": str(update_id), "from": person(ANA), "chat_instance": "1", "data": "x"}
    return {"update_id": update_id, "callback_query": pressed | {"message": asked}}


async def test_presses_without_end_are_answered_and_not_applied() -> None:
    stage = Stage(per_minute=2)
    allowed = 2 * AT_ONCE_FOR_EACH
    await stage.hear(*(press(n) for n in range(allowed + 3)))
    words = catalogue_of("en").text("telegram.press.too_fast")
    assert stage.telegram.press_notes == {str(allowed + n): words for n in range(3)}
    stage.now += WINDOW
    await stage.hear(press(500))
    assert stage.telegram.press_notes.get("500") is None
    # Presses and messages do not hold each other up.
    assert waits(await stage.hear(message(501, "lunch", date=NOON + 60))) == [0]


@pytest.mark.shows("safety 26")
@given(st.lists(st.integers(0, 300), max_size=80), st.integers(1, 10))
def test_no_minute_has_more_than_the_limit_and_below_it_nothing_waits(
    seconds: list[int], limit: int
) -> None:
    pace = Pace(limit, longest_wait=timedelta(days=1))
    taken: list[datetime] = []
    for number, second in enumerate(sorted(seconds)):
        sent = START + timedelta(seconds=second)
        at = pace.judge(ANA, number, sent, sent).at
        assert at is not None
        assert pace.judge(ANA, number, sent, sent).at == at
        assert at == sent or sum(at - before <= WINDOW for before in taken) >= limit
        assert sum(at - before < WINDOW for before in taken) < limit
        taken.append(at)
