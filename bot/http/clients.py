"""Who makes a request, from which page, in which language; and how often one may be wrong."""

import hmac
import re
import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from hashlib import sha256

import structlog
from aiohttp import web

from adapters.http_server import is_near, network_of, parsed_address
from adapters.wrong_attempts import WrongAttempts
from bot.http.address import CHANNEL
from bot.http.allowance import Allowance, Places
from bot.http.contract import HttpCaller, RequestRefused
from bot.texts.catalogue import LANGUAGES
from bot.texts.formats import known_locale

COOKIE = "steward_page"
COOKIE_SECONDS = 30 * 24 * 3600
NEW_COOKIE = web.RequestKey("NEW_COOKIE", str)
"""Where a request keeps the cookie that its answer gives."""
PAYERS = web.RequestKey("PAYERS", tuple)
"""Where a request keeps on whose accounts its bytes go, and which allowances they are of."""
HELD = web.RequestKey("HELD", int)
"""Where a request keeps how many bytes of its body are held for it."""

PAGE, OPERATOR = "page", "operator"
SAFE = frozenset({"GET", "HEAD", "OPTIONS"})
"""Methods that change nothing."""

NEW_SESSIONS_AN_HOUR, NEW_SESSIONS_OF_KEY = 60, 6_000
"""Of one person, or of one address where nobody is known yet; of one key with all its people."""
BYTES_A_MINUTE = 320 * 1024 * 1024
"""Of one person, in bodies of requests: two of the largest forms."""
PEOPLE_OF_KEY = 20
"""A key speaks for many; it may send as much as so many do, whether it names its users or not."""
BYTES_HELD = 512 * 1024 * 1024
"""Of the bodies of all requests that are being answered: half of what Compose gives the process."""
DEEDS_A_MINUTE = 30
"""Of one person: each is a row or a signal."""
STREAMS, STREAMS_OF_PERSON, STREAMS_OF_ADDRESS = 900, 20, 100
"""Connections that are held for long, at the same time; one key may have half of all. The server
takes a hundred more than these, so that probes and messages always find room.
"""
STREAMS_OF_PAGE = STREAMS * 2 // 3
"""Of all who visit the page without a key: servers with one find the rest."""
_HOUR, _MINUTE = 3600.0, 60.0
_BUSY_SECONDS = 5

_USER = re.compile(r"[\w.:@-]{1,128}", re.ASCII)
_RANDOM = re.compile(r"[A-Za-z0-9_-]{43}")
"""256 bits, as ``secrets.token_urlsafe(32)`` writes them."""
_LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1", "[::1]"})
_LONGEST_LANGUAGES = 200

_log = structlog.get_logger(__name__)


@dataclass(frozen=True)
class Doors:
    """Who may come in; see the settings of the same names."""

    api_keys: Mapping[str, str] = field(default_factory=dict, repr=False)
    """Keys by their names."""
    operator_token: str | None = field(default=None, repr=False)
    anonymous: bool = False
    page_code: str | None = field(default=None, repr=False)
    public_origin: str | None = None
    allowed_origins: tuple[str, ...] = ()
    default_locale: str = "en_MY"
    new_sessions_an_hour: int = NEW_SESSIONS_AN_HOUR
    new_sessions_of_key: int = NEW_SESSIONS_OF_KEY
    bytes_a_minute: int = BYTES_A_MINUTE


