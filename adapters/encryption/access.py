"""Who may ask the codec server: the holder of the token, or a browser that showed it lately."""

import hmac
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from hashlib import sha256

from domain.errors import ConfigurationError

SESSION_SECONDS = 3600
SHORTEST_TOKEN = 24
"""Characters; what cannot be guessed within the limits below in any time that matters."""

WRONG_ATTEMPTS = 10
"""By one address within ``WINDOW_SECONDS``; further ones are not even looked at."""
WINDOW_SECONDS = 60.0
_ADDRESSES = 10_000  # kept at most, so that many addresses can't fill the memory


class CodecAccess:
    """The token, sessions signed with it, and a limit on wrong attempts.

    Sessions are signed with a key made from the token: a new token ends all of them, a restart
    ends none. Raises ``ConfigurationError`` for a token that could be guessed.
    """

    def __init__(self, token: str, clock: Callable[[], float] = time.time) -> None:
        if len(token) < SHORTEST_TOKEN:
            msg = (
                f"CODEC_TOKEN is shorter than {SHORTEST_TOKEN} characters: "
                "`steward keys new` prints a good one"
            )
            raise ConfigurationError(msg)
        self._token = sha256(token.encode()).digest()
        self._signing = hmac.digest(token.encode(), b"steward.codec.session.1", "sha256")
        self._clock = clock
        self._wrong = WrongAttempts(clock)

    def takes(self, token: str, address: str) -> bool:
        """Whether it is the token. A wrong one counts against the address."""
        # Of equal length, so that the comparison's time says nothing about the token's own.
        right = hmac.compare_digest(sha256(_bytes(token)).digest(), self._token)
        if not right:
            self._wrong.note(address)
        return right

    def must_wait(self, address: str) -> float:
        """Seconds until this address may show a token again; 0 when it may now."""
        return self._wrong.must_wait(address)

    def open_session(self) -> str:
        """A cookie's value. It names nobody; its first part tells sessions apart in logs."""
        body = f"{secrets.token_hex(4)}.{int(self._clock()) + SESSION_SECONDS}"
        return f"{body}.{self._signature(body)}"

    def session(self, cookie: str) -> str | None:
        """The name of a session that still holds."""
        body, _, signature = cookie.rpartition(".")
        if not hmac.compare_digest(_bytes(signature), self._signature(body).encode()):
            return None
        name, _, until = body.partition(".")
        return name if int(until) > self._clock() else None

    def _signature(self, body: str) -> str:
        return hmac.new(self._signing, _bytes(body), sha256).hexdigest()


def _bytes(header: str) -> bytes:
    """Aiohttp hands bytes of a header that are no UTF-8 on as half characters."""
    return header.encode(errors="surrogateescape")


class WrongAttempts:
    """When each address was wrong lately; only as many addresses as fit."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self._clock = clock
        self._times: OrderedDict[str, list[float]] = OrderedDict()

    def note(self, address: str) -> None:
        self._times[address] = [*self._recent(address), self._clock()]
        self._times.move_to_end(address)
        if len(self._times) > _ADDRESSES:
            self._times.popitem(last=False)

    def must_wait(self, address: str) -> float:
        recent = self._recent(address)
        if len(recent) < WRONG_ATTEMPTS:
            return 0
        return recent[-WRONG_ATTEMPTS] + WINDOW_SECONDS - self._clock()

    def _recent(self, address: str) -> list[float]:
        after = self._clock() - WINDOW_SECONDS
        return [at for at in self._times.get(address, []) if at > after]
