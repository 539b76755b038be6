"""A session's id names its person."""

from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from domain.conversation import conversation_id, owns
from domain.sessions import is_session_of, session_for

_RANDOM = st.binary(min_size=8, max_size=8)


@pytest.mark.shows("http 13")
@given(st.text(max_size=40), _RANDOM)
def test_a_session_is_a_uuid_of_its_own_person_alone(user_id: str, random: bytes) -> None:
    session = session_for(user_id, random)
    assert UUID(session).version == 8
    assert str(UUID(session)) == session
    assert is_session_of(user_id, session)
    assert not is_session_of(user_id + "x", session)


@given(_RANDOM, _RANDOM)
def test_sessions_differ_with_what_is_random(one: bytes, other: bytes) -> None:
    one, other = (each[:6] + bytes([each[6] & 0x0F, each[7]]) for each in (one, other))
    same = session_for("http:page:a", one) == session_for("http:page:a", other)
    assert same == (one == other)


def test_a_chat_that_is_a_session_is_owned_by_its_person_in_its_own_channel() -> None:
    session = session_for("http:shop:ali", bytes(8))
    assert owns("http:shop:ali", conversation_id("http", session))
    assert not owns("http:shop:eve", conversation_id("http", session))
    assert not owns("http:shop:ali", conversation_id("telegram", session))
    assert not owns("http:shop:ali", conversation_id("http", session.upper()))
    assert not owns("http:shop:ali", conversation_id("http", "nothing"))


def test_too_few_random_bytes_are_refused() -> None:
    with pytest.raises(ValueError, match="8 bytes"):
        session_for("http:page:a", b"1234")
