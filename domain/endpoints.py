"""What a program asks an agent for by one request, outside of what is said in a conversation."""

from pydantic import JsonValue

from domain.messages import Frozen
from domain.understanding import Person


class EndpointBody(Frozen):
    """What the body of every such request may have. Without ``session_id``, the person's session
    for such requests is taken, or opened. ``wait``: False for an answer that is fetched later, by
    the same request.
    """

    session_id: str | None = None
    wait: bool = True

    def find_unfit_field(self) -> str:
        """The name of a field that does not go with the others; empty where all do."""
        return ""


class EndpointRequest(Frozen):
    """Starts the workflow that answers. ``body`` was read by the endpoint's own model before."""

    person: Person
    conversation_id: str
    key: str
    """The ``Idempotency-Key``."""
    body: dict[str, JsonValue]
