"""All stores of the agent on the platform's pool, to be bound to its ports."""

from dataclasses import dataclass
from typing import Self

from adapters.postgres.pool import Database
from agents.expenses.store.imports import PostgresImports
from agents.expenses.store.learned_categories import PostgresPreferences
from agents.expenses.store.ledger import PostgresLedger
from agents.expenses.store.rate_lookup import PostgresRates
from agents.expenses.store.readings import PostgresReadingStore


@dataclass(frozen=True)
class ExpenseStores:
    database: Database
    imports: PostgresImports
    ledger: PostgresLedger
    preferences: PostgresPreferences
    rates: PostgresRates
    readings: PostgresReadingStore

    @classmethod
    def on(cls, database: Database) -> Self:
        return cls(
            database=database,
            imports=PostgresImports(database),
            ledger=PostgresLedger(database),
            preferences=PostgresPreferences(database),
            rates=PostgresRates(database),
            readings=PostgresReadingStore(database),
        )
