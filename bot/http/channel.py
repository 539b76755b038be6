"""HTTP as a channel: a reply is shown by being an event of its session."""

import asyncio
from collections.abc import Callable, Iterable
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from agents import SLUGS
from bot.buttons import ends
from bot.http.contract import (
    BlockView,
    ChoiceView,
    FileView,
    HungUp,
    PanelView,
    ReplyView,
    Settled,
    SlowReaderError,
)
from bot.http.ports import EventLog, Hub
from bot.texts.formats import plain_line
from bot.texts.speech import Button, CardView, Panel, Wording
from bot.texts.wording import formats_for, worded
from domain.channel_events import Event, EventKind
from domain.errors import NotFoundError, RecipientGoneError
from domain.replies import DeliveredReply, Delivery, File, Reply, Settlement

API = "/api/v1/chat/sessions"
"""Path under which a session's own things are found."""

HEARD_WITHIN = timedelta(seconds=14)
"""For a goodbye to be played: a call waits 12 s for the end of what it says, and may have to make
the sound first."""

LONGEST_CALL = timedelta(hours=2)
"""After that it is over, though nobody lived to write so."""

BEGAN, GONE, HEARD = "began", "gone", "heard"
"""Ends of keys: of the events that tell that a call has its socket and has lost it, and that a
goodbye was played.
"""

_EVENTS_OF_A_CALL = 1_000
"""More messages are not settled in one."""


@dataclass(frozen=True)
class HttpChannel:
    """Implements ``activities.ports.Channel``; a reply that is delivered twice is one event. A
    goodbye is shown when the call that is going on has played it.

    ``clock`` gives the current time in UTC; ``agents`` are the slugs of the enabled ones;
    ``origin`` is the address of the page, where other people can open it.
    """

    log: EventLog
    hub: Hub
    clock: Callable[[], datetime]
    agents: tuple[str, ...] = SLUGS
    heard_within: timedelta = HEARD_WITHIN
    origin: str = ""

    async def show(self, delivery: Delivery, reply: Reply) -> DeliveredReply:
        """``channel_ref`` is the reply's id: by that, later ones name it. What must not be recorded
        is told to those who read at this moment, and kept nowhere.

        Raises ``RecipientGoneError`` for a session that is gone or another's,
        ``StorageUnavailableError`` and what ``worded`` raises.
        """
        formats = formats_for(delivery.locale, delivery.timezone, self.clock(), self.agents)
        if self.origin:
            # Behind "#", so that no server is told of it.
            formats = replace(formats, chat_link=f"{self.origin}/#")
        view = _view(delivery.chat_id, reply, worded(reply, formats))
        if delivery.recorded:
            view = await self._keep(delivery, view)
        else:
            event = Event(
                kind=EventKind.REPLY,
                key=view.id,
                payload=view.model_dump(mode="json"),
                at=self.clock(),
            )
            await self.log.tell(delivery.chat_id, event)
        return DeliveredReply(reply_id=view.id, text=view.text, channel_ref=view.id)

    async def settle(self, delivery: Delivery, settlement: Settlement) -> None:
        """Each message has an event that says so; none in a session that is gone."""
        prefix = f"{delivery.channel}:{delivery.chat_id}:"
        with suppress(NotFoundError):
            for message_id in settlement.message_ids:
                view = Settled(
                    message_id=message_id.removeprefix(prefix),
                    state=settlement.state,
                    questions=settlement.questions,
                )
                await self.log.add(delivery.chat_id, EventKind.STATE, view.key, view)

    async def _keep(self, delivery: Delivery, view: ReplyView) -> ReplyView:
        """As it was shown: an earlier attempt may have worded it in another way."""
        session = await self.log.find(delivery.chat_id)
        if session is None or session.user_id != delivery.user_id:
            raise RecipientGoneError("no such session of this person")
        try:
            event, _ = await self.log.add(delivery.chat_id, EventKind.REPLY, view.id, view)
            if view.heard_out:
                await self._heard_out(delivery.chat_id, event)
            if view.hangup_status is not None:
                await self._hung_up(delivery.chat_id, view, view.hangup_status)
        except NotFoundError as error:
            raise RecipientGoneError("the session was erased") from error
        return ReplyView.model_validate(event.payload)

    async def _heard_out(self, session_id: str, goodbye: Event) -> None:
        """Waits until the goodbye was played, if a call is going on; not for ever. Whoever broke it
        off says something, which the conversation has when it is in the log.
        """
        if not await self._on_the_line(session_id):
            return
        over = frozenset({EventKind.TRANSCRIPT, EventKind.HANGUP})
        with suppress(TimeoutError, SlowReaderError):
            async with (
                asyncio.timeout(self.heard_within.total_seconds()),
                self.hub.reading(session_id, goodbye.seq) as events,
            ):
                async for event in events:
                    if event and (event.key == f"{goodbye.key}/{HEARD}" or event.kind in over):
                        return

    async def _on_the_line(self, session_id: str) -> bool:
        """Whether the last call by voice has not ended, as far as the log tells."""
        kinds = frozenset({EventKind.STATE, EventKind.HANGUP})
        for event in await self.log.newest(session_id, _EVENTS_OF_A_CALL, kinds):
            if event.kind is EventKind.HANGUP or event.key.endswith(f"/{GONE}"):
                return False
            if event.key.endswith(f"/{BEGAN}"):
                return event.at is None or self.clock() - event.at < LONGEST_CALL
        return False

    async def _hung_up(self, session_id: str, reply: ReplyView, status: str) -> None:
        ended = HungUp(call_id=reply.id, reason="completed", hangup_status=status)
        await self.log.add(session_id, EventKind.HANGUP, f"{reply.id}/hangup", ended)


