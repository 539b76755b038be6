"""What people do in a chat. Each deed becomes the updates that Telegram would send."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import count
from typing import Any, Protocol

from tests.telegram.emulator.formatting import recognised
from tests.telegram.emulator.state import ChatState, Json, Message, Person, Press, Shown

_presses = count(4_100_000_000_000_000_000)


class _Identified(Protocol):
    @property
    def message_id(self) -> int: ...


Ref = int | _Identified
Moment = int | datetime | None


def id_of(message: Ref) -> int:
    return message if isinstance(message, int) else message.message_id


@dataclass
class Chat(ChatState):
    """A chat and what its people can do in it."""

    def say(
        self,
        person: Person,
        text: str,
        *,
        reply_to: Ref | None = None,
        date: Moment = None,
        topic: int | None = None,
    ) -> Message:
        """A text message, in a topic of a forum if one is named."""
        return self._post(person, _written(text), reply_to, date, topic)

    def photo(
        self,
        person: Person,
        image: bytes | None,
        caption: str = "",
        *,
        size: int | None = None,
        reply_to: Ref | None = None,
        date: Moment = None,
        topic: int | None = None,
    ) -> Message:
        """A photo; ``size`` declares another size than it has, without bytes of it."""
        content = {"photo": self.world.files.photo(image, size=size), **_captioned(caption)}
        return self._post(person, content, reply_to, date, topic)

    def album(
        self,
        person: Person,
        images: Sequence[bytes],
        caption: str = "",
        *,
        date: Moment = None,
    ) -> list[Message]:
        """Photos that belong together: an update each; the caption is the first one's."""
        group = {"media_group_id": str(next(_presses))}
        return [
            self._post(
                person,
                {
                    "photo": self.world.files.photo(image),
                    **group,
                    **_captioned("" if number else caption),
                },
                None,
                date,
            )
            for number, image in enumerate(images)
        ]

    def document(
        self,
        person: Person,
        content: bytes | None,
        name: str | None = "receipt.pdf",
        mime: str | None = "application/pdf",
        caption: str = "",
        *,
        size: int | None = None,
        reply_to: Ref | None = None,
        album: str | None = None,
        topic: int | None = None,
    ) -> Message:
        """A file; ``size`` declares a size without bytes of it (21 MB, say)."""
        suffix = "." + name.rsplit(".", 1)[-1] if name and "." in name else ""
        described = self._file(content, "documents", suffix, mime, size)
        if name is not None:
            described["file_name"] = name
        body = {"document": described, **_captioned(caption)}
        if album is not None:
            body["media_group_id"] = album
        return self._post(person, body, reply_to, None, topic)

    def voice(
        self,
        person: Person,
        content: bytes | None,
        *,
        seconds: int = 3,
        mime: str | None = "audio/ogg",
        size: int | None = None,
        caption: str = "",
        reply_to: Ref | None = None,
    ) -> Message:
        described = self._file(content, "voice", ".oga", mime, size) | {"duration": seconds}
        return self._post(person, {"voice": described, **_captioned(caption)}, reply_to)

    def sticker(self, person: Person, emoji: str = "👍", topic: int | None = None) -> Message:
        described = self._file(b"sticker", "stickers", ".webp", None, None)
        described |= {"type": "regular", "width": 512, "height": 512, "emoji": emoji}
        described |= {"is_animated": False, "is_video": False}
        return self._post(person, {"sticker": described}, topic=topic)

    def location(
        self, person: Person, latitude: float = 3.1579, longitude: float = 101.7123
    ) -> Message:
        place = {"latitude": latitude, "longitude": longitude}
        return self._post(person, {"location": place})

    def forward(self, person: Person, message: Message) -> Message:
        """A copy of a message, of this chat or another, marked with where it came from."""
        content = {key: value for key, value in message.content.items() if key != "media_group_id"}
        origin = {"type": "user", "date": message.date, "sender_user": message.sender}
        return self._post(person, {**content, "forward_origin": origin})

    def edit(self, message: Message, text: str) -> int:
        """The person changes a text of theirs; returns the update's id."""
        return self._edit(message, _written(text), ("text", "entities"))

    def edit_caption(self, message: Message, caption: str) -> int:
        return self._edit(message, _captioned(caption), ("caption", "caption_entities"))

    def join(self, person: Person) -> Message:
        """Somebody comes into a group: a service message, as everybody sees."""
        self.members[person.id] = person
        return self._post(person, {"new_chat_members": [person.as_user()]})

    def leave(self, person: Person) -> Message:
        """Somebody leaves a group, or is put out of it."""
        self.members.pop(person.id, None)
        return self._post(person, {"left_chat_member": person.as_user()})

    def delete_topic(self, topic: int) -> None:
        """A person deletes a topic of a forum; Telegram tells bots nothing of it."""
        self.forget_topic(topic)

    def delete(self, message: Ref) -> None:
        """Takes a message away; Telegram tells bots nothing of it."""
        del self.messages[id_of(message)]

    def press(
        self,
        person: Person,
        message: Ref,
        label_or_data: str | None = None,
        *,
        data: str | None = None,
    ) -> str:
        """Presses a button by its label or its data; ``data`` forges one that isn't there.

        The message of a forged press may be gone: Telegram then says no more than its id.
        Returns the press's id, for ``Emulator.press_answers``.
        """
        pressed = self.messages.get(id_of(message))
        if data is None:
            offered = () if pressed is None else pressed.shown().buttons
            found = [one for one in offered if label_or_data in {one.text, one.data}]
            assert found, f"no button {label_or_data!r} among {[one.text for one in offered]}"
            data = found[0].data
        press = Press(str(next(_presses)))
        self.world.presses[press.id] = press
        self._emit(
            "callback_query",
            {
                "id": press.id,
                "from": person.as_user(),
                "message": self._gone(message) if pressed is None else pressed.as_json(),
                "chat_instance": str(hash((self.id, "instance"))),
                "data": data,
            },
        )
        return press.id

    def last(self) -> Shown:
        """The bot's newest message."""
        return self.shown[-1]

    def _gone(self, message: Ref) -> Json:
        return {"chat": self.as_json(), "message_id": id_of(message), "date": 0}

    def _post(
        self,
        person: Person,
        content: Json,
        reply_to: Ref | None = None,
        date: Moment = None,
        topic: int | None = None,
    ) -> Message:
        moment = int(date.timestamp()) if isinstance(date, datetime) else date
        self.started = True
        message = self.add(
            person.as_user(),
            content,
            reply_to=None if reply_to is None else id_of(reply_to),
            date=moment,
            topic=topic,
        )
        message.update_id = self._emit("message", message.as_json())
        return message

    def _edit(self, message: Message, content: Json, replaced: tuple[str, str]) -> int:
        kept = {key: value for key, value in message.content.items() if key not in replaced}
        message.content = {**kept, **content}
        message.edits += 1
        message.edit_date = self.world.now()
        return self._emit("edited_message", message.as_json())

    def _emit(self, kind: str, body: Json) -> int:
        # A bot hears nothing from a chat that shut it out.
        return 0 if self.blocked or self.deleted else self.world.emit(kind, body)

    def _file(
        self, content: bytes | None, folder: str, suffix: str, mime: str | None, size: int | None
    ) -> dict[str, Any]:
        stored = self.world.files.add(content, folder, suffix, size=size)
        return {**stored.as_json(), **({} if mime is None else {"mime_type": mime})}


def _written(text: str) -> Json:
    entities = recognised(text)
    return {"text": text, **({"entities": entities} if entities else {})}


def _captioned(caption: str) -> Json:
    entities = recognised(caption)
    found: Json = {"caption": caption} if caption else {}
    return {**found, "caption_entities": entities} if entities else found