class Clients:
    """Keys, the page's cookies and origins. Nothing is kept of a cookie: whoever has it is its
    person, and where a code is asked for, only somebody who knew it can have one.
    """

    def __init__(self, doors: Doors, clock: Callable[[], float] = time.time) -> None:
        self.doors = doors
        self._keys = {name: _digest(key) for name, key in doors.api_keys.items()}
        self._operator = None if doors.operator_token is None else _digest(doors.operator_token)
        self._wrong = WrongAttempts(clock)
        self._opened = Allowance(doors.new_sessions_an_hour, _HOUR, clock)
        self._opened_by_key = Allowance(doors.new_sessions_of_key, _HOUR, clock)
        self._deeds = Allowance(DEEDS_A_MINUTE, _MINUTE, clock)
        self._streams = Places(STREAMS)
        self._bytes = Allowance(doors.bytes_a_minute, _MINUTE, clock)
        self._held = 0
        self._bytes_of_key = Allowance(doors.bytes_a_minute * PEOPLE_OF_KEY, _MINUTE, clock)

    def caller(self, request: web.Request, *, new: bool = False) -> HttpCaller:
        """By key, else by cookie. ``new``: where anybody may come, somebody without a cookie is
        given one by the answer.

        Raises ``RequestRefused``: 401, 403 for a page that is not ours, 429 after many wrong keys.
        """
        header = request.headers.get("Authorization")
        if header is not None:
            scheme, _, key = header.partition(" ")
            if scheme.lower() != "bearer":
                raise RequestRefused(401, "unauthorized")
            return self.by_key(key.strip(), request)
        return self._by_cookie(request, new=new)

    def by_key(self, key: str, request: web.Request) -> HttpCaller:
        """Of a server or an operator. A right one is taken however many wrong ones came from its
        address: behind a proxy, everybody has one.
        """
        address = self.address_of(request)
        shown = _digest(key)
        # All are compared, so that the time taken does not tell which one was nearly right.
        named = [name for name, own in self._keys.items() if hmac.compare_digest(shown, own)]
        if self._operator is not None and hmac.compare_digest(shown, self._operator):
            return HttpCaller(name=OPERATOR, user_id=None, operator=True)
        if named:
            return HttpCaller(name=named[0], user_id=_user_of(named[0], request))
        self._refuse_wrong(address)
        raise RequestRefused(401, "unauthorized")

    def _by_cookie(self, request: web.Request, *, new: bool) -> HttpCaller:
        cookie = request.cookies.get(COOKIE, "")
        random = self._random_of(cookie)
        if random is None:
            if not (new and self.doors.anonymous):
                raise RequestRefused(401, "unauthorized")
            random = self.give(request)
        # A form of another site may send cookies, but not from our page.
        if request.method not in SAFE and request.headers.get("Origin") is None:
            raise RequestRefused(403, "forbidden")
        person = sha256(random.encode()).hexdigest()[:32]
        return HttpCaller(name=PAGE, user_id=f"{CHANNEL}:{PAGE}:{person}")

    def give(self, request: web.Request) -> str:
        """Lets the answer give a cookie: the same for another 30 days, or a new one. Returns what
        its person is made of.
        """
        random = self._random_of(request.cookies.get(COOKIE, "")) or secrets.token_urlsafe(32)
        request[NEW_COOKIE] = self._signed(random)
        return random

    def welcome(self, request: web.Request) -> None:
        """The page itself is asked for: its visitor's cookie holds for another 30 days. Nobody gets
        a new one here: a browser that follows another site's link shows none, though it has one,
        and would lose it with all that its person said.
        """
        if self._random_of(request.cookies.get(COOKIE, "")):
            self.give(request)

    def enter(self, code: str, request: web.Request) -> None:
        """Takes the page's code, and gives a cookie; without one where anybody may come. Raises
        ``RequestRefused`` for a wrong one.
        """
        wanted = self.doors.page_code
        right = wanted is not None and hmac.compare_digest(_digest(code), _digest(wanted))
        if not (right or self.doors.anonymous):
            self._refuse_wrong(self.address_of(request))
            raise RequestRefused(401, "unauthorized")
        self.give(request)

    def _refuse_wrong(self, address: str) -> None:
        wait = self._wrong.must_wait(address)
        if wait > 0:
            raise RequestRefused(429, "rate_limited", retryable=True, retry_after=wait)
        self._wrong.note(address)
        _log.warning("http.wrong_key")

    def _random_of(self, cookie: str) -> str | None:
        """The random part of a cookie that holds."""
        random, _, _ = cookie.partition(".")
        if not _RANDOM.fullmatch(random):
            return None
        if self.doors.anonymous:
            return random
        signed = self.doors.page_code and hmac.compare_digest(
            _bytes(cookie), self._signed(random).encode()
        )
        return random if signed else None

    def _signed(self, random: str) -> str:
        if self.doors.page_code is None:
            return random
        mark = hmac.new(self.doors.page_code.encode(), random.encode(), sha256).hexdigest()
        return f"{random}.{mark}"

    def put_cookie(self, request: web.Request, response: web.StreamResponse) -> None:
        """What ``give`` said, on the answer."""
        if NEW_COOKIE not in request:
            return
        public = self.doors.public_origin or ""
        response.set_cookie(
            COOKIE,
            request[NEW_COOKIE],
            max_age=COOKIE_SECONDS,
            path="/",
            httponly=True,
            samesite="Strict",
            secure=public.startswith("https://"),
        )

    def may_ask(self, request: web.Request) -> bool:
        """Whether the page that a browser names as the request's origin may ask. Whoever is no
        browser names none.
        """
        origin = request.headers.get("Origin")
        return origin is None or self.is_own(origin, request) or self.is_allowed(origin)

    def is_own(self, origin: str, request: web.Request) -> bool:
        if self.doors.public_origin is not None:
            return origin == self.doors.public_origin
        # Without a name of its own it is used on this machine only. Another site's name that leads
        # here must not pass for ours, so what the request says of the host is not enough.
        host = origin.partition("://")[2]
        name = host.rpartition(":")[0] if re.search(r":\d+$", host) else host
        return host == request.host and name in _LOOPBACK_NAMES

    def is_allowed(self, origin: str) -> bool:
        """Another site whose pages may use the API."""
        return origin in self.doors.allowed_origins

    def count_new_session(self, request: web.Request, caller: HttpCaller) -> None:
        """Raises ``RequestRefused`` 429 when too many were opened lately: by this key, by this
        person of it, and where there is no key, by this address.
        """
        if caller.name == PAGE:
            self._opened.use(self.address_of(request))
            return
        if caller.user_id is not None:
            self._opened.use(caller.user_id)
        self._opened_by_key.use(caller.name)

    def count_deed(self, user_id: str) -> None:
        """Counts feedback and hang-ups of one person. Raises ``RequestRefused`` 429 when there were
        too many within a minute.
        """
        self._deeds.use(user_id)

    def connected(self, request: web.Request, user_id: str) -> AbstractContextManager[None]:
        """Inside, one more connection is held for long: a stream or a call. Raises
        ``RequestRefused`` 429 when this person, their address or the key has too many.
        """
        key = user_id.split(":")[1]
        of_many = (
            {self.address_of(request): STREAMS_OF_ADDRESS, PAGE: STREAMS_OF_PAGE}
            if key == PAGE
            else {f"key {key}": STREAMS // 2}
        )
        return self._streams.one(**{user_id: STREAMS_OF_PERSON}, **of_many)

    def count_bytes(self, request: web.Request, number: int) -> None:
        """Before they are read and looked at. They count as held until ``let_go``. Raises
        ``RequestRefused``: 429 when this person or their key sent too many within a minute, 503
        when too many are held for all, and as ``caller`` does for a key that is none.
        """
        if PAYERS not in request:
            request[PAYERS] = tuple(self._payers(request))
        for key, allowance in request[PAYERS]:
            allowance.use(key, number)
        if self._held + number > BYTES_HELD:
            raise RequestRefused(503, "busy", retryable=True, retry_after=_BUSY_SECONDS)
        self._held += number
        request[HELD] = request.get(HELD, 0) + number

    def let_go(self, request: web.Request) -> None:
        """Nothing of this request's body is held any more. Idempotent."""
        self._held -= request.pop(HELD, 0)

    def _payers(self, request: web.Request) -> Iterator[tuple[str, Allowance]]:
        if request.headers.get("Authorization") is not None:
            caller = self.caller(request)
            yield caller.name, self._bytes_of_key
            if caller.user_id is not None:
                yield caller.user_id, self._bytes
            return
        random = self._random_of(request.cookies.get(COOKIE, ""))
        if random is None or self.doors.anonymous:  # where anybody may come, cookies are made up
            yield self.address_of(request), self._bytes
        else:
            yield random, self._bytes

    def address_of(self, request: web.Request) -> str:
        """The network of the other end of the connection, by which limits are counted
        (``network_of``); with a public origin and a proxy beside us, of whom that proxy names. What
        stands before the last address anybody may have written.
        """
        peer = request.remote or "unknown"
        named = request.headers.get("X-Forwarded-For", "").rpartition(",")[2].strip()
        if self.doors.public_origin is None or not named or not is_near(peer):
            return network_of(peer)
        return network_of(named if parsed_address(named) is not None else peer)

    def locale_of(self, request: web.Request) -> str:
        """The language that the caller reads best, of those that Steward speaks."""
        said = request.headers.get("Accept-Language", "")[:_LONGEST_LANGUAGES]
        for tag in _by_weight(said):
            locale = known_locale(tag)
            if locale is not None and locale.language in LANGUAGES:
                return self.usual(str(locale))
        return self.doors.default_locale

    def usual(self, locale: str) -> str:
        """A language without a country, where that is the usual one's, is meant as that."""
        usual = self.doors.default_locale
        return usual if locale == usual.partition("_")[0] else locale


def _by_weight(said: str) -> list[str]:
    """The tags of an Accept-Language header, the best first."""

    def weight(part: str) -> float:
        found = re.search(r";\s*q=([01](?:\.\d{1,3})?)\s*$", part)
        return float(found[1]) if found else 1.0

    parts = [part for part in said.split(",") if part.strip()]
    return [part.partition(";")[0].strip() for part in sorted(parts, key=weight, reverse=True)]


def _user_of(key_name: str, request: web.Request) -> str | None:
    user = request.headers.get("X-User-Id")
    if user is None:
        return None
    if not _USER.fullmatch(user):
        raise RequestRefused(400, "bad_request", values={"what": "X-User-Id"})
    return f"{CHANNEL}:{key_name}:{user}"


def _digest(key: str) -> bytes:
    return sha256(_bytes(key)).digest()


def _bytes(header: str) -> bytes:
    """Aiohttp hands bytes of a header that are no UTF-8 on as half characters."""
    return header.encode(errors="surrogateescape")
