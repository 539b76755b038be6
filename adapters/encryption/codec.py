"""Encrypts everything that Temporal keeps, with AES-256-GCM, for the one workflow it belongs to."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Self

import structlog
from cryptography.exceptions import InvalidTag
from google.protobuf.message import DecodeError
from temporalio.api.common.v1 import Payload
from temporalio.converter import PayloadCodec, SerializationContext, WithSerializationContext

from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring
from adapters.encryption.refused import refused

ENCODING = b"binary/encrypted"
KEY_ID = "encryption-key-id"
WORKFLOW = "steward-workflow"
"""Inside the ciphertext, the id of the workflow that a payload was made for."""

_FORMAT = b"steward.payload.2"

_log = structlog.get_logger()


@dataclass
class LackingKeys:
    """The last key that something was encrypted with and that this process does not have; empty
    when it could read everything so far. It fails whatever it takes of that.
    """

    key_id: str = ""


class NoKeys(PayloadCodec):
    """Of a process without keys: nothing is encrypted, and what is encrypted cannot be read."""

    def __init__(self) -> None:
        self.lacking = LackingKeys()

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        return list(payloads)

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Raises ``UnreadablePayloadError`` for what is encrypted."""
        for payload in payloads:
            if payload.metadata.get("encoding") == ENCODING:
                key_id = payload.metadata.get(KEY_ID, b"")
                self.lacking.key_id = key_id.decode(errors="replace")
                raise UnreadablePayloadError(
                    f"a payload was encrypted with the key {key_id!r}: set PAYLOAD_KEYS",
                    why="unknown_key",
                )
        return list(payloads)


class EncryptionCodec(PayloadCodec, WithSerializationContext):
    """A payload, with its own metadata, becomes nonce and ciphertext of its serialised form.

    What the metadata then says (the encoding and the id of the key) is authenticated, too. The id
    of the workflow is sealed inside and compared when a payload is decoded for a workflow: what was
    made for one conversation is worth nothing in another. It is no additional data of the cipher,
    because the codec server is not told for which workflow an operator looks.

    What is not encrypted, or belongs to another workflow, decodes to a payload that no converter
    takes (``refused``): a signal with it is dropped, a workflow that starts with it fails, and
    neither holds up a conversation. What cannot be decrypted raises instead, so that a conversation
    waits for a key that is missing.

    ``plain`` lets through what is not encrypted, for the days on which encryption is turned on.
    """

    def __init__(
        self,
        keyring: Keyring,
        *,
        plain: bool = False,
        workflow_id: str = "",
        lacking: LackingKeys | None = None,
    ) -> None:
        self._keyring = keyring
        self._plain = plain
        self._workflow_id = workflow_id
        self.lacking = lacking or LackingKeys()
        """The same for all workflows."""

    def with_context(self, context: SerializationContext) -> Self:
        """For the payloads of one workflow, its activities included."""
        return self.for_workflow(getattr(context, "workflow_id", None) or "")

    def for_workflow(self, workflow_id: str) -> Self:
        return type(self)(
            self._keyring, plain=self._plain, workflow_id=workflow_id, lacking=self.lacking
        )

    async def encode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Raises ``ValueError`` where it is not known for which workflow."""
        return [self._encrypted(payload) for payload in payloads]

    async def decode(self, payloads: Sequence[Payload]) -> list[Payload]:
        """Without a workflow, only for showing: then nothing is compared or refused.

        Raises ``UnreadablePayloadError`` for one that cannot be decrypted.
        """
        return [self._decode(payload) for payload in payloads]

    def _encrypted(self, payload: Payload) -> Payload:
        if not self._workflow_id:
            raise ValueError("a payload is encrypted for one workflow, and none was named")
        bound = Payload(metadata=payload.metadata, data=payload.data)
        bound.metadata[WORKFLOW] = self._workflow_id.encode()
        key_id = self._keyring.primary.encode()
        sealed = self._keyring.encrypt(bound.SerializeToString(), _FORMAT, ENCODING, key_id)
        return Payload(metadata={"encoding": ENCODING, KEY_ID: key_id}, data=sealed)

    def _decode(self, payload: Payload) -> Payload:
        if payload.metadata.get("encoding") != ENCODING:
            if self._plain or not self._workflow_id:
                return payload
            return self._refused("not_encrypted")
        plain = self._decrypted(payload)
        made_for = plain.metadata.pop(WORKFLOW, b"")
        if self._workflow_id and made_for != self._workflow_id.encode():
            return self._refused("of_another_workflow")
        return plain

    def _refused(self, why: str) -> Payload:
        _log.warning("payload.refused", why=why, workflow_id=self._workflow_id)
        return refused(why)

    def _decrypted(self, payload: Payload) -> Payload:
        key_id = payload.metadata.get(KEY_ID, b"")
        name = key_id.decode(errors="replace")
        if name not in self._keyring.ciphers:
            self.lacking.key_id = name
            raise UnreadablePayloadError(
                f"a payload was encrypted with the key {key_id!r}, which is not in PAYLOAD_KEYS: "
                "add it there, after the first one",
                why="unknown_key",
            )
        try:
            plain = self._keyring.decrypt(name, payload.data, _FORMAT, ENCODING, key_id)
            return Payload.FromString(plain)
        except (InvalidTag, DecodeError) as error:
            raise UnreadablePayloadError(
                f"a payload that names the key {key_id!r} is not what was encrypted with it: "
                "restore the key of this id, or Temporal's database",
                why="changed",
            ) from error
