"""What model calls used: for cost and latency, never for what was said."""

from adapters.postgres.pool import Store
from domain.usage import ModelCall

_COLUMNS = (
    "provider", "model", "purpose", "outcome", "latency_ms", "input_tokens", "output_tokens",
    "cost", "user_id", "task_id",
)  # fmt: skip
_INSERT = f"""
    INSERT INTO model_calls ({", ".join(_COLUMNS)})
    VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
"""  # noqa: S608 - the columns above


class PostgresModelCalls(Store):
    """Implements ``CallRecorder``. Not idempotent: each attempt was paid for and counts."""

    async def record(self, call: ModelCall) -> None:
        """Raises ``StorageUnavailableError`` or ``StorageRejectedError``; takes as long as the
        caller lets it.
        """
        await self._database.execute(_INSERT, *(getattr(call, column) for column in _COLUMNS))
