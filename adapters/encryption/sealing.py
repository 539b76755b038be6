"""Encrypts what the database keeps, with the keys of payloads, for the one row it belongs to."""

import secrets
from dataclasses import dataclass

from cryptography.exceptions import InvalidTag

from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring

_NONCE_BYTES = 12


@dataclass(frozen=True)
class Sealed:
    """Nonce and ciphertext, and the id of the key that opens it."""

    key: str
    content: bytes


def seal(keys: Keyring, content: bytes, place: str) -> Sealed:
    """``place`` names where it is kept: it can be opened for no other."""
    nonce = secrets.token_bytes(_NONCE_BYTES)
    cipher = keys.ciphers[keys.primary]
    sealed = cipher.encrypt(nonce, content, _associated(keys.primary, place))
    return Sealed(keys.primary, nonce + sealed)


def opened(keys: Keyring | None, sealed: Sealed, place: str) -> bytes:
    """Raises ``UnreadablePayloadError``."""
    cipher = keys.ciphers.get(sealed.key) if keys is not None else None
    if cipher is None:
        msg = f"a row was encrypted with the key {sealed.key}, which is not in PAYLOAD_KEYS"
        raise UnreadablePayloadError(msg, why="unknown_key")
    nonce, content = sealed.content[:_NONCE_BYTES], sealed.content[_NONCE_BYTES:]
    try:
        return cipher.decrypt(nonce, content, _associated(sealed.key, place))
    except (InvalidTag, ValueError) as error:
        msg = f"a row that names the key {sealed.key} is not what was encrypted with it"
        raise UnreadablePayloadError(msg, why="changed") from error


def _associated(key: str, place: str) -> bytes:
    return b"\0".join((b"steward.row.1", key.encode(), place.encode()))
