"""Encrypts what the database keeps, with the keys of payloads, for the one row it belongs to."""

from dataclasses import dataclass

from cryptography.exceptions import InvalidTag

from adapters.encryption.errors import UnreadablePayloadError
from adapters.encryption.keyring import Keyring

_ROW = b"steward.row.1"


@dataclass(frozen=True)
class Sealed:
    """Nonce and ciphertext, and the id of the key that opens it."""

    key: str
    content: bytes


def seal(keys: Keyring, content: bytes, place: str) -> Sealed:
    """``place`` names where it is kept: it can be opened for no other."""
    key = keys.primary
    return Sealed(key, keys.encrypt(content, _ROW, key.encode(), place.encode()))


def opened(keys: Keyring | None, sealed: Sealed, place: str) -> bytes:
    """Raises ``UnreadablePayloadError``."""
    if keys is None or sealed.key not in keys.ciphers:
        raise UnreadablePayloadError(
            f"a row was encrypted with the key {sealed.key}, which is not in PAYLOAD_KEYS",
            why="unknown_key",
        )
    try:
        bound_to = _ROW, sealed.key.encode(), place.encode()
        return keys.decrypt(sealed.key, sealed.content, *bound_to)
    except InvalidTag as error:
        raise UnreadablePayloadError(
            f"a row that names the key {sealed.key} is not what was encrypted with it",
            why="changed",
        ) from error
