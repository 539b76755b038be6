"""HTTP as a channel: a reply is shown by being an event of its session."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime

from agents import SLUGS
from bot.buttons import ends
from bot.http.contract import (
    ChoiceView,
    Event,
    EventKind,
    FileView,
    ReplyView,
)
from bot.http.ports import EventLog
from bot.texts.formats import plain_line
from bot.texts.speech import Wording
from bot.texts.wording import formats_for, worded
from domain.errors import NotFoundError, RecipientGoneError
from domain.replies import DeliveredReply, Delivery, File, Reply

API = "/api/v1/chat/sessions"
"""Path under which a session's own things are found."""


@dataclass(frozen=True)
class HttpChannel:
    """Implements ``activities.ports.Channel``; a reply that is delivered twice is one event.

    ``clock`` gives the current time in UTC; ``agents`` are the slugs of the enabled ones.
    """

    log: EventLog
    clock: Callable[[], datetime]
    agents: tuple[str, ...] = SLUGS

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """``channel_ref`` is the reply's id: by that, later ones name it. What must not be recorded
        is told to those who read at this moment, and kept nowhere.

        Raises ``RecipientGoneError`` for a session that is gone or another's,
        ``StorageUnavailableError`` and what ``worded`` raises.
        """
        formats = formats_for(delivery.locale, delivery.timezone, self.clock(), self.agents)
        view = _view(delivery.chat_id, reply, worded(reply, formats))
        if delivery.recorded:
            view = await self._kept(delivery, view)
        else:
            event = Event(
                kind=EventKind.REPLY,
                key=view.id,
                payload=view.model_dump(mode="json"),
                at=self.clock(),
            )
            await self.log.tell(delivery.chat_id, event)
        return DeliveredReply(reply_id=view.id, text=view.text, channel_ref=view.id)

    async def _kept(self, delivery: Delivery, view: ReplyView) -> ReplyView:
        """As it was shown: an earlier attempt may have worded it in another way."""
        session = await self.log.find(delivery.chat_id)
        if session is None or session.user_id != delivery.user_id:
            msg = "no such session of this person"
            raise RecipientGoneError(msg)
        try:
            event, _ = await self.log.add(delivery.chat_id, EventKind.REPLY, view.id, view)
        except NotFoundError as error:
            msg = "the session was erased"
            raise RecipientGoneError(msg) from error
        return ReplyView.model_validate(event.payload)


def _view(session_id: str, reply: Reply, wording: Wording) -> ReplyView:
    return ReplyView(
        id=reply.id,
        text=wording.text(),
        choices=tuple(
            ChoiceView(
                label=button.label,
                action=button.press.action,
                subject=button.press.subject,
                value=button.press.value,
                ends=ends(button.press.action),
            )
            for button in wording.buttons
        ),
        files=tuple(_file(session_id, file) for file in reply.files),
        replaces=reply.edits or None,
    )


def _file(session_id: str, file: File) -> FileView:
    return FileView(
        name=plain_line(file.name),
        mime_type=file.mime_type,
        url=f"{API}/{session_id}/files/{file.sha256}",
    )
