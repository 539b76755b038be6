"""Keys for payloads: the first one encrypts, all of them decrypt."""

import base64
import binascii
import re
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from typing import Self

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from domain.errors import ConfigurationError

KEY_BYTES = 32
_NONCE_BYTES = 12
_ID = re.compile(r"[A-Za-z0-9._-]{1,64}")
_HOW = "`steward keys new` makes one that works"


@dataclass(frozen=True)
class Keyring:
    """Keys by their ids, which stand beside what they encrypt. Never shows a key in its repr."""

    primary: str
    """Id of the key that encrypts."""
    ciphers: Mapping[str, AESGCM]

    @classmethod
    def parse(cls, listed: str) -> Self:
        """``2026-11:key,2026-05:key``, keys of 32 bytes in base64.

        Raises ``ConfigurationError`` that names the wrong entry by its place, never its text.
        """
        entries = [entry.strip() for entry in listed.split(",") if entry.strip()]
        if not entries:
            raise ConfigurationError(f"PAYLOAD_KEYS names no key: {_HOW}")
        ciphers: dict[str, AESGCM] = {}
        for place, entry in enumerate(entries, 1):
            key_id, key = _key_of(entry, place)
            if key_id in ciphers:
                raise ConfigurationError(
                    f"PAYLOAD_KEYS has two keys of the id {key_id}: give each an id of its own"
                )
            ciphers[key_id] = AESGCM(key)
        return cls(primary=next(iter(ciphers)), ciphers=ciphers)

    @property
    def ids(self) -> Sequence[str]:
        """The one that encrypts first."""
        return tuple(self.ciphers)

    def encrypt(self, content: bytes, *bound_to: bytes) -> bytes:
        """Returns nonce and ciphertext by the first key; opened only with the same ``bound_to``."""
        nonce = secrets.token_bytes(_NONCE_BYTES)
        return nonce + self.ciphers[self.primary].encrypt(nonce, content, b"\0".join(bound_to))

    def decrypt(self, key_id: str, sealed: bytes, *bound_to: bytes) -> bytes:
        """Raises ``InvalidTag`` for what was not encrypted so, ``KeyError`` without that key."""
        nonce, content = sealed[:_NONCE_BYTES], sealed[_NONCE_BYTES:]
        try:
            return self.ciphers[key_id].decrypt(nonce, content, b"\0".join(bound_to))
        except ValueError:  # too short to be encrypted
            raise InvalidTag from None

    def __repr__(self) -> str:
        return f"Keyring({', '.join(self.ciphers)})"


def _key_of(entry: str, place: int) -> tuple[str, bytes]:
    key_id, colon, encoded = entry.partition(":")
    if not colon or not _ID.fullmatch(key_id):
        raise ConfigurationError(
            f"PAYLOAD_KEYS, entry {place}: it must be id:key, "
            f"the id of letters, digits, dots and dashes; {_HOW}"
        )
    try:
        key = base64.b64decode(encoded, validate=True)
    except binascii.Error as error:
        raise ConfigurationError(f"PAYLOAD_KEYS, key {key_id}: not base64; {_HOW}") from error
    if len(key) != KEY_BYTES:
        raise ConfigurationError(
            f"PAYLOAD_KEYS, key {key_id}: {len(key)} bytes instead of {KEY_BYTES}; {_HOW}"
        )
    return key_id, key


def new_key(today: date) -> str:
    """A fresh ``id:key``. The id is the day, with a few random letters so that it is unique."""
    key = base64.b64encode(secrets.token_bytes(KEY_BYTES)).decode()
    return f"{today.isoformat()}-{secrets.token_hex(2)}:{key}"
