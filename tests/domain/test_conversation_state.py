"""What a conversation carries over continue-as-new stays bounded."""

import pytest

from domain.conversation import (
    MAX_SEEN_IDS,
    Carried,
    SeenIds,
    TaskRecord,
    conversation_id,
)


def record(number: int) -> TaskRecord:
    task_id = f"c/toy/{number}"
    return TaskRecord(task_id=task_id, agent="toy", number=number)


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
    carried = Carried(tasks=[record(1)], recent=[record(2)], floor=["c/toy/1"], turns=3)
    carried.seen.add("test:1:1")
    assert Carried.model_validate_json(carried.model_dump_json()) == carried


@pytest.mark.shows("2.1")
def test_one_chat_has_one_workflow() -> None:
    assert conversation_id("telegram", "42") == "conversation:telegram:42"
