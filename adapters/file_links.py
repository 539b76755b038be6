"""Links to single files, for servers that are told of them without having a key of ours."""

import base64
import binascii
import hashlib
import hmac
from collections.abc import Iterable
from datetime import datetime, timedelta
from typing import Self

from pydantic import SecretStr

PATH = "/api/v1/files/"
LASTS = timedelta(days=7)

_FOR_LINKS = b"links to files"
"""The key of links is made from one that has another use: neither tells the other."""
_TIME, _SHA256 = 5, 32
_TOKEN = _TIME + _SHA256 + hashlib.sha256().digest_size
"""Bytes of a token: when it ends, the file, and the signature of both and of whose file it is."""


class FileLinks:
    """Signs links, and checks what they end with. Whose file it is stands in no link: the signature
    fits this person's file alone. ``origin`` is where the HTTP channel is reached from outside.
    """

    def __init__(self, origin: str, key: bytes) -> None:
        self._origin = origin.rstrip("/")
        self._key = hmac.digest(key, _FOR_LINKS, "sha256")

    @classmethod
    def of(cls, origin: str | None, key: SecretStr | None) -> Self | None:
        """Returns None where no link would work: without an origin, or without a shared key."""
        if origin is None or key is None:
            return None
        return cls(origin, key.get_secret_value().encode())

    def link(self, user_id: str, sha256: str, now: datetime) -> str:
        """Makes a link to a person's file that works from ``now`` on for ``LASTS``."""
        ends = int((now + LASTS).timestamp()).to_bytes(_TIME, "big")
        signed = ends + bytes.fromhex(sha256)
        token = base64.urlsafe_b64encode(signed + self._signature(signed, user_id))
        return f"{self._origin}{PATH}{token.decode().rstrip('=')}"

    @staticmethod
    def sha256_in(token: str, now: datetime) -> str | None:
        """Returns the file that a token names; None for what is no token, and after its time."""
        read = _read(token)
        if read is None or int.from_bytes(read[:_TIME], "big") <= now.timestamp():
            return None
        return read[_TIME : _TIME + _SHA256].hex()

    def owner_in(self, token: str, owners: Iterable[str]) -> str | None:
        """Returns the one of the file's owners for whose file the token was signed."""
        read = _read(token) or bytes(_TOKEN)
        signed, signature = read[: _TIME + _SHA256], read[_TIME + _SHA256 :]
        fits = [o for o in owners if hmac.compare_digest(signature, self._signature(signed, o))]
        return fits[0] if fits else None

    def _signature(self, signed: bytes, user_id: str) -> bytes:
        return hmac.digest(self._key, signed + user_id.encode(), "sha256")


def _read(token: str) -> bytes | None:
    try:
        read = base64.b64decode(token + "=" * (-len(token) % 4), altchars=b"-_", validate=True)
    except (ValueError, binascii.Error):
        return None
    return read if len(read) == _TOKEN else None
