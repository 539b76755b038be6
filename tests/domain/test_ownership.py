"""Whose a conversation is."""

import pytest

from domain.conversation import owns


@pytest.mark.parametrize(
    ("user_id", "conversation"),
    [
        ("telegram:123", "conversation:telegram:123"),
        ("telegram:456", "conversation:telegram:-100123.456"),
        ("telegram:-100123", "conversation:telegram:-100123"),
        ("terminal:me", "conversation:terminal:me"),
        ("terminal:our.house", "conversation:terminal:our.house"),
        ("terminal:a:b", "conversation:terminal:a:b"),
    ],
)
def test_a_chat_is_its_persons(user_id: str, conversation: str) -> None:
    assert owns(user_id, conversation)


@pytest.mark.parametrize(
    ("user_id", "conversation"),
    [
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
    ],
)
def test_and_nobody_elses(user_id: str, conversation: str) -> None:
    assert not owns(user_id, conversation)
