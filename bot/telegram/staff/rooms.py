"""Shows staff what there is of a case: in its topic, or in General where there can be none."""

import asyncio
import re
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from weakref import WeakValueDictionary

import structlog
from aiogram.types import InlineKeyboardMarkup
from aiogram.utils.formatting import Text, TextMention
from pydantic import ValidationError

from agents.staffed import ROOM, Staffed, Standing
from bot.ports import StoredFiles
from bot.remembered import Remembered
from bot.telegram.notices import Occasionally
from bot.telegram.refusals import (
    MessageGoneError,
    NoRightsError,
    NoTopicsError,
    TelegramRefusedError,
    TopicGoneError,
)
from bot.telegram.rendering import MessagePart, rendered
from bot.telegram.sending import PlaceInChat, Sender
from bot.telegram.staff.buttons import keyboard
from bot.texts.catalogue import catalogue_for
from bot.texts.formats import Formats, plain_line
from bot.texts.speech import Wording
from bot.texts.wording import formats_for
from domain.errors import (
    AttachmentMissingError,
    DeliveryFailedError,
    RecipientGoneError,
    UnwordableReplyError,
)
from domain.messages import ButtonPress
from domain.replies import File, Reply
from domain.staff import CloseRoom, Posted, StaffAnswer, StaffPost

NO_TOPICS, NO_RIGHTS = "no_topics", "no_rights"
GONE, REFUSED, UNKNOWN = "gone", "refused", "unknown"
"""Codes of ``Posted.missing``: the chat does not take anything any more; Telegram refuses the post;
this version has no words for it."""

MOST_TITLE = 128

AT_ONCE = 20
"""Posts that wait for the pace of the staff's chat; more wait with Temporal, so that replies to
customers, which the same worker shows, always find room."""

_LATER = timedelta(seconds=5)
_MOST_REMEMBERED = 2_000

_REACTIONS = {"✅": "👍", "⚠️": "👎"}
"""Telegram has no such reactions: the nearest ones that it has."""

_CALLED = re.compile(r"@(\d{1,20})\b")

_SAID_EVERY = timedelta(hours=12)

_log = structlog.get_logger(__name__)


class UnwordedError(Exception):
    """Nothing that could be shown comes of a topic and its content."""


@dataclass(frozen=True)
class StaffTexts:
    """What posts and answers say. ``clock`` gives UTC; ``timezone`` is the staff's."""

    staffed: Staffed
    timezone: str
    clock: Callable[[], datetime]

    @property
    def formats(self) -> Formats:
        return formats_for(self.staffed.locale, self.timezone, self.clock())

    def own(self, key: str, **values: str) -> str:
        """A text of the channel."""
        return catalogue_for(self.staffed.locale).text(key, **values)

    def answered(self, answer: StaffAnswer) -> str:
        """What came of an act; empty when what is posted says enough."""
        if answer.kept:
            return self.own("telegram.staff.kept")
        if not answer.topic:
            return "" if answer.applied else self.own("telegram.staff.not_applied")
        reply = Reply(id=answer.topic, topic=answer.topic, content=answer.content)
        return self._spoken(reply, self.formats).text()

    def worded(self, post: StaffPost) -> tuple[Wording, InlineKeyboardMarkup | None]:
        """Raises ``UnwordedError``."""
        reply = Reply(id=post.post, topic=post.topic, content=post.content, choices=post.choices)
        formats = self.formats
        wording = self._spoken(reply, formats)
        labels = [plain_line(choice.label) or self._label(choice.press) for choice in post.choices]
        return wording, keyboard([choice.press for choice in post.choices], labels)

    def _label(self, press: ButtonPress) -> str:
        key = f"{self.staffed.slug}.staff.button.{press.action}"
        return self.formats.catalogue.first(f"{key}.{press.value}", key)

    def _spoken(self, reply: Reply, formats: Formats) -> Wording:
        words = self.staffed.words.get(reply.topic)
        if words is None:
            raise UnwordedError(f"no words for {reply.topic!r}")
        try:
            return words.spoken(reply, formats).wording
        except (UnwordableReplyError, ValidationError) as error:
            raise UnwordedError(
                f"the words for {reply.topic!r} break: {type(error).__name__}"
            ) from error


