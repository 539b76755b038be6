"""In which locale to speak to a person outside the conversation."""

from dataclasses import dataclass
from typing import Protocol

from domain.understanding import Person


class KnownPeople(Protocol):
    """The part of ``PostgresUsers`` that only looks up."""

    async def known(self, user_id: str) -> Person | None:
        """None for somebody new, or erased. May raise ``StorageUnavailableError``."""


@dataclass(eq=False)
class KnownLocales:
    """Gives the typing indicator and the presses the locale that a person has set."""

    people: KnownPeople
    default_locale: str

    async def locale_of(self, user_id: str) -> str:
        """The usual one for somebody unknown, who stays unknown. Raises
        ``StorageUnavailableError``.
        """
        person = await self.people.known(user_id)
        return self.default_locale if person is None else person.locale
