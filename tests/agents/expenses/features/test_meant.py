"""Messages that are judged to be for a tool of a feature, though not each word is understood."""

from datetime import UTC, datetime

import pytest

from agents.expenses.features import FEATURES
from agents.expenses.meaning import HeardWords, Kind
from agents.expenses.offline.acts import meanings_of
from agents.registry import tools_of
from domain.understanding import Person, Said

WRITES = {"set_budget", "remove_budget", "keep_recurring", "remove_recurring", "note_debts"}


def called(text: str) -> str:
    """The tool that the message is read as a call of; nothing for anything else."""
    said = Said(message_id="m1", text=text, sent_at=datetime(2026, 3, 12, 4, tzinfo=UTC))
    (found, *_) = meanings_of(HeardWords(person=Person(user_id="p"), said=(said,)))
    if found.kind is not Kind.CALL or found.call is None:
        return ""
    if found.judged:
        assert not found.sure
    return found.call.name


def test_each_is_read_for_a_tool_that_there_is() -> None:
    assert {name for own in FEATURES.each_of("recognise", "MEANT") for name in own} <= set(
        tools_of(["expenses"])
    )


@pytest.mark.parametrize(
    "text",
    [
        "don't remove my food limit",
        "should I drop the limit on food?",
        "hit my 200 limit on clothes",
        "what happens if I set my food limit to 300?",
        "would 300 a month for food be too low a limit?",
        "we no longer pay for netflix do we?",
        "does anybody still owe me for dinner",
    ],
)
def test_nothing_is_written_by_what_is_asked_denied_or_told(text: str) -> None:
    assert called(text) not in WRITES
