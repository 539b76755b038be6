import base64
from collections.abc import Callable
from datetime import date

import pytest
from hypothesis import given
from hypothesis import strategies as st
from temporalio.api.common.v1 import Payload
from temporalio.api.failure.v1 import Failure
from temporalio.converter import (
    ActivitySerializationContext,
    SerializationContext,
    WorkflowSerializationContext,
)
from temporalio.exceptions import ApplicationError

from adapters.encryption.codec import LackingKeys, NoKeys
from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring, new_key
from adapters.temporal import data_converter
from domain.errors import ConfigurationError
from tests.adapters.encryption.keys import CHAT, NEW, OLD, codec, key_line

SAID = Payload(metadata={"encoding": b"json/plain"}, data=b'{"text":"Starbucks 15.50"}')


@given(data=st.binary(), metadata=st.dictionaries(st.text(max_size=9), st.binary(max_size=9)))
async def test_what_was_encrypted_is_read_with_all_its_metadata(
    data: bytes, metadata: dict[str, bytes]
) -> None:
    payload = Payload(metadata=metadata, data=data)
    (sealed,) = await codec(NEW).encode([payload])
    assert await codec(OLD, NEW).decode([sealed]) == [payload]


@pytest.fixture
async def sealed() -> Payload:
    (sealed,) = await codec(NEW).encode([SAID])
    return sealed


async def test_nothing_of_a_payload_stands_in_what_temporal_gets_and_it_differs_every_time(
    sealed: Payload,
) -> None:
    stored = sealed.SerializeToString()
    assert sealed.metadata["encoding"] == b"binary/encrypted"
    assert sealed.metadata["encryption-key-id"] == b"2026-11"
    for clear in (b"Starbucks", b"15.50", b"json/plain", base64.b64encode(b"Starbucks")[:8]):
        assert clear not in stored
    one, other = await codec(NEW).encode([SAID, SAID])
    assert one.data != other.data


async def test_what_was_never_encrypted_is_refused_but_in_the_days_of_changing_over() -> None:
    assert taken(await codec(NEW).decode([SAID])) == "not_encrypted"
    assert await codec(NEW, plain=True).decode([SAID]) == [SAID]


async def test_what_was_made_for_one_workflow_is_refused_by_others_but_not_by_who_only_looks(
    sealed: Payload,
) -> None:
    for other in ("conversation:telegram:12", "conversation:telegram:123/1", "x"):
        for plain in (False, True):
            decoded = await codec(NEW, of=other, plain=plain).decode([sealed])
            assert taken(decoded) == "of_another_workflow"
    assert await codec(NEW, of="").decode([sealed]) == [SAID]
    with pytest.raises(ValueError, match="one workflow"):
        await codec(NEW, of="").encode([SAID])


async def test_the_workflow_is_that_of_the_context() -> None:
    contexts: tuple[SerializationContext, ...] = (
        WorkflowSerializationContext("default", "other"),
        ActivitySerializationContext(
            "default", "1", "save", "steward", "other", "", is_local=False
        ),
    )
    for context in contexts:
        (sealed,) = await data_converter(codec(NEW)).with_context(context).encode(["said"])
        assert await data_converter(codec(NEW, of="other")).decode([sealed]) == ["said"]
        with pytest.raises(ApplicationError, match="of_another_workflow"):
            await data_converter(codec(NEW)).decode([sealed])


def taken(decoded: list[Payload]) -> str:
    """Why what was decoded is refused; nothing of it may be left."""
    (payload,) = decoded
    assert payload.metadata["encoding"] == b"binary/refused"
    assert b"Starbucks" not in payload.SerializeToString()
    return payload.data.decode()


async def test_a_process_without_keys_says_which_one_it_lacks(sealed: Payload) -> None:
    unkeyed = NoKeys()
    assert await unkeyed.decode([SAID]) == [SAID] == await unkeyed.encode([SAID])
    assert unkeyed.lacking == LackingKeys()
    with pytest.raises(UnreadablePayloadError, match="PAYLOAD_KEYS"):
        await unkeyed.decode([sealed])
    assert unkeyed.lacking == LackingKeys("2026-11")


def flipped(sealed: Payload, place: int) -> Payload:
    changed = bytearray(sealed.data)
    changed[place] ^= 1
    return Payload(metadata=sealed.metadata, data=bytes(changed))


