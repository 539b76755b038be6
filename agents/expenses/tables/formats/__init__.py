"""Statements in the formats of programs, as the records of a table with headings of our own."""

from agents.expenses.tables.formats.known import FoundTable, table_in

__all__ = ["FoundTable", "table_in"]
