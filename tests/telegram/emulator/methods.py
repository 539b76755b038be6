"""The methods by which a bot manages: itself, its menu, its updates, files and chats."""

import re
from typing import Any

from aiogram.methods import (
    AnswerCallbackQuery,
    DeleteWebhook,
    GetChat,
    GetChatMember,
    GetFile,
    GetMe,
    SetMyCommands,
    SetMyDescription,
    SetMyShortDescription,
)
from aiogram.types import BotCommandScopeDefault

from tests.telegram.emulator import rules
from tests.telegram.emulator.errors import refuse
from tests.telegram.emulator.sending import Handler, Uploads
from tests.telegram.emulator.state import ChatState, Json, PressAnswer, World
from tests.telegram.emulator.validation import Call

_RIGHTS = (
    "can_manage_chat",
    "can_delete_messages",
    "can_manage_video_chats",
    "can_restrict_members",
    "can_promote_members",
    "can_change_info",
    "can_invite_users",
    "can_post_stories",
    "can_edit_stories",
    "can_delete_stories",
    "can_send_welcome_messages",
)
_GIFTS = (
    "unlimited_gifts",
    "limited_gifts",
    "unique_gifts",
    "premium_subscription",
    "gifts_from_channels",
)


class Managing:
    """Raises ``ApiError`` as Telegram would."""

    def __init__(self, world: World) -> None:
        self._world = world

    def handlers(self) -> dict[type[Call], Handler]:
        return {
            GetMe: self._me,
            DeleteWebhook: self._delete_webhook,
            AnswerCallbackQuery: self._answer_press,
            GetFile: lambda call, _: self._world.files.offer(call.file_id),
            SetMyCommands: self._set_commands,
            GetChat: self._chat,
            GetChatMember: self._member,
            SetMyDescription: self._describe,
            SetMyShortDescription: self._describe_shortly,
        }

    def _me(self, _call: GetMe, _uploads: Uploads) -> Json:
        return {
            **self._world.bot,
            "can_join_groups": True,
            "can_read_all_group_messages": True,
            "supports_inline_queries": False,
        }

    def _delete_webhook(self, _call: DeleteWebhook, _uploads: Uploads) -> bool:
        return True

    def _answer_press(self, call: AnswerCallbackQuery, _uploads: Uploads) -> bool:
        press = self._world.presses.get(call.callback_query_id)
        if press is None or press.answer is not None:
            refuse("query is too old and response timeout expired or query ID is invalid")
        if call.text is not None and len(call.text) > 200:
            refuse("MESSAGE_TOO_LONG")
        press.answer = PressAnswer(call.text, bool(call.show_alert), call.url)
        return True

    def _set_commands(self, call: SetMyCommands, _uploads: Uploads) -> bool:
        self._world.commands[self._menu(call)] = rules.commands(call.commands)
        return True

    def _menu(self, call: Any) -> tuple[str, str]:  # noqa: ANN401 - any *MyCommands
        language = _language(call.language_code)
        scope = call.scope or BotCommandScopeDefault()
        chat = getattr(scope, "chat_id", None)
        if chat is not None:
            self._world.chat(chat)
        kind = str(getattr(scope.type, "value", scope.type))
        return kind if chat is None else f"{kind} {chat}", language

    def _chat(self, call: GetChat, _uploads: Uploads) -> Json:
        return {
            **self._world.chat(call.chat_id).as_json(),
            "accent_color_id": 0,
            "max_reaction_count": 11,
            "accepted_gift_types": dict.fromkeys(_GIFTS, False),
        }

    def _member(self, call: GetChatMember, _uploads: Uploads) -> Json:
        chat = self._world.open_chat(call.chat_id)
        if call.user_id == self._world.bot["id"]:
            return _membership(chat, self._world.bot)
        person = self._world.people.get(call.user_id)
        if person is None:
            refuse("user not found")
        return _membership(chat, person.as_user())

    def _describe(self, call: SetMyDescription, _uploads: Uploads) -> bool:
        return _checked(call.description, call.language_code, 512)

    def _describe_shortly(self, call: SetMyShortDescription, _uploads: Uploads) -> bool:
        return _checked(call.short_description, call.language_code, 120)


def _checked(description: str | None, language: str | None, most: int) -> bool:
    _language(language)
    if len(description or "") > most:
        refuse("BOT_DESCRIPTION_INVALID")
    return True


def _language(code: str | None) -> str:
    if code and not re.fullmatch(r"[a-z]{2}", code):
        refuse("LANGUAGE_CODE_INVALID")
    return code or ""


def _membership(chat: ChatState, user: Json) -> Json:
    if user["is_bot"] and chat.bot_rights:
        rights = {right: right in chat.bot_rights for right in (*_RIGHTS, "can_manage_topics")}
        extra = {"can_be_edited": False, "is_anonymous": False}
        return {"status": "administrator", "user": user, **extra, **rights}
    if user["id"] in chat.admins:
        if user["id"] == min(chat.admins):
            return {"status": "creator", "user": user, "is_anonymous": False}
        rights = dict.fromkeys(_RIGHTS, True)
        extra = {"can_be_edited": False, "is_anonymous": False}
        return {"status": "administrator", "user": user, **extra, **rights}
    there = user["id"] in chat.members or user["is_bot"]
    return {"status": "member" if there else "left", "user": user}