@pytest.mark.parametrize(
    "change",
    [
        lambda sealed: flipped(sealed, 0),
        lambda sealed: flipped(sealed, 20),
        lambda sealed: flipped(sealed, -1),
        lambda sealed: Payload(metadata=sealed.metadata, data=sealed.data[:-1]),
        lambda sealed: Payload(metadata=sealed.metadata, data=b"short"),
        lambda sealed: Payload(metadata=sealed.metadata),
        lambda sealed: Payload(
            metadata={**sealed.metadata, "encryption-key-id": b"2026-05"}, data=sealed.data
        ),
    ],
    ids=["nonce", "text", "tag", "cut", "too short", "empty", "other key named"],
)
async def test_a_changed_payload_is_refused(
    change: Callable[[Payload], Payload], sealed: Payload
) -> None:
    with pytest.raises(UnreadablePayloadError) as refused:
        await codec(NEW, OLD).decode([change(sealed)])
    assert refused.value.code == "payload.unreadable.changed"


async def test_the_id_of_the_key_cannot_be_exchanged_even_for_the_same_key(sealed: Payload) -> None:
    renamed = Payload(
        metadata={**sealed.metadata, "encryption-key-id": b"renamed"}, data=sealed.data
    )
    with pytest.raises(UnreadablePayloadError, match="renamed"):
        await codec(key_line("renamed", "n")).decode([renamed])


async def test_a_key_that_is_not_here_is_named(sealed: Payload) -> None:
    other = codec(OLD, of="")
    with pytest.raises(UnreadablePayloadError, match="2026-11") as refused:
        await other.for_workflow(CHAT).decode([sealed])
    assert refused.value.code == "payload.unreadable.unknown_key"
    assert other.lacking == LackingKeys("2026-11")


async def test_after_a_rotation_new_payloads_need_the_new_key_and_old_ones_are_still_read() -> None:
    (before,) = await codec(OLD).encode([SAID])
    rotated = codec(NEW, OLD)
    (after,) = await rotated.encode([SAID])
    assert after.metadata["encryption-key-id"] == b"2026-11"
    assert await rotated.decode([before, after]) == [SAID, SAID]
    assert await codec(NEW).decode([after]) == [SAID]


async def test_messages_and_stack_traces_of_failures_are_encrypted_with_their_causes() -> None:
    converter, failure = data_converter(codec(NEW)), Failure()
    try:
        look_up("Starbucks")
    except ApplicationError as error:
        await converter.encode_failure(error, failure)
    stored = failure.SerializeToString()
    assert b"Starbucks" not in stored
    assert b"test_codec" not in stored, "a stack trace"
    decoded = await converter.decode_failure(failure)
    assert isinstance(decoded, ApplicationError)
    assert decoded.message == "Starbucks: not saved"
    assert decoded.details == ("Starbucks",)
    assert "no such merchant: Starbucks" in str(decoded.__cause__)


def look_up(merchant: str) -> None:
    """Fails as an activity does, with a cause that quotes a person."""
    known: dict[str, str] = {}
    try:
        known[f"no such merchant: {merchant}"]
    except KeyError as cause:
        raise ApplicationError(f"{merchant}: not saved", merchant, type="x") from cause


@pytest.mark.parametrize(
    ("listed", "said"),
    [
        ("", "names no key"),
        (" , ", "names no key"),
        ("secretsecret", "entry 1"),
        (f"{NEW},:{'A' * 44}", "entry 2"),
        (f"a b:{'A' * 44}", "entry 1"),
        ("2026-11:not base64!", "2026-11: not base64"),
        ("2026-11:c2hvcnQ=", "2026-11: 5 bytes instead of 32"),
        (f"{NEW},{NEW}", "two keys of the id 2026-11"),
    ],
)
def test_keys_that_are_none_are_refused_without_being_shown(listed: str, said: str) -> None:
    with pytest.raises(ConfigurationError, match=said) as refused:
        Keyring.parse(listed)
    for shown in ("secretsecret", "AAAA", "c2hvcnQ", "bm5u"):
        assert shown not in str(refused.value)


def test_a_fresh_key_works_and_is_another_every_time_and_a_keyring_shows_none() -> None:
    one, other = (new_key(date(2026, 11, 22)) for _ in range(2))
    assert one.partition(":")[2] != other.partition(":")[2]
    assert Keyring.parse(f"{one},{other}").primary.startswith("2026-11-22-")
    assert repr(Keyring.parse(f"{NEW},{OLD}")) == "Keyring(2026-11, 2026-05)"
