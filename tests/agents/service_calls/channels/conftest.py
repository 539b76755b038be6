"""Calls over the real HTTP channel, on one Temporal server."""

from tests.workflows.fixtures import *  # noqa: F403 - pytest finds fixtures by name
