"""Fetching a file from where the channel has it. Runs inside the channel's own process."""

import asyncio
from collections.abc import Callable

import structlog
from temporalio import activity

from activities.boundary import app_errors, heartbeating
from activities.ports import AttachmentStore, RemoteFiles, Users
from domain.attachments import FetchRequest
from domain.errors import UnusableAttachmentError
from domain.messages import MAX_ATTACHMENT_BYTES, Attachment, MediaKind

_log = structlog.get_logger()


class FetchAttachments:
    """Idempotent: the same bytes are stored once, under their sha256.

    ``identify`` tells by its first bytes what a file is.
    """

    def __init__(
        self,
        files: RemoteFiles,
        attachments: AttachmentStore,
        users: Users,
        identify: Callable[[bytes], Attachment],
    ) -> None:
        self._files = files
        self._attachments = attachments
        self._users = users
        self._identify = identify

    @activity.defn
    async def fetch_attachment(self, request: FetchRequest) -> Attachment:
        """The stored file, with what its first bytes say that it is, whatever was declared.

        Fails with ``attachment.unusable.*`` for what is no picture, PDF or recording or too large,
        with ``attachment.gone`` when the channel no longer has it, and with
        ``attachment.unavailable`` or ``storage.unavailable`` when another attempt may succeed.
        """
        with app_errors():
            async with heartbeating():
                return await self._fetched(request)

    async def _fetched(self, request: FetchRequest) -> Attachment:
        declared = request.attachment
        if declared.size > MAX_ATTACHMENT_BYTES:
            raise UnusableAttachmentError(f"{declared.size} bytes declared", why="too_large")
        content = await self._files.fetch(declared.remote)
        found = await asyncio.to_thread(self._identify, content)
        if found.kind is MediaKind.TABLE and declared.kind is not MediaKind.TABLE:
            # Whoever takes pictures has no use for text that came without a name of its kind.
            raise UnusableAttachmentError("text, declared as something else", why="not_a_picture")
        attachment = found.model_copy(update={"remote": declared.remote})
        # Files belong to a person, who may have sent nothing but this.
        await self._users.person(request.person)
        await self._attachments.put(request.person.user_id, attachment, content)
        _log.info("attachment.fetched", kind=attachment.kind.value, size=attachment.size)
        return attachment
