"""Photos of a task: fetched by their links and kept with it."""

import asyncio
import hashlib
from collections.abc import Sequence

import httpx2
import structlog

from examples.service_tools.forms import Photo
from examples.service_tools.workplace import Workplace

_SECONDS = 4
"""For all photos of a task: whoever calls the tool waits."""
_MOST_BYTES = 20 * 1024 * 1024

_log = structlog.get_logger(__name__)


async def keep_photos(at: Workplace, task_id: str, photos: Sequence[Photo]) -> None:
    """A photo that cannot be fetched holds nothing up: it is known to be there, and no more."""
    contents = await asyncio.gather(*(_fetch(each) for each in photos))
    rows = zip(photos, contents, strict=True)
    await at.connection.executemany(
        """
        INSERT INTO task_photos (task_id, sha256, mime_type, content) VALUES ($1, $2, $3, $4)
        ON CONFLICT (task_id, sha256) DO UPDATE
        SET content = coalesce(task_photos.content, excluded.content)
        """,
        [(task_id, photo.sha256, photo.mime_type, content) for photo, content in rows],
    )


async def _fetch(photo: Photo) -> bytes | None:
    """Returns what the link gives; None where that is not the photo that was named."""
    if photo.url is None:
        return None
    content = bytearray()
    try:
        async with (
            asyncio.timeout(_SECONDS),
            httpx2.AsyncClient(trust_env=False) as client,
            client.stream("GET", photo.url) as answer,
        ):
            answer.raise_for_status()
            async for part in answer.aiter_bytes():
                content += part
                if len(content) > _MOST_BYTES:
                    return None
    except (httpx2.HTTPError, TimeoutError) as error:
        _log.warning("services.photo_not_fetched", error=type(error).__name__)
        return None
    named = hashlib.sha256(content).hexdigest() == photo.sha256
    return bytes(content) if named else None
