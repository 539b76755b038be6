"""The methods by which a bot speaks: send, edit, delete."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from aiogram.methods import (
    DeleteMessage,
    EditMessageReplyMarkup,
    EditMessageText,
    SendChatAction,
    SendDocument,
    SendMessage,
    SendPhoto,
)

from tests.telegram.emulator import rules
from tests.telegram.emulator.errors import refuse
from tests.telegram.emulator.rate_limit import RateLimit
from tests.telegram.emulator.state import ChatState, Json, Message, World
from tests.telegram.emulator.validation import Call, given


@dataclass(frozen=True)
class Upload:
    name: str
    content: bytes
    mime: str


Uploads = Mapping[str, Upload]
Handler = Callable[[Any, Uploads], object]

_NOT_MODIFIED = (
    "message is not modified: specified new message content and reply markup are exactly "
    "the same as a current content and reply markup of the message"
)


class Sending:
    """Raises ``ApiError`` as Telegram would; a refused call changes nothing."""

    def __init__(self, world: World, rate_limit: Callable[[], RateLimit | None]) -> None:
        self._world = world
        self._rate_limit = rate_limit

    def handlers(self) -> dict[type[Call], Handler]:
        return {
            SendMessage: self._text,
            SendPhoto: self._photo,
            SendDocument: self._document,
            EditMessageText: self._edit_text,
            EditMessageReplyMarkup: self._edit_markup,
            DeleteMessage: self._delete,
            SendChatAction: self._action,
        }

    def _text(self, call: SendMessage, _uploads: Uploads) -> Json:
        chat = self._world.open_chat(call.chat_id)
        content = rules.text(call.text, given(call.parse_mode), call.entities)
        return self._send(chat, call, content).as_json()

    def _photo(self, call: SendPhoto, uploads: Uploads) -> Json:
        chat = self._world.open_chat(call.chat_id)
        content = {"photo": self._sizes(str(call.photo), uploads), **_caption(call)}
        return self._send(chat, call, content).as_json()

    def _document(self, call: SendDocument, uploads: Uploads) -> Json:
        chat = self._world.open_chat(call.chat_id)
        described = self._described(str(call.document), uploads, "documents")
        return self._send(chat, call, {"document": described, **_caption(call)}).as_json()

    def _send(self, chat: ChatState, call: Any, content: Json) -> Message:  # noqa: ANN401 - any send*
        keyboard = rules.inline_keyboard(call.reply_markup)
        reply, topic = self._reply_to(chat, call), chat.thread(call.message_thread_id)
        self._admit(chat)
        return chat.add(self._world.bot, content, keyboard=keyboard, reply_to=reply, topic=topic)

    def _reply_to(self, chat: ChatState, call: Any) -> int | None:  # noqa: ANN401 - any send*
        parameters = call.reply_parameters
        wanted = call.reply_to_message_id if parameters is None else parameters.message_id
        if wanted is None or wanted in chat.messages:
            return int(wanted) if wanted is not None else None
        carrier = call if parameters is None else parameters
        if not given(carrier.allow_sending_without_reply):
            refuse("message to be replied not found")
        return None

    def _admit(self, chat: ChatState) -> None:
        rate_limit = self._rate_limit()
        if rate_limit is not None:
            rate_limit.admit(chat.id, group=chat.in_group)

    def _edit_text(self, call: EditMessageText, _uploads: Uploads) -> Json:
        message = self._editable(call)
        if "text" not in message.content:
            refuse("there is no text in the message to edit")
        content = rules.text(call.text or "", given(call.parse_mode), call.entities)
        return self._edit(message, call, content, ("text", "entities"))

    def _edit_markup(self, call: EditMessageReplyMarkup, _uploads: Uploads) -> Json:
        return self._edit(self._editable(call), call, {}, ())

    def _editable(self, call: Any) -> Message:  # noqa: ANN401 - any edit*
        if call.chat_id is None or call.message_id is None:
            refuse("message identifier is not specified")
        found = self._world.open_chat(call.chat_id).messages.get(call.message_id)
        if found is None:
            refuse("message to edit not found")
        if not found.from_bot:
            refuse("message can't be edited")
        return found

    def _edit(self, message: Message, call: Any, content: Json, replaced: tuple[str, ...]) -> Json:  # noqa: ANN401 - any edit*
        keyboard = rules.inline_keyboard(call.reply_markup)
        kept = {key: value for key, value in message.content.items() if key not in replaced}
        if {**kept, **content} == message.content and (keyboard or None) == (
            message.keyboard or None
        ):
            refuse(_NOT_MODIFIED)
        rate_limit = self._rate_limit()
        if rate_limit is not None:
            rate_limit.admit(None)
        message.content = {**kept, **content}
        message.keyboard = keyboard
        message.edits += 1
        message.edit_date = self._world.now()
        return message.as_json()

    def _delete(self, call: DeleteMessage, _uploads: Uploads) -> bool:
        chat = self._world.open_chat(call.chat_id)
        found = chat.messages.get(call.message_id)
        if found is None:
            refuse("message to delete not found")
        if chat.in_group and not found.from_bot and self._world.bot["id"] not in chat.admins:
            refuse("message can't be deleted")
        del chat.messages[call.message_id]
        return True

    def _action(self, call: SendChatAction, _uploads: Uploads) -> bool:
        chat = self._world.open_chat(call.chat_id)
        if call.action not in rules.ACTIONS:
            refuse("wrong parameter action in request")
        chat.actions.append(call.action)
        chat.acted = self._world.clock()
        return True

    def _sizes(self, media: str, uploads: Uploads) -> list[Json]:
        upload = _uploaded(media, uploads)
        files = self._world.files
        return files.photo(upload.content if upload else files.find(media).content)

    def _described(self, media: str, uploads: Uploads, folder: str) -> Json:
        upload = _uploaded(media, uploads)
        if upload is None:
            return self._world.files.find(media).as_json()
        suffix = "." + upload.name.rsplit(".", 1)[-1] if "." in upload.name else ""
        stored = self._world.files.add(upload.content, folder, suffix)
        return {**stored.as_json(), "file_name": upload.name, "mime_type": upload.mime}


def _uploaded(media: str, uploads: Uploads) -> Upload | None:
    if not media.startswith("attach://"):
        return None
    upload = uploads.get(media.removeprefix("attach://"))
    if upload is None or not upload.content:
        refuse("file must be non-empty" if upload else "attached file not found")
    return upload


def _caption(call: Any) -> Json:  # noqa: ANN401 - whatever can have a caption
    return rules.caption(call.caption, given(call.parse_mode), call.caption_entities)
