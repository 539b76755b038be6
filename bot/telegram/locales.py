"""In which locale to speak to a person outside the conversation."""

from activities.ports import Users
from domain.understanding import Person


class KnownLocales:
    """Implements the ``Locales`` of presence and presses, from what the person has set."""

    def __init__(self, users: Users, defaults: Person) -> None:
        self._users = users
        self._defaults = defaults

    async def locale_of(self, user_id: str) -> str:
        """Raises ``StorageUnavailableError``."""
        defaults = self._defaults.model_copy(update={"user_id": user_id})
        return (await self._users.person(defaults)).locale
