"""Twilio's REST API, as far as calls need it: ends a call, or has it go on by other instructions.

See https://www.twilio.com/docs/voice/api/call-resource#update-a-call-resource.
"""

import asyncio
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from datetime import timedelta

import structlog
from aiohttp import ClientError, ClientSession, ClientTimeout, encode_basic_auth
from pydantic import BaseModel, ValidationError

from domain.errors import AppError

API = "https://api.twilio.com"
LONGEST_TWIML = 4_000
"""Characters."""
_ATTEMPTS = 3
_PAUSE = timedelta(milliseconds=300)
"""Before the second attempt; it doubles."""
_OVER = frozenset({20404, 21220})
"""What the API says of a call that is not there, or is over."""
_REDIRECT, _UNAUTHORIZED, _TOO_MANY, _SERVER_ERROR = 300, 401, 429, 500

_log = structlog.get_logger(__name__)


class CarrierUnavailableError(AppError):
    """The carrier cannot be reached, or answers that it cannot now; what became of it is open."""

    code = "carrier.unavailable"
    retryable = True


class CarrierRefusedError(AppError):
    """The carrier does not do it; trying again cannot help."""

    code = "carrier.refused"


class CallIsOverError(CarrierRefusedError):
    """There is no such call any more."""

    code = "carrier.call_over"


class _ApiRefusal(BaseModel):
    code: int = 0


@dataclass
class TwilioCalls:
    """Changes calls of one account. ``auth_tokens`` are the account's, the one to use first; while
    it is changed there are two, and the API knows which. Both changes are harmless when repeated.
    """

    account_sid: str
    auth_tokens: tuple[str, ...] = field(repr=False)
    base_url: str = API
    timeout: timedelta = timedelta(seconds=4)
    """Of one attempt."""
    pause: Callable[[float], Awaitable[None]] = asyncio.sleep
    _session: ClientSession | None = None

    async def hang_up(self, call_sid: str) -> None:
        """Ends a call. One that is over already is no failure. Raises as ``transfer`` does."""
        try:
            await self._update(call_sid, {"Status": "completed"})
        except CallIsOverError:
            _log.debug("carrier.call_over", call_sid=call_sid)

    async def transfer(self, call_sid: str, twiml: str) -> None:
        """Has the call go on by other instructions, at once.

        Raises ``CarrierUnavailableError``, ``CarrierRefusedError`` and ``CallIsOverError``.
        """
        if len(twiml) > LONGEST_TWIML:
            raise CarrierRefusedError(f"{len(twiml)} characters of TwiML")
        await self._update(call_sid, {"Twiml": twiml})

    async def aclose(self) -> None:
        if self._session is not None:
            await self._session.close()

    async def _update(self, call_sid: str, fields: Mapping[str, str]) -> None:
        pause = _PAUSE.total_seconds()
        for attempt in range(1, _ATTEMPTS + 1):
            try:
                await self._update_once(call_sid, fields)
            except CarrierUnavailableError as error:
                _log.warning("carrier.unavailable", attempt=attempt, reason=str(error))
                if attempt == _ATTEMPTS:
                    raise
                await self.pause(pause)
                pause *= 2
            else:
                return

    async def _update_once(self, call_sid: str, fields: Mapping[str, str]) -> None:
        for token in self.auth_tokens:
            status, answer = await self._post(call_sid, token, fields)
            if status != _UNAUTHORIZED:
                break
        if status < _REDIRECT:
            return
        if status == _TOO_MANY or status >= _SERVER_ERROR:
            raise CarrierUnavailableError(f"HTTP {status}")
        code = _code_of(answer)
        kind = CallIsOverError if code in _OVER else CarrierRefusedError
        raise kind(f"HTTP {status}, code {code}")

    async def _post(
        self, call_sid: str, token: str, fields: Mapping[str, str]
    ) -> tuple[int, bytes]:
        if self._session is None:
            timeout = ClientTimeout(total=self.timeout.total_seconds())
            self._session = ClientSession(timeout=timeout)
        url = f"{self.base_url}/2010-04-01/Accounts/{self.account_sid}/Calls/{call_sid}.json"
        headers = {"Authorization": encode_basic_auth(self.account_sid, token)}
        try:
            async with self._session.post(
                url, data=dict(fields), headers=headers, allow_redirects=False
            ) as answer:
                return answer.status, await answer.read()
        except (ClientError, TimeoutError) as error:
            raise CarrierUnavailableError(type(error).__name__) from error


def _code_of(answer: bytes) -> int:
    try:
        return _ApiRefusal.model_validate_json(answer).code
    except ValidationError:
        return 0
