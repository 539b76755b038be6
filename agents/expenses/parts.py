"""What the features of this agent are given in a worker, and what each brings to it."""

import asyncio
from dataclasses import dataclass
from datetime import date
from hashlib import sha256

from activities.ports import AttachmentStore
from agents.expenses.activities.rate_files import RateFiles
from agents.parts import Lent
from domain.errors import ToolRefusedError
from domain.messages import Attachment, MediaKind
from domain.replies import File
from domain.tools import ErrorCode, RunToolRequest


@dataclass(frozen=True)
class Shared:
    """What a feature may use: it is the agent's, and not the feature's to close."""

    lent: Lent
    rate_files: RateFiles


async def store_file(
    attachments: AttachmentStore, user_id: str, name: str, mime_type: str, content: bytes
) -> File:
    """Keeps a file as the person's own, once for one content. Raises ``NoRoomForFileError``."""
    file = Attachment(
        sha256=await asyncio.to_thread(lambda: sha256(content).hexdigest()),
        kind=MediaKind.OTHER,
        mime_type=mime_type,
        size=len(content),
    )
    await attachments.put(user_id, file, content)
    return File(sha256=file.sha256, name=name, mime_type=mime_type)


def today_of(request: RunToolRequest) -> date:
    """The person's own date. Raises ``ToolRefusedError`` where it is not known."""
    if request.today is None:
        raise ToolRefusedError(ErrorCode.UNAVAILABLE, "the person's date is not known")
    return request.today
