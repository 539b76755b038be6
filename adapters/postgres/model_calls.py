"""What model calls used: for cost and latency, never for what was said."""

from adapters.postgres.pool import Database
from domain.usage import ModelCall


class PostgresModelCalls:
    """Implements ``CallRecorder``. Not idempotent: each attempt was paid for and counts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, call: ModelCall) -> None:
        """Raises ``StorageUnavailableError`` or ``StorageRejectedError``; takes as long as the
        caller lets it.
        """
        async with self._database.connection() as connection:
            await connection.execute(
                """
                INSERT INTO model_calls (
                    provider, model, purpose, outcome, latency_ms, input_tokens,
                    output_tokens, cost, user_id, task_id
                ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
                """,
                call.provider,
                call.model,
                call.purpose,
                call.outcome,
                call.latency_ms,
                call.input_tokens,
                call.output_tokens,
                call.cost,
                call.user_id,
                call.task_id,
            )
