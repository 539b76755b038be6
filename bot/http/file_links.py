"""A file by a signed link, for servers that were told of it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from aiohttp import web

from adapters.file_links import PATH, FileLinks
from bot.http.contract import RequestRefused
from bot.ports import StoredFiles
from domain.errors import AttachmentMissingError


class OwnedFiles(StoredFiles, Protocol):
    async def owners_of(self, sha256: str) -> Sequence[str]: ...


@dataclass(frozen=True)
class FileLinkRoutes:
    """Without a session: whoever has the link gets this one file. ``now`` is the present in UTC."""

    links: FileLinks
    files: OwnedFiles
    now: Callable[[], datetime]

    def routes(self) -> list[web.RouteDef]:
        return [web.get(PATH + "{token}", self.file, allow_head=False)]

    async def file(self, request: web.Request) -> web.Response:
        """Gives the file, or one answer for a link that is none, too old, or of a file that is
        gone.
        """
        token = request.match_info["token"]
        sha256 = self.links.sha256_in(token, self.now())
        owners = () if sha256 is None else await self.files.owners_of(sha256)
        owner = self.links.owner_in(token, owners)
        if sha256 is None or owner is None:
            raise RequestRefused(404, "not_found")
        try:
            kept, content = await self.files.get(owner, sha256)
        except AttachmentMissingError as error:
            raise RequestRefused(404, "not_found") from error
        headers = {
            "Content-Type": kept.mime_type or "application/octet-stream",
            "Content-Disposition": "attachment",
            "Content-Security-Policy": "sandbox; default-src 'none'",
            "Cache-Control": "private, no-store",
            "X-Robots-Tag": "noindex, nofollow",
        }
        return web.Response(body=content, headers=headers)
