"""Whose a conversation is."""

from domain.conversation import owns

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


def test_a_chat_is_its_persons_and_nobody_elses() -> None:
    assert [each for each in OWN if not owns(*each)] == []
    assert [each for each in NOT_OWN if owns(*each)] == []
