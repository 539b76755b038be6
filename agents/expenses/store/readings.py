"""Readings by the digest of the image and the place of its reader, and files that were refused."""

from adapters.postgres.pool import Database
from agents.expenses.reading import Reading
from domain.errors import UnusableAttachmentError
from domain.understanding import Person

_GET = """
    SELECT reading FROM readings
    WHERE sha256 = $1 AND locale = $2 AND currency = $3
"""
_PUT = """
    INSERT INTO readings (sha256, locale, currency, reading) VALUES ($1, $2, $3, $4)
    ON CONFLICT DO NOTHING
"""
_REFUSE = """
    INSERT INTO refused_files (sha256, why, user_text) VALUES ($1, $2, $3)
    ON CONFLICT DO NOTHING
"""


class PostgresReadingStore:
    """Implements ``ReadingStore``. Nothing here tells who sent an image."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def get(self, sha256: str, person: Person) -> Reading | None:
        async with self._database.connection() as connection:
            reading = await connection.fetchval(_GET, sha256, person.locale, person.currency)
        return None if reading is None else Reading.model_validate(reading)

    async def put(self, reading: Reading, person: Person) -> Reading:
        """Keeps the first reading of an image and returns it, also when two come at once."""
        async with self._database.connection() as connection:
            written, place = reading.model_dump(mode="json"), (person.locale, person.currency)
            await connection.execute(_PUT, reading.sha256, *place, written)
        kept = await self.get(reading.sha256, person)
        return kept or reading  # retention may have come between

    async def refusal(self, sha256: str) -> UnusableAttachmentError | None:
        async with self._database.connection() as connection:
            row = await connection.fetchrow(
                "SELECT why, user_text FROM refused_files WHERE sha256 = $1", sha256
            )
        if row is None:
            return None
        msg = f"refused before: {row['why']}"
        return UnusableAttachmentError(msg, user_text=row["user_text"], why=row["why"])

    async def refuse(self, sha256: str, refusal: UnusableAttachmentError) -> None:
        async with self._database.connection() as connection:
            await connection.execute(_REFUSE, sha256, refusal.why, refusal.user_text)
