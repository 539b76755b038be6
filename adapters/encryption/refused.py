"""What stands in the place of a payload that a process with keys does not take."""

from typing import NoReturn

from temporalio.api.common.v1 import Payload
from temporalio.contrib.pydantic import PydanticPayloadConverter
from temporalio.converter import EncodingPayloadConverter
from temporalio.exceptions import ApplicationError

REFUSED = "payload.refused"
"""Type of the failure that taking such a payload raises."""

_ENCODING = "binary/refused"


def refused(why: str) -> Payload:
    """Says of itself only why: nothing of what it replaces goes on."""
    return Payload(metadata={"encoding": _ENCODING.encode()}, data=why.encode())


class _Refusal(EncodingPayloadConverter):
    """Raises a failure, which Temporal takes as final: a workflow that starts with it ends, and
    leaves its id to whoever may begin there.
    """

    @property
    def encoding(self) -> str:
        return _ENCODING

    def to_payload(self, value: object) -> None:
        """Nothing is ever sent so."""

    def from_payload(self, payload: Payload, type_hint: type | None = None) -> NoReturn:
        del type_hint
        raise ApplicationError(
            f"a payload was refused: {payload.data.decode()}", type=REFUSED, non_retryable=True
        )


class RefusingPayloadConverter(PydanticPayloadConverter):
    """Carries pydantic models, and takes no refused payload."""

    def __init__(self) -> None:
        super().__init__()
        self.converters = {**self.converters, _ENCODING.encode(): _Refusal()}