def _not_noted(sent: Sequence[Standing]) -> None:
    del sent


@dataclass
class StaffRooms:
    """Every (case, post) stands once: the same again edits it. What is shown of one case is shown
    in the order in which it comes.

    Raises ``DeliveryFailedError`` and ``StorageUnavailableError`` when another attempt may succeed;
    what was sent meanwhile is remembered in this process and not sent again. Beyond it, ``noted``
    keeps what the database does not have yet, at once after each sending.
    """

    sender: Sender
    files: StoredFiles
    texts: StaffTexts
    noted: Callable[[Sequence[Standing]], None] = _not_noted
    _fresh: dict[tuple[str, str], Standing] = field(default_factory=dict)
    """Sent, and not in the database yet."""
    _last: Remembered[int, tuple[MessagePart, InlineKeyboardMarkup | None]] = field(
        default_factory=lambda: Remembered(_MOST_REMEMBERED)
    )
    """What was shown last, by message: the same again costs no turn of the chat."""
    _at_work: int = 0
    _locks: WeakValueDictionary[str, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    _told: Occasionally = field(default_factory=lambda: Occasionally(_SAID_EVERY))

    @property
    def _staffed(self) -> Staffed:
        return self.texts.staffed

    def shows(self, post: StaffPost) -> bool:
        """Whether it is a post of this room's agent; a mark has no words that would say so."""
        return bool(post.marks) or post.topic in self._staffed.words

    def sent(self, case: str) -> list[Standing]:
        """What stands in the chat of a case and is not in the database yet."""
        return [each for (named, _), each in self._fresh.items() if named == case]

    def know(self, sent: Sequence[Standing]) -> None:
        """What another process had sent and noted, as far as this one does not know better."""
        for each in sent:
            self._fresh.setdefault((each.case, each.post), each)

    async def post(self, post: StaffPost) -> Posted:
        if self._at_work >= AT_ONCE:
            raise DeliveryFailedError(f"{AT_ONCE} posts are on their way", retry_after=_LATER)
        self._at_work += 1
        try:
            return await self._in_turn(post)
        finally:
            self._at_work -= 1

    async def _in_turn(self, post: StaffPost) -> Posted:
        async with self._locks.setdefault(post.case, asyncio.Lock()):
            for each in self.sent(post.case):
                await self._remember(each)
            try:
                return await self._marked(post) if post.marks else await self._posted(post)
            except UnwordedError as error:
                _log.error("staff.unworded", case=post.case, post=post.post, reason=str(error))
                return Posted(missing=UNKNOWN)
            except RecipientGoneError as error:
                _log.error("staff.chat_gone", reason=str(error))
                return Posted(missing=GONE)
            except TelegramRefusedError as error:
                _log.error("staff.refused", case=post.case, reason=str(error))
                return Posted(missing=REFUSED)

    async def close(self, request: CloseRoom) -> None:
        """Closes a case's topic. ``forget``: deletes it, and what stands of the case elsewhere."""
        async with self._locks.setdefault(request.case, asyncio.Lock()):
            stored = await self._staffed.posts.of(request.case)
            known = {each.post: each for each in (*stored, *self.sent(request.case))}
            standing = list(known.values())
            room = next((each for each in standing if each.post == ROOM), None)
            topic = room.topic if room else None
            with suppress(TopicGoneError, RecipientGoneError):
                if request.forget:
                    await self._forget(standing, topic)
                elif topic is not None:
                    await self._shut(topic)
            if request.forget:
                await self._forget_room(request.case)

    async def _shut(self, topic: int) -> None:
        try:
            await self.sender.close_topic(self._staffed.chat, topic)
        except (NoRightsError, NoTopicsError) as error:
            _log.warning("staff.topic_not_closed", reason=str(error))

    async def _forget(self, standing: Sequence[Standing], topic: int | None) -> None:
        """Where the topic cannot be deleted, the words in it are."""
        if topic is not None:
            try:
                await self.sender.delete_topic(self._staffed.chat, topic)
            except (NoRightsError, NoTopicsError) as error:
                _log.error(
                    "staff.topic_not_deleted",
                    reason=str(error),
                    advice="give the bot the right to delete messages, and delete the topic",
                )
                await self._shut(topic)
                topic = None
        for each in standing:
            if each.message is not None and (topic is None or each.topic != topic):
                await self._take_away(each.chat, each.message)

    async def _take_away(self, chat: int, message: int) -> None:
        try:
            await self.sender.delete(chat, message)
        except MessageGoneError:
            return
        except TelegramRefusedError:  # too old to be deleted without the right to
            with suppress(TelegramRefusedError):
                await self.sender.edit(
                    chat, message, MessagePart(self.texts.own("telegram.staff.deleted"))
                )

    async def _marked(self, post: StaffPost) -> Posted:
        """A reaction to a message of the staff; where that cannot be, the mark stands below it."""
        if not post.ref.isdecimal():
            return Posted()
        chat, message = self._staffed.chat, int(post.ref)
        emoji = _REACTIONS.get(post.marks, post.marks)
        try:
            await self.sender.react(chat, message, emoji)
        except MessageGoneError:
            return Posted()
        except TelegramRefusedError as error:
            _log.info("staff.no_reaction", reason=str(error))
            if await self._find(post.case, post.post) is None:
                room = await self._find(post.case, ROOM)
                topic = room.topic if room else None
                said = await self.sender.say(chat, post.marks, reply_to=message, topic=topic)
                await self._remember(Standing(post.case, post.post, chat, topic, said))
        return Posted(ref=post.ref)

    async def _posted(self, post: StaffPost) -> Posted:
        wording, buttons = self.texts.worded(post)
        if post.aloud:
            titled = _titled(wording, post, post.title)
            return Posted(ref=await self._post(post, titled, buttons, None))
        before = await self._find(post.case, ROOM)
        room, missing = await self._room(post)
        # What stands in General, from before there could be a topic, is to stand there as well.
        anew = before is not None and before.topic != room.topic
        for _ in range(2):
            titled = wording if room.topic else _titled(wording, post, room.title)
            try:
                ref = await self._post(post, titled, buttons, room.topic)
            except TopicGoneError as error:
                _log.warning("staff.topic_anew", case=post.case, reason=str(error))
                await self._forget_room(post.case)
                room, missing = await self._room(post, room.title)
                anew = True
            else:
                return Posted(ref=ref, missing=missing, anew=anew)
        raise TelegramRefusedError("the topic is gone as soon as it is made")

    async def _room(self, post: StaffPost, title: str = "") -> tuple[Standing, str]:
        """The case's room, made or renamed if need be; and why it is General, if it is."""
        room = await self._find(post.case, ROOM)
        known = room.title if room else title
        wanted = (post.title or known or _name_of(post.case))[:MOST_TITLE]
        if room is not None and room.topic is not None:
            if room.title != wanted:
                room = await self._renamed(room, wanted)
            return room, ""
        chat, missing = self._staffed.chat, ""
        topic: int | None = None
        try:
            topic = await self.sender.open_topic(chat, wanted)
        except (NoTopicsError, NoRightsError) as error:
            missing = NO_TOPICS if isinstance(error, NoTopicsError) else NO_RIGHTS
            _log.warning("staff.no_topic", reason=missing)
            if self._told.due(missing):
                await self.sender.say(chat, self.texts.own(f"telegram.staff.{missing}"))
        room = Standing(post.case, ROOM, chat, topic, None, wanted)
        await self._remember(room)
        return room, missing

    async def _renamed(self, room: Standing, title: str) -> Standing:
        """Only for the eye: where it is refused, the topic keeps its name."""
        try:
            await self.sender.rename_topic(room.chat, room.topic or 0, title)
        except TopicGoneError:
            return room  # what is sent next finds out
        except TelegramRefusedError as error:
            _log.warning("staff.topic_not_renamed", reason=str(error))
        renamed = replace(room, title=title)
        await self._remember(renamed)
        return renamed

    async def _post(
        self,
        post: StaffPost,
        wording: Wording,
        buttons: InlineKeyboardMarkup | None,
        topic: int | None,
    ) -> str:
        """All its messages, and files. Raises ``TopicGoneError``. The id of the first message."""
        parts = rendered(wording)
        if post.aloud:
            parts = tuple([await self._calling(part) for part in parts])
        refs: list[int] = []
        for number, part in enumerate(parts):
            name = _part_of(post.post, number)
            keys = buttons if number == len(parts) - 1 else None
            refs.append(await self._part(post, name, part, keys, topic))
        await self._shorten(post, len(parts))
        for number, file in enumerate(post.files):
            await self._file(post, f"{post.post}/file{number}", file, topic)
        return str(refs[0])

    async def _calling(self, part: MessagePart) -> MessagePart:
        """``@7001``, a member's id, as a mention that makes their phone ring."""
        if part.entities or not _CALLED.search(part.text):
            return part
        pieces: list[Text | str] = []
        end = 0
        for called in _CALLED.finditer(part.text):
            member = await self.sender.member(self._staffed.chat, int(called[1]))
            shown = TextMention(member.full_name, user=member) if member else called[0]
            pieces += [part.text[end : called.start()], shown]
            end = called.end()
        text, entities = Text(*pieces, part.text[end:]).render()
        return MessagePart(text, tuple(entities))

    async def _part(
        self,
        post: StaffPost,
        name: str,
        part: MessagePart,
        buttons: InlineKeyboardMarkup | None,
        topic: int | None,
    ) -> int:
        chat, standing = self._staffed.chat, await self._find(post.case, name)
        if standing is not None and standing.message is not None and standing.topic == topic:
            try:
                if self._last.get(standing.message) != (part, buttons):
                    await self.sender.edit(chat, standing.message, part, keyboard=buttons)
            except MessageGoneError as error:
                _log.info("staff.post_gone", case=post.case, reason=str(error))
            else:
                self._last[standing.message] = part, buttons
                return standing.message
        answered = await self._find(post.case, post.answers) if post.answers else None
        below = answered.message if answered and answered.topic == topic else None
        place = PlaceInChat(below, topic, nowhere_else=True)
        message = await self.sender.send(chat, part, keyboard=buttons, place=place)
        self._last[message] = part, buttons
        await self._remember(Standing(post.case, name, chat, topic, message))
        return message

    async def _shorten(self, post: StaffPost, parts: int) -> None:
        """What stood in further messages and is not said any more."""
        number = parts
        while left := await self._find(post.case, _part_of(post.post, number)):
            if left.message is not None:
                self._last.pop(left.message, None)
                with suppress(MessageGoneError):
                    await self.sender.edit(left.chat, left.message, MessagePart("…"))
            number += 1

    async def _file(self, post: StaffPost, name: str, file: File, topic: int | None) -> None:
        standing = await self._find(post.case, name)
        if standing is not None and standing.topic == topic:
            return
        chat, place = self._staffed.chat, PlaceInChat(None, topic, nowhere_else=True)
        try:
            _, content = await self.files.get(post.owner, file.sha256)
        except AttachmentMissingError as error:
            _log.warning("file.missing", reason=str(error))
            words = self.texts.own("channel.file_missing", name=plain_line(file.name))
            message = await self.sender.send(chat, MessagePart(words), place=place)
        else:
            message = await self.sender.send_file(chat, file.name, content, place=place)
        await self._remember(Standing(post.case, name, chat, topic, message))

    async def _find(self, case: str, post: str) -> Standing | None:
        return self._fresh.get((case, post)) or await self._staffed.posts.find(case, post)

    async def _remember(self, standing: Standing) -> None:
        key = standing.case, standing.post
        self._fresh[key] = standing
        self.noted(self.sent(standing.case))
        await self._staffed.posts.remember(standing)
        del self._fresh[key]

    async def _forget_room(self, case: str) -> None:
        for key in [key for key in self._fresh if key[0] == case]:
            del self._fresh[key]
        await self._staffed.posts.forget(case)


def _titled(wording: Wording, post: StaffPost, title: str) -> Wording:
    """In General it must be said which case it is."""
    if not title or _name_of(post.case) in wording.lead:
        return wording
    return replace(wording, lead=f"{title}\n{wording.lead}".strip())


def _name_of(case: str) -> str:
    return case.rpartition(":")[2]


def _part_of(post: str, number: int) -> str:
    return f"{post}/{number}" if number else post
