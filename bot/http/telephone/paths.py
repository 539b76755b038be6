"""Where the carrier finds us."""

from bot.http.routes import API

CALLS_PATH = f"{API}/telephone/calls"
NEXT_PATH = f"{CALLS_PATH}/next"
DIALLED_PATH = f"{CALLS_PATH}/dialled"
STATUS_PATH = f"{API}/telephone/status"
FALLBACK_PATH = f"{API}/telephone/fallback"
STREAM_PATH = f"{API}/telephone/stream"
