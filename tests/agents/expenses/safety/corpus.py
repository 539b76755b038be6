"""The corpus of injection texts; see ``corpus.toml`` for what its fields mean."""

import tomllib
from decimal import Decimal
from enum import StrEnum
from pathlib import Path

from pydantic import BaseModel, ConfigDict

from bot.intake import cleaned
from domain.messages import MAX_TEXT_LENGTH


class Place(StrEnum):
    MESSAGE = "message"
    CAPTION = "caption"
    OCR = "ocr"
    MERCHANT = "merchant"
    ITEM = "item"
    HISTORY = "history"
    ANSWER = "answer"
    EDITED = "edited"


class Attack(BaseModel):
    """``text`` as the attacker writes it. ``wants`` is what they would like to see saved."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    lang: str
    place: Place
    goal: str
    text: str
    trick: str = ""
    repeat: int = 1
    said: tuple[Decimal, ...] = ()
    """Amounts that the person really states beside the attack."""
    wants: Decimal | None = None

    @property
    def sent(self) -> str:
        """As it comes out of the channel's intake."""
        return cleaned(self.text * self.repeat)[:MAX_TEXT_LENGTH]


class LookAlike(BaseModel):
    """A harmless text with the words of an attack; ``amount`` has to come out, if there is one."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    text: str
    amount: Decimal | None = None
    offline: str = "understands"
    """``asks`` where rules alone take it for talk."""


class _Corpus(BaseModel):
    attack: tuple[Attack, ...]
    lookalike: tuple[LookAlike, ...]


_CORPUS = _Corpus.model_validate(
    tomllib.loads((Path(__file__).parent / "corpus.toml").read_text(encoding="utf-8"))
)
ATTACKS = _CORPUS.attack
LOOKALIKES = _CORPUS.lookalike
WORDS = frozenset({Place.MESSAGE, Place.CAPTION, Place.ANSWER, Place.EDITED})
"""Places where the person's own message holds the attack."""
PRINTED = frozenset({Place.OCR, Place.MERCHANT, Place.ITEM})


def at(*places: Place) -> list[Attack]:
    """The attacks that stand in one of these places."""
    return [attack for attack in ATTACKS if attack.place in places]
