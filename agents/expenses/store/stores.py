"""All stores of the agent on the platform's pool, to be bound to its ports."""

from adapters.postgres.pool import Database
from agents.expenses.store.imports import PostgresImports
from agents.expenses.store.learned_categories import PostgresPreferences
from agents.expenses.store.ledger import PostgresLedger
from agents.expenses.store.rate_lookup import PostgresRates
from agents.expenses.store.readings import PostgresReadingStore


class ExpenseStores:
    def __init__(self, database: Database) -> None:
        self.database = database
        self.imports = PostgresImports(database)
        self.ledger = PostgresLedger(database)
        self.preferences = PostgresPreferences(database)
        self.rates = PostgresRates(database)
        self.readings = PostgresReadingStore(database)
