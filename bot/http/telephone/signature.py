"""Proofs: that a request is Twilio's, and that a stream is of the call that it was made for.

See https://www.twilio.com/docs/usage/webhooks/webhooks-security.
"""

import base64
import hmac
import secrets
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256

TOKEN_SECONDS = 60
"""From the answer to a call to its stream."""
_PURPOSE = b"steward telephone stream"
_SIGNED = ("session", "caller", "number", "goes_on", "nonce", "expires")


def signature_of(auth_token: str, url: str, form: Iterable[tuple[str, str]]) -> str:
    """Base64 of HMAC-SHA1 over the URL and, in their order, the fields of the form with no sign
    between names and values; a field that comes twice with the same value counts once.
    """
    signed = url + "".join(name + value for name, value in sorted(set(form)))
    # SHA-1 is Twilio's choice; as a keyed digest it is not broken.
    return base64.b64encode(hmac.digest(auth_token.encode(), signed.encode(), "sha1")).decode()


def is_signed(
    auth_tokens: Iterable[str], url: str, form: Iterable[tuple[str, str]], signature: str
) -> bool:
    """Whether Twilio signed it with one of these tokens. All are compared, so that the time taken
    tells nothing.
    """
    fields, shown = list(form), signature.encode(errors="surrogateescape")
    right = [
        hmac.compare_digest(signature_of(token, url, fields).encode(), shown)
        for token in auth_tokens
    ]
    return any(right)


@dataclass(frozen=True)
class StreamOf:
    """What a stream is of, as its token has it."""

    call_sid: str
    session: str
    caller: str
    """The number that calls, as the carrier wrote it."""
    number: str
    """The number that was called."""
    goes_on: bool = False
    """An earlier stream of this conversation was lost."""
    nonce: str = ""


@dataclass(frozen=True)
class StreamTokens:
    """Tokens that say for a minute which call a stream is of. Whoever takes one remembers its
    ``nonce``, so that it counts once. ``clock`` is in seconds since 1970.
    """

    auth_tokens: tuple[str, ...] = field(repr=False)
    clock: Callable[[], float] = time.time

    def parameters_for(self, stream: StreamOf) -> dict[str, str]:
        """The parameters that the carrier hands on to the stream."""
        fields = {
            "session": stream.session,
            "caller": stream.caller,
            "number": stream.number,
            "goes_on": "yes" if stream.goes_on else "",
            "nonce": secrets.token_hex(16),
            "expires": str(int(self.clock()) + TOKEN_SECONDS),
        }
        return {**fields, "token": _digest(self.auth_tokens[0], stream.call_sid, fields)}

    def stream_of(self, call_sid: str, parameters: Mapping[str, str]) -> StreamOf | None:
        """None for a token that was not made here for this call, or is too old."""
        shown = parameters.get("token", "").encode(errors="surrogateescape")
        right = [
            hmac.compare_digest(_digest(token, call_sid, parameters).encode(), shown)
            for token in self.auth_tokens
        ]
        if not any(right) or self.clock() > int(parameters["expires"]):
            return None
        return StreamOf(
            call_sid=call_sid,
            session=parameters["session"],
            caller=parameters["caller"],
            number=parameters["number"],
            goes_on=parameters["goes_on"] == "yes",
            nonce=parameters["nonce"],
        )


def _digest(auth_token: str, call_sid: str, fields: Mapping[str, str]) -> str:
    key = hmac.digest(auth_token.encode(), _PURPOSE, sha256)
    signed = "\n".join([call_sid, *(fields.get(name, "") for name in _SIGNED)])
    return hmac.digest(key, signed.encode(errors="surrogateescape"), sha256).hex()
