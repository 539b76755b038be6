"""The codec server's page for a browser: takes the token, gives a short session."""

import math
from base64 import b64encode
from hashlib import sha256
from html import escape

import structlog
from aiohttp import web

from adapters.encryption.access import SESSION_SECONDS, CodecAccess

_log = structlog.get_logger()

COOKIE = "steward_codec"

MOST_FORM_BYTES = 4 * 1024
"""A form with a token has a hundred."""

_SCRIPT = """const token = location.hash.slice(1), form = document.forms[0];
if (token) {
  history.replaceState(null, "", "/");
  if (form.token) {
    form.token.value = token;
    form.action += "?to=ui";
    form.submit();
  } else location.replace(document.links[0].href);
}"""
"""For a link that ends in ``#`` and the token, which browsers send to no server: signs in with it,
takes it out of the address and goes on to the Web UI."""

_HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; style-src 'unsafe-inline'; "
        f"script-src 'sha256-{b64encode(sha256(_SCRIPT.encode()).digest()).decode()}'; "
        "form-action 'self' {ui}; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",  # none at all would take the form's Origin away, too
    "X-Content-Type-Options": "nosniff",
}
_PAGE = """<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Steward's codec server</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style>body{{font:16px/1.5 system-ui,sans-serif;max-width:34em;margin:12vh auto;padding:0 1em}}
input,button{{font:inherit;padding:.4em .6em}} input{{width:20em;max-width:90%}}</style>
<h1>Steward's codec server</h1>
{body}
<script>{script}</script>
</html>
"""
_FORM = """<p>{said}</p>
<form method="post" action="/login">
<input name="token" type="password" autocomplete="off" autofocus required aria-label="Token">
<button>Sign in</button></form>"""
_INSIDE = """<p>Signed in for at most {minutes} minutes. <a href="{ui}">The Web UI</a> shows decoded
payloads in this browser.</p>
<form method="post" action="/logout"><button>Sign out</button></form>"""


class Login:
    """The cookie cannot be read by a script and isn't sent from other sites.

    The Web UI is of the same site when it has the same scheme and host name, on any port.
    """

    def __init__(self, access: CodecAccess, ui_origin: str) -> None:
        self._access = access
        self._ui_origin = ui_origin
        self._secure = ui_origin.startswith("https://")

    async def page(self, request: web.Request) -> web.Response:
        if self._access.session(request.cookies.get(COOKIE, "")) is None:
            return self._page(_FORM.format(said="Show the token to see decoded payloads."))
        return self._page(
            _INSIDE.format(minutes=SESSION_SECONDS // 60, ui=escape(self._ui_origin, quote=True))
        )

    async def enter(self, request: web.Request) -> web.Response:
        address = address_of(request)
        refuse_foreign_form(request)
        wait = self._access.must_wait(address)
        form = await request.clone(client_max_size=MOST_FORM_BYTES).post()
        token = form.get("token")
        if not isinstance(token, str) or not self._access.takes(token.strip(), address):
            if wait > 0:
                raise too_many(wait)
            _log.warning("codec.sign_in_refused", address=address)
            return self._page(_FORM.format(said="That is not the token."), status=401)
        cookie = self._access.open_session()
        _log.info("codec.signed_in", session=self._access.session(cookie), address=address)
        there = self._ui_origin if request.query.get("to") == "ui" else "/"
        answer = web.Response(status=303, headers={"Location": there})
        answer.set_cookie(
            COOKIE,
            cookie,
            max_age=SESSION_SECONDS,
            httponly=True,
            samesite="Strict",
            secure=self._secure,
        )
        return answer

    async def leave(self, request: web.Request) -> web.Response:
        refuse_foreign_form(request)
        self._access.end_session(request.cookies.get(COOKIE, ""))
        answer = web.Response(status=303, headers={"Location": "/"})
        answer.del_cookie(COOKIE)
        return answer

    def _page(self, body: str, status: int = 200) -> web.Response:
        return web.Response(
            text=_PAGE.format(body=body, script=_SCRIPT),
            status=status,
            content_type="text/html",
            headers={name: value.format(ui=self._ui_origin) for name, value in _HEADERS.items()},
        )


def address_of(request: web.Request) -> str:
    """The other end of the connection. Headers about it are not believed: anyone can send them."""
    return request.remote or "unknown"


def too_many(wait: float) -> web.HTTPTooManyRequests:
    return web.HTTPTooManyRequests(
        text="too many wrong tokens from here", headers={"Retry-After": str(math.ceil(wait))}
    )


def refuse_foreign_form(request: web.Request) -> None:
    """Raises when another site's page sent this form."""
    origin = request.headers.get("Origin")
    if origin is not None and origin.partition("://")[2] != request.host:
        raise web.HTTPForbidden(text="this form is not of this page")
