"""Statements in the formats of programs, as the records of a table with headings of our own."""
