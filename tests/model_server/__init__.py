"""A model server that says what a test tells it to, over the real protocol."""

from tests.model_server.requests import ModelRequest
from tests.model_server.server import ScriptedModelServer

__all__ = ["ModelRequest", "ScriptedModelServer"]
