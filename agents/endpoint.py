"""Endpoints: requests of programs that an agent answers by a workflow of its own.

``agents/<slug>/endpoints.py`` has ``ENDPOINTS``, a tuple of them; each workflow is among
``WORKFLOWS`` of its ``cases``, takes an ``EndpointRequest`` and returns a model.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from agents.registry import optional_part
from domain.endpoints import EndpointBody


@dataclass(frozen=True)
class AgentEndpoint:
    """``POST /api/v1/{name}``, answered by the workflow of this name. ``body``: what may be sent;
    with a model's failure the request is refused before anything begins.
    """

    name: str
    workflow: str
    body: type[EndpointBody]


def endpoints_of(slugs: Iterable[str]) -> tuple[AgentEndpoint, ...]:
    """Returns the endpoints of these agents."""
    modules = (optional_part(slug, "endpoints") for slug in slugs)
    return tuple(each for own in modules if own is not None for each in own.ENDPOINTS)
