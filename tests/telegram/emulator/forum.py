"""Topics of a forum, and what a bot needs to manage them; reactions to messages."""

from dataclasses import dataclass
from typing import Any

from aiogram.methods import (
    CloseForumTopic,
    CreateForumTopic,
    DeleteForumTopic,
    EditForumTopic,
    ReopenForumTopic,
    SetMessageReaction,
)

from tests.telegram.emulator import rules
from tests.telegram.emulator.errors import refuse
from tests.telegram.emulator.sending import Handler, Uploads
from tests.telegram.emulator.state import ChatState, Json, Topic, World
from tests.telegram.emulator.validation import Call


@dataclass(frozen=True)
class Forums:
    """Raises ``ApiError`` as Telegram would; a refused call changes nothing."""

    world: World

    def handlers(self) -> dict[type[Call], Handler]:
        return {
            CreateForumTopic: self._create,
            EditForumTopic: self._rename,
            CloseForumTopic: self._close,
            ReopenForumTopic: self._reopen,
            DeleteForumTopic: self._delete,
            SetMessageReaction: self._react,
        }

    def _create(self, call: CreateForumTopic, _uploads: Uploads) -> Json:
        chat = self._forum(call)
        self._may(chat, "can_manage_topics", "not enough rights to create a topic")
        name = _name(call.name)
        content = {"forum_topic_created": {"name": name, "icon_color": 7322096}}
        opened = chat.add(self.world.bot, content)
        opened.topic = opened.message_id
        chat.topics[opened.message_id] = Topic(name)
        return {"message_thread_id": opened.message_id, "name": name, "icon_color": 7322096}

    def _rename(self, call: EditForumTopic, _uploads: Uploads) -> bool:
        topic = self._topic(self._forum(call), call)
        name = _name(call.name or topic.name)
        if name == topic.name:
            refuse(_SAME)
        topic.name = name
        return True

    def _close(self, call: CloseForumTopic, _uploads: Uploads) -> bool:
        return self._shut(call, closed=True)

    def _reopen(self, call: ReopenForumTopic, _uploads: Uploads) -> bool:
        return self._shut(call, closed=False)

    def _shut(self, call: Any, *, closed: bool) -> bool:  # noqa: ANN401 - close or reopen
        topic = self._topic(self._forum(call), call)
        if topic.closed is closed:
            refuse(_SAME)
        topic.closed = closed
        return True

    def _delete(self, call: DeleteForumTopic, _uploads: Uploads) -> bool:
        chat = self._forum(call)
        self._topic(chat, call)
        self._may(chat, "can_delete_messages", "not enough rights to delete a topic")
        chat.forget_topic(call.message_thread_id)
        return True

    def _react(self, call: SetMessageReaction, _uploads: Uploads) -> bool:
        message = self.world.open_chat(call.chat_id).messages.get(call.message_id)
        if message is None:
            refuse("message to react not found")
        wanted = [str(getattr(one, "emoji", "")) for one in call.reaction or ()]
        if any(emoji not in rules.REACTIONS for emoji in wanted):
            refuse("REACTION_INVALID")
        message.reactions = wanted
        return True

    def _forum(self, call: Any) -> ChatState:  # noqa: ANN401 - any *ForumTopic
        chat = self.world.open_chat(call.chat_id)
        if not chat.forum:
            refuse("the chat is not a forum")
        return chat

    def _topic(self, chat: ChatState, call: Any) -> Topic:  # noqa: ANN401 - any *ForumTopic
        self._may(chat, "can_manage_topics", "not enough rights to manage topics")
        topic = chat.topics.get(call.message_thread_id)
        if topic is None:
            refuse("TOPIC_ID_INVALID")
        return topic

    def _may(self, chat: ChatState, right: str, refusal: str) -> None:
        if right not in chat.bot_rights:
            refuse(refusal)


_SAME = "TOPIC_NOT_MODIFIED"


def _name(name: str) -> str:
    if not 1 <= len(name) <= 128:
        refuse("topic name must be of 1 to 128 characters")
    return name
