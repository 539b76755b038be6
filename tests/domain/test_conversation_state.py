"""Whose a conversation is, and that what it carries over continue-as-new stays bounded."""

import pytest

from domain.conversation import MAX_SEEN_IDS, Carried, SeenIds, TaskRecord, conversation_id, owns

OWN = [
    ("telegram:123", "conversation:telegram:123"),
    ("telegram:456", "conversation:telegram:-100123.456"),
    ("telegram:-100123", "conversation:telegram:-100123"),
    ("terminal:our.house", "conversation:terminal:our.house"),
    ("terminal:a:b", "conversation:terminal:a:b"),
]
NOT_OWN = [
    ("telegram:1234", "conversation:telegram:123"),
    ("telegram:23", "conversation:telegram:123"),
    ("telegram:-100123", "conversation:telegram:-100123.456"),
    ("telegram:45", "conversation:telegram:-100123.456"),
    ("terminal:123", "conversation:telegram:123"),
    ("telegram:123", "conversation:terminal:telegram:123"),
    ("telegram:", "conversation:telegram:123"),
    ("", "conversation:telegram:123"),
    ("telegram:123", ""),
    ("telegram:123", "erasure:123"),
]


@pytest.mark.shows("2.1")
def test_a_chat_is_its_persons_and_nobody_elses() -> None:
    assert conversation_id("telegram", "42") == "conversation:telegram:42"
    assert [each for each in OWN if not owns(*each)] == []
    assert [each for each in NOT_OWN if owns(*each)] == []


def test_a_repeated_message_is_known_until_it_is_the_oldest_of_many_also_when_carried_over() -> (
    None
):
    seen = SeenIds()
    for number in range(MAX_SEEN_IDS + 5):
        assert seen.add(f"test:1:{number}")
    assert len(seen.ids) == MAX_SEEN_IDS
    assert not seen.add("test:1:5")
    carried = SeenIds.model_validate_json(seen.model_dump_json())
    assert carried.add("test:1:4")
    assert "test:1:5" not in carried.ids
    assert "test:1:6" in carried.ids


def test_everything_carried_survives_being_carried() -> None:
    one, other = (TaskRecord(task_id=f"c/toy/{n}", agent="toy", number=n) for n in (1, 2))
    carried = Carried(tasks=[one], recent=[other], question_queue=["c/toy/1"], turns=3)
    carried.seen.add("test:1:1")
    assert Carried.model_validate_json(carried.model_dump_json()) == carried
