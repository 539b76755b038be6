"""What is forgotten first."""

from domain.bounded import keep_newest


def test_the_oldest_go_first() -> None:
    entries = {"b": 1, "a": 2, "c": 3}

    keep_newest(entries, 2)

    assert list(entries) == ["a", "c"]


def test_what_has_room_stays() -> None:
    entries = {"b": 1}

    keep_newest(entries, 2)

    assert entries == {"b": 1}
