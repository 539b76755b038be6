"""Whether a provider's moderation endpoint flags what somebody said."""

from datetime import timedelta

from openai import OpenAIError
from pydantic import BaseModel, ValidationError

from adapters.model.openai.config import Endpoint
from adapters.model.openai.errors import translated
from adapters.model.provider import bounded
from domain.errors import ModelUnavailableError

LIMIT = timedelta(seconds=3)
"""The person waits for it before anything else happens."""


class _Result(BaseModel):
    flagged: bool


class _Answer(BaseModel):
    results: list[_Result]


class Moderation:
    """Asks with the provider's own choice of a model. Opens no connection before the first call."""

    def __init__(self, config: Endpoint) -> None:
        self._name = config.name
        self._client = config.client(LIMIT)

    async def aclose(self) -> None:
        await self._client.close()

    async def flags(self, text: str) -> bool:
        """Raises ``ModelUnavailableError`` or ``ModelMisconfiguredError``."""
        async with bounded(self._name, LIMIT, LIMIT):
            try:
                moderations = self._client.moderations.with_raw_response
                body = (await moderations.create(input=text)).text
            except OpenAIError as error:
                failure = translated(error, self._name)
            else:
                return self._flagged(body)
        # Outside the handler: the client's error holds the provider's text.
        raise failure

    def _flagged(self, body: str) -> bool:
        try:
            return any(result.flagged for result in _Answer.model_validate_json(body).results)
        except ValidationError:
            failure = ModelUnavailableError(f"{self._name} answered something that is no verdict")
        raise failure
