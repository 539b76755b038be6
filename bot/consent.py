"""Lets nothing of a person be kept before they agreed to it.

The check stands where channels hand messages over, so that no channel can forget it. How a channel
asks is in ``consent_dialog``.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from hashlib import sha256
from time import monotonic

from agents import SLUGS
from bot.ports import ConsentRecords
from bot.remembered import Remembered
from domain.commands import Command, value_of
from domain.consent import ConsentGiven
from domain.errors import AppError
from domain.messages import Message
from domain.replies import Content
from domain.topics import Help, PressAction, Privacy

KNOWN_SECONDS = 60.0
"""How long a yes that was found is not looked up again. So long, at most, may another process take
what somebody sends who has just erased all that was kept of them."""
MAX_KNOWN = 10_000
"""People of whom that is remembered."""

ANSWERS = frozenset({PressAction.AGREE, PressAction.DECLINE})
"""Presses on the question."""
_ERASING = frozenset({PressAction.ERASE, PressAction.KEEP_DATA})


@dataclass(frozen=True)
class ConsentText:
    """What is agreed to: one version in each language, the usual one first."""

    version: str
    texts: Mapping[str, str]
    retention_days: int | None = None

    def language(self, wanted: str) -> str:
        """Returns the language in which somebody reads it who speaks ``wanted``."""
        return wanted if wanted in self.texts else next(iter(self.texts))

    def digest(self, language: str) -> str:
        """Returns what tells this text from those of other languages and versions."""
        return sha256(f"{self.version}\n{self.texts[language]}".encode()).hexdigest()[:16]

    def language_of(self, digest: str) -> str | None:
        """Returns the language whose text has the digest; None for a text that changed since."""
        return next((each for each in self.texts if self.digest(each) == digest), None)


class ConsentRequiredError(AppError):
    """Nothing of this person may be kept: they did not agree yet, and nothing was.

    ``instead`` is what they are told in place of the question: the answer to a command that needs
    no consent, or the key of a text.
    """

    code = "consent.required"

    def __init__(
        self, consent: "Consent", text: ConsentText, user_id: str, instead: Content | str | None
    ) -> None:
        super().__init__("the person did not agree to the current version")
        self.consent = consent
        self.text = text
        self.user_id = user_id
        self.instead = instead


@dataclass(frozen=True)
class Consent:
    """Knows who agreed to the current text; without a ``text`` nobody is asked.

    Raises ``StorageUnavailableError`` where that cannot be looked up: then nothing is kept either.
    """

    records: ConsentRecords | None = None
    text: ConsentText | None = None
    agents: tuple[str, ...] = SLUGS
    """Slugs of the enabled agents: help is about these."""
    clock: Callable[[], float] = monotonic
    _known: Remembered[str, float] = field(default_factory=lambda: Remembered(MAX_KNOWN))
    """By person, until when their yes need not be looked up again."""

    async def admit(self, message: Message) -> None:
        """Lets a message pass of somebody who agreed, and what erases what is kept of anybody.

        Raises ``ConsentRequiredError`` for every other message, and for an answer to the question:
        the channel deals with that itself.
        """
        if self.text is None:
            return
        user_id = message.author_id or message.sender_id
        action = message.press.action if message.press is not None else ""
        if action not in ANSWERS and await self.is_given(user_id):
            if action == PressAction.ERASE:
                self._known.pop(user_id, None)
            return
        instead: Content | str | None = self._find_instead(message, self.text)
        if message.command == Command.DELETE_MY_DATA or action in _ERASING:
            if await self._get_records().keeps(message.sender_id):
                return
            instead = "consent.nothing_kept"
        raise ConsentRequiredError(self, self.text, user_id, instead)

    async def check(self, user_id: str) -> None:
        """Raises ``ConsentRequiredError`` for a person who did not agree."""
        if self.text is not None and not await self.is_given(user_id):
            raise ConsentRequiredError(self, self.text, user_id, None)

    async def is_given(self, user_id: str) -> bool:
        """Whether the person need not be asked."""
        if self.text is None or self._known.get(user_id, 0.0) > self.clock():
            return True
        given = await self._get_records().has(user_id, self.text.version)
        if given:
            self._known[user_id] = self.clock() + KNOWN_SECONDS
        return given

    async def give(self, user_id: str, language: str, channel: str, how: str) -> None:
        """Keeps that the person agreed to the current text in this language."""
        if self.text is None:
            return
        given = ConsentGiven(
            user_id=user_id,
            version=self.text.version,
            text=self.text.texts[language],
            language=language,
            channel=channel,
            how=how,
        )
        await self._get_records().give(given)
        self._known[user_id] = self.clock() + KNOWN_SECONDS

    @staticmethod
    def _find_instead(message: Message, text: ConsentText) -> Content | None:
        match message.command:
            case Command.HELP:
                return Help(wanted=value_of(message.text))
            case Command.PRIVACY:
                return Privacy(retention_days=text.retention_days)
        return None

    def _get_records(self) -> ConsentRecords:
        if self.records is None:
            raise ValueError("a text that is asked about needs records")
        return self.records


NOT_ASKED = Consent()
