"""What model calls used: for cost and latency, never for what was said."""

from datetime import timedelta

import structlog

from adapters.postgres.pool import Database
from domain.errors import AppError
from domain.usage import ModelCall

RECORD_TIMEOUT = timedelta(seconds=2)
"""The caller waits for it with the model's answer in hand."""

_log = structlog.get_logger(__name__)


class PostgresModelCalls:
    """Implements ``ModelCalls``. Not idempotent: each attempt was paid for and counts."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def record(self, call: ModelCall) -> None:
        """A failure is logged with what would have been recorded, and goes no further."""
        try:
            async with self._database.connection() as connection:
                await connection.execute(
                    """
                    INSERT INTO model_calls (
                        provider, model, task, outcome, latency_ms, input_tokens, output_tokens,
                        cost
                    ) VALUES ($1, $2, $3, $4, $5, $6, $7, $8)
                    """,
                    call.provider,
                    call.model,
                    call.task,
                    call.outcome,
                    call.latency_ms,
                    call.input_tokens,
                    call.output_tokens,
                    call.cost,
                    timeout=RECORD_TIMEOUT.total_seconds(),
                )
        except AppError as error:
            _log.warning(
                "model_call.not_recorded", reason=error.code, **call.model_dump(mode="json")
            )
