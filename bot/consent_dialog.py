"""How a channel asks for consent. What a person sent first is held in the memory of the channel's
process alone, until they answer.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic
from typing import Generic, TypeVar

from bot.consent import ConsentRequiredError, ConsentText
from bot.remembered import Remembered
from bot.texts.catalogue import Catalogue
from bot.texts.formats import Formats
from bot.texts.speech import Button, Wording
from bot.texts.wording import worded
from domain.messages import ButtonPress, Message
from domain.replies import Reply
from domain.topics import PressAction

HELD_SECONDS = 600.0
MAX_HELD, MAX_PEOPLE = 30, 1_000
"""Messages of one person that are held, and people of whom some are."""
QUIET_SECONDS = 5.0
"""Between two questions to one person: an album is many messages."""

Item = TypeVar("Item")


def word_text(words: Catalogue, *, operator: str, days: int, providers: str, link: str) -> str:
    """Words what is agreed to: who keeps what, for how long, who else sees it, and the way out."""
    lines = [
        words.text("consent.text", operator=operator),
        words.count("consent.days", days),
        words.text("consent.models", providers=providers)
        if providers
        else words.text("consent.no_models"),
        words.text("consent.erase"),
        words.text("consent.link", link=link) if link else "",
        words.text("consent.until_then"),
    ]
    return "\n".join(filter(None, lines))


def ask_consent(text: ConsentText, catalogue: Catalogue) -> Wording:
    """Words the question, with a button for each answer."""
    language = text.language(catalogue.language)
    agree = ButtonPress(action=PressAction.AGREE, subject="", value=text.digest(language))
    decline = ButtonPress(action=PressAction.DECLINE, subject="")
    buttons = (
        Button(catalogue.text("button.agree"), agree),
        Button(catalogue.text("button.decline"), decline),
    )
    return Wording(lead=text.texts[language], buttons=buttons)


def word_instead(required: ConsentRequiredError, formats: Formats) -> Wording:
    """Words the question, or what is said in its place."""
    match required.instead:
        case None:
            return ask_consent(required.text, formats.catalogue)
        case str() as key:
            return Wording(lead=formats.catalogue.text(key))
        case content:
            told = content.model_dump(mode="json")
            return worded(Reply(id="", topic=content.topic, content=told), formats)


@dataclass(frozen=True)
class ConsentStep(Generic[Item]):
    """What the person is told, if anything, and what goes on now that they agreed."""

    wording: Wording | None = None
    go_on: tuple[Item, ...] = ()


@dataclass
class _Held(Generic[Item]):
    asked_at: float
    items: list[tuple[float, Item]]


@dataclass
class ConsentDialog(Generic[Item]):
    """The question and its answer in one channel, with what people sent before they answered."""

    channel: str
    clock: Callable[[], float] = monotonic
    _held: Remembered[str, _Held[Item]] = field(default_factory=lambda: Remembered(MAX_PEOPLE))

    async def take(
        self,
        required: ConsentRequiredError,
        message: Message,
        item: Item,
        formats: Formats,
        *,
        how: str = "button",
    ) -> ConsentStep[Item]:
        """Takes a message that was not admitted: asks and holds its ``item``, or takes the answer.

        Of a yes, the items stay held until ``forget``: handing them over may fail, and is done
        again with the yes. Raises ``StorageUnavailableError``.
        """
        text, user_id, words = required.text, required.user_id, formats.catalogue
        press = message.press
        if press is not None and press.action == PressAction.DECLINE:
            self.forget(user_id)
            return ConsentStep(Wording(lead=words.text("consent.declined")))
        if press is not None and press.action == PressAction.AGREE:
            language = text.language_of(press.value)
            if language is None:  # another version was shown
                return ConsentStep(ask_consent(text, words))
            await required.consent.give(user_id, language, self.channel, how)
            items = self._get_items(user_id)
            key = "consent.thanks" if items else "consent.thanks_again"
            return ConsentStep(Wording(lead=words.text(key)), items)
        if required.instead is not None:
            return ConsentStep(word_instead(required, formats))
        return ConsentStep(word_instead(required, formats) if self._hold(user_id, item) else None)

    def forget(self, user_id: str) -> None:
        """Drops what this person sent: it was handed over, or is not wanted."""
        self._held.pop(user_id, None)

    def _hold(self, user_id: str, item: Item) -> bool:
        """Whether it is time to ask (again)."""
        now = self.clock()
        held = self._held.get(user_id)
        is_due = held is None or now - held.asked_at >= QUIET_SECONDS
        kept = [] if held is None else held.items[1 - MAX_HELD :]
        asked_at = now if held is None or is_due else held.asked_at
        self._held[user_id] = _Held(asked_at, [*kept, (now, item)])
        return is_due

    def _get_items(self, user_id: str) -> tuple[Item, ...]:
        held, now = self._held.get(user_id), self.clock()
        items = [] if held is None else held.items
        return tuple(item for at, item in items if now - at < HELD_SECONDS)
