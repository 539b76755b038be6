"""What a person chose before. The newest choice counts: people change their minds for good."""

from adapters.postgres.pool import Connection, Database
from agents.expenses.store.names import folded

_CATEGORIES_USED = """
    SELECT category FROM transactions
    WHERE user_id = $1 AND deleted_at IS NULL AND kind = 'expense'
    GROUP BY category
    ORDER BY count(*) DESC, max(created_at) DESC, category
    LIMIT $2
"""


class PostgresPreferences:
    """Implements ``Habits``. Written to by the ledger, in the transaction of the save."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def learned_category(self, user_id: str, merchant: str) -> str | None:
        """The category chosen last for this merchant, or for an item without a merchant."""
        async with self._database.connection() as connection:
            return await learned(connection, user_id, folded(merchant))

    async def categories_used(self, user_id: str, limit: int) -> tuple[str, ...]:
        """The categories of this person's live expenses, most used first, then newest."""
        async with self._database.connection() as connection:
            rows = await connection.fetch(_CATEGORIES_USED, user_id, limit)
        return tuple(row["category"] for row in rows)


async def learned(connection: Connection, user_id: str, merchant_key: str) -> str | None:
    category: str | None = await connection.fetchval(
        "SELECT category FROM category_preferences WHERE user_id = $1 AND merchant_key = $2",
        user_id,
        merchant_key,
    )
    return category


_LEARN = """
    INSERT INTO category_preferences AS known (user_id, merchant_key, category)
    VALUES ($1, $2, $3)
    ON CONFLICT (user_id, merchant_key) DO UPDATE SET
        count = CASE WHEN known.category = excluded.category THEN known.count + 1 ELSE 1 END,
        category = excluded.category,
        updated_at = now()
"""


async def learn(connection: Connection, user_id: str, merchant_key: str, category: str) -> None:
    """``count`` says how often in a row this category was chosen; another one starts anew."""
    await connection.execute(_LEARN, user_id, merchant_key, category)


_FORGET = """
    DELETE FROM category_preferences
    WHERE user_id = $1 AND merchant_key = $2 AND category = $3
"""


async def forget(connection: Connection, user_id: str, merchant_key: str, category: str) -> None:
    """Takes back what was learned, unless another category was chosen since."""
    await connection.execute(_FORGET, user_id, merchant_key, category)
