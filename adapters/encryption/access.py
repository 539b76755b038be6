"""Who may ask the codec server: the holder of the token, or a browser that showed it lately."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from hashlib import sha256

from adapters.wrong_attempts import WrongAttempts
from domain.errors import ConfigurationError

SESSION_SECONDS = 3600
SHORTEST_TOKEN = 24
"""Characters; what cannot be guessed within the limits below in any time that matters."""

_SESSIONS = 1_000


class CodecAccess:
    """The token, and the sessions that it opened. Sessions are in memory: signing out ends one, and
    so does a restart. Raises ``ConfigurationError`` for a token that could be guessed.
    """

    def __init__(self, token: str, clock: Callable[[], float] = time.time) -> None:
        if len(token) < SHORTEST_TOKEN:
            raise ConfigurationError(
                f"CODEC_TOKEN is shorter than {SHORTEST_TOKEN} characters: "
                "`steward keys new` prints a good one"
            )
        self._token = sha256(token.encode()).digest()
        self._clock = clock
        self._wrong = WrongAttempts(clock)
        self._sessions: OrderedDict[bytes, _Session] = OrderedDict()

    def takes(self, token: str, address: str) -> bool:
        """Whether it is the token. A wrong one counts against the address; the right one is taken
        however many wrong ones came from there: behind a proxy, everybody has one address.
        """
        # Of equal length, so that the comparison's time says nothing about the token's own.
        right = hmac.compare_digest(_digest(token), self._token)
        if not right:
            self._wrong.note(address)
        return right

    def must_wait(self, address: str) -> float:
        """Seconds for which this address is told only to wait; 0 while it may be wrong."""
        return self._wrong.must_wait(address)

    def open_session(self) -> str:
        """A cookie's value. Nobody can make one that was not given here."""
        cookie = secrets.token_urlsafe(32)
        until = self._clock() + SESSION_SECONDS
        self._sessions[_digest(cookie)] = _Session(secrets.token_hex(4), until)
        if len(self._sessions) > _SESSIONS:
            self._sessions.popitem(last=False)
        return cookie

    def session(self, cookie: str) -> str | None:
        """The name of a session that still holds; it tells sessions apart in logs."""
        found = self._sessions.get(_digest(cookie))
        return found.name if found is not None and found.until > self._clock() else None

    def end_session(self, cookie: str) -> None:
        self._sessions.pop(_digest(cookie), None)


@dataclass(frozen=True)
class _Session:
    name: str
    until: float


def _digest(header: str) -> bytes:
    # Aiohttp hands bytes of a header that are no UTF-8 on as half characters.
    return sha256(header.encode(errors="surrogateescape")).digest()
