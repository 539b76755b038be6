"""The emulator by hand: a web page on which a developer is any of its people."""

from collections.abc import Callable
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

from aiohttp import web

from tests.telegram.emulator.emulator import Emulator
from tests.telegram.emulator.people import Chat
from tests.telegram.emulator.state import ChatState, Json, Message, Person

_PAGE = Path(__file__).with_name("page.html")
_ACTION_SECONDS = 5.0
_LONGEST_WAIT = 2.0
_CALLS_SHOWN = 40


class Form:
    """What the page sent with a deed: who, where, what."""

    def __init__(self, emulator: Emulator, fields: Any) -> None:  # noqa: ANN401 - aiohttp's form
        self._fields = fields
        chat = emulator.world.chats.get(int(fields["chat"]))
        if not isinstance(chat, Chat):
            raise web.HTTPNotFound(text="no such chat")
        self.chat: Chat = chat
        self.person: Person = emulator.world.people[int(fields["person"])]
        self.text = str(fields.get("text", ""))
        self.data = str(fields.get("data", ""))

    @property
    def files(self) -> list[web.FileField]:
        return [one for one in self._fields.getall("file", []) if isinstance(one, web.FileField)]

    @property
    def message(self) -> Message:
        return self.chat.messages[int(self._fields["message"])]

    @property
    def reply_to(self) -> int | None:
        return int(self._fields.get("reply_to") or 0) or None


class Page:
    """``/`` and what it asks for under ``/page``; add its routes to the server's application."""

    def __init__(self, emulator: Emulator) -> None:
        self._tg = emulator
        self._deeds: dict[str, Callable[[Form], object]] = {
            "say": lambda form: form.chat.say(form.person, form.text, reply_to=form.reply_to),
            "photo": self._photo,
            "document": self._document,
            "voice": lambda form: form.chat.voice(form.person, form.files[0].file.read()),
            "sticker": lambda form: form.chat.sticker(form.person),
            "location": lambda form: form.chat.location(form.person),
            "forward": lambda form: form.chat.forward(form.person, form.message),
            "edit": self._edit,
            "press": lambda form: form.chat.press(form.person, form.message, data=form.data),
            "repeat": lambda form: self._tg.repeat(form.message.update_id),
            "block": lambda form: self._tg.block(form.person),
            "unblock": lambda form: self._tg.unblock(form.person),
            "fail": self._fail,
        }

    def add_to(self, application: web.Application) -> None:
        application.router.add_get("/", self._page)
        application.router.add_get("/page/state", self._state)
        application.router.add_post("/page/do", self._do)
        application.router.add_get("/page/file/{id}", self._file)

    async def _page(self, _request: web.Request) -> web.Response:
        return web.Response(text=_PAGE.read_text("utf-8"), content_type="text/html")

    async def _state(self, request: web.Request) -> web.Response:
        """All there is to see; with ``wait`` after the next change, or a moment later."""
        if "wait" in request.query:
            # An action fades without anything happening.
            with suppress(TimeoutError):
                await self._tg.world.changes.wait(_LONGEST_WAIT)
        return web.json_response(self._seen())

    async def _do(self, request: web.Request) -> web.Response:
        fields = await request.post()
        deed = self._deeds.get(str(fields.get("what")))
        if deed is None:
            raise web.HTTPBadRequest(text="no such deed")
        deed(Form(self._tg, fields))
        self._tg.world.changes.happen()
        return web.json_response({})

    async def _file(self, request: web.Request) -> web.Response:
        stored = self._tg.world.files.find(request.match_info["id"])
        return web.Response(body=stored.read(), content_type="application/octet-stream")

    def _photo(self, form: Form) -> None:
        images = [one.file.read() for one in form.files]
        if len(images) == 1:
            form.chat.photo(form.person, images[0], form.text, reply_to=form.reply_to)
        else:
            form.chat.album(form.person, images, form.text)

    def _document(self, form: Form) -> None:
        for one in form.files:
            form.chat.document(
                form.person, one.file.read(), one.filename, one.content_type, form.text
            )

    def _edit(self, form: Form) -> None:
        if "text" in form.message.content:
            form.chat.edit(form.message, form.text)
        else:
            form.chat.edit_caption(form.message, form.text)

    def _fail(self, form: Form) -> None:
        if form.data == "429":
            self._tg.fail("sendMessage", status=429, retry_after=5)
        elif form.data == "502":
            self._tg.fail("*", status=502, times=3)
        else:
            self._tg.fail("sendMessage", drop="after")

    def _seen(self) -> Json:
        world = self._tg.world
        return {
            "bot": world.bot,
            "people": [person.as_user() for person in world.people.values()],
            "pending": self._tg.pending_updates,
            "menus": {f"{scope}|{code}": menu for (scope, code), menu in world.commands.items()},
            "chats": [self._chat(chat) for chat in world.chats.values()],
            "answers": [
                {"id": press, "text": answer.text, "alert": answer.alert}
                for press, answer in self._tg.press_answers.items()
                if answer is not None
            ],
            "calls": [
                {"n": number, "method": one.method, "status": one.status, "why": one.description}
                for number, one in zip(count(), self._tg.calls, strict=False)
                if one.method != "getUpdates"
            ][-_CALLS_SHOWN:],
        }

    def _chat(self, chat: ChatState) -> Json:
        world = self._tg.world
        acting = chat.acted and world.clock() - chat.acted < _ACTION_SECONDS
        return {
            "id": chat.id,
            "title": chat.title,
            "group": chat.in_group,
            "blocked": chat.blocked,
            "members": list(chat.members),
            "action": chat.actions[-1] if acting else None,
            "messages": [
                {"edited": message.edits, **message.as_json()} for message in chat.messages.values()
            ],
        }
