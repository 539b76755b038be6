"""The page: its HTML in the language of whoever asks for it, its scripts and its style."""

import json
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from html import escape
from pathlib import Path
from string import Template

from aiohttp import web
from babel import Locale

from agents import SLUGS
from bot.http.bodies import MAX_FORM
from bot.http.clients import Clients
from bot.http.contract import RequestRefused
from bot.texts.cards import command_menu, commands_of
from bot.texts.catalogue import LANGUAGES, Catalogue, catalogue_for
from bot.texts.speech import Button
from bot.texts.wording import formats_for, worded
from domain.messages import MAX_ATTACHMENTS
from domain.preferences import LANGUAGES as LOCALES
from domain.replies import Reply
from domain.topics import Start

_FOLDER = Path(__file__).parent
_KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
"""Of the files beside the HTML, by how their names end."""

_FOR_EVER = "public, max-age=31536000, immutable"
"""For an address that names its content."""

_LANGUAGE_COOKIE = "language"
"""What the person chose on the page, before what the browser asks for."""

_IN_THE_PAGE = (
    *("attach", "attached", "browse_choose_all", "browse_clear", "browse_csv", "browse_deleted"),
    *("browse_filter", "browse_from", "browse_last_month", "browse_last_year", "browse_month"),
    *("browse_more", "browse_open", "browse_own_days", "browse_period"),
    *("browse_search", "browse_until", "browse_whole", "browse_xlsx", "browse_year"),
    *("call", "chats", "chats_none", "choose_language", "close"),
    *("code_enter", "code_wanted", "commands", "conversation", "hang_up", "keypad"),
    *("needs_script", "new", "send", "speak", "title", "working", "write"),
)
"""Texts that stand in the HTML."""

_IN_THE_SCRIPT = (
    *("broken", "browse_all", "browse_apply", "browse_choose", "browse_chosen"),
    *(
        "browse_delete",
        "browse_none",
        "browse_not_found",
        "browse_open",
        "browse_picture",
        "browse_restore",
        "browse_save",
        "browse_set",
        "browse_theirs",
    ),
    *("busy", "calling", "calling_again", "close", "code_wrong", "document", "edit"),
    *("ended", "ended_caller", "ended_limit", "ended_operator", "ended_silence"),
    *("gone", "hearing", "helpful", "listening", "mic_insecure", "mic_missing", "mic_refused"),
    *("more", "no", "not_sent", "offline", "photo", "recording", "remove", "retrying"),
    *("sending", "speaking", "steward", "taken_over", "thanks", "too_large", "unreachable"),
    *("working", "yes", "you"),
)
"""Texts that the script puts in."""


@dataclass(frozen=True)
class _PageFile:
    content: bytes
    kind: str


class Page:
    """Serves the page; what it does is the API's. ``agents`` are the slugs of the enabled ones,
    ``browsing`` says whether they have anything to look through.
    """

    def __init__(
        self,
        clients: Clients,
        *,
        voice: bool,
        browsing: bool = False,
        agents: tuple[str, ...] = SLUGS,
    ) -> None:
        self._clients = clients
        self._voice = voice
        self._browsing = browsing
        self._agents = agents
        self._files = {
            path.name: _PageFile(path.read_bytes(), _KINDS[path.suffix])
            for path in sorted(_FOLDER.iterdir())
            if path.suffix in _KINDS
        }
        # Of all of them: scripts name each other without a version.
        contents = b"".join(file.content for file in self._files.values())
        self._version = sha256(contents).hexdigest()[:16]
        self._html = {language: self._render(language) for language in LANGUAGES}

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/", self.page),
            web.get("/page/{version}/{name}", self.file),
        ]

    async def page(self, request: web.Request) -> web.Response:
        self._clients.welcome(request)
        language = self._language_of(request)
        return web.Response(
            text=self._html[language],
            content_type="text/html",
            headers={
                "Cache-Control": "no-cache",
                "Content-Language": language,
                "Vary": "Accept-Language, Cookie",
            },
        )

    async def file(self, request: web.Request) -> web.Response:
        """Raises ``RequestRefused`` 404 for a file that the page does not have."""
        found = self._files.get(request.match_info["name"])
        if found is None:
            raise RequestRefused(404, "not_found")
        named = request.match_info["version"] == self._version
        return web.Response(
            body=found.content,
            content_type=found.kind,
            charset="utf-8",
            headers={"Cache-Control": _FOR_EVER if named else "no-cache"},
        )

    def _language_of(self, request: web.Request) -> str:
        chosen = request.cookies.get(_LANGUAGE_COOKIE, "")
        if chosen in LANGUAGES:
            return chosen
        return catalogue_for(self._clients.locale_of(request)).language

    def _render(self, language: str) -> str:
        formats = formats_for(LOCALES[language], "UTC", datetime.now(UTC), self._agents)
        words = formats.catalogue
        greeting = worded(Reply(id="", topic=Start.topic), formats)
        return Template((_FOLDER / "index.html").read_text(encoding="utf-8")).substitute(
            {name: escape(text) for name, text in _texts(_IN_THE_PAGE, words).items()},
            language=language,
            locale=self._clients.usual(language).replace("_", "-"),
            languages="".join(_option(each, chosen=each == language) for each in LANGUAGES),
            welcome=escape(greeting.text()),
            examples="".join(map(_example, greeting.buttons)),
            words=escape(json.dumps(_script_texts(words), ensure_ascii=False)),
            commands_listed=escape(
                json.dumps(command_menu(self._agents, words), ensure_ascii=False)
            ),
            linked=" ".join(each.name for each in commands_of(self._agents) if each.linked),
            voice=json.dumps(self._voice),
            browsing=json.dumps(self._browsing),
            code=json.dumps(not self._clients.doors.anonymous),
            script=self._address("page.js"),
            style=self._address("page.css"),
            icon=self._address("icon.svg"),
        )

    def _address(self, name: str) -> str:
        return f"/page/{self._version}/{name}"


def _example(button: Button) -> str:
    value, subject = escape(button.press.value), escape(button.press.subject)
    attributes = f'type="button" value="{value}" data-subject="{subject}"'
    return f"<button {attributes}>{escape(button.label)}</button>"


def _texts(names: tuple[str, ...], words: Catalogue) -> dict[str, str]:
    return {name: words.text(f"http.page.{name}") for name in names}


def _script_texts(words: Catalogue) -> dict[str, str]:
    """Into those with names in braces the script puts what they stand for."""
    places = {"field": "{field}", "n": "{n}", "what": "{what}"}
    return {name: words.text(f"http.page.{name}", **places) for name in _IN_THE_SCRIPT} | {
        "declined": words.text("consent.declined"),
        "files_read": words.text("doing.files", read="{read}", of="{of}"),
        "too_large_together": words.text(
            "http.error.too_large.named", limit=f"{MAX_FORM // 2**20} MB"
        ),
        "too_many_files": words.text("intake.too_many_files", limit=str(MAX_ATTACHMENTS)),
    }


def _option(language: str, *, chosen: bool) -> str:
    """A language under its own name."""
    name = str(Locale.parse(language).display_name).capitalize()
    selected = " selected" if chosen else ""
    return f'<option value="{language}"{selected}>{escape(name)}</option>'
