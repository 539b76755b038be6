"""Where voice is reached."""

from aiohttp import web

from bot.http.voice.parts import VoiceParts
from bot.http.voice.recording import Recordings
from bot.http.voice.socket import Calls

MESSAGE_PATH = "/api/v1/voice/message"
SOCKET_PATH = "/api/v1/voice/ws"
"""Its handler finds out itself who calls: a socket is refused by how it is closed."""


def routes(voice: VoiceParts, calls: Calls | None = None) -> list[web.RouteDef]:
    """``calls`` are those of this process: ``Calls.end_all`` belongs to the end of its server."""
    return [
        web.post(MESSAGE_PATH, Recordings(voice).handle),
        web.get(SOCKET_PATH, (calls or Calls(voice)).handle),
    ]
