"""The methods by which a bot manages: itself, its menu, its updates, files and chats."""

import re
from typing import Any

from aiogram.methods import (
    AnswerCallbackQuery,
    Close,
    DeleteMyCommands,
    DeleteWebhook,
    GetChat,
    GetChatAdministrators,
    GetChatMember,
    GetChatMemberCount,
    GetFile,
    GetMe,
    GetMyCommands,
    GetMyDescription,
    GetMyShortDescription,
    GetWebhookInfo,
    LeaveChat,
    LogOut,
    SetMyCommands,
    SetMyDescription,
    SetMyShortDescription,
    SetWebhook,
)
from aiogram.types import BotCommandScopeDefault

from tests.telegram.emulator import rules
from tests.telegram.emulator.errors import bad_request
from tests.telegram.emulator.sending import Handler, Uploads
from tests.telegram.emulator.state import ChatState, Json, PressAnswer, World
from tests.telegram.emulator.validation import Call
from tests.telegram.emulator.webhook import Webhook

_SECRET = re.compile(r"[A-Za-z0-9_-]{1,256}")
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
    """Raises ``ApiError`` as Telegram would. A press can be answered for ``press_seconds``."""

    def __init__(self, world: World, webhook: Webhook, press_seconds: float) -> None:
        self._world = world
        self._webhook = webhook
        self.press_seconds = press_seconds

    def handlers(self) -> dict[type[Call], Handler]:
        return {
            GetMe: self._me,
            SetWebhook: self._set_webhook,
            DeleteWebhook: self._delete_webhook,
            GetWebhookInfo: self._webhook_info,
            AnswerCallbackQuery: self._answer_press,
            GetFile: lambda call, _: self._world.files.offer(call.file_id),
            SetMyCommands: self._set_commands,
            GetMyCommands: self._get_commands,
            DeleteMyCommands: self._delete_commands,
            GetChat: self._chat,
            GetChatMember: self._member,
            GetChatMemberCount: lambda call, _: len(self._world.chat(call.chat_id).members) + 1,
            GetChatAdministrators: self._administrators,
            SetMyDescription: self._describe,
            SetMyShortDescription: self._describe_shortly,
            GetMyDescription: lambda call, _: {
                "description": self._description("long", call.language_code)
            },
            GetMyShortDescription: lambda call, _: {
                "short_description": self._description("short", call.language_code)
            },
            LeaveChat: self._leave,
            LogOut: lambda _call, _uploads: True,
            Close: lambda _call, _uploads: True,
        }

    def _me(self, _call: GetMe, _uploads: Uploads) -> Json:
        return {
            **self._world.bot,
            "can_join_groups": True,
            "can_read_all_group_messages": not self._world.privacy,
            "supports_inline_queries": False,
        }

    def _set_webhook(self, call: SetWebhook, _uploads: Uploads) -> bool:
        if call.max_connections is not None and not 1 <= call.max_connections <= 100:
            message = "max_connections must be between 1 and 100"
            raise bad_request(message)
        if call.secret_token and not _SECRET.fullmatch(call.secret_token):
            message = "secret token contains unallowed characters"
            raise bad_request(message)
        if call.url and not re.match(r"https://\S+|http://(127\.0\.0\.1|localhost)\b\S*", call.url):
            message = "bad webhook: An HTTPS URL must be provided for webhook"
            raise bad_request(message)
        if call.drop_pending_updates:
            self._world.updates.clear()
        self._world.updates.allow(call.allowed_updates)
        self._world.updates.interrupt()
        self._webhook.start(call.url, call.secret_token, call.max_connections or 40)
        return True

    def _delete_webhook(self, call: DeleteWebhook, _uploads: Uploads) -> bool:
        self._webhook.stop()
        if call.drop_pending_updates:
            self._world.updates.clear()
        return True

    def _webhook_info(self, _call: GetWebhookInfo, _uploads: Uploads) -> Json:
        info: Json = {
            "url": self._webhook.url,
            "has_custom_certificate": False,
            "pending_update_count": len(self._world.updates),
            **self._webhook.trouble(),
        }
        if self._webhook.url:
            info["max_connections"] = self._webhook.max_connections
        if self._world.updates.allowed is not None:
            info["allowed_updates"] = self._world.updates.allowed
        return info

    def _answer_press(self, call: AnswerCallbackQuery, _uploads: Uploads) -> bool:
        press = self._world.presses.get(call.callback_query_id)
        late = press is not None and self._world.clock() - press.asked > self.press_seconds
        if press is None or late or press.expired or press.answer is not None:
            message = "query is too old and response timeout expired or query ID is invalid"
            raise bad_request(message)
        if call.text is not None and len(call.text) > 200:
            message = "MESSAGE_TOO_LONG"
            raise bad_request(message)
        press.answer = PressAnswer(call.text, bool(call.show_alert), call.url)
        return True

    def _set_commands(self, call: SetMyCommands, _uploads: Uploads) -> bool:
        self._world.commands[self._menu(call)] = rules.commands(call.commands)
        return True

    def _get_commands(self, call: GetMyCommands, _uploads: Uploads) -> list[Json]:
        listed = self._world.commands.get(self._menu(call), [])
        return [{"command": name, "description": description} for name, description in listed]

    def _delete_commands(self, call: DeleteMyCommands, _uploads: Uploads) -> bool:
        self._world.commands.pop(self._menu(call), None)
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
            message = "user not found"
            raise bad_request(message)
        return _membership(chat, person.as_user())

    def _administrators(self, call: GetChatAdministrators, _uploads: Uploads) -> list[Json]:
        chat = self._world.open_chat(call.chat_id)
        if not chat.in_group:
            message = "there are no administrators in the private chat"
            raise bad_request(message)
        return [
            _membership(chat, member.as_user())
            for member in chat.members.values()
            if member.id in chat.admins
        ]

    def _describe(self, call: SetMyDescription, _uploads: Uploads) -> bool:
        return self._keep("long", call.description, call.language_code, 512)

    def _describe_shortly(self, call: SetMyShortDescription, _uploads: Uploads) -> bool:
        return self._keep("short", call.short_description, call.language_code, 120)

    def _keep(self, which: str, text: str | None, language: str | None, most: int) -> bool:
        if len(text or "") > most:
            message = "BOT_DESCRIPTION_INVALID"
            raise bad_request(message)
        self._world.descriptions[which, _language(language)] = text or ""
        return True

    def _description(self, which: str, language: str | None) -> str:
        descriptions = self._world.descriptions
        return descriptions.get((which, language or ""), descriptions.get((which, ""), ""))

    def _leave(self, call: LeaveChat, _uploads: Uploads) -> bool:
        chat = self._world.open_chat(call.chat_id)
        if not chat.in_group:
            message = "chat member status can't be changed in private chats"
            raise bad_request(message)
        chat.blocked = True
        return True


def _language(code: str | None) -> str:
    if code and not re.fullmatch(r"[a-z]{2}", code):
        message = "LANGUAGE_CODE_INVALID"
        raise bad_request(message)
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
