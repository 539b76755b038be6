"""All stores of the agent on the platform's pool, to be bound to its ports."""

from dataclasses import dataclass
from typing import Self

from adapters.postgres.pool import Database
from agents.expenses.store.budgets import PostgresBudgets
from agents.expenses.store.exports import PostgresExports
from agents.expenses.store.ledger import PostgresLedger
from agents.expenses.store.preferences import PostgresPreferences
from agents.expenses.store.rates import PostgresRates
from agents.expenses.store.readings import PostgresReadingStore
from agents.expenses.store.recurring import PostgresRecurring


@dataclass(frozen=True)
class ExpenseStores:
    database: Database
    budgets: PostgresBudgets
    exports: PostgresExports
    ledger: PostgresLedger
    preferences: PostgresPreferences
    rates: PostgresRates
    readings: PostgresReadingStore
    recurring: PostgresRecurring

    @classmethod
    def on(cls, database: Database) -> Self:
        return cls(
            database=database,
            budgets=PostgresBudgets(database),
            exports=PostgresExports(database),
            ledger=PostgresLedger(database),
            preferences=PostgresPreferences(database),
            rates=PostgresRates(database),
            readings=PostgresReadingStore(database),
            recurring=PostgresRecurring(database),
        )
