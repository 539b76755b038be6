"""In which locale to speak to a person outside the conversation."""

from typing import Protocol

from domain.understanding import Person


class KnownPeople(Protocol):
    """The part of ``PostgresUsers`` that only looks up."""

    async def known(self, user_id: str) -> Person | None:
        """None for somebody new, or erased. May raise ``StorageUnavailableError``."""


class KnownLocales:
    """Gives the typing indicator and the presses the locale that a person has set."""

    def __init__(self, people: KnownPeople, default_locale: str) -> None:
        self._people = people
        self._default_locale = default_locale

    async def locale_of(self, user_id: str) -> str:
        """The usual one for somebody unknown, who stays unknown. Raises
        ``StorageUnavailableError``.
        """
        person = await self._people.known(user_id)
        return self._default_locale if person is None else person.locale
