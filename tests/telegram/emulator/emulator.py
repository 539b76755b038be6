"""The emulator as tests and the page drive it: people, chats, faults, and what the bot did."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from tests.telegram.emulator.faults import Fault, Faults
from tests.telegram.emulator.forum import Forums
from tests.telegram.emulator.methods import Managing
from tests.telegram.emulator.people import Chat
from tests.telegram.emulator.rate_limit import RateLimit
from tests.telegram.emulator.sending import Sending, Uploads
from tests.telegram.emulator.state import Json, Person, PressAnswer, World
from tests.telegram.emulator.validation import METHODS, Call


@dataclass(frozen=True)
class Recorded:
    """A call that the bot made and the status it was answered with; 0 for a dropped connection."""

    method: str
    params: Mapping[str, Any]
    status: int
    description: str | None
    at: float


class Emulator:
    """One bot's Telegram. ``base_url`` is set once it is served."""

    def __init__(
        self,
        token: str,
        *,
        rate_limit: bool = True,
        username: str = "steward_bot",
        first_update: int = 700_000_001,
        first_message: int = 1,
    ) -> None:
        self.token = token
        self.base_url = ""
        self.calls: list[Recorded] = []
        self.world = World(
            username=username,
            bot_id=int(token.partition(":")[0]),
            first_update=first_update,
            first_message=first_message,
        )
        self.faults = Faults()
        self._rate_limit = RateLimit(self._now) if rate_limit else None
        self._managing = Managing(self.world)
        self._handlers = {
            **Sending(self.world, lambda: self._rate_limit).handlers(),
            **self._managing.handlers(),
            **Forums(self.world).handlers(),
        }

    def _now(self) -> float:
        return self.world.clock()

    # The cast.

    def person(
        self,
        number: int,
        name: str,
        *,
        username: str | None = None,
        language_code: str | None = "en",
    ) -> Person:
        person = Person(number, name, username, None, language_code)
        self.world.people[number] = person
        return person

    def private(self, person: Person, *, started: bool = False) -> Chat:
        """The person's chat with the bot, the same each time.

        A bot may write only once the person has (403 before); ``started`` says that they have.
        """
        chat = self.world.chats.get(person.id)
        if not isinstance(chat, Chat):
            chat = self.group(person.id, person.first_name, members=[person], kind="private")
        chat.started = chat.started or started
        return chat

    def group(
        self,
        number: int,
        title: str,
        *,
        members: Sequence[Person],
        admins: Sequence[Person] = (),
        kind: str = "supergroup",
    ) -> Chat:
        """A group with the bot in it; ``number`` is negative. Its lowest admin id owns it."""
        chat = Chat(
            world=self.world,
            id=number,
            kind=kind,
            title=title,
            members={member.id: member for member in members},
            admins={admin.id for admin in admins},
            next_message=self.world.first_message,
        )
        self.world.chats[number] = chat
        return chat

    def forum(
        self,
        number: int,
        title: str,
        *,
        members: Sequence[Person],
        rights: Sequence[str] = ("can_manage_topics", "can_delete_messages"),
    ) -> Chat:
        """A supergroup with topics, in which the bot is an administrator with these rights; with
        none it is a member.
        """
        chat = self.group(number, title, members=members)
        chat.forum, chat.bot_rights = True, set(rights)
        return chat

    # What happens to chats.

    def block(self, person: Person) -> None:
        """The person stops the bot: it is told, and from then on may not write (403)."""
        chat = self.private(person)
        self._standing(chat, person, "member", "kicked")
        chat.blocked = True

    def unblock(self, person: Person) -> None:
        chat = self.private(person)
        chat.blocked = False
        self._standing(chat, person, "kicked", "member")

    def delete_chat(self, chat: Chat) -> None:
        """Every call about it is refused with 400 "chat not found"; nobody is told."""
        chat.deleted = True

    def _standing(self, chat: Chat, by: Person, before: str, after: str) -> None:
        def member(status: str) -> Json:
            until = {"until_date": 0} if status == "kicked" else {}
            return {"status": status, "user": self.world.bot, **until}

        body = {"chat": chat.as_json(), "from": by.as_user(), "date": self.world.now()}
        changed = {"old_chat_member": member(before), "new_chat_member": member(after)}
        self.world.emit("my_chat_member", {**body, **changed})

    # Updates.

    @property
    def pending_updates(self) -> int:
        """Updates that the bot has not confirmed."""
        return len(self.world.updates)

    def repeat(self, update_id: int) -> None:
        """Delivers an update again, though the bot may have confirmed it."""
        self.world.updates.repeat(update_id)

    # Presses, menu.

    @property
    def press_answers(self) -> dict[str, PressAnswer | None]:
        """What each press was answered with; None while it wasn't."""
        return {press.id: press.answer for press in self.world.presses.values()}

    @property
    def commands(self) -> dict[str, str]:
        """The default menu: command to description."""
        return self.commands_of()

    def commands_of(self, scope: str = "default", language: str = "") -> dict[str, str]:
        """The menu of a scope (``all_private_chats``, ``chat 1001`` …) in a language."""
        return dict(self.world.commands.get((scope, language), []))

    # Faults.

    def fail(self, method: str, **rule: Any) -> Fault:  # noqa: ANN401 - fields of Fault
        """Makes calls of a method fail."""
        return self.faults.add(Fault(method, **rule))

    # Waiting.

    async def until(
        self, condition: Callable[[], object], seconds: float = 60.0, about: str = ""
    ) -> None:
        """Waits until something the emulator sees makes ``condition`` true.

        Raises ``AssertionError`` with the chats and the last calls when it doesn't in time.
        """
        clock = self.world.clock
        end = clock() + seconds
        while not condition():
            try:
                await self.world.changes.wait(max(end - clock(), 0.0))
            except TimeoutError:
                if condition():
                    return
                raise AssertionError(self._account(about, seconds)) from None

    def _account(self, about: str, seconds: float) -> str:
        lines = [f"nothing made it true in {seconds} s {about}"]
        for chat in self.world.chats.values():
            lines += [f"chat {chat.id} ({self.pending_updates} updates pending):"]
            for shown in chat.transcript[-8:]:
                side = "bot" if shown.from_bot else "person"
                lines.append(f"  {shown.message_id} {side}: {shown.text!r} {shown.labels}")
        lines += [
            f"call {one.method} {one.status} {one.description or ''}" for one in self.calls[-8:]
        ]
        return "\n".join(lines)

    # Calls.

    async def answer(self, call: Call, uploads: Uploads) -> object:
        """The result of a call. Raises ``ApiError``."""
        return self._handlers[type(call)](call, uploads)

    def implements(self, call: Call) -> bool:
        return type(call) in self._handlers

    def record(
        self, method: str, params: Mapping[str, Any], status: int, description: str | None = None
    ) -> None:
        known = METHODS.get(method.lower())
        name = method if known is None else known.__api_method__
        self.calls.append(Recorded(name, params, status, description, self.world.clock()))
        self.world.changes.happen()

    def calls_of(self, method: str, *, status: int | None = None) -> list[Recorded]:
        return [
            one
            for one in self.calls
            if one.method == method and (status is None or one.status == status)
        ]
