"""Encrypts everything that Temporal keeps, with AES-256-GCM."""

import secrets
from collections.abc import Sequence

from cryptography.exceptions import InvalidTag
from google.protobuf.message import DecodeError
from temporalio.api.common.v1 import Payload
from temporalio.converter import PayloadCodec

from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring

ENCODING = b"binary/encrypted"
KEY_ID = "encryption-key-id"
_NONCE_BYTES = 12
_TAG_BYTES = 16


class EncryptionCodec(PayloadCodec):
    """A payload, with its own metadata, becomes nonce and ciphertext of its serialised form.

    What the metadata then says (the encoding and the id of the key) is authenticated, too. What is
    not encrypted passes through ``decode`` unchanged: conversations from before encryption was
    turned on go on, and an operator's command line needs no key to send a signal.

    The workflow's id is not authenticated, because the codec server isn't told it: who can write to
    Temporal's database could put a payload into another history.
    """

    def __init__(self, keyring: Keyring) -> None:
        self._keyring = keyring

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        return [self._encrypted(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Raises ``UnreadablePayloadError`` for one that cannot be decrypted."""
        return [self._decrypted(payload) for payload in payloads]

    def _encrypted(self, payload: Payload) -> Payload:
        key_id = self._keyring.primary
        nonce = secrets.token_bytes(_NONCE_BYTES)
        sealed = self._keyring.ciphers[key_id].encrypt(
            nonce, payload.SerializeToString(), _associated(key_id.encode())
        )
        return Payload(
            metadata={"encoding": ENCODING, KEY_ID: key_id.encode()}, data=nonce + sealed
        )

    def _decrypted(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != ENCODING:
            return payload
        key_id = payload.metadata.get(KEY_ID, b"")
        cipher = self._keyring.ciphers.get(key_id.decode(errors="replace"))
        if cipher is None:
            msg = (
                f"a payload was encrypted with the key {key_id!r}, which is not in PAYLOAD_KEYS: "
                "add it there, after the first one"
            )
            raise UnreadablePayloadError(msg, why="unknown_key")
        nonce, sealed = payload.data[:_NONCE_BYTES], payload.data[_NONCE_BYTES:]
        if len(sealed) < _TAG_BYTES:
            raise _changed(key_id)
        try:
            plain = cipher.decrypt(nonce, sealed, _associated(key_id))
            return Payload.FromString(plain)
        except (InvalidTag, DecodeError) as error:
            raise _changed(key_id) from error


def _associated(key_id: bytes) -> bytes:
    return b"\0".join((b"steward.payload.1", ENCODING, key_id))


def _changed(key_id: bytes) -> UnreadablePayloadError:
    msg = (
        f"a payload that names the key {key_id!r} is not what was encrypted with it: "
        "restore the key of this id, or Temporal's database"
    )
    return UnreadablePayloadError(msg, why="changed")
