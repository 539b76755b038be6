"""Readings by the digest of the image. They hold nothing of who sent it."""

from adapters.postgres.pool import Database
from agents.expenses.reading import Reading


class PostgresReadingStore:
    """Implements ``ReadingStore``."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, sha256: str) -> Reading | None:
        async with self._database.connection() as connection:
            reading = await connection.fetchval(
                "SELECT reading FROM readings WHERE sha256 = $1", sha256
            )
        return None if reading is None else Reading.model_validate(reading)

    async def put(self, reading: Reading) -> Reading:
        """Keeps the first reading of an image and returns it, also when two come at once."""
        async with self._database.connection() as connection:
            await connection.execute(
                """
                INSERT INTO readings (sha256, reading) VALUES ($1, $2)
                ON CONFLICT (sha256) DO NOTHING
                """,
                reading.sha256,
                reading.model_dump(mode="json"),
            )
            kept = await connection.fetchval(
                "SELECT reading FROM readings WHERE sha256 = $1", reading.sha256
            )
        return Reading.model_validate(kept)
