"""The base of the settings that an agent, or a server of its own, has beside the platform's."""

from typing import Self

from pydantic import ValidationError
from pydantic_settings import BaseSettings, SettingsConfigDict

from settings.errors import refused


class OwnSettings(BaseSettings):
    """Read from the environment, and from a ``.env`` file, when a process starts."""

    model_config = SettingsConfigDict(
        env_file=".env", env_ignore_empty=True, extra="ignore", frozen=True
    )

    @classmethod
    def load(cls) -> Self:
        """Raises ``ConfigurationError`` for values that are none."""
        try:
            return cls()
        except ValidationError as error:
            raise refused(error, cls) from error
