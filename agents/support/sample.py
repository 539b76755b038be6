"""An invented company's articles and customers, so that support can be tried at once."""

import asyncio
from pathlib import Path

from adapters.postgres.pool import Database
from agents.support.knowledge.files import read_articles
from agents.support.store.customers import import_customers, link, read_customers
from agents.support.store.kb import import_articles

FOLDER = "support"
PERSON, CUSTOMER = "terminal:me", "CUST-002"
"""Whoever opens the chat of a fresh ``steward run`` is this customer, of the enterprise plan."""


async def load(database: Database, folder: Path) -> str:
    """Imports both where there is neither an article nor a customer nor a ticket."""
    async with database.connection() as connection:
        used = await connection.fetchval(
            """
            SELECT EXISTS (SELECT FROM support_tickets)
                OR EXISTS (SELECT FROM support_customers) OR EXISTS (SELECT FROM kb_articles)
            """
        )
    if used:
        return ""
    files = await asyncio.to_thread(read_articles, folder / FOLDER / "kb")
    customers = await asyncio.to_thread(read_customers, folder / FOLDER / "customers.csv")
    await import_customers(database, customers, "sample")
    async with database.transaction() as connection:
        await link(connection, PERSON, CUSTOMER, "sample")
    await import_articles(database, files.articles)
    return (
        f"support answers from {len(files.articles)} sample articles; you are {CUSTOMER}"
        " (enterprise). Work as its staff in a second window: steward tickets list"
    )
