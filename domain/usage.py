"""What a model call used: recorded for every call, whatever came of it."""

from decimal import Decimal

from domain.messages import Frozen


class ModelCall(Frozen):
    """``cost`` is in US dollars, None when the price of the model is not known."""

    provider: str
    model: str
    task: str
    outcome: str
    """``ok`` or the ``code`` of the error."""
    latency_ms: int
    input_tokens: int = 0
    output_tokens: int = 0
    cost: Decimal | None = None
