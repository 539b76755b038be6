"""The recent part of a conversation: bounded entries, older ones summarised."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.history import MAX_ENTRY_LENGTH, History, Interrupted, Speaker

AT = datetime(2026, 3, 10, 8, tzinfo=UTC)


def history(count: int) -> History:
    kept = History()
    for number in range(count):
        kept.append(Speaker.PERSON, f"message {number}", AT)
    return kept


@given(st.text(max_size=3 * MAX_ENTRY_LENGTH))
def test_an_entry_keeps_the_beginning_within_its_limit(text: str) -> None:
    kept = History()
    kept.append(Speaker.STEWARD, text, AT)
    (entry,) = kept.entries
    assert len(entry.text) <= MAX_ENTRY_LENGTH
    assert text.startswith(entry.text.removesuffix("…"))
    assert (entry.text == text) == (len(text) <= MAX_ENTRY_LENGTH)


def test_recent_gives_the_last_entries_oldest_first() -> None:
    assert [e.text for e in history(5).recent(2)] == ["message 3", "message 4"]


def test_nothing_overflows_before_twice_the_limit() -> None:
    assert history(39).overflow(20) == ()
    assert len(history(40).overflow(20)) == 20


@pytest.mark.shows("14.5", "shop 44")
@given(st.integers(0, 60), st.integers(1, 20))
def test_folding_the_overflow_leaves_the_last_entries_and_loses_none(
    count: int, limit: int
) -> None:
    kept = history(count)
    before = tuple(kept.entries)
    old = kept.overflow(limit)
    kept.folded(len(old), "what came before")
    assert (*old, *kept.entries) == before
    assert kept.summary == "what came before"
    assert len(kept.entries) < 2 * limit
    if old:
        assert len(kept.entries) == limit


def test_a_reply_that_is_known_late_to_be_shown_stands_before_what_was_written_behind_it() -> None:
    kept, second = History(), timedelta(seconds=1)
    kept.append(Speaker.PERSON, "Tesco 54.20", AT)
    tesco = kept.entries[-1]
    kept.append(Speaker.PERSON, "find pens", AT + 2 * second)
    kept.append(Speaker.STEWARD, "Saved", AT + second, behind=tesco)
    find = kept.entries[-1]
    kept.append(Speaker.PERSON, "two of the first", AT + 4 * second)
    kept.append(Speaker.STEWARD, "1 Pen", AT + 3 * second, behind=find)
    kept.append(Speaker.STEWARD, "2 Pens", AT + 3 * second, behind=find)
    said = ["Tesco 54.20", "Saved", "find pens", "1 Pen", "2 Pens", "two of the first"]
    assert [entry.text for entry in kept.entries] == said


def test_a_reply_stands_behind_what_it_answers_whatever_the_clocks_say() -> None:
    kept = History()
    kept.append(Speaker.PERSON, "from a clock that is ahead", AT + timedelta(minutes=1))
    kept.append(Speaker.STEWARD, "answer", AT, behind=kept.entries[-1])
    assert kept.entries[-1].text == "answer"


def test_a_reply_that_was_broken_off_counts_as_far_as_it_was_heard() -> None:
    kept = History()
    for text in ("Same.", "One. " + "x" * MAX_ENTRY_LENGTH, "Same."):
        kept.append(Speaker.STEWARD, text, AT)
    kept.append(Speaker.PERSON, "Same.", AT)
    before = list(kept.entries)
    kept.break_off(Interrupted(text=before[1].text[:9], heard="One."))
    assert kept.entries == before
    kept.break_off(Interrupted(text="One. " + "x" * MAX_ENTRY_LENGTH, heard="One."))
    kept.break_off(Interrupted(text="Same."))
    assert [entry.text for entry in kept.entries] == [
        "Same.",
        "One. [interrupted; the rest was not heard]",
        "[interrupted; the rest was not heard]",
        "Same.",
    ]
