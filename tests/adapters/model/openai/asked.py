"""One model asked the platform's and the toy's questions, without the checks of a gateway."""

from adapters.model.openai.client import ModelClient
from adapters.model.understanding import to_converse, to_summarise, to_understand
from domain.understanding import (
    Conversed,
    ConverseRequest,
    Summarised,
    SummariseRequest,
    UnderstandRequest,
    Understood,
)
from tests.adapters.model.gateway.doubles import Engine
from tests.adapters.model.questions import FRAGMENTS
from tests.model_server import ScriptedModelServer
from tests.toy.model import Copied, CopyRequest, Picked, PickRequest, to_copy, to_pick

RULES = Engine()


class Asked:
    """Puts questions to ``client``, which asks ``server``."""

    def __init__(self, client: ModelClient, server: ScriptedModelServer | None = None) -> None:
        self._client = client
        self._server = server

    @property
    def server(self) -> ScriptedModelServer:
        assert self._server is not None
        return self._server

    async def understand(self, request: UnderstandRequest) -> Understood:
        return await self._client.ask(to_understand(request, FRAGMENTS, RULES))

    async def converse(self, request: ConverseRequest) -> Conversed:
        return await self._client.ask(to_converse(request, FRAGMENTS, RULES))

    async def summarise(self, request: SummariseRequest) -> Summarised:
        return await self._client.ask(to_summarise(request, (), RULES))

    async def pick(self, request: PickRequest) -> Picked:
        return await self._client.ask(to_pick(request, RULES))

    async def copy(self, request: CopyRequest) -> Copied:
        return await self._client.ask(to_copy(request))