def _view(session_id: str, reply: Reply, wording: Wording) -> ReplyView:
    return ReplyView(
        id=reply.id,
        text=wording.text(),
        node=reply.node or None,
        choices=_choices(wording.buttons),
        files=tuple(_file(session_id, file) for file in reply.files),
        blocks=_blocks(wording),
        panel=_panel(wording.panel) if wording.panel else None,
        question=reply.question,
        rateable=wording.rateable,
        replaces=reply.edits or None,
        heard_out=reply.heard_out,
        hangup_status=reply.hung_up or None,
    )


def _choices(buttons: Iterable[Button]) -> tuple[ChoiceView, ...]:
    return tuple(
        ChoiceView(
            label=button.label,
            action=button.press.action,
            subject=button.press.subject,
            value=button.press.value,
            ends=ends(button.press.action),
            short=button.short,
        )
        for button in buttons
    )


def _blocks(wording: Wording) -> tuple[BlockView, ...]:
    """None for a single paragraph. With several cards, each has the buttons about its task."""
    blocks = wording.blocks()
    if len(blocks) < 2 and isinstance(blocks[0], str):  # noqa: PLR2004 - one is the whole text
        return ()
    several = len(wording.cards) > 1

    def own(card: CardView) -> tuple[Button, ...]:
        task = wording.numbers.get(card.number) if several else None
        about = (button for button in wording.buttons if task and button.press.subject == task)
        return (*card.buttons, *about)

    return tuple(
        BlockView(text=block) if isinstance(block, str) else _card(block, own(block))
        for block in blocks
    )


def _card(card: CardView, buttons: Iterable[Button]) -> BlockView:
    return BlockView(
        number=card.number,
        title=card.title,
        amount=card.amount,
        lines=card.lines,
        choices=_choices(buttons),
    )


def _panel(panel: Panel) -> PanelView:
    return PanelView(
        key=panel.key,
        title=panel.title,
        summary=panel.summary,
        cards=tuple(_card(card, card.buttons) for card in panel.cards),
        total=panel.total,
        choices=_choices(panel.buttons),
    )


def _file(session_id: str, file: File) -> FileView:
    return FileView(
        name=plain_line(file.name),
        mime_type=file.mime_type,
        url=f"{API}/{session_id}/files/{file.sha256}",
    )
